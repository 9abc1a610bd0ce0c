#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A test: runs a program and compares what it prints with what is expected: run_program.sh PROGRAM [FILE.expected]
# Without FILE.expected the program is not run: it is only checked that it was built, and without a message.
set -u
program=$1
expected=${2:-}
if [ ! -e "$program" ]; then
  cat "$program.log" 2>/dev/null
  echo "$program was not built."
  exit 1
fi
if [ -z "$expected" ]; then
  [ ! -e "$program.log" ] && exit 0
  cat "$program.log"
  echo "$program was built, but with the messages above."
  exit 1
fi
output=$(mktemp)
trap 'rm -f "$output"' EXIT
"$program" >"$output"
status=$?
diff -u --label expected --label printed "$expected" "$output" || { echo "$program printed something else." && exit 1; }
[ $status -eq 0 ] || echo "$program printed what is expected, but ended with status $status."
exit $status
