# SPDX-License-Identifier: Apache-2.0
# The language of planted mistakes. NN.sh SOURCE BUILD [compile|judge] includes it, and ends with `run_table`.
# `compile` is `twins/NN.sh … compile`, part of the build: that makes its own changes, calls NN.sh with `plant` to make
# the mistakes, and compiles all of them at once. `judge` is the test. By hand: both.
#
#   solution LAB                                          whose reference solution the mistakes are planted in
#   written_otherwise ANCHOR <<'CODE'                     other code than the reference's, for the mistakes that follow
#   instead FUNCTION END CODE                             that code is called
#   edit COMMAND                                          of sed, for what neither of them can do
#   plant NAME OLD NEW TEST 'VERDICT: FIRST WORDS' [HAS|!HASNOT…]
#
# Each mistake replaces the first OLD, a fixed text within a line, by NEW, in which M is true if this mistake is chosen
# (chosen.cpp). So `plant` must leave OLD standing for the others, and an OLD is text as the lab's twins have left it.
# The report of TEST must begin with the verdict and the words, contain each HAS, and no HASNOT. Without any
# mistake all these tests must be GOOD. `after TEXT`, before a plant: OLD is in a line below TEXT.
set -u
source=$1
build=$2
task=${3:-}
failed=0
names=() tests=() begins=() wants=() again=() below=

complain() {
  echo "FAILED: $*"
  failed=1
}
. "$source/grader/selfcheck/changed_solutions.sh"
if [ "$task" = '' ] || [ "$task" = compile ]; then
  bash "$source/grader/selfcheck/twins/$here.sh" "$source" "$build" compile || exit 1
  [ "$task" != compile ] || exit 0
fi
scratch=$build/grader/selfcheck/mistakes/$here
mkdir -p "$scratch"

planting() { [ "$task" = plant ]; }
solution() { lab=$1 file=$changed/$1/${1#*_}.cu; }
after() { below=$1; }

# replayed TEXT: what the mistake before it must say when its last request is made again under the checkers, as CHECK=1 does.
replayed() { again[${#names[@]} - 1]=$1; }

# Puts code into the solution, before the line with ANCHOR: what a student may write instead of it. FROM stands there for the number of the
# next mistake.
written_otherwise() {
  planting || return 0
  local number=$((${#names[@]} + 1))
  ANCHOR=$1 CODE=$(sed "s/\bFROM\b/$number/g") awk '!done && index($0, ENVIRON["ANCHOR"]) { print ENVIRON["CODE"]; done = 1 }
    { print } END { exit !done }' "$file" >"$file.changed" || complain "${file##*/} has no \"$1\" any more."
  mv "$file.changed" "$file"
}

plant() {
  local number=$((${#names[@]} + 1)) wanted
  printf -v wanted '%s\n' "${@:6}"
  names+=("$1") tests+=("$4") begins+=("$5") wants+=("$wanted")
  planting || return 0
  replace_first "$file" "$2" "$3" "mistake_is($number)" "$below"
  below=
}

edit() { ! planting || sed -i "$1" "$file"; }

# instead FUNCTION END CODE: the mistakes that follow have this as the function's body, after its first line with END.
instead() {
  planting || return 0
  local number=$((${#names[@]} + 1))
  FUNCTION=$1 END=$2 CODE="  if (mistake_from($number)) $3" awk '{ print } index($0, ENVIRON["FUNCTION"]) == 1 { inside = 1 }
    inside && index($0, ENVIRON["END"]) { print ENVIRON["CODE"]; inside = 0; done = 1 }
    END { exit !done }' "$file" >"$file.changed" || complain "${file##*/} has no \"$1\" any more."
  mv "$file.changed" "$file"
}

# grade_with NUMBER OPTION…: leaves in `output` what the first test that is not GOOD had to say, as it is in results.json.
grade_with() {
  local line
  grade_runner "/m$1" "$changed" "$changed" "$scratch" --capture "$scratch/captured" "${@:2}"
  output=
  while IFS= read -r line; do
    [[ $line == '    '*'"output": "'?*'",' ]] || continue
    output=${line#*'"output": "'} output=${output%'",'}
    [ "$output" = '' ] || break
  done <"$scratch/reports/results.json"
}

# One run shows that all tests are GOOD without a mistake. An endless launch gets a second, not as many as a student's.
run_table() {
  local i output said wanted limit all IFS
  ! planting || exit "$failed"
  [ -e "$changed/labs/$lab.check" ] || { complain "$lab is not compiled: the build says why"; exit 1; }
  if [ -z "${SHOW:-}" ]; then
    IFS=,
    all="${tests[*]}"
    unset IFS
    grade_with 0 --test "$all"
    [ "$output" = '' ] || complain "without a mistake not all tests are GOOD: $output"
  fi
  for i in "${!names[@]}"; do
    [ -z "${SHOW:-}" ] || [[ ${names[i]} == *"$SHOW"* ]] || continue
    limit=()
    [[ ${begins[i]} != 'TIMED OUT: '* ]] || limit=(--lab-minutes 0.03)
    grade_with $((i + 1)) --test "${tests[i]}" "${limit[@]}"
    [ -z "${SHOW:-}" ] || cat "$scratch/said"
    if [[ $output == "${begins[i]}"* ]]; then echo "good: ${names[i]}"; else
      complain "${names[i]}: the report begins not with \"${begins[i]}\" but: ${output:0:400}"
    fi
    while IFS= read -r wanted; do
      case $wanted in
        '') ;;
        !*) [[ $said != *"${wanted#!}"* ]] || complain "${names[i]}: says \"${wanted#!}\"" ;;
        *) [[ $said == *"$wanted"* ]] || complain "${names[i]}: does not say \"$wanted\": $(cat "$scratch/said")" ;;
      esac
    done <<<"${wants[i]}"
    [ -z "${again[i]:-}" ] || ! { HOME=/m$((i + 1)) "$changed/labs/$lab.check" --replay "$scratch/captured" >"$scratch/replayed" 2>&1; [ $? != 99 ] ||
      ! grep -qF -- "${again[i]}" "$scratch/replayed"; } || complain "${names[i]}: made again, it does not say \"${again[i]}\": $(cat "$scratch/replayed")"
  done
  exit "$failed"
}
