# SPDX-License-Identifier: Apache-2.0
# What twins/twin.sh and mistakes/mistakes.sh share: solutions with a few lines changed, and runners made of them. It reads their
# `source`, `build` and `lab`, and calls their `complain`.

# replace_first FILE OLD NEW [BELOW]: OLD, a fixed text within a line, in the first line that has it, or the first below BELOW.
# NEW may have several lines. Complains if there is none.
replace_first() {
  OLD=$2 NEW=$3 BELOW=${4:-} awk 'BEGIN { old = ENVIRON["OLD"]; new = ENVIRON["NEW"]; below = ENVIRON["BELOW"] }
    below != "" && index($0, below) { below = "" }
    !done && below == "" && (at = index($0, old)) { $0 = substr($0, 1, at - 1) new substr($0, at + length(old)); done = 1 }
    { print } END { exit !done }' "$1" >"$1.changed" && mv "$1.changed" "$1" && return
  complain "${1##*/} has no \"$2\" any more."
}

# link_runner FLAVOUR OUTPUT FILE [OBJECT|FLAG…]: with the flags and parts of this flavour of the build.
link_runner() {
  local flavour=$1 output=$2 part present=()
  for part in "$lab" device canary baselines host_checks; do
    part=$build/runners/parts/$part.$flavour.o
    [ ! -e "$part" ] || present+=("$part")
  done
  "$build/bin/simcu" "@$build/runners/parts/$flavour.flags" -w -I"$source/common" -I"$source/labs/$lab" -I"$source/solutions/$lab" "${@:3}" \
    "${present[@]}" "$build/grader/librunner_main.a" -o "$output"
}
