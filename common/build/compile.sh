#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs one compiler command and keeps its messages: compile.sh --strict|--tolerant OUTPUT COMMAND…
#
# OUTPUT then exists if and only if the command succeeded; it is empty if the command only checks. OUTPUT.log has the
# compiler's messages, if any. After an error, --strict fails, and --tolerant succeeds, so that the build continues and
# tries again the next time. Only for the project's own files; compile_submission compiles students' files.
set -u
mode=$1
output=$2
shift 2
longest_message=262144 # bytes
longest_time=3600      # seconds; only a compiler that hangs takes this long, even on a busy machine

mkdir -p "$(dirname "$output")"
rm -f "$output" "$output.log"
timeout --kill-after=5 $longest_time "$@" 2>&1 | head -c $longest_message >"$output.log"
status=${PIPESTATUS[0]}
case $status in
  0) ;;
  124 | 137) echo "The compiler did not finish within $longest_time s." >>"$output.log" ;;
  141) printf '\n… and more: the compiler printed too much, so it was stopped.\n' >>"$output.log" ;;
  *) [ -s "$output.log" ] || echo "The compiler ended with status $status and printed nothing: $*" >"$output.log" ;;
esac
if [ ! -s "$output.log" ]; then rm -f "$output.log"; else cat "$output.log" >&2; fi
if [ "$status" -eq 0 ]; then
  [ -e "$output" ] || : >"$output"
  exit 0
fi
rm -f "$output"
[ "$mode" != --strict ] || exit 1
