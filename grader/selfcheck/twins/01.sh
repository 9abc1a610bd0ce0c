#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: wrong twins of lab 01's reference solution get their verdicts: 01.sh SOURCE BUILD
. "$(dirname "$0")/twin.sh"

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

twin loses_equal_keys 01_enumeration
change 'for (unsigned j = 0; j < n; ++j) rank += comes_before(keys[j], j, key, i);' 'for (unsigned j = 0; j < n; ++j) rank += keys[j] < key;'
compile_both
marks -t Direct 5 'Lab01.DirectKernelSortsEveryKindOfInput WRONG' 'Lab01.DirectKernelIsClean NOT CLEAN' \
  'Lab01.DirectKernelRunsWithAnyBlockSizeAndRefusesBadArguments WRONG' 'Lab01.DirectKernelOrdersSpecialDoublesStably WRONG'
says 'if both get one rank, one of them is lost'
exit "$failed"
