#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests that simcu works where it is installed, after its folder has moved to a path with a blank, through a symbolic
# link, and in another project by find_package(simcu).
# package.sh BUILD installs from this build folder.
set -u
build=$1
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset SIMCU_HOME SIMCU_CXX MAKEFLAGS MAKELEVEL MFLAGS
failed=0

# expect STATUS TEXT COMMAND… requires that the command ends with this status and prints this text.
expect() {
  local wanted=$1 text=$2 status=0
  shift 2
  "$@" >"$scratch/output" 2>&1 || status=$?
  if [ "$status" != "$wanted" ] || { [ -n "$text" ] && ! grep -qF -- "$text" "$scratch/output"; }; then
    echo "FAILED: $*: status $status, not $wanted, or it did not print \"$text\". It printed:"
    cat "$scratch/output"
    failed=1
  fi
}

expect 0 '' cmake --install "$build" --prefix "$scratch/first"
mkdir "$scratch/a place" "$scratch/work"
mv "$scratch/first" "$scratch/a place/moved"
link="$scratch/a link whose name is longer"  # g++ prints the real path only if it is shorter than the link's
ln -s "$scratch/a place/moved" "$link"
cp "$here/sums.cu" "$scratch/work"
cd "$scratch/work" || exit 1

for prefix in "$scratch/a place/moved" "$link"; do
  simcu=$prefix/bin/simcu
  for program in OWN LIBRARY; do
    expect 0 '' "$simcu" -D$program sums.cu -o $program
    expect 0 'the sum is 4950' ./$program
    expect 0 '' "$simcu" --check -D$program sums.cu -o $program.check
    expect 0 'the sum is 4950' ./$program.check
  done
  expect 0 '' "$simcu" --check -DRACE sums.cu -o race
  expect 99 'race' ./race
done

export SIMCU_HOME=$link
expect 0 '' "$SIMCU_HOME/bin/simcu" -DLIBRARY sums.cu -o library
unset SIMCU_HOME

expect 0 '' cmake -S "$here" -B "$scratch/project" -DCMAKE_PREFIX_PATH="$link"
expect 0 '' cmake --build "$scratch/project"
expect 0 'the sum is 4950' "$scratch/project/sums"
expect 99 'race' "$scratch/project/race"
expect 0 'the sum is 4950' "$scratch/project/library"
expect 1 'simcu has no component nothing; it has core, check, libraries.' \
  cmake -S "$here" -B "$scratch/other" -DCMAKE_PREFIX_PATH="$link" -DCOMPONENT=nothing
rm -r "$link/include/simcu_device/cub"
expect 1 'simcu has no component libraries; it has core, check.' \
  cmake -S "$here" -B "$scratch/another" -DCMAKE_PREFIX_PATH="$link"
[ $failed = 0 ] && echo good
exit $failed
