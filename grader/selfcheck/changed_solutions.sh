# SPDX-License-Identifier: Apache-2.0
# What twins/twin.sh and mistakes/mistakes.sh share. A lab's twins and mistakes are switches in one changed solution,
# which twins/NN.sh compiles and both judge. Uses their `source`, `build`, `lab` and `complain`.
here=${0##*/} here=${here%.sh}                       # NN
changed=$build/grader/selfcheck/twins/$here/together # stays: reports quote its lines

# replace_first FILE OLD NEW [CALL [BELOW]]: OLD, a fixed text within a line, in the first line that has it, or the
# first below BELOW. NEW may have several lines; each word M in it becomes CALL. Complains if OLD is not there.
replace_first() {
  OLD=$2 NEW=$3 CALL=${4:-} BELOW=${5:-} awk '
    function called(text, call) {
      if (call == "") return text
      for (text = " " text " "; match(text, /[^A-Za-z0-9_]M[^A-Za-z0-9_]/);)
        text = substr(text, 1, RSTART) call substr(text, RSTART + 2)
      return substr(text, 2, length(text) - 2)
    }
    BEGIN { old = ENVIRON["OLD"]; new = called(ENVIRON["NEW"], ENVIRON["CALL"]); below = ENVIRON["BELOW"] }
    below != "" && index($0, below) { below = "" }
    !done && below == "" && (at = index($0, old)) {
      $0 = substr($0, 1, at - 1) new substr($0, at + length(old)); done = 1
    }
    { lines[NR] = $0 }
    END { if (!done) exit 1; for (i = 1; i <= NR; ++i) print lines[i] > FILENAME }' "$1" && return
  complain "${1##*/} has no \"$2\" any more."
}

# link_runner FLAVOUR OUTPUT FILE [OBJECT|FLAG…]: with the flags and parts of this flavour of the build.
link_runner() {
  local flavour=$1 output=$2 part present=()
  for part in "$lab" device canary baselines host_checks; do
    part=$build/runners/parts/$part.$flavour.o
    [ ! -e "$part" ] || present+=("$part")
  done
  "$build/bin/simcu" "@$build/runners/parts/$flavour.flags" -w -I"$source/common" -I"$source/labs/$lab" \
    -I"$source/solutions/$lab" "${@:3}" "${present[@]}" "$build/grader/librunner_main.a" -o "$output"
}

# has_sanitizers: lab 02 has a check runner.
has_sanitizers() { [ -e "$build/runners/parts/device.host_check.o" ]; }

# grade_runner HOME PLACE RUNNERS FOLDER OPTION…: grades the solution in PLACE. Leaves the report in FOLDER/said, its
# words in `said`, and FOLDER/reports/results.json.
grade_runner() {
  HOME=$1 "$build/bin/grade" --backend sim --lab "$lab" --seed 3 --rubrics "$source/grader/labs" --labs-dir "$2" \
    --runners "$3" --reports "$4/reports" "${@:5}" >"$4/said" 2>&1
  words "$(<"$4/said")"
  said=$words
}

# words TEXT: leaves them in `words`, in one line with one space between them.
words() {
  local -
  set -f
  # shellcheck disable=SC2086
  set -- $1
  words=$*
}
