#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: what is said first of mistakes in lab 01: 01.sh SOURCE BUILD
. "$(dirname "$0")/mistakes.sh"
solution 01_enumeration

tile_race='Found by the checkers: race (shared) in kernel `tiled_kernel`: two threads use `s_tile['
outside='Found by the checkers: out-of-bounds (global) in kernel'
clean='The checkers ran the same input and found no bug of theirs'

plant 'no barrier after loading the tile' '    __syncthreads();' '    if (!M) __syncthreads();' \
  Lab01.TiledKernelIsRightAtEverySizeAroundATile \
  'WRONG: Found by the checkers: uninitialised-read (shared) in kernel `tiled_kernel`: reads 4 bytes of `s_tile[1]`' \
  'then __syncthreads()' 'The test saw this:' '!A guess' '!partial block'
plant 'no barrier at the end of the loop' '__syncthreads();  // nobody' 'if (!M) __syncthreads();  // nobody' \
  Lab01.TiledKernelSortsManyBlocks "WRONG: $tile_race" 'then one is missing at the end of the loop' '!A guess' 'the race in kernel `tiled_kernel` at enumeration.cu'
plant 'a thread goes past the last barrier' '__syncthreads();  // nobody' 'if (!M || threadIdx.x != 0 || tile + 1 != last) __syncthreads();  // nobody' \
  Lab01.TiledKernelIsClean 'NOT CLEAN: Found by the checkers: barrier-passed in kernel `tiled_kernel`: a thread goes on past a barrier' \
  'Let every thread come to the __syncthreads()' 'sorted[rank[k]] = keys[i];' 'the others wait at the barrier by block 0, thread 1'
plant 'threads beyond n go on' 'if (i >= n) return;' 'if (i >= n && !M) return;' \
  Lab01.DirectKernelIsRightAtEverySizeAroundABlock "WRONG: $outside \`direct_kernel\`: reads 4 bytes"
after '__global__ void direct_kernel'
plant 'one key too many' 'j < n; ++j) rank +=' 'j < n + M; ++j) rank +=' Lab01.DirectKernelIsClean "NOT CLEAN: $outside \`direct_kernel\`: reads"
plant 'equal keys get one rank' 'rank += comes_before(keys[j], j, key, i);' \
  'rank += M ? keys[j] < key : comes_before(keys[j], j, key, i);' Lab01.DirectKernelSortsEveryKindOfInput \
  'WRONG: Found by the checkers: race (global-same-block) in kernel `direct_kernel`: two threads use `sorted[' 'if both get one rank, one of them is lost'
plant 'every place is one too far' 'sorted[rank] = key;' 'sorted[rank + M] = key;' Lab01.DirectKernelIsRightAtEverySizeAroundABlock \
  "WRONG: $outside \`direct_kernel\`: writes 4 bytes"
plant 'a block too few' 'direct_kernel<<<(count + threads - 1) / threads, threads>>>' \
  'direct_kernel<<<M ? max(count / threads, 1u) : (count + threads - 1) / threads, threads>>>' \
  Lab01.DirectKernelIsRightAtEverySizeAroundABlock 'WRONG: ' "$clean" 'What ran: `direct_kernel` (1 block, ' '!Found by the checkers'
plant 'the kernel is never launched' 'direct_kernel<<<' 'if (!M) direct_kernel<<<' Lab01.DirectKernelSortsEveryKindOfInput \
  'WRONG: No kernel was launched, so nothing was computed on the device.' '!A guess'
plant 'equal keys get one rank, in different blocks' ': comes_before(keys[j], j, key, i);' ': M ? keys[j] < key : comes_before(keys[j], j, key, i);' \
  Lab01.DirectKernelRunsWithAnyBlockSizeAndRefusesBadArguments 'WRONG: Found by the checkers: race (global-cross-block) in kernel `direct_kernel`: two threads use `sorted[' \
  'Each should have had a place of its own? Then what the place is made from is wrong' '!split the kernel'
plant 'the sign of the comparison' ': comes_before(keys[j], j, key, i);' ': M ? keys[j] > key : comes_before(keys[j], j, key, i);' Lab01.DirectKernelSortsEveryKindOfInput 'WRONG: '
plant 'the index of the key, and not its rank' 'sorted[rank + ' 'sorted[M ? i : rank + ' \
  Lab01.DirectKernelIsRightAtEverySizeAroundABlock 'WRONG: `sorted` is not in order' "$clean" '!Found by the checkers'
plant 'the ranks are not cleared' 'CUDA_CHECK(cudaMemsetAsync(ranks' 'if (!M) CUDA_CHECK(cudaMemsetAsync(ranks' \
  Lab01.RanksAddUpOverAnyNumberOfSlices 'CRASHED: Found by the checkers: uninitialised-read (global) in kernel `slice_kernel`' '!A guess'
plant 'ranks are added without atomics' 'if (i < n) atomicAdd(&ranks[i], rank[k]);' \
  'if (i < n && M) ranks[i] += rank[k]; else if (i < n) atomicAdd(&ranks[i], rank[k]);' \
  Lab01.TwoLevelSortIsClean 'NOT CLEAN: Found by the checkers: race (global-cross-block) in kernel `slice_kernel`'
plant 'padding that comes before all keys' ': ~order_t<T>{};  // padding' ': M ? order_t<T>{} : ~order_t<T>{};  // padding' \
  Lab01.TiledKernelIsRightAtEverySizeAroundATile "WRONG: $outside \`tiled_kernel\`: writes"
plant 'too many threads' 'threads, threads>>>(keys' 'threads, M ? 2048 : threads>>>(keys' Lab01.DirectKernelIsRightAtEverySizeAroundABlock \
  'CRASHED: ' 'direct_kernel'
plant 'the last slice is left out' 'const dim3 grid(tiles, (tiles + tiles_per_slice - 1) / tiles_per_slice);' \
  'const dim3 grid(tiles, max(1u, (tiles + tiles_per_slice - 1) / tiles_per_slice - M));' Lab01.RanksAddUpOverAnyNumberOfSlices 'WRONG: '
plant 'the host reads device memory' 'CUDA_CHECK_LAUNCH("direct_kernel");' 'CUDA_CHECK_LAUNCH("direct_kernel"); if (M && *static_cast<volatile T*>(sorted) == T(7)) return {};' \
  Lab01.DirectKernelSortsEveryKindOfInput 'CRASHED: The process was ended by SIGSEGV: host code used' 'It used device memory' 'enumeration.cu:'
run_table
