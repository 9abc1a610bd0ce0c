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

twin waits_too_little 03_single_block_scan_bug
change 's_to[i] = s_from[i] + (i >= interval ? s_from[i - interval] : 0);' \
  's_to[i] = s_from[i] + (i >= interval ? s_from[i - interval] : 0); if (interval != 2)'
change 'cg::this_grid().sync();' ''
change 'lab::device_buffer<std::uint32_t> d_sums(sums);' 'auto& d_sums = *new lab::device_buffer<std::uint32_t>(sums);'
compile check --check -I"$source/solutions/$lab"
expect Lab03.OneBlockIsClean 'NOT CLEAN' 'race (shared) in kernel `scan_one_block_kernel`: two threads use `s_rows['
expect Lab03.CooperativeIsClean 'NOT CLEAN' 'race (global-cross-block) in kernel `scan_cooperative_kernel`: two threads use `d_sums['
expect Lab03.AnySizeIsClean 'NOT CLEAN' 'leak'

twin costs_too_much 03_single_block_scan_bug
change 's_to[i] = s_from[i] + (i >= interval ? s_from[i - interval] : 0);' \
  's_to[i] = s_from[i] + (i >= interval ? s_from[i - interval] : 0); __syncthreads();'
change 'CUDA_CHECK(cudaLaunchCooperativeKernel(' 'for (int k = 0; k < 2; ++k) CUDA_CHECK(cudaLaunchCooperativeKernel('
change 'sum_tiles_kernel<<<tiles, block_size>>>(job, d_sums);' 'for (int k = 0; k < 2; ++k) sum_tiles_kernel<<<tiles, block_size>>>(job, d_sums);'
change 'd_status.fill_bytes(0);' 'for (int k = 0; k < 2; ++k) { d_status.fill_bytes(0);'
change 'scan_single_pass_kernel<<<tiles, block_size>>>(job, d_status.data(), d_status.data() + tiles);' \
  'scan_single_pass_kernel<<<tiles, block_size>>>(job, d_status.data(), d_status.data() + tiles); }'
compile check --check -I"$source/solutions/$lab"
expect Lab03.OneBlockStaysInItsBudget 'OVER BUDGET' '21 barriers in a block; the budget is 12.'
expect Lab03.CooperativeStaysInItsBudget 'OVER BUDGET' '2 kernel launches; the budget is 1.'
expect Lab03.AnySizeStaysInItsBudget 'OVER BUDGET' 'sectors loaded from global memory; the budget is 62 500.'
expect Lab03.SinglePassStaysInItsBudget 'OVER BUDGET' 'sectors loaded from global memory; the budget is 37 500.'

# Exercise 7 with the prefix in a word of its own, behind its state; without fences, and with them.
for fence in '' '__threadfence();'; do
  twin "two_words${fence:+_and_fences}" 03_single_block_scan_bug
  change 'd_status(tiles + std::size_t{1});' 'd_status(2 * tiles + std::size_t{1});'
  change 'd_status[number] = kPrefix | (before + sum);' "{ d_next_tile[1 + number] = before + sum; $fence d_status[number] = kPrefix; }"
  change 'const int last = prefixes == 0' "$fence const int last = prefixes == 0"
  change 'lane <= last ? static_cast<std::uint32_t>(status) : 0;' 'lane > last ? 0 : status >= kPrefix && nearest >= lane ?
    static_cast<std::uint32_t>(const_cast<const status_word*>(d_status)[gridDim.x + 1 + nearest - lane]) : static_cast<std::uint32_t>(status);'
  compile check --check -I"$source/solutions/$lab"
  if [ -n "$fence" ]; then expect Lab03.SinglePassIsClean GOOD 'Score: 2/2'; else
    expect Lab03.SinglePassIsClean 'NOT CLEAN' 'race (global-cross-block) in kernel `scan_single_pass_kernel`'
  fi
done

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
