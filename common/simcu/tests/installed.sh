#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: simcu is installed into an empty prefix, which is then moved to a path with a blank; from there, and through a
# symbolic link, it compiles, runs and checks a program: installed.sh BUILD, of simcu
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake -DCMAKE_INSTALL_PREFIX="$scratch/prefix" -P "$1/cmake_install.cmake" >"$scratch/output" 2>&1 ||
  { cat "$scratch/output"; exit 1; }
mv "$scratch/prefix" "$scratch/a prefix" && ln -s "$scratch/a prefix" "$scratch/link" && cd "$scratch" || exit 1
cat >sorts.cu <<'CODE'
#include <thrust/device_vector.h>
#include <thrust/sort.h>
__global__ void kernel(int* d_keys) { d_keys[threadIdx.x] = 7; }
int main() {
  thrust::device_vector<int> keys(4, 1);
  thrust::sort(keys.begin(), keys.end());
  kernel<<<1, 5>>>(thrust::raw_pointer_cast(keys.data()));
  return cudaDeviceSynchronize();
}
CODE
failed=0
# expect STATUS COMMAND…: the command ends with it.
expect() {
  local status=0
  "${@:2}" >output 2>&1 || status=$?
  [ $status = "$1" ] || { echo "FAILED: \`${*:2}\` ended with status $status, and not $1:"; cat output; failed=1; }
}
for folder in 'a prefix' link; do
  expect 0 "$scratch/$folder/bin/simcu" sorts.cu -o sorts
  expect 0 "$scratch/$folder/bin/simcu" --check sorts.cu -o checked
  expect 99 ./checked
done
exit $failed
