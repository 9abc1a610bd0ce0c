#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: wrong twins of the reference solutions get their verdicts from the real checkers: twins.sh SOURCE BUILD
#
# A twin is a solution with a few lines changed; what it does wrong does not show in its results, or not always.
set -u
source=$1
build=$2
failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
includes=(-I"$source/common")

# twin NAME LAB: a fresh copy of the solution. change OLD NEW: replaces the first OLD (a fixed text within a line).
twin() {
  name=$1 lab=$2 stem=${2#*_}
  mkdir -p "$scratch/$name/$lab" "$scratch/$name/labs"
  file=$scratch/$name/$lab/$stem.cu
  cp "$source/solutions/$lab/$stem.cu" "$file"
}
change() {
  OLD=$1 NEW=$2 awk 'BEGIN { old = ENVIRON["OLD"]; new = ENVIRON["NEW"] }
    !done && (at = index($0, old)) { $0 = substr($0, 1, at - 1) new substr($0, at + length(old)); done = 1 }
    { print } END { exit !done }' "$file" >"$file.changed" ||
    { echo "FAILED: $name: solutions/$lab/$stem.cu has no \"$1\" any more." && failed=1; }
  mv "$file.changed" "$file"
}

# compile FLAVOUR FLAG…: the check runner; the solution's runner stands in for the twin's own.
compile() {
  local flavour=$1 parts=("$build/runners/parts/$lab.$1.o" "$build"/runners/parts/{device,canary,host_checks}."$1.o") present=() part
  shift
  for part in "${parts[@]}"; do [ ! -e "$part" ] || present+=("$part"); done
  "$build/bin/simcu" -std=c++17 -O1 -w "$@" "${includes[@]}" -I"$source/labs/$lab" "$file" "${present[@]}" \
    "$build/grader/librunner_main.a" -o "$scratch/$name/labs/$lab.check" ||
    { echo "FAILED: the twin $name does not compile." && failed=1; }
  ln -s "$build/runners/solutions/$lab.sim" "$scratch/$name/labs/$lab.sim"
}

# expect TEST VERDICT TEXT: what `grade` says of the twin.
expect() {
  "$build/bin/grade" --backend sim --lab "$lab" --test "$1" --seed 3 --rubrics "$source/grader/labs" \
    --labs-dir "$scratch/$name" --runners "$scratch/$name" --reports "$scratch/reports" >"$scratch/said"
  if grep -qF -- "$2  " "$scratch/said" && tr -s ' \n' ' ' <"$scratch/said" | grep -qF -- "$3"; then
    echo "good: $name: $1 is $2"
  else
    echo "FAILED: $name: $1 is not $2 with \"$3\":" && cat "$scratch/said" && failed=1
  fi
}

twin quiet_bugs 01_enumeration
change 'j < n; ++j) rank += comes_before(keys[j], j, key, i);' 'j <= n; ++j) rank += comes_before(keys[j], j, key, i) && j < n;'
change '__syncthreads();  // nobody may overwrite' '// nobody may overwrite'
compile check --check
expect Lab01.DirectKernelIsClean 'NOT CLEAN' 'out-of-bounds (global) in kernel `direct_kernel`'
expect Lab01.TiledKernelIsClean 'NOT CLEAN' 'race (shared) in kernel `tiled_kernel`: two threads use `s_tile['

twin dear_and_forgetful 01_enumeration
change 'direct_kernel<<<(count + threads - 1) / threads, threads>>>(keys, sorted, count);' \
  'T* h = new T[n]; cudaMemcpy(h, keys, n * sizeof(T), cudaMemcpyDeviceToHost);
   T* out = new T[n]; (void)sort_host(h, out, n); cudaMemcpy(sorted, out, n * sizeof(T), cudaMemcpyHostToDevice);
   if (n > 4000000000) direct_kernel<<<(count + threads - 1) / threads, threads>>>(keys, sorted, count);'
change 'tiled_kernel<<<(count + kTile - 1) / kTile, kThreads>>>' 'direct_kernel<<<(count + 255) / 256, 256>>>'
change 'slice_kernel<<<grid, kThreads>>>' 'void* kept; CUDA_CHECK(cudaMalloc(&kept, 400)); slice_kernel<<<grid, kThreads>>>'
change 'atomicAdd(&ranks[i], rank[k]);' 'for (unsigned q = 0; q < rank[k]; ++q) atomicAdd(&ranks[i], 1u);'
compile check --check
expect Lab01.TwoLevelSortAddsOncePerKeyAndSlice 'OVER BUDGET' 'atomic operations on global memory; the budget is 6 144.'
expect Lab01.DirectKernelIsClean WRONG 'this exercise is to be solved on the device'
expect Lab01.TiledKernelReadsEachKeyOncePerBlock 'OVER BUDGET' 'sectors loaded from global memory; the budget is 20 480.'
expect Lab01.TwoLevelSortIsClean 'NOT CLEAN' 'leak'

twin not_cleared 01_enumeration
change 'CUDA_CHECK(cudaMemsetAsync(ranks, 0, n * sizeof *ranks));' ''
change 'sorted[rank] = key;' 'if (threadIdx.x < 40) __syncthreads(); else __syncthreads(); sorted[rank] = key;'
change 'tiled_kernel<<<(count + kTile - 1) / kTile, kThreads>>>' 'lab::device_buffer<T> d_more(n); tiled_kernel<<<(count + kTile - 1) / kTile, kThreads>>>'
compile check --check
expect Lab01.TwoLevelSortIsClean CRASHED 'uninitialised-read'
expect Lab01.DirectKernelIsClean CRASHED 'barrier-divergence'
expect Lab01.TiledKernelReadsEachKeyOncePerBlock 'OVER BUDGET' '16 384 bytes of device memory beside the given buffers; the budget is 0.'

if [ -e "$build/runners/parts/device.host_check.o" ]; then
  twin off_by_one 02_radix_cpu
  change '++counts[digit_of(keys[i], shift, bits)];' '++counts[digit_of(keys[i], shift, bits)];
    if (n > 0 && keys[n] == 7 && bits > 99) return {};'
  change 'std::uint32_t sum = 0;' 'std::uint32_t sum = 0; volatile unsigned all = 1u << (16 + bits); (void)all;'
  compile host_check -DRUNNER_HOST_CHECKS -Xcompiler=-fsanitize=address,-fsanitize=undefined,-fsanitize-recover=address
  expect Lab02.HistogramIsClean 'NOT CLEAN' 'host code reads 4 bytes at `keys[1]`, but `keys` has 1 element.'
  expect Lab02.ScanIsClean 'NOT CLEAN' 'shift exponent 32 is too large'
fi
exit $failed
