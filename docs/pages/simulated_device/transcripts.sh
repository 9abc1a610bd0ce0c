#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# transcripts.sh BUILD [--write] tests that the output on docs/pages/simulated_device.md is what the programs print. It
# runs the commands in NAME.expected (lines that begin with `$ `) in this order, next to scan.cu. --write stores their
# output there.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$(realpath "$1")
failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$here"/*.cu "$scratch"
cd "$scratch" || exit 1
PATH=$build/bin:$PATH
unset SIMCU_SCHEDULE SIMCU_WORKERS

# Paths are shown from this folder. Step counts and a replay string's beginning, a hash of the program, depend on the
# compiler.
shown() { sed "/^    steps  .* work /d; s#$scratch/##g; s#replay:[0-9a-f]*#replay:91f5903f41#g"; }

for name in build schedules check watch counters explore deadlock; do
  grep '^\$ ' "$here/$name.expected" | while IFS= read -r line; do
    echo "$line"
    (exit "${status:-0}") # for echo $?
    eval "${line#\$ }" 2>&1 </dev/null
    status=$?
  done | shown >"$name.got"
  if [ "${2:-}" = --write ]; then
    cp "$name.got" "$here/$name.expected"
  elif diff -u "$here/$name.expected" "$name.got"; then
    echo "good: $name.expected"
  else
    echo "FAILED: docs/pages/simulated_device/$name.expected differs from what its commands print."
    failed=1
  fi
done
exit "$failed"
