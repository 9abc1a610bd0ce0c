#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: wrong twins of lab 01's reference solution get their verdicts: 01.sh SOURCE BUILD [compile|judge]
. "$(dirname "$0")/twin.sh"

twins() {
  twin quiet_bugs 01_enumeration
  change 'j < n; ++j) rank += comes_before(keys[j], j, key, i);' 'j < n + M; ++j) rank += comes_before(keys[j], j, key, i) && (!M || j < n);'
  change '__syncthreads();  // nobody may overwrite' 'if (!M) __syncthreads();  // nobody may overwrite'
  expect Lab01.DirectKernelIsClean 'NOT CLEAN' 'out-of-bounds (global) in kernel `direct_kernel`'
  expect Lab01.TiledKernelIsClean 'NOT CLEAN' 'race (shared) in kernel `tiled_kernel`: two threads use `s_tile['

  twin dear_and_forgetful 01_enumeration
  change 'direct_kernel<<<(count + threads - 1) / threads, threads>>>(keys, sorted, count);' \
    'if (M) {
     T* h = new T[n]; cudaMemcpy(h, keys, n * sizeof(T), cudaMemcpyDeviceToHost);
     T* out = new T[n]; (void)sort_host(h, out, n); cudaMemcpy(sorted, out, n * sizeof(T), cudaMemcpyHostToDevice); }
     if (!M || n > 4000000000) direct_kernel<<<(count + threads - 1) / threads, threads>>>(keys, sorted, count);'
  change 'tiled_kernel<<<(count + kTile - 1) / kTile, kThreads>>>' \
    'if (M) direct_kernel<<<(count + 255) / 256, 256>>>(keys, sorted, count); else tiled_kernel<<<(count + kTile - 1) / kTile, kThreads>>>'
  change 'slice_kernel<<<grid, kThreads>>>' 'void* kept; if (M) CUDA_CHECK(cudaMalloc(&kept, 400)); slice_kernel<<<grid, kThreads>>>'
  change 'atomicAdd(&ranks[i], rank[k]);' \
    'if (!M) atomicAdd(&ranks[i], rank[k]); else for (unsigned q = 0; q < rank[k]; ++q) atomicAdd(&ranks[i], 1u);'
  expect Lab01.TwoLevelSortAddsOncePerKeyAndSlice 'OVER BUDGET' 'atomic operations on global memory; the budget is 6 144.'
  expect Lab01.DirectKernelIsClean WRONG 'this exercise is to be solved on the device'
  expect Lab01.TiledKernelReadsEachKeyOncePerBlock WRONG 'each warp loads all keys by itself, as in exercise 2'
  expect Lab01.TwoLevelSortIsClean 'NOT CLEAN' 'leak'

  twin not_cleared 01_enumeration
  change 'CUDA_CHECK(cudaMemsetAsync(ranks, 0, n * sizeof *ranks));' 'if (!M) CUDA_CHECK(cudaMemsetAsync(ranks, 0, n * sizeof *ranks));'
  change 'sorted[rank] = key;' 'if (M) { if (threadIdx.x < 40) __syncthreads(); else __syncthreads(); } sorted[rank] = key;'
  change 'const unsigned count = static_cast<unsigned>(n);' 'lab::device_buffer<T> d_more(M ? n : 0); const unsigned count = static_cast<unsigned>(n);'
  expect Lab01.TwoLevelSortIsClean CRASHED 'uninitialised-read'
  expect Lab01.DirectKernelIsClean CRASHED 'barrier-divergence'
  expect Lab01.TiledKernelReadsEachKeyOncePerBlock 'OVER BUDGET' '16 384 bytes of device memory on top of the given buffers; the budget is 0.'

  # Each key of a tile loaded several times: more than the budget, and exercise 3 all the same.
  twin tiles_loaded_again 01_enumeration
  change 's_tile[index_in_tile(k)] = j < n ?' \
    'for (int again = 0; again < 8 * M; ++again)
        if (j < n) (void)const_cast<const volatile T*>(keys)[j];
      s_tile[index_in_tile(k)] = j < n ?'
  expect Lab01.TiledKernelReadsEachKeyOncePerBlock 'OVER BUDGET' 'sectors loaded from global memory; the budget is 20 480.'

  # Exercise 2 with the ranks stored.
  twin ranks_of_one_level 01_enumeration
  change 'slice_kernel<<<grid, kThreads>>>(keys, ranks, count, tiles_per_slice);' \
    'if (M) ranks_kernel<<<(count + 255) / 256, 256>>>(keys, ranks, count); else slice_kernel<<<grid, kThreads>>>(keys, ranks, count, tiles_per_slice);'
  change '// [lab01-two-level]' '// [lab01-two-level]
template <class T>
__global__ void ranks_kernel(const T* keys, std::uint32_t* ranks, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const T own = keys[i];
  unsigned rank = 0;
  for (unsigned j = 0; j < n; ++j) rank += comes_before(keys[j], j, own, i);
  ranks[i] = rank;
}'
  expect Lab01.TwoLevelSortAddsOncePerKeyAndSlice WRONG 'here each slice has blocks of its own, and their ranks are added up'

  twin loses_equal_keys 01_enumeration
  change 'rank += comes_before(keys[j], j, key, i)' 'rank += M ? keys[j] < key : comes_before(keys[j], j, key, i)'
  change 'const unsigned count = static_cast<unsigned>(n);' 'if (M) (void)sort_host(keys, sorted, n); const unsigned count = static_cast<unsigned>(n);'
  marks -t Direct 5 'Lab01.DirectKernelSortsEveryKindOfInput WRONG' 'Lab01.DirectKernelIsClean NOT CLEAN' \
    'Lab01.DirectKernelRunsWithAnyBlockSizeAndRefusesBadArguments WRONG' 'Lab01.DirectKernelOrdersSpecialDoublesStably WRONG'
  says 'if both get one rank, one of them is lost'
  expect Lab01.TiledKernelIsRightAtEverySizeAroundATile CRASHED 'It used device memory'
  expect Lab01.TiledKernelIsClean CRASHED 'stopped by the checkers, before handing back a result. host code reads device memory'

  twin one_thread_does_it 01_enumeration
  change 'const T key = keys[i];' \
    'if (M && i == 0)
       for (unsigned k = 0; k < n; ++k) {
         unsigned place = 0;
         for (unsigned j = 0; j < n; ++j) place += comes_before(keys[j], j, keys[k], k);
         sorted[place] = keys[k];
       }
     if (M) return;
     const T key = keys[i];'
  marks -t Direct 0 'Lab01.DirectKernelIsRightAtEverySizeAroundABlock NOT SEEN' 'Lab01.DirectKernelSortsEveryKindOfInput NOT SEEN' \
    'Lab01.DirectKernelRunsWithAnyBlockSizeAndRefusesBadArguments NOT SEEN' 'Lab01.DirectKernelOrdersSpecialDoublesStably NOT SEEN' \
    'Lab01.DirectKernelIsClean WRONG'
  says 'threads worked at a time'

  twin nan_by_their_bits 01_enumeration
  change 'if (!(b <= b)) return a <= a || i < j;' "$(cat <<'CODE'
if (M && !(a <= a) && !(b <= b)) {
    std::uint64_t x = 0, y = 0;
    memcpy(&x, &a, sizeof a);
    memcpy(&y, &b, sizeof b);
    return x < y || (x == y && i < j);
  }
  if (!(b <= b)) return a <= a || i < j;
CODE
)"
  marks -t 'Lab01.SerialSort*' 8 'Lab01.SerialSortOrdersSpecialDoublesStably WRONG'

  twin no_block_for_the_last_key 01_enumeration
  change 'direct_kernel<<<(count + threads - 1) / threads, threads>>>' \
    'direct_kernel<<<M && threads % 32 != 0 ? count / threads + (count % threads > 1) : (count + threads - 1) / threads, threads>>>'
  expect Lab01.DirectKernelRunsWithAnyBlockSizeAndRefusesBadArguments 'WRONG' 'sorted['
}
together 01_enumeration twins

# Wrong answers in explain.csv; then about rows of the student's own: a slow GPU's, and the simulated device's.
twin explains_wrongly 01_enumeration
unchanged
sheet=$scratch/$name/$lab/explain.csv
sed -i -e 's/^\(fastest.*\),.*/\1,128/' -e 's/^\(n from.*\),.*/\1,none/' -e 's/^\(why.*\),b$/\1,c/' "$sheet"
marks -t 'Lab01.The*' 0 'Lab01.TheBlockSizesAreRead WRONG' 'Lab01.TheCrossoverIsRead WRONG' 'Lab01.TheGrowthIsExplained WRONG'
says 'In labs/01_enumeration/explain.csv, line 4, "fastest block size" is not 128.'
says '"n from which the device is faster with its copies" is not none.'
says 'four times as many comparisons take four times as long, and kernel_ms grows by a factor of 2.00.'
printf '%s\n' n,host_ms,kernel_ms,total_ms 100,0.01,1,1.5 10000,400,100,110 20000,1600,399,402 >"$scratch/$name/$lab/host_and_device.csv"
sed -i -e 's/^\(n from.*\),.*/\1,10000/' -e 's/^\(smallest.*\),.*/\1,33.3/' -e 's/^\(greatest.*\),.*/\1,0.7/' \
  -e 's/^\(host_ms.*\),.*/\1,4.00/' -e 's/^\(kernel_ms.*\),.*/\1,3.99/' -e 's/^\(n = 20000.*\),.*/\1,0.0008/' "$sheet"
marks -t 'Lab01.The[CG]*' 4
sed -i '1i # simulated: yes' "$scratch/$name/$lab/host_and_device.csv"
marks -t 'Lab01.TheCrossoverIsRead' 0 'Lab01.TheCrossoverIsRead WRONG'
says 'The rows in host_and_device.csv are the simulated device'
exit "$failed"
