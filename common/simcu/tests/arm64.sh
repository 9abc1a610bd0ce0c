#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests simcu for arm64 on another machine. Builds it with a cross compiler, and runs the examples, the feature programs
# and the check kernels under QEMU's user emulation. Usage: arm64.sh [FOLDER]   (default: build-arm64)
#
# It needs these Debian packages: cmake, ninja-build, g++-aarch64-linux-gnu, qemu-user-static with binfmt_misc (so that
# arm64 programs run directly), nlohmann-json3-dev, libcli11-dev, and, after `dpkg --add-architecture arm64`,
# libboost-context-dev:arm64, libdw-dev:arm64, libgtest-dev:arm64, libfmt-dev:arm64.
set -euo pipefail
simcu=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-build-arm64}
cxx=aarch64-linux-gnu-g++
fail() {
  echo "arm64.sh: $*" >&2
  exit 2
}
command -v $cxx >/dev/null || fail "$cxx was not found (Debian: g++-aarch64-linux-gnu)"
mkdir -p "$folder"
folder=$(realpath "$folder")
echo 'int main() {}' | $cxx -x c++ - -o "$folder/probe"
"$folder/probe" || fail "arm64 programs do not run here: install qemu-user-static and register it with binfmt_misc"

# The build, the tests and the driver call g++ and objcopy.
mkdir -p "$folder/cross"
ln -sf "$(command -v $cxx)" "$folder/cross/g++"
ln -sf "$(command -v aarch64-linux-gnu-objcopy)" "$folder/cross/objcopy"
export PATH=$folder/cross:$PATH

cmake -S "$simcu" -B "$folder" -G Ninja -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
  -DCMAKE_CXX_COMPILER=$cxx -DCMAKE_LIBRARY_ARCHITECTURE=aarch64-linux-gnu -DCMAKE_BUILD_TYPE=Release \
  >"$folder/configure.log" || fail "see $folder/configure.log"
cmake --build "$folder" --parallel "$(nproc)"

failed=0
for source in "$simcu"/examples/*.cu "$simcu"/tests/features/*.cu; do
  name=$(basename "$source" .cu)
  [ -e "${source%.cu}.expected" ] || continue
  if "$folder/bin/simcu" -std=c++17 -O2 "$source" -o "$folder/$name" && "$folder/$name" >"$folder/$name.out" 2>&1 &&
    cmp -s "$folder/$name.out" "${source%.cu}.expected"; then
    echo "good: $name"
  else
    echo "FAILED: $name" && failed=$((failed + 1))
    diff "$folder/$name.out" "${source%.cu}.expected" | head -5 || true
  fi
done
echo "$failed examples and feature programs failed"
# Other tests do not depend on the processor, nor does the order of blocks. A run takes a second here.
export SIMCU_TEST_SCHEDULES='reverse random:1+warps'
ctest --test-dir "$folder" --parallel "$(nproc)" --timeout 600 --output-on-failure \
  --tests-regex '^simcu\.check\.' || failed=1
[ $failed = 0 ]
