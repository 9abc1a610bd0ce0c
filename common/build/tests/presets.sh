#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# presets.sh BUILD tests that each preset configures in its own folder, and that the development preset builds and tests
# without make.
set -u
root=$(cd "$(dirname "$0")/../../.." && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
unset MAKEFLAGS MAKELEVEL MFLAGS WORKBOOK_TOOLS_DIR
failed=0

# step TEXT COMMAND…: COMMAND must succeed and print TEXT.
step() {
  local text=$1
  shift
  if ! "$@" >"$copy/output" 2>&1 || ! grep -qF -- "$text" "$copy/output"; then
    echo "FAILED: $*, or it did not print \"$text\". Its last lines:"
    tail -n 20 "$copy/output"
    failed=1
  fi
}

tar -C "$root" --exclude ./build --exclude './build-*' --exclude ./.git --exclude node_modules -cf - . |
  tar -C "$copy" -xf -
cd "$copy" || exit 1
presets=$(cmake --list-presets | sed -n 's/^  "\([a-z]*\)".*/\1/p')
[ "$(echo $presets)" = 'sim cuda dev asan' ] || { echo "FAILED: the presets are $presets" && failed=1; }
for preset in sim dev asan; do  # the cuda preset takes a long time, and `make` covers it
  step "build/presets/$preset" cmake --preset "$preset" -DWORKBOOK_CUDA=OFF
  [ -e "build/presets/$preset/CMakeCache.txt" ] || {
    echo "FAILED: the preset $preset does not configure in build/presets/$preset" && failed=1
  }
  step 'Total Tests: ' ctest --preset "$preset" -N
done
step '' cmake --build --preset dev --target simcu_past_accesses_test
step '100% tests passed' ctest --preset dev --tests-regex '^simcu.past_accesses' --no-tests=error
grep -q 'fsanitize=address' build/presets/asan/compile_commands.json || {
  echo 'FAILED: the preset asan compiles without -fsanitize=address' && failed=1
}
[ $failed = 0 ] && echo good
exit $failed
