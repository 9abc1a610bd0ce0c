#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# refused.sh PROGRAMS tests that record.py accepts a reader's keys, refuses invalid ones, and detects a changed trace.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
record=(python3 -B "$here/record.py" "$1")
for keys in "5" "5 64" "5 -1" "5 x" "$(seq -s ' ' 0 32)"; do
  # shellcheck disable=SC2086
  if said=$("${record[@]}" --own $keys 2>&1); then
    echo "FAILED: taken: $keys"
    exit 1
  fi
  grep -q '^record.py: error: ' <<<"$said"
done
"${record[@]}" --own 9 3 3 1 0 63 | python3 -c '
import json, sys
one = json.load(sys.stdin)["inputs"][0]
want = sorted(one["keys"])
assert one["columns"]["out"] == want and one["bitonic"][-1]["keys"] == want
assert all(p[-1]["out"] == want for p in one["radix"])'
echo good
