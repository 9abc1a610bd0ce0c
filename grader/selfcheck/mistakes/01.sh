#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: what is said first of mistakes in lab 01: 01.sh SOURCE BUILD [compile|judge]
. "$(dirname "$0")/mistakes.sh"
solution 01_enumeration
edit '/^#include <cuda_runtime.h>/a #include <cassert>\n#include <cstdlib>\n#include <cstring>'

tile_race='Found by the checkers: race (shared) in kernel `tiled_kernel`: two threads use `s_tile['
outside='Found by the checkers: out-of-bounds (global) in kernel'
clean='The checkers ran the same input and found no bug of theirs'

plant 'no barrier after loading the tile' '    __syncthreads();' '    if (!M) __syncthreads();' \
  Lab01.TiledKernelIsRightAtEverySizeAroundATile \
  "WRONG: $tile_race" 'Put a __syncthreads() between the two.' 'The test saw this:' '!A guess' '!partial block'
plant 'no barrier at the end of the loop' '__syncthreads();  // nobody' 'if (!M) __syncthreads();  // nobody' \
  Lab01.TiledKernelSortsManyBlocks "WRONG: $tile_race" 'then one is missing at the end of the loop' '!A guess' 'the race in kernel `tiled_kernel` at enumeration.cu'
plant 'a thread goes past the last barrier' '__syncthreads();  // nobody' 'if (!M || threadIdx.x != 0 || tile + 1 != last) __syncthreads();  // nobody' \
  Lab01.TiledKernelIsClean 'NOT CLEAN: Found by the checkers: barrier-passed in kernel `tiled_kernel`: a thread goes on past a barrier' \
  'Let every thread come to the __syncthreads()' 'sorted[rank[k]] = keys[i];' 'the others wait at the barrier by block 0, thread 1'
plant 'threads beyond n go on' 'if (i >= n) return;' 'if (i >= n && !M) return;' \
  Lab01.DirectKernelIsRightAtEverySizeAroundABlock "WRONG: $outside \`direct_kernel\`: reads 4 bytes"
after '__global__ void direct_kernel'
plant 'one key too many' 'j < n + twin_is(1); ++j) rank +=' 'j < n + twin_is(1) + M; ++j) rank +=' Lab01.DirectKernelIsClean "NOT CLEAN: $outside \`direct_kernel\`: reads"
plant 'equal keys get one rank' ': comes_before(keys[j], j, key, i)' \
  ': M ? keys[j] < key : comes_before(keys[j], j, key, i)' Lab01.DirectKernelSortsEveryKindOfInput \
  'WRONG: Found by the checkers: race (global-same-block) in kernel `direct_kernel`: two threads use `sorted[' 'if both get one rank, one of them is lost'
plant 'every place is one too far' 'sorted[rank] = key;' 'sorted[rank + M] = key;' Lab01.DirectKernelIsRightAtEverySizeAroundABlock \
  "WRONG: $outside \`direct_kernel\`: writes 4 bytes"
plant 'a block too few' ': (count + threads - 1) / threads, threads>>>' \
  ': M ? max(count / threads, 1u) : (count + threads - 1) / threads, threads>>>' \
  Lab01.DirectKernelIsRightAtEverySizeAroundABlock 'WRONG: ' "$clean" 'What ran: `direct_kernel` (1 block, ' '!Found by the checkers'
plant 'the kernel is never launched' 'direct_kernel<<<' 'if (!M) direct_kernel<<<' Lab01.DirectKernelSortsEveryKindOfInput \
  'WRONG: No kernel was launched, so nothing was computed on the device.' '!A guess'
plant 'equal keys get one rank, in different blocks' ': comes_before(keys[j], j, key, i)' ': M ? keys[j] < key : comes_before(keys[j], j, key, i)' \
  Lab01.DirectKernelRunsWithAnyBlockSizeAndRefusesBadArguments 'WRONG: Found by the checkers: race (global-cross-block) in kernel `direct_kernel`: two threads use `sorted[' \
  'Each should have had a place of its own? Then what the place is made from is wrong' '!split the kernel'
plant 'the sign of the comparison' ': comes_before(keys[j], j, key, i)' ': M ? keys[j] > key : comes_before(keys[j], j, key, i)' Lab01.DirectKernelSortsEveryKindOfInput 'WRONG: '
plant 'the index of the key, and not its rank' 'sorted[rank + ' 'sorted[M ? i : rank + ' \
  Lab01.DirectKernelIsRightAtEverySizeAroundABlock 'WRONG: sorted[0] is ' "$clean" '!Found by the checkers' 'The keys are in descending order, as they were in `keys`'
plant 'the ranks are not cleared' 'CUDA_CHECK(cudaMemsetAsync(ranks' 'if (!M) CUDA_CHECK(cudaMemsetAsync(ranks' \
  Lab01.RanksAddUpOverAnyNumberOfSlices 'CRASHED: Found by the checkers: uninitialised-read (global) in kernel `slice_kernel`' '!A guess'
plant 'ranks are added without atomics' 'if (i < n) if (!twin_is(2)) atomicAdd' \
  'if (i < n && M) ranks[i] += rank[k]; else if (i < n) if (!twin_is(2)) atomicAdd' \
  Lab01.TwoLevelSortIsClean 'NOT CLEAN: Found by the checkers: race (global-cross-block) in kernel `slice_kernel`'
plant 'padding that comes before all keys' ': ~order_t<T>{};  // padding' ': M ? order_t<T>{} : ~order_t<T>{};  // padding' \
  Lab01.TiledKernelIsRightAtEverySizeAroundATile "WRONG: $outside \`tiled_kernel\`: writes"
plant 'too many threads' 'threads, threads>>>(keys' 'threads, M ? 2048 : threads>>>(keys' Lab01.DirectKernelIsRightAtEverySizeAroundABlock \
  'CRASHED: ' 'direct_kernel'
plant 'the last slice is left out' 'const dim3 grid(tiles, (tiles + tiles_per_slice - 1) / tiles_per_slice);' \
  'const dim3 grid(tiles, max(1u, (tiles + tiles_per_slice - 1) / tiles_per_slice - M));' Lab01.RanksAddUpOverAnyNumberOfSlices 'WRONG: '
plant 'the host reads device memory' 'CUDA_CHECK_LAUNCH("direct_kernel");' 'CUDA_CHECK_LAUNCH("direct_kernel"); if (M && *static_cast<volatile T*>(sorted) == T(7)) return {};' \
  Lab01.DirectKernelSortsEveryKindOfInput 'CRASHED: The process was ended by SIGSEGV: host code used' 'It used device memory' 'enumeration.cu:'
plant 'a key too many on the host' 'for (std::size_t j = 0; j < n; ++j) rank' 'for (std::size_t j = 0; j < n + M; ++j) rank' \
  Lab01.SerialSortKeepsEveryKeyWhenKeysRepeat 'WRONG: wrote 4 bytes past the end of `sorted`' '!The checkers ran'
plant 'the host calls itself' 'for (std::size_t i = 0; i < n; ++i) {' 'if (M) return sort_host(keys, sorted, n); for (std::size_t i = 0; i < n; ++i) {' \
  Lab01.SerialSortKeepsEveryKeyWhenKeysRepeat 'CRASHED: The process was ended by SIGSEGV' 'It used up its stack: recursion too deep'
plant 'exit on the host' 'if (mistake_is(20)) return sort_host' 'if (M) std::exit(0); if (mistake_is(20)) return sort_host' \
  Lab01.SerialSortKeepsEveryKeyWhenKeysRepeat 'CRASHED: The process ended itself with exit status 0'
plant 'gridDim for blockDim' 'const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;' 'const unsigned i = blockIdx.x * (M ? gridDim.x : blockDim.x) + threadIdx.x;' \
  Lab01.DirectKernelIsRightAtEverySizeAroundABlock 'WRONG: Found by the checkers: race (global-cross-block)' 'what the place is made from is wrong' '!A guess'
plant 'blocks and threads swapped' 'direct_kernel<<<twin_is(9)' 'if (M) { direct_kernel<<<threads, (count + threads - 1) / threads>>>(keys, sorted, count); } else direct_kernel<<<twin_is(9)' \
  Lab01.DirectKernelIsClean 'WRONG: The result is right, but `direct_kernel` ran with 2 threads in a block, where block_size is 1024.'
plant 'an assertion' '  const T key = keys[i];' '  const T key = keys[i]; if (M) assert(i + 1 < n);' Lab01.DirectKernelIsRightAtEverySizeAroundABlock \
  'CRASHED: kernel `direct_kernel` failed: device-side assert triggered' 'Assertion `i + 1 < n` failed' '!Found by the checkers' '!The test saw this'
plant 'threads without a key leave before the barriers' '  per_key rank = {};' '  per_key rank = {}; if (M && blockIdx.x * kTile + threadIdx.x >= n) return;' \
  Lab01.TiledKernelIsRightAtEverySizeAroundATile 'WRONG: Found by the checkers: uninitialised-read (shared) in kernel `tiled_kernel`' '!A guess'
plant 'half of the tile is compared' 'for (unsigned j = 0; j < kTile; ++j) {' 'for (unsigned j = 0; j < (M ? kTile / 2 : kTile); ++j) {' \
  Lab01.TiledKernelIsRightAtEverySizeAroundATile 'WRONG: Found by the checkers: race (global-same-block)' '!partial block' 'elements are one place too early: one is missing there'
plant 'elements for bytes in the clearing' 'cudaMemsetAsync(ranks, 0, n * sizeof *ranks)' 'cudaMemsetAsync(ranks, 0, M ? n : n * sizeof *ranks)' \
  Lab01.RanksAddUpOverAnyNumberOfSlices 'CRASHED: Found by the checkers: uninitialised-read (global) in kernel `slice_kernel`'
plant 'the host clears device memory' 'if (!mistake_is(13)) CUDA_CHECK(cudaMemsetAsync(ranks' 'if (M) memset(ranks, 0, n * sizeof *ranks); else if (!mistake_is(13)) CUDA_CHECK(cudaMemsetAsync(ranks' \
  Lab01.RanksAddUpOverAnyNumberOfSlices 'CRASHED: The process was ended by SIGSEGV' 'It used device memory'
plant 'host pointers for a kernel' 'lab::status status = sort_direct(d_keys.data(), d_sorted.data(), n, 256);' \
  'lab::status status = M ? sort_direct(keys, sorted, n, 256) : sort_direct(d_keys.data(), d_sorted.data(), n, 256);' Lab01.TableOfSizesIsComplete \
  'CRASHED: Found by the checkers: host-pointer in kernel `direct_kernel`: reads host memory' 'pass that pointer'
plant 'elements for bytes in a copy' 'd_sorted.download(sorted + row * n);' 'if (M) cudaMemcpy(sorted + row * n, d_sorted.data(), n, cudaMemcpyDeviceToHost); else d_sorted.download(sorted + row * n);' \
  Lab01.BlockSizeSweepSortsWithEachBlockSize 'WRONG: sorted[62] is' 'The first 62 elements are right: does a copy, or a clear, get 500 for its bytes'
plant 'a copy in the wrong direction' 'else d_sorted.download(sorted + row * n);' 'else if (M) cudaMemcpy(sorted + row * n, d_sorted.data(), n * 8, cudaMemcpyHostToDevice); else d_sorted.download(sorted + row * n);' \
  Lab01.BlockSizeSweepSortsWithEachBlockSize 'CRASHED: Found by the checkers: bad-copy: cudaMemcpy fails' 'did an earlier CUDA call fail without a check'
plant 'a printf that was forgotten' '  const T key = keys[i];' '  const T key = keys[i]; if (M) printf("thread %u has a key\n", i);' Lab01.DirectKernelIsClean \
  'WRONG: The result is right, but kernels printed' 'take the printf out again' '!copied from the device'
plant 'no padding' '      s_tile[index_in_tile(k)] = ' '      if (!M || j < n) s_tile[index_in_tile(k)] = ' Lab01.TiledKernelIsRightAtEverySizeAroundATile \
  'WRONG: Found by the checkers: uninitialised-read (shared) in kernel `tiled_kernel`' 'and read no further than was written'
plant 'no copy to the device' 'd_keys.upload(keys);' 'if (!M) d_keys.upload(keys);' Lab01.BlockSizeSweepSortsWithEachBlockSize \
  'WRONG: Found by the checkers: uninitialised-read (global) in kernel `direct_kernel`' 'use cudaMemset or cudaMemcpy'
plant 'the comparison the other way round' 'comes_before(keys[j], j, keys[i], i);' '(M ? comes_before(keys[i], i, keys[j], j) : comes_before(keys[j], j, keys[i], i));' \
  Lab01.SerialSortKeepsEveryKeyWhenKeysRepeat 'WRONG: ' 'The keys are in descending order'
plant 'the rank is where it comes from' '    sorted[rank] = keys[i];' '    if (M) sorted[i] = keys[rank]; else sorted[rank] = keys[i];' \
  Lab01.SerialSortKeepsEveryKeyWhenKeysRepeat 'WRONG: ' 'Element i has got keys[rank]. It is sorted[rank] = keys[i]'
plant 'rows one element apart' 'else d_sorted.download(sorted + row * n);' 'else d_sorted.download(sorted + row * (M ? 1 : n));' \
  Lab01.BlockSizeSweepSortsWithEachBlockSize 'WRONG: sorted[' 'Row r begins at sorted + r * n, and not at sorted + r.'
plant 'a host pointer that kernels only read, in Table 1' 'return sort_direct(d_keys.data(), d_sorted.data(), n, block_sizes[row], timer);' \
  'return sort_direct(M ? keys : d_keys.data(), d_sorted.data(), n, block_sizes[row], timer);' Lab01.BlockSizeSweepSortsWithEachBlockSize \
  'CRASHED: Found by the checkers: host-pointer in kernel `direct_kernel`: reads host memory' 'pass that pointer'
plant 'the same, in Table 2' 'return sort_direct(d_keys.data(), d_sorted.data(), n, 256, timer);' 'return sort_direct(M ? keys : d_keys.data(), d_sorted.data(), n, 256, timer);' \
  Lab01.TableOfSizesIsComplete 'CRASHED: Found by the checkers: host-pointer in kernel `direct_kernel`: reads host memory'
plant 'a barrier inside of an if' 'if (!mistake_is(1)) __syncthreads();' 'if (!mistake_is(1) && (!M || threadIdx.x < 31)) __syncthreads();' \
  Lab01.TiledKernelIsRightAtEverySizeAroundATile 'CRASHED: Found by the checkers: barrier-divergence in kernel `tiled_kernel`: the threads of a block wait at different barriers'
plant 'a clear of twice as many bytes' ': n * sizeof *ranks)' ': (M ? 2 : 1) * n * sizeof *ranks)' Lab01.RanksAddUpOverAnyNumberOfSlices \
  'WRONG: Found by the checkers: bad-fill' 'Sizes are in bytes' '!sizeof missing in its cudaMalloc'
after '__global__ void direct_kernel'
plant 'a loop without an end' '; ++j) rank +=' '; M ? j : ++j) rank +=' Lab01.DirectKernelIsRightAtEverySizeAroundABlock \
  'TIMED OUT: kernel `direct_kernel` failed: the launch timed out' 'thread 0: still running' '!gone round in one place'
plant 'the comparison on the device the other way round' 'if (i >= n && !mistake_is(4)) return;' 'if (i >= n && !mistake_is(4)) return; if (M) { unsigned after = 0; for (unsigned j = 0; j < n; ++j) after += comes_before(keys[i], i, keys[j], j); sorted[after] = keys[i]; return; }' \
  Lab01.DirectKernelIsRightAtEverySizeAroundABlock 'WRONG: sorted[0] is ' "$clean" 'The keys are in descending order'
after '__global__ void direct_kernel'
plant 'the rank is where it comes from, on the device' '} sorted[mistake_is' '} if (M) sorted[i] = keys[rank]; else sorted[mistake_is' \
  Lab01.DirectKernelIsRightAtEverySizeAroundABlock 'WRONG: sorted[0] is ' "$clean" 'Element i has got keys[rank]. It is sorted[rank] = keys[i]'
plant 'the rank itself is stored' 'if (mistake_is(44)) sorted[i] = keys[rank]; else sorted[' 'if (M) sorted[i] = rank; else if (mistake_is(44)) sorted[i] = keys[rank]; else sorted[' \
  Lab01.DirectKernelIsRightAtEverySizeAroundABlock 'WRONG: `sorted` is in order, but not the same keys: 0 is not in the input' "$clean" '!went to the same place'
plant 'equal keys in reverse order' 'comes_before(keys[j], j, keys[i], i));' '(M ? comes_before(keys[j], i, keys[i], j) : comes_before(keys[j], j, keys[i], i)));' \
  Lab01.SerialSortOrdersSpecialDoublesStably 'WRONG: in bits, sorted[' 'Equal keys are in reverse order' '!needs a rule of its own'
plant 'the timer is not handed on' 'n, block_sizes[row], timer);' 'n, block_sizes[row], M ? nullptr : timer);' Lab01.BlockSizeSweepSortsWithEachBlockSize \
  'WRONG: ms[0], for blocks of 32, is 0: every block size needs a measured time' 'measure() adds up the phases of the timer'
plant 'one time for all block sizes' '&ms[row]' '(M ? ms : &ms[row])' Lab01.BlockSizeSweepSortsWithEachBlockSize 'WRONG: ms[1], for blocks of 64, was never stored'
plant 'one thread in a block' 'if (mistake_is(23)) {' 'if (M) { direct_kernel<<<count, 1>>>(keys, sorted, count); } else if (mistake_is(23)) {' \
  Lab01.DirectKernelIsClean 'WRONG: The result is right, but `direct_kernel` ran with 1 thread in a block, where block_size is 1024.'
plant 'a phase in a phase' ' sort_direct(d_keys.data(), d_sorted.data(), n, 256);' ' sort_direct(d_keys.data(), d_sorted.data(), n, 256, M ? timer : nullptr);' \
  Lab01.TableOfSizesIsComplete 'CRASHED: ' '"rank and place" begins while "copy, sort, copy back" runs, and phases do not nest'
run_table
