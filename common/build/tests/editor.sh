#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# editor.sh FILE OUTPUT prints the errors that clangd shows in FILE, and makes OUTPUT if there are none. Without
# arguments, puts an error into a stub and tests that clangd shows it.
set -u
command -v clangd >/dev/null || exit 77
errors_in() { nice clangd --check="$1" --check-lines=1-1 2>&1 | sed -n 's/^E\[[^]]*\] //p'; }
if [ $# = 2 ]; then
  found=$(errors_in "$1")
  [ -z "$found" ] || { echo "$1: $found" && exit 1; }
  touch "$2"
  exit
fi
# The test works in another folder, because other tests read the labs' folders, and uses the build's flags.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
stub=$PWD/labs/01_enumeration/enumeration.cu
mkdir -p "$scratch/build/editor"
cp .clangd "$scratch"
{
  echo '['
  grep -F "\"file\": \"$stub\"" "$1/editor/compile_commands.json" | sed "s#$stub#$scratch/stub.cu#g; s/,\$//"
  echo ']'
} >"$scratch/build/editor/compile_commands.json"
sed 's/LAB_TODO("01.1: launch/undeclared_name(); &/' "$stub" >"$scratch/stub.cu"
errors_in "$scratch/stub.cu" | grep -q undeclared_name || { echo "an undeclared name was not found" && exit 1; }
