#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: what is said first of mistakes in lab 07: 07.sh SOURCE BUILD [compile|judge]
. "$(dirname "$0")/mistakes.sh"
solution 07_bitonic
found='Found by the checkers:'
clean='The checkers ran the same input and found no bug of theirs'

plant 'a store beyond n' 'if (high >= n) return;' 'if (high >= n && !M) return;' Lab07.EverySortTakesAnyN "WRONG: $found out-of-bounds (global) in kernel \`step_kernel\`"
plant 'the larger key to the lower place' ': a > b) d_keys[low] = b' ': (a > b) != M) d_keys[low] = b' Lab07.StepComparesTheRightPartners 'WRONG: ' "$clean"
plant 'no mirror in the first step of a stage' '(bit == stage - 1 &&' '(bit == stage - 1 && !M &&' \
  Lab07.StepComparesTheRightPartners 'WRONG: ' "$clean" 'A guess'
plant 'no block where the pairs are few' 'step_kernel<<<(pairs + kThreads - 1) / kThreads, kThreads>>>' 'step_kernel<<<(pairs / (1 + M) + kThreads - 1) / kThreads, kThreads>>>' \
  Lab07.StepsSortPowersOfTwo 'CRASHED: ' 'step_kernel'
plant 'a stage is missing' 'for (int stage = 1; stage + twin' 'for (int stage = 1; stage + M + twin' Lab07.StepsSortPowersOfTwo 'WRONG: ' "$clean"
plant 'all steps in one launch' 'for (int bit = stage - 1; bit >= 0; --bit) launch_step(d_keys, n, stage, bit);' \
  'for (int bit = stage - 1; bit >= (M ? stage - 1 : 0); --bit) launch_step(d_keys, n, stage, bit);' Lab07.StepsSortPowersOfTwo 'WRONG: ' "$clean"

plant 'keys as signed numbers' '(a > b) != ' '(M ? int(a) > int(b) : a > b) != ' Lab07.StepComparesTheRightPartners 'WRONG: ' "$clean" 'they are compared as signed numbers' '!not where this step list'
plant 'keys as floats' 'a = d_keys[low], b' 'a = M ? std::uint32_t(float(d_keys[low])) : d_keys[low], b' Lab07.StepComparesTheRightPartners 'WRONG: ' "$clean" 'is not a key of the input, but what a `float` makes of one' '!two threads moved one pair'
plant 'n / 2 pairs, in whole blocks' 'pairs_of(n, bit));' 'M ? (n / 2 + 255) / 256 * 256 : pairs_of(n, bit));' Lab07.EverySortTakesAnyN 'WRONG: ' "$clean" 'Pairs are missing at the end: what 256 threads can do' '!Runs alternate'
plant 'no mirror of the upper half of the places' 'return (Mirrored && j >= Count / 2 ? mirrored_base' 'return (Mirrored && !M && j >= Count / 2 ? mirrored_base' \
  Lab07.FusedStepsAreTheSteps 'WRONG: ' "$clean" '!Pairs are missing'
plant 'sides mirrored, their keys not' 'mine.compare(mirrored);' 'mine.compare(mirrored && !M);' Lab07.VectorTilesAreSorted 'WRONG: ' "$clean" 'the keys in them are not mirrored'

# As most write it first: the whole tile in shared memory; all threads make a step; a barrier.
written_otherwise 'lab::status sort_tiles(std::uint32_t* d_keys' <<'CODE'
__device__ void plain_step(std::uint32_t* s_tile, unsigned keys, int stage, int bit) {
  const unsigned t = threadIdx.x;
  const unsigned low = ((t >> bit) << (bit + 1)) | (t & ((1u << bit) - 1));
  const unsigned high = bit == stage - 1 ? low ^ ((1u << stage) - 1) : low ^ (1u << bit);
  if (high < keys && s_tile[low] > s_tile[high]) {
    const std::uint32_t other = s_tile[low];
    s_tile[low] = s_tile[high];
    s_tile[high] = other;
  }
}
__global__ void plain_tiles_kernel(std::uint32_t* d_keys, unsigned n, int last) {
  extern __shared__ std::uint32_t s_tile[];
  const unsigned begin = blockIdx.x * 2 * blockDim.x;
  const unsigned keys = n - begin < 2 * blockDim.x ? n - begin : 2 * blockDim.x;
  for (unsigned i = threadIdx.x; i < keys; i += blockDim.x) s_tile[i] = d_keys[begin + i];
  __syncthreads();  // loaded
  for (int stage = 1; stage <= last; ++stage)
    for (int bit = stage - 1; bit >= 0; --bit) {
      plain_step(s_tile, keys, stage, bit);
      __syncthreads();  // stepped
    }
  for (unsigned i = threadIdx.x; i < keys; i += blockDim.x) d_keys[begin + i] = s_tile[i];
}
__global__ void plain_tail_kernel(std::uint32_t* d_keys, unsigned n, int first_bit) {
  extern __shared__ std::uint32_t s_tile[];
  const unsigned begin = blockIdx.x * 2 * blockDim.x;
  const unsigned keys = n - begin < 2 * blockDim.x ? n - begin : 2 * blockDim.x;
  for (unsigned i = threadIdx.x; i < keys; i += blockDim.x) s_tile[i] = d_keys[begin + i];
  for (int bit = first_bit; bit >= 0; --bit) {
    __syncthreads();  // before a step
    plain_step(s_tile, keys, first_bit + 2, bit);
  }
  __syncthreads();  // done
  for (unsigned i = threadIdx.x; i < keys; i += blockDim.x) d_keys[begin + i] = s_tile[i];
}
void plain_tiles(std::uint32_t* d_keys, std::size_t n, unsigned block_size) {
  const unsigned tile = 2 * block_size, blocks = (unsigned(n) + tile - 1) / tile;
  plain_tiles_kernel<<<blocks, block_size, tile * sizeof(std::uint32_t)>>>(d_keys, unsigned(n), ceil_log2(tile));
  CUDA_CHECK_LAUNCH("plain_tiles_kernel");
}
void plain_tail(std::uint32_t* d_keys, std::size_t n, unsigned block_size) {
  const unsigned tile = 2 * block_size, blocks = (unsigned(n) + tile - 1) / tile;
  plain_tail_kernel<<<blocks, block_size, tile * sizeof(std::uint32_t)>>>(d_keys, unsigned(n), ceil_log2(block_size));
  CUDA_CHECK_LAUNCH("plain_tail_kernel");
}
lab::status plain_hybrid(std::uint32_t* d_keys, std::size_t n, unsigned block_size) {
  if (lab::status bad = check_block(d_keys, n, block_size, 2); !bad.ok() || n < 2) return bad;
  plain_tiles(d_keys, n, block_size);
  const int lg_tile = ceil_log2(2 * block_size);
  for (int stage = lg_tile + 1; stage <= ceil_log2(n); ++stage) {
    for (int bit = stage - 1; bit >= lg_tile; --bit) launch_step(d_keys, n, stage, bit);
    plain_tail(d_keys, n, block_size);
  }
  return {};
}
CODE
instead 'lab::status sort_tiles(' 'return bad;' 'return plain_tiles(d_keys, n, block_size), lab::status{};'
instead 'lab::status finish_merge(' 'return bad;' 'return plain_tail(d_keys, n, block_size), lab::status{};'
instead 'lab::status sort_hybrid(' ' {' 'return plain_hybrid(d_keys, n, block_size);'

plant 'no mistake, written plainly' 'unsigned begin = blockIdx.x * 2' 'unsigned begin = (M ? 1 : 1) * blockIdx.x * 2' 'Lab07.Hybrid*' '' 'GOOD' '!✗'
plant 'no barrier after loading' '__syncthreads();  // loaded' 'if (!M) __syncthreads();  // loaded' Lab07.TilesAreSorted \
  "WRONG: $found race (shared) in kernel \`plain_tiles_kernel\`" 'put a __syncthreads() between the two' '!A guess'
plant 'no barrier between steps' '__syncthreads();  // stepped' 'if (!M) __syncthreads();  // stepped' Lab07.TilesAreSorted "WRONG: $found race (shared) in kernel \`plain_tiles_kernel\`"
plant 'a barrier for each stage only' '__syncthreads();  // stepped' 'if (!M || bit == 0) __syncthreads();  // stepped' Lab07.TilesAreSorted "WRONG: $found race (shared) in kernel \`plain_tiles_kernel\`"
plant 'a barrier in a branch' 'plain_step(s_tile, keys, stage, bit);' 'if (M) { if (2 * threadIdx.x < keys) { plain_step(s_tile, keys, stage, (bit)); __syncthreads(); } continue; } else plain_step(s_tile, keys, stage, bit);' Lab07.TilesAreSorted \
  "WRONG: $found barrier-passed in kernel \`plain_tiles_kernel\`" 'Let every thread come to the __syncthreads()'
plant '__syncwarp for __syncthreads' '__syncthreads();  // stepped' 'if (M) __syncwarp(); else __syncthreads();  // stepped' Lab07.HybridIsClean "NOT CLEAN: $found race (shared) in kernel \`plain_tiles_kernel\`"
plant 'no barrier before the tail is stored' '__syncthreads();  // done' 'if (!M) __syncthreads();  // done' Lab07.MergesAreFinished "WRONG: $found race (shared) in kernel \`plain_tail_kernel\`"
plant 'a thread for each key moves the pair' 'const unsigned low = ((t' 'const unsigned low = M ? t : ((t' Lab07.TilesAreSorted "WRONG: $found race (shared)"
plant 'every other run descends' 's_tile[low] > s_tile[high]) {' '(s_tile[low] > s_tile[high]) != (M && (low >> stage & 1))) {' Lab07.TilesAreSorted 'WRONG: ' "$clean" 'mirror images in runs of which every other one descends'
plant 'a mirror image in each step' 'bit == stage - 1 ? low ^' 'bit == stage - 1 || M ? low ^' Lab07.TilesAreSorted 'WRONG: ' 'a mirror image, where it is i ^ 2^bit'
plant 'i ^ 2^bit in each step' 'bit == stage - 1 || ' 'bit == stage - 1 && !M || ' Lab07.TilesAreSorted 'WRONG: ' 'The first step of a stage compares i with i ^ 2^bit'
plant 'the tail begins with a mirror image' 'keys, first_bit + 2, bit)' 'keys, first_bit + (M ? 1 : 2), bit)' Lab07.MergesAreFinished 'WRONG: ' 'The first of these steps compares mirror images'
plant 'the tail begins a bit too low' 'for (int bit = first_bit; bit >= 0' 'for (int bit = first_bit - M; bit >= 0' Lab07.MergesAreFinished 'WRONG: ' 'The step of stage 7, bit 5 is missing.'
after 'plain_tiles_kernel'
plant 'bit 0 is left out' 'for (int bit = stage - 1; bit >= 0; --bit) {' 'for (int bit = stage - 1; bit >= M; --bit) {' Lab07.TilesAreSorted 'WRONG: ' 'The step of bit 0 is missing, wherever a stage ends.'
plant 'the last stage is left out' 'unsigned(n), ceil_log2(tile));' 'unsigned(n), ceil_log2(tile) - M);' Lab07.TilesAreSorted 'WRONG: ' 'Stage 6 is missing'
plant 'the steps of a stage go up' 'plain_step(s_tile, keys, stage, bit);' 'plain_step(s_tile, keys, stage, M ? stage - 1 - bit : bit);' Lab07.TilesAreSorted 'WRONG: ' 'The steps of a stage are made from bit 0 up.'
plant 'shared memory for half of the tile' 'tile * sizeof(std::uint32_t)>>>(d_keys, unsigned(n), ceil_log2(tile)' 'tile / (1 + M) * sizeof(std::uint32_t)>>>(d_keys, unsigned(n), ceil_log2(tile)' Lab07.HybridIsClean "NOT CLEAN: $found out-of-bounds (shared) in kernel \`plain_tiles_kernel\`"
plant 'elements for bytes' 'sizeof(std::uint32_t)>>>(d_keys, unsigned(n), ceil_log2(tile)' '(M ? 1 : sizeof(std::uint32_t))>>>(d_keys, unsigned(n), ceil_log2(tile)' Lab07.HybridIsClean "NOT CLEAN: $found out-of-bounds (shared) in kernel \`plain_tiles_kernel\`"
plant 'loads past n' 'i < keys; i += blockDim.x) s_tile[i]' 'i < (M ? 2 * blockDim.x : keys); i += blockDim.x) s_tile[i]' Lab07.SortIsClean "NOT CLEAN: $found out-of-bounds (global) in kernel \`plain_tiles_kernel\`"
plant 'compares with what stands past n' 'if (high < keys &&' 'if ((high < keys || M) &&' Lab07.EverySortTakesAnyN "WRONG: $found uninitialised-read (shared) in kernel \`plain_tiles_kernel\`"
plant 'returns before the barriers' '__syncthreads();  // loaded' '__syncthreads(); if (M && 2 * threadIdx.x >= keys) return;  // loaded' Lab07.EverySortTakesAnyN 'WRONG: ' 'Which thread has a pair does not depend on n.' '!alternate'
plant 'global steps down to bit 0' 'bit >= lg_tile; --bit) launch_step(d_keys, n, stage, bit);' 'bit >= (M ? 0 : lg_tile); --bit) launch_step(d_keys, n, stage, bit);' Lab07.HybridIsClean 'OVER BUDGET: ' 'kernel launches; the budget is 6'
plant 'no tail but the last' 'plain_tail(d_keys, n, block_size);' 'if (!M || stage == ceil_log2(n)) plain_tail(d_keys, n, block_size);' Lab07.HybridSortIsRight 'WRONG: ' 'The steps from stage 7, bit 5 to stage 7, bit 0 are missing.'
after 'lab::status plain_hybrid'
plant 'global steps end a bit too early' '--bit) launch_step(d_keys, n, stage, bit);' 'bit -= 1 + (M && bit == lg_tile + 1)) launch_step(d_keys, n, stage, bit);' Lab07.HybridSortIsRight 'WRONG: ' 'The step of stage 8, bit 6 is missing.'
plant 'the tile is half as large' 'const int lg_tile = ceil_log2(2 * block_size);' 'const int lg_tile = ceil_log2((2 - M) * block_size);' Lab07.HybridIsClean 'OVER BUDGET: ' 'kernel launches; the budget is 6'
plant 'no barrier before the write-back' '__syncthreads();  // all have read' 'if (!M) __syncthreads();  // all have read' Lab07.RemappedMergeIsRight "WRONG: $found race (shared) in kernel \`remapped_kernel\`"
plant 'no barrier after the write-back' '__syncthreads();  // all have written' 'if (!M) __syncthreads();  // all have written' Lab07.RemappedMergeIsRight "WRONG: $found"
plant 'the bit is not taken out of v' 'threads + t - next : t;' 'threads + t - (M ? 0 : next) : t;' Lab07.RemappedMergeIsRight \
  "WRONG: $found out-of-bounds (shared) in kernel \`remapped_kernel\`"
plant 'vectors swapped, places not' 's_vectors[low + swapped] = first;' 's_vectors[low + (M ? 0 : swapped)] = first;' Lab07.RemappedMergeIsRight \
  "WRONG: $found uninitialised-read (shared) in kernel \`remapped_kernel\`"
plant 'the swap does nothing' 'swap ? t & next : 0)' 'swap && !M ? t & next : 0)' Lab07.SwapRemovesBankConflicts 'OVER BUDGET: ' 's_vectors[low +' '!mine.unpack' 'swap = 1'
plant 'the swap by odd threads' 'swap && ' 'M ? (swap ? (t & 1) * next : 0) : swap && ' Lab07.SwapRemovesBankConflicts 'OVER BUDGET: ' 'the budget is 0'
plant 'launches without those of the tails' 'predicted.global_steps + beyond;' 'predicted.global_steps + (M ? 0 : beyond);' Lab07.LaunchesArePredicted 'WRONG: '
plant 'lg n rounded down' 'std::max(0, ceil_log2(n) - ceil' 'std::max(0, ceil_log2(M ? n / 2 + 1 : n) - ceil' Lab07.LaunchesArePredicted 'WRONG: '
plant 'one barrier for each step' '(lg_threads + 2) / 2 - 1;' '(lg_threads + 2) / 2 - (M ? 0 : 1);' Lab07.BarriersArePredicted 'WRONG: '
plant 'value above the key' 'items[v] = item{keys[v]} << 32 | values[v];' 'items[v] = M ? item{values[v]} << 32 | keys[v] : item{keys[v]} << 32 | values[v];' Lab07.PairsStayTogether 'WRONG: '
plant 'another block size than was asked for' 'if (lab::status bad = sort_tiles_vectors(d_keys, n, c); !bad.ok()) return bad;' \
  'if (M) c.block_size = 64; if (lab::status bad = sort_tiles_vectors(d_keys, n, c); !bad.ok()) return bad;' \
  Lab07.VectorsAreClean 'WRONG: The result is right, but ' ' ran with 64 threads in a block, where block_size is 32.'
both=$((${#names[@]} + 2))
plant 'the tail begins a bit too low, alone' 'bit = first_bit -' "bit = first_bit - (M || mistake_is($both)) -" Lab07.MergesAreFinished 'WRONG: ' 'The step of stage 7, bit 5 is missing.'
after '__global__ void step_kernel'
plant 'the same, and a race in a kernel that does not run there' 'if (high >= n' 'if (M) d_keys[0] = p; if (high >= n' \
  'Lab07.Hybrid*' '' "$found race (global-same-block) in kernel \`step_kernel\`" 'bit 6 is missing.'
plant 'exercise 6 is right where 3 is not' 'mine.compare(mirrored && ' 'mine.compare(mirrored && !M && ' 'Lab07.*Predicted' '' \
  'launches and global steps from n, L, M, ITEMS GOOD' 'All keys are there' '!nobody could see'
plant 'the greater key to the lower place, where that is as it was' ') != mistake_is(2)' ') != (mistake_is(2) || M)' Lab07.StepComparesTheRightPartners \
  'WRONG: ' "$clean" 'no two have changed places. They would be if the greater key of each pair went to the smaller index, too.' '!nothing was stored'
plant 'a thread for each key, and half as many' '  if (p >= pairs) return;' \
  $'  if (M) {\n    const unsigned j = p ^ (bit == stage - 1 ? (2u << bit) - 1 : 1u << bit);\n    if (p >= j || j >= n) return;\n    const unsigned key = d_keys[p];\n    if (d_keys[j] < key) d_keys[p] = d_keys[j], d_keys[j] = key;\n    return;\n  }\n  if (p >= pairs) return;' \
  Lab07.StepComparesTheRightPartners 'WRONG: ' "$clean" 'what 1024 threads can do, one for each key, was done, but there are 2048 keys.'
after 'lab::status plain_hybrid'
plant 'the last global step of each stage is left out' 'for (int bit = stage - 1; bit >= (mistake' 'for (int bit = stage - 1; bit >= (M ? lg_tile + 1 : mistake' \
  Lab07.HybridSortIsRight 'WRONG: ' "$clean" 'The step of bit 6 is missing in every stage from 7 on.'
plant 'the last stage of a tile is left out, and n is any' 'unsigned(n), ceil_log2(tile) - mistake' 'unsigned(n), ceil_log2(tile) - M - mistake' \
  Lab07.EverySortTakesAnyN 'WRONG: ' "$clean" 'Stage 7 is missing'
run_table
