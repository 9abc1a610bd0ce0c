#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A test: was PROGRAM built without a message, and does it print what is expected?
#   run_program.sh PROGRAM [FILE.expected [LAST]]
# Without FILE.expected the program is not run. LAST: only the lines before this one are compared.
set -u
program=$1
expected=${2:-}
last=${3:-}
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

head_of() { if [ -n "$last" ]; then sed "/^$last/,\$d" "$1"; else cat "$1"; fi; }
output=$(mktemp)
trap 'rm -f "$output"' EXIT
"$program" >"$output"
status=$?
diff -u --label expected --label printed <(head_of "$expected") <(head_of "$output") ||
  { echo "$program printed something else, and ended with status $status." && exit 1; }
[ $status -eq 0 ] || echo "$program printed what is expected, but ended with status $status."
exit $status
