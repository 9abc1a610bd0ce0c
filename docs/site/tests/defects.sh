#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# defects.sh ROOT BUILD tests that a mistake in the site's parts stops its build, with the file and the line, and that
# SOLUTIONS=no leaves all solutions out. It works in a copy of ROOT; BUILD has a finished site.
set -u
root=$1
build=$2
failed=0
unset MAKEFLAGS MAKELEVEL MFLAGS
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
copy=$scratch/copy
mkdir "$copy"
cd "$root" || exit 1
cp -r --preserve=timestamps CMakeLists.txt CMakePresets.json CONTRIBUTING.md LICENSE Makefile README.md \
  .ci .github .gitignore common grader labs solutions docs "$copy"
rm -rf "$copy"/docs/site/browser/node_modules
cd "$copy" || exit 1
# The plots are copied from the other build: make, unlike Ninja, accepts any file that is newer than its inputs.
mkdir -p "$copy/build/docs"
cp -r --preserve=timestamps "$build/docs/plots" "$copy/build/docs"
if ! cmake --preset sim -G 'Unix Makefiles' -B "$copy/build" -DWORKBOOK_TOOLS_DIR="$build/bin" -DWORKBOOK_CUDA=OFF \
  >"$scratch/output" 2>&1; then
  cat "$scratch/output"
  exit 1
fi

# stops WHAT PATTERN: the build fails with a message that matches PATTERN.
stops() {
  local status=0
  cmake --build "$copy/build" --target docs >"$scratch/output" 2>&1 || status=$?
  if [ $status = 0 ]; then
    echo "FAILED: $1: the site was built anyway." && failed=1
  elif ! grep -qE -- "$2" "$scratch/output"; then
    echo "FAILED: $1: the build did not say \"$2\". It printed:" && cat "$scratch/output" && failed=1
  else
    echo "good: $1: $(grep -E -m 1 -- "$2" "$scratch/output" | sed "s#$copy/##g")"
  fi
}

# spoil FILE…, restore: the files may change in between.
spoil() {
  spoiled=("$@")
  local file
  for file in "$@"; do cp -p "$file" "$scratch/$(basename "$file").kept"; done
}
restore() {
  local file
  for file in "${spoiled[@]}"; do
    cp "$scratch/$(basename "$file").kept" "$file"
    # A file added to or removed from the folder would remake each plot.
    touch -r "$root/${file%/*}" "${file%/*}"
  done
}

page=docs/notes/05_level2_local_sort.md
data=docs/measurements/h200_lab04_lab05_sizes.csv
spoil $data
rm $data
stops 'a measurement that does not exist' "\.(md|gp|py|txt):[0-9]+: .*${data##*/}"
restore

quote=$(grep -nE '^\\snippet ' docs/notes/0*.md | head -n 1) # PAGE:LINE:\snippet FILE MARKER
read -r place file marker <<<"$quote"
spoil "$file"
grep -vF "// [$marker]" "$scratch/$(basename "$file").kept" >"$file"
stops 'code without its marker' "${place%:*}: .*$marker"
restore

for program in docs/plots/04_bits.gp docs/figures/05_level2_local_sort.py; do
  [ -e $program ] || continue
  spoil $program
  echo 'no_such_word at all' >>$program
  stops "a program that fails, ${program##*/}" "${program##*/}(:|\", line |\" line )$(wc -l <$program)"
  restore
done

spoil $page
echo '[nowhere](nowhere.md)' >>$page
stops 'a link to a file that does not exist' "$page:$(wc -l <$page): .*nowhere.md"
restore
echo '[nowhere](04_multiblock_radix.md#nowhere)' >>$page
stops 'a link to a heading that does not exist' "$page:$(wc -l <$page): .*#nowhere"
restore
printf '\n\\htmlinclude nowhere.html\n' >>$page
stops 'a warning from Doxygen' "$page:$(wc -l <$page): .*nowhere.html"
restore
spoil $page
rm $page
stops 'a page that does not exist' "pages.txt:[0-9]+: .*$page"
restore

mkdir "$scratch/html"
sed 's#</main>#<a href="nowhere.html">x</a><a href="\#nowhere">x</a></main>#' \
  "$build/docs/html/sources.html" >"$scratch/html/sources.html"
line=$(grep -n 'nowhere.html' "$scratch/html/sources.html" | cut -d: -f1)
if python3 -B docs/site/check_links.py "$scratch/html" >"$scratch/output"; then
  echo 'FAILED: the link checker finds nothing.' && failed=1
fi
for wanted in \
  "sources.html:$line: the link nowhere.html leads to" \
  "sources.html:$line: the link #nowhere leads to an anchor"; do
  grep -qF "$wanted" "$scratch/output" && echo "good: $wanted …" ||
    { echo "FAILED: the link checker did not say \"$wanted\"." && failed=1; }
done

echo no >"$copy/build/docs/solutions"
if ! cmake --build "$copy/build" --target docs >"$scratch/output" 2>&1; then
  cat "$scratch/output"
  echo 'FAILED: the site without solutions could not be built.' && failed=1
fi
html=$copy/build/docs/html
found=$(find "$html" -name 'notes_solutions_*' -o -name 'file_solutions*' | head)
[ -z "$found" ] || { echo "FAILED: SOLUTIONS=no left $found" && failed=1; }
found=$(grep -liE 'walk through the reference|make solutions|diff -r labs solutions' \
  "$html"/{index,readme,notes_*,labs_*}.html)
[ -z "$found" ] || { echo "FAILED: SOLUTIONS=no, and the reference is named in $found" && failed=1; }
python3 -B docs/site/check_links.py "$html" || failed=1
[ $failed = 0 ] && echo 'good: SOLUTIONS=no'

echo no >"$copy/build/docs/for_instructors"
if ! cmake --build "$copy/build" --target docs >"$scratch/output" 2>&1; then
  cat "$scratch/output"
  echo 'FAILED: the site without the pages for instructors could not be built.' && failed=1
fi
found=$(find "$html" -name 'instructors_*' -o -name 'file_docs_instructors*' -o -name 'notes_solutions_*' | head)
[ -z "$found" ] || { echo "FAILED: INSTRUCTORS=no left $found" && failed=1; }
! grep -l 'For instructors\|"instructors_' "$html/search_index.js" "$html/index.html" || failed=1
python3 -B docs/site/check_links.py "$html" || failed=1
[ $failed = 0 ] && echo 'good: INSTRUCTORS=no'
exit $failed
