# SPDX-License-Identifier: Apache-2.0
# The language of wrong twins. NN.sh SOURCE BUILD [compile|judge] includes it, and ends with `exit "$failed"`. `compile`
# is part of the build: it compiles the twins, and the mistakes with them, into BUILD. `judge` is the test. By hand: both.
#
# A twin is a reference solution with a few lines changed.
#
#   twin NAME LAB        a fresh copy of the solution
#   change OLD NEW       replaces the first OLD, a fixed text within a line; the replacement may have several lines
#
# What it does wrong does not show in its results, or not always, and one test is to find it under the checkers:
#   compile check [FLAG…]             the check runner; the solution's own runner stands in for the backend's
#   expect TEST VERDICT TEXT          what `grade` says of the twin in that test; VERDICT may be `NOT CLEAN|CRASHED`
#
# It does wrong what a student would, and loses exactly the points that the rubric says:
#   compile_both [FLAG…]              the twin's own runners, with checkers and without
#   marks POINTS ['TEST VERDICT'…]    the score of the whole lab, and all tests that are not GOOD
#   marks -t PATTERN POINTS […]       the same of the tests whose names match, as in `make grade TEST=PATTERN`
#   unproved marks …                  without the checkers, which take half a minute to find nothing wrong in a large input
#   says TEXT                         the report that `marks` looked at has these words
#
# A compiler's run is most of what a twin costs. So twins are compiled together where they can be, and with the mistakes
# of mistakes/NN.sh, each switched on by the condition in place of M:
#   together LAB FUNCTION [COMMAND…]  FUNCTION has twins and what they must get, and no `compile`; each OLD stays for the others.
#                                     COMMAND compiles; if not said: compile_both
#
# What is wrong in a data file needs no compiler:
#   unchanged                         the solution's own runner
#
# docs/instructors/course_plan.md quotes such reports: blocks of code below `<!-- twin NN NAME -->`, with a line `…` where
# something is left out. At the end every quote must be in one of the twin's reports.
set -u
source=$1
build=$2
task=${3:-}
failed=0 unproved=
complain() {
  echo "FAILED: $name: $1"
  failed=1
}
. "$source/grader/selfcheck/changed_solutions.sh"
scratch=${changed%/*}
trap 'check_quotes; exit "$failed"' EXIT
[ "$task" = judge ] || rm -rf "$scratch"
mkdir -p "$scratch"
rm -f "$scratch"/*.said
number=0 together=  # planted: the twins' changes are made; judged: all have been compiled

twin() {
  name=$1 lab=$2 stem=${2#*_} number=$((number + 1))
  [ -z "$together" ] || return 0
  file=$scratch/$name/$lab/$stem.cu
  ! is_compiled || return 0
  rm -rf "${scratch:?}/$name"
  mkdir -p "$scratch/$name/$lab" "$scratch/$name/labs"
  find "$source/solutions/$lab" -name '*.c[su]*' -exec cp {} "$scratch/$name/$lab" \;
}

# is_compiled: by the task before this one, so that only its judgement is left to do.
is_compiled() { [ "$task" = judge ] && [ -e "$scratch/$name/compiled" ]; }
require_compiled() { is_compiled || complain "is not compiled: the build says why."; }

change() {
  [ "$together" != judged ] && [ "$task" != judge ] || return 0
  replace_first "$file" "$1" "$2" "${together:+twin_is($number)}"
}
# change_in FILE OLD NEW: the same in another file of the solution.
change_in() {
  local main=$file
  file=${file%/*}/$1
  change "$2" "$3"
  file=$main
}

# runner FLAVOUR NAME FLAG…: with the flags and parts of this flavour of the build.
runner() {
  if [ "$task" = judge ]; then
    require_compiled
    return
  fi
  link_runner "$1" "$scratch/$name/labs/$lab.$2" "${@:3}" "$file" || complain "does not compile."
  touch "$scratch/$name/compiled"
}

compile() {
  runner "$1" check "${@:2}"
  unchanged
}

compile_both() {
  runner sim sim "$@"
  if [ -e "$build/runners/parts/$lab.host_check.o" ]; then runner host_check check "$@"; else runner check check "$@"; fi
}

unchanged() { ln -sf "$build/runners/solutions/$lab.sim" "$scratch/$name/labs/$lab.sim"; }

together() {
  local function=$2 command=("${@:3}")
  [ ${#command[@]} -gt 0 ] || command=(compile_both)
  twin together "$1"
  if [ "$task" != judge ]; then plant_together "$function" "${command[@]}"; else require_compiled; fi
  number=0 together=judged
  "$function"
  together=
}

plant_together() { # FUNCTION COMMAND…
  local mistakes=$source/grader/selfcheck/mistakes/$here.sh
  c++ -O2 -c "$source/grader/selfcheck/chosen.cpp" -o "$scratch/chosen.o"
  # After the includes, or they are not taken from the precompiled headers; in a line that is there: reports name lines.
  CHOSEN=$(sed '/^\/\//d' "$source/grader/selfcheck/chosen.inc") awk '
    BEGIN { chosen = ENVIRON["CHOSEN"]; gsub(/\n/, " ", chosen) }
    /^namespace / && !done { $0 = chosen " " $0; done = 1 }
    { print }' "$file" >"$file.changed" && mv "$file.changed" "$file"
  number=0 together=planted
  "$1"
  name=together
  [ ! -e "$mistakes" ] || bash "$mistakes" "$source" "$build" plant || failed=1
  "${@:2}" "$scratch/chosen.o"
}

# grade_twin OPTION…: see grade_runner; in $scratch.
grade_twin() {
  local place=$scratch/${together:+together} home=$HOME runners
  [ -n "$together" ] && home=/t$number || place+=$name
  runners=$place
  if [ -n "$unproved" ]; then
    mkdir -p "$place/unproved/labs"
    ln -sf "$place/labs/$lab.sim" "$place/unproved/labs"
    runners=$place/unproved
  fi
  rm -f "$scratch/reports/results.json"
  grade_runner "$home" "$place" "$runners" "$scratch" "$@"
  echo "$said" >>"$scratch/$name.said"
}

# now: the twin that is spoken of is to be judged.
now() { [ "$together" != planted ] && [ "$task" != compile ]; }

expect() {
  now || return 0
  grade_twin --test "$1"
  if [[ $(<"$scratch/said") =~ ($2)"  " && $said == *"$3"* ]]; then
    echo "good: $name: $1 is $2"
  else
    complain "$1 is not $2 with \"$3\":"
    cat "$scratch/said"
  fi
}

marks() {
  local tests=() points got wanted line test
  now || return 0
  if [ "$1" = -t ]; then
    tests=(--test "$2")
    shift 2
  fi
  points=$1
  shift
  grade_twin "${tests[@]}"
  wanted=("score $points" "$@")
  # In results.json a test's tags are its lab, its name and its verdict, each in a line of its own.
  mapfile -t got < <(awk -F'"' '/^  "score": / { gsub(/[^0-9]/, ""); print "score " $0 }
    /^ *"tags": \[/ { getline; getline; test = $2; getline; if ($2 != "GOOD") print test " " $2 }' "$scratch/reports/results.json")
  printf -v line '|%s' "${got[@]}" '|'
  for test in "${wanted[@]}"; do line=${line/"|$test|"/|}; done
  if [ "$line" = '||' ] && [ ${#got[@]} = ${#wanted[@]} ]; then
    echo "good: $name: $points points"
  else
    complain "its marks are not the expected ones (< expected, > got):"
    diff <(printf '%s\n' "${wanted[@]}" | sort) <(printf '%s\n' "${got[@]}" | sort)
    cat "$scratch/said"
  fi
}

unproved() { unproved=yes; "$@"; unproved=; }

says() {
  now || return 0
  if [[ $said == *"$1"* ]]; then echo "good: $name: says \"$1\""; else
    complain "does not say \"$1\":"
    cat "$scratch/said"
  fi
}

check_quotes() {
  local page=$source/docs/instructors/course_plan.md number quote
  [ -e "$page" ] && [ "$task" != compile ] || return
  number=$here
  while IFS=$'\t' read -r name quote; do
    words "$quote"
    grep -qF -- "$words" "$scratch/$name.said" || complain "docs/instructors/course_plan.md quotes of it: $quote"
  done < <(awk -v marker="<!-- twin $number " 'index($0, marker) == 1 { name = $4; at = "marked"; next }
    at == "inside" && (/^```/ || $0 == "…") { print name "\t" quote; quote = ""; if (/^```/) at = ""; next }
    at == "inside" { quote = quote " " $0 }
    at == "marked" && /^```/ { at = "inside" }' "$page")
}
