#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests that PROGRAM was built without a message and prints the expected output; without FILE.expected, does not run it.
#   run_program.sh [--main NAME] PROGRAM [FILE.expected]
# --main runs NAME of several programs in PROGRAM (common/simcu/tests/units.cmake). For programs built with
# `simcu --check`, FILE.counters.expected has the counters' output, and FILE.report.expected the report on a program
# that is wrong on purpose. Step counts are left out, because they depend on the compiler.
set -u
main=()
[ "$1" != --main ] || { main=("$2") && shift 2; }
program=$1
expected=${2:-}
if [ -e "$program.log" ]; then cat "$program.log"; fi
if [ ! -e "$program" ]; then
  echo "$program was not built."
  exit 1
fi
if [ -e "$program.log" ]; then
  echo "$program was built, but with the messages above."
  exit 1
fi
[ -n "$expected" ] || exit 0

output=$(mktemp)
trap 'rm -f "$output"' EXIT
wanted=0
case $expected in
  *.counters.expected) SIMCU_COUNTERS=1 "$program" "${main[@]}" 2>"$output" >/dev/null ;;
  *.report.expected) wanted=99 && "$program" "${main[@]}" 2>"$output" >/dev/null ;;
  *) "$program" "${main[@]}" >"$output" ;;
esac
status=$?
root=$(cd "$(dirname "$0")/../.." && pwd)
case $expected in
  *.counters.expected | *.report.expected) sed -i -e "s|$root/||g" -e '/^    steps  .* work /d' "$output" ;;
esac
diff -u --label expected --label printed "$expected" "$output" ||
  { echo "$program ${main[*]} printed unexpected output and ended with status $status." && exit 1; }
[ $status -eq $wanted ] ||
  { echo "$program ${main[*]} printed the expected output, but ended with status $status." && exit 1; }
