#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests that the project hybrid_sort/ finds lab 08's header with CMake, and that its program sorts on the simulated
# device. Where nvcc is installed, the program is also compiled for a GPU.
# hybrid_sort.sh BUILD [NVCC [FLAGS]]
set -eu
build=$1 nvcc=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset MAKEFLAGS MAKELEVEL MFLAGS
cd "$scratch"

# quietly COMMAND…: prints the command's output only if it fails.
quietly() {
  "$@" >output 2>&1 || { echo "FAILED: $*" && cat output && exit 1; }
}
quietly cmake --install "$build" --prefix simcu
quietly cmake -S "$here/hybrid_sort" -B sim -DSIMCU=ON "-DCMAKE_PREFIX_PATH=$scratch/simcu" -DCMAKE_CUDA_FLAGS=-O0
quietly cmake --build sim
sim/orders >printed
diff - printed <<'END'
order 2 at 120
order 0 at 9.5
order 3 at 9.5
order 4 at 0.25
order 1 at -0.5
0 1 2 3 4 in the same memory
END
if [ -n "$nvcc" ]; then
  quietly cmake -S "$here/hybrid_sort" -B gpu "-DCMAKE_CUDA_COMPILER=$nvcc" -DCMAKE_CUDA_ARCHITECTURES=80 \
    "-DCMAKE_CUDA_FLAGS=${*:3}"
  quietly cmake --build gpu
fi
echo good
