#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `failed_tests.sh BUILD` repeats the output of each failed test below CTest's summary; ends with "N passed, N failed".
set -u
logs=$1/Testing/Temporary
[ -s "$logs/LastTestsFailed.log" ] || exit 0
most=12  # lines per test: the lines that say why it failed, otherwise the last ones
while IFS=: read -r _ name; do
  awk -v name="$name" -v most="$most" '
    /^[0-9]+\/[0-9]+ Testing: / { wanted = substr($0, index($0, ": ") + 2) == name; said = 0 }
    wanted && /^<end of output>$/ { said = 0; wanted = 0 }
    wanted && said { lines[++count] = $0 }
    wanted && /^Output:$/ { getline; said = 1 }
    END {
      print "\n" name ":"
      for (i = 1; i <= count; i++) telling[i] = lines[i] ~ /FAILED|: Failure|[Ee]rror: |^Traceback|^AssertionError/
      for (i = 1; i <= count && shown < most; i++)
        if (telling[i] || (i > 1 && telling[i - 1])) { print "  " substr(lines[i], 1, 400); shown++ }
      for (i = shown ? count + 1 : count - most + 1; i <= count; i++) if (i > 0) print "  " substr(lines[i], 1, 400)
    }' "$logs/LastTest.log"
done <"$logs/LastTestsFailed.log"
echo
echo "$(grep -cx 'Test Passed\.' "$logs/LastTest.log") passed, $(wc -l <"$logs/LastTestsFailed.log") failed"
