#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: clangd, set up by .clangd, shows no error in any stub or solution, and one where there is one.
set -u
command -v clangd >/dev/null || exit 77
wrong=0
errors_in() { nice clangd --check="$1" --check-lines=1-1 2>&1 | sed -n 's/^E\[[^]]*\] //p'; }
for file in labs/*/*.cu solutions/*/*.cu; do
  found=$(errors_in "$file")
  [ -z "$found" ] || { echo "$file: $found" && wrong=1; }
done
scratch=labs/01_enumeration/editor_test_$$.cu
trap 'rm -f "$scratch"' EXIT
sed 's/LAB_TODO("01.2: launch/undeclared_name(); &/' labs/01_enumeration/enumeration.cu >"$scratch"
errors_in "$scratch" | grep -q undeclared_name || { echo "an undeclared name was not found" && wrong=1; }
exit $wrong
