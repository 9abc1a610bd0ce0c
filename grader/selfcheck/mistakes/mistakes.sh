# SPDX-License-Identifier: Apache-2.0
# What the tables of planted mistakes are written in; NN.sh SOURCE BUILD [compile|judge] includes it, and ends with `run_table`.
# `compile`, which is part of the build, only compiles them, into BUILD; `judge`, which is the test, only judges those. By hand: both.
#
#   solution LAB                                          whose reference solution the mistakes are planted in
#   written_otherwise ANCHOR <<'CODE'                     other code than the reference's, for the mistakes that follow
#   instead FUNCTION END CODE                             that code is called
#   edit COMMAND                                          of sed, for what neither of them can do
#   plant NAME OLD NEW TEST 'VERDICT: FIRST WORDS' [HAS|!HASNOT…]
#
# Each mistake replaces the first OLD, a fixed text within a line, by NEW, in which M is true if this mistake is chosen:
# all mistakes of a lab are compiled together, once with checkers and once without, and the runner is told which one to
# make (through HOME, one of the few variables that it gets). So `plant` must leave OLD standing for the others.
# The report of TEST must begin with the verdict and the words, contain each HAS, and no HASNOT. Without any
# mistake all these tests must be GOOD. `after TEXT`, before a plant: OLD is in a line below TEXT.
set -u
source=$1
build=$2
task=${3:-}
failed=0
scratch=$build/grader/selfcheck/mistakes/$(basename "$0" .sh) # stays: reports quote its lines
names=() tests=() begins=() wants=() again=() below=

complain() {
  echo "FAILED: $*"
  failed=1
}
. "$source/grader/selfcheck/changed_solutions.sh"

solution() {
  lab=$1 stem=${1#*_}
  [ "$task" != judge ] || return 0
  rm -rf "$scratch"
  mkdir -p "$scratch/labs/$lab" "$scratch/runners/labs"
  cp "$source/solutions/$lab"/* "$scratch/labs/$lab"
  file=$scratch/labs/$lab/$stem.cu
  # Compiled by itself, so that the checkers do not see what it reads.
  cat >"$scratch/chosen.cpp" <<'CODE'
#include <cstdlib>
static int chosen() {
  static const int number = std::atoi(std::getenv("HOME") + 1);
  return number;
}
bool mistake_is(int number) { return chosen() == number; }
bool mistake_from(int first) { return chosen() >= first; }
CODE
  sed -i '1i __host__ __device__ bool mistake_is(int number); bool mistake_from(int first);' "$file"
}

after() { below=$1; }

# replayed TEXT: what the mistake before it must say when its last request is made again under the checkers, as CHECK=1 does.
replayed() { again[${#names[@]} - 1]=$1; }

# Puts code into the solution, before the line with ANCHOR: what a student may write instead of it. FROM stands there for the number of the
# next mistake.
written_otherwise() {
  [ "$task" != judge ] || return 0
  local number=$((${#names[@]} + 1))
  ANCHOR=$1 CODE=$(sed "s/\bFROM\b/$number/g") awk '!done && index($0, ENVIRON["ANCHOR"]) { print ENVIRON["CODE"]; done = 1 }
    { print } END { exit !done }' "$file" >"$file.changed" || complain "${file##*/} has no \"$1\" any more."
  mv "$file.changed" "$file"
}

plant() {
  local number=$((${#names[@]} + 1)) new
  names+=("$1") tests+=("$4") begins+=("$5") wants+=("$(printf '%s\n' "${@:6}")")
  [ "$task" != judge ] || return 0
  new=$(sed "s/\bM\b/mistake_is($number)/g" <<<"$3")
  replace_first "$file" "$2" "$new" "$below"
  below=
}

edit() { [ "$task" = judge ] || sed -i "$1" "$file"; }

# instead FUNCTION END CODE: the mistakes that follow have this as the function's body, after its first line with END.
instead() {
  [ "$task" != judge ] || return 0
  local number=$((${#names[@]} + 1))
  FUNCTION=$1 END=$2 CODE="  if (mistake_from($number)) $3" awk '{ print } index($0, ENVIRON["FUNCTION"]) == 1 { inside = 1 }
    inside && index($0, ENVIRON["END"]) { print ENVIRON["CODE"]; inside = 0; done = 1 }
    END { exit !done }' "$file" >"$file.changed" || complain "${file##*/} has no \"$1\" any more."
  mv "$file.changed" "$file"
}

runner() { link_runner "$1" "$scratch/runners/labs/$lab.$2" "$scratch/labs/$lab/$stem.cu" "$scratch/chosen.o"; } # FLAVOUR NAME

# grade_with NUMBER TEST: leaves the report in $scratch/said and results.json in $scratch/reports.
grade_with() {
  HOME=/$1 "$build/bin/grade" --backend sim --lab "$lab" --seed 3 --rubrics "$source/grader/labs" --labs-dir "$scratch/labs" \
    --runners "$scratch/runners" --reports "$scratch/reports" --capture "$scratch/captured" --test "$2" >"$scratch/said" 2>&1
  sed -n 's/^ \{4,\}"output": "\(.*\)",$/\1/p' "$scratch/reports/results.json" | grep -v '^$' | head -1 >"$scratch/output"
}

check_runner() {
  if [ -e "$build/runners/parts/$lab.host_check.o" ]; then runner host_check check; else runner check check; fi
}

compile() {
  c++ -c "$scratch/chosen.cpp" -o "$scratch/chosen.o" && runner sim sim && check_runner || { complain "$lab does not compile"; exit 1; }
}

run_table() {
  local i test said output wanted
  [ "$task" = judge ] || compile
  [ "$task" != compile ] || exit "$failed"
  [ -e "$scratch/runners/labs/$lab.check" ] || { complain "$lab is not compiled: the build says why"; exit 1; }
  for test in $(printf '%s\n' "${tests[@]}" | sort -u); do
    [ -z "${SHOW:-}" ] || break
    grade_with 0 "$test"
    [ ! -s "$scratch/output" ] || complain "without a mistake $test is not GOOD: $(cat "$scratch/output")"
  done
  for i in "${!names[@]}"; do
    [ -z "${SHOW:-}" ] || [[ ${names[i]} == *"$SHOW"* ]] || continue
    grade_with $((i + 1)) "${tests[i]}"
    [ -z "${SHOW:-}" ] || cat "$scratch/said"
    output=$(<"$scratch/output")
    if [[ $output == "${begins[i]}"* ]]; then echo "good: ${names[i]}"; else
      complain "${names[i]}: the report begins not with \"${begins[i]}\" but: $(cut -c1-400 "$scratch/output")"
    fi
    said=$(tr -s ' \n' ' ' <"$scratch/said")
    while IFS= read -r wanted; do
      case $wanted in
        '') ;;
        !*) [[ $said != *"${wanted#!}"* ]] || complain "${names[i]}: says \"${wanted#!}\"" ;;
        *) [[ $said == *"$wanted"* ]] || complain "${names[i]}: does not say \"$wanted\": $(cat "$scratch/said")" ;;
      esac
    done <<<"${wants[i]}"
    [ -z "${again[i]:-}" ] || ! { HOME=/$((i + 1)) "$scratch/runners/labs/$lab.check" --replay "$scratch/captured" >"$scratch/replayed" 2>&1; [ $? != 99 ] ||
      ! grep -qF -- "${again[i]}" "$scratch/replayed"; } || complain "${names[i]}: made again, it does not say \"${again[i]}\": $(cat "$scratch/replayed")"
  done
  exit "$failed"
}
