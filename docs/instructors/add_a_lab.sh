#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# add_a_lab.sh SOURCE BUILD adds example_lab/ to a copy of the project, as adding_a_lab.md describes, and tests what the
# grader says about the stub, the solution and a wrong variant.
set -u
source=$(realpath "$1")
built=$(realpath "$2")
failed=0
unset LAB SEED TEST OF BUILD MAKEFLAGS MAKELEVEL MFLAGS
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# expect TEXT COMMAND…: the command succeeds, and a line of its output has TEXT.
expect() {
  local text=$1 status=0
  shift
  "$@" >"$scratch/output" 2>&1 </dev/null || status=$?
  if [ $status = 0 ] && grep -qE -- "$text" "$scratch/output"; then echo "good: $*"; else
    echo "FAILED: \`$*\` ended with status $status, and should say \"$text\". It printed:"
    cat "$scratch/output"
    failed=1
  fi
}

mkdir "$scratch/copy"
cd "$source" && cp -r CMakeLists.txt CMakePresets.json Makefile common grader labs solutions "$scratch/copy"
cd "$scratch/copy" && cp -r "$source/docs/instructors/example_lab/." . || exit 1

# Real trees build all tools. Here, simcu and the verifier come from another build, and `grade` has only the new tests.
mkdir -p build/bin build/grader
ln -s "$built/bin/simcu" "$built/bin/compile_submission" build/bin/
libraries=$(sed -n 's/^\(SECCOMP_LIBRARY\|ZLIB_LIBRARY_RELEASE\):FILEPATH=\(.*[^D]\)$/\2/p' "$built/CMakeCache.txt")
ln -s "$built/grader/librunner_main.a" build/grader/
${CXX:-c++} -std=c++17 -Wall -Wextra -Wpedantic -Werror -I{common,grader/{base,verifier,report}} \
  grader/main.cpp grader/labs/09_reverse/*tests.cpp \
  "$built/grader/libverifier.a" -lgtest -lfmt $libraries -pthread -o build/bin/grade || exit 1
find grader/labs -name rubric.csv ! -path '*/09_reverse/*' -exec mv {} {}.aside \; # `grade` has no tests for these labs
export BACKEND=sim GRADE_SEED=1 WORKBOOK_TOOLS_DIR=$PWD/build/bin CMAKE_OPTIONS=-DWORKBOOK_CUDA=OFF

expect 'Score: 0/100' make grade LAB=09
expect 'Score: 100/100' make solutions LAB=09
mkdir -p build/runners/parts # wrong.py expects the runners' parts here
ln -s "$built"/runners/parts/{{device,baselines}.sim,{device,canary}.check}.o build/runners/parts/ 2>/dev/null
wrong() { python3 -B grader/selfcheck/wrong/wrong.py "$1" . build 09_reverse; }
export -f wrong
expect 'good: whole_tile_assumed' bash -c 'wrong compile && wrong judge'

for file in grader/labs/*/rubric.csv.aside; do mv "$file" "${file%.aside}"; done
labs=(labs/[0-9]*)
check=$built/grader/selfcheck/check_workbook
expect "${#labs[@]} labs fit together" "$check" .

# mistake FILE COMMAND: check_workbook must print what the page quotes about the mistake that `sed COMMAND` makes.
mistake() {
  cp "$1" "$scratch/kept"
  sed -i "$2" "$1"
  said=$("$check" .)
  cp "$scratch/kept" "$1"
  if [ -n "$said" ] && grep -qxF -- "- \`$said\`" "$source/docs/instructors/adding_a_lab.md"; then
    echo "good: $said"
  else
    echo "FAILED: adding_a_lab.md does not quote what check_workbook says of sed '$2' $1:"
    echo "$said"
    failed=1
  fi
}
mistake labs/09_reverse/reverse.cu 's/^namespace reverse {/namespace  reverse {/'
mistake grader/labs/09_reverse/rubric.csv 's/,35,/,30,/'
mistake grader/labs/09_reverse/clean_tests.cpp 's/Lab09, CopyIsClean/Lab9, CopyIsClean/'
exit $failed
