#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: wrong twins of lab 07's reference solution get their verdicts and lose exactly their points: 07.sh SOURCE BUILD [compile|judge]
. "$(dirname "$0")/twin.sh"

twins() {
  twin no_barrier_after_write_back 07_bitonic
  change '__syncthreads();  // all have written' 'if (!M) __syncthreads();  // all have written'
  expect Lab07.RemappedMergeIsClean 'NOT CLEAN' 'race (shared) in kernel `remapped_kernel`: two threads use `s_vectors['

  twin no_barrier_before_write_back 07_bitonic
  change '__syncthreads();  // all have read' 'if (!M) __syncthreads();  // all have read'
  expect Lab07.RemappedMergeIsClean 'NOT CLEAN' 'race (shared) in kernel `remapped_kernel`'

  twin no_barrier_between_steps 07_bitonic
  change '    __syncthreads();' '    if (!M) __syncthreads();'
  expect Lab07.HybridIsClean 'NOT CLEAN' 'race (shared) in kernel `sort_tiles_kernel`'
  expect Lab07.VectorsAreClean 'NOT CLEAN' 'race (shared) in kernel `sort_tiles_kernel`'

  twin swap_forgotten 07_bitonic
  change 'swap ? t & next : 0' '(swap ? t & next : 0) * !M'
  expect Lab07.SwapRemovesBankConflicts 'OVER BUDGET' 'Half of the threads write their second vector first'

  twin second_buffer 07_bitonic
  change '(n <= kFewKeys ? kSortFewKeys' \
    'if (M) { std::uint32_t* d_other = nullptr; CUDA_CHECK(cudaMalloc(&d_other, n * 4)); CUDA_CHECK(cudaFree(d_other)); } (n <= kFewKeys ? kSortFewKeys'
  expect Lab07.SortTakesNoSecondBuffer 'OVER BUDGET' 'In place: no second array'

  twin each_step_a_launch_and_sorted_on_the_host_first 07_bitonic
  change 'if (lab::status bad = sort_tiles(d_keys, n, block_size); !bad.ok()) return bad;' \
    'if (M && block_size > 0) return sort_steps(d_keys, n); if (lab::status bad = sort_tiles(d_keys, n, block_size); !bad.ok()) return bad;'
  change 'fused(key_array{d_keys}, n, stage, bit, count, false);' \
    'if (M) for (int i = 0; i < count; ++i) fused(key_array{d_keys}, n, stage, bit - i, 1, false); else fused(key_array{d_keys}, n, stage, bit, count, false);'
  change '(n <= kFewKeys ? kSortFewKeys' 'if (M) {
    auto* keys = new std::uint32_t[n];
    CUDA_CHECK(cudaMemcpy(keys, d_keys, n * 4, cudaMemcpyDeviceToHost));
    std::sort(keys, keys + n);
    CUDA_CHECK(cudaMemcpy(d_keys, keys, n * 4, cudaMemcpyHostToDevice));
    delete[] keys;
  }
  (n <= kFewKeys ? kSortFewKeys'
  expect Lab07.HybridIsClean 'OVER BUDGET' '256 keys in tiles of 64'
  expect Lab07.VectorsAreClean 'OVER BUDGET' 'The steps that are fused are one launch'
  expect Lab07.SortIsClean 'WRONG' 'bytes were copied from the device to the host'

  twin direction_inverted 07_bitonic
  change 'if (a > b) d_keys[low]' 'if (M ? a < b : a > b) d_keys[low]'
  marks -t 'Lab07.Step*' 1 'Lab07.StepComparesTheRightPartners WRONG' 'Lab07.StepsSortPowersOfTwo WRONG' \
    'Lab07.StepsSortEveryInput WRONG' 'Lab07.StepsAreClean WRONG'
  says 'the direction is inverted'

  twin plain_partner 07_bitonic
  change '(bit == stage - 1 ? (2u << bit) - 1 : 1u << bit)' '(bit == stage - 1 && !M ? (2u << bit) - 1 : 1u << bit)'
  marks -t 'Lab07.StepsSort*' 0 'Lab07.StepsSortPowersOfTwo WRONG' 'Lab07.StepsSortEveryInput WRONG'
  says 'The first step of a stage compares i with i ^ 2^bit, or mirror images in runs of which every other one descends'
  marks -t 'Lab07.StepComparesTheRightPartners' 0 'Lab07.StepComparesTheRightPartners WRONG'
  says 'The first step of a stage compares i with i ^ 2^bit, or mirror images in runs of which every other one descends'

  twin one_stage_too_few 07_bitonic
  change 'stage <= ceil_log2(n); ++stage)' 'stage + M <= ceil_log2(n); ++stage)'
  marks -t 'Lab07.StepsSort*' 0 'Lab07.StepsSortPowersOfTwo WRONG' 'Lab07.StepsSortEveryInput WRONG'
  says 'is missing: the keys are sorted in runs of'

  twin direction_inverted_in_tiles 07_bitonic
  change 'const std::uint32_t smaller = min(low, high);' 'const std::uint32_t smaller = M ? max(low, high) : min(low, high);'
  change 'high = max(low, high);' 'high = M ? min(low, high) : max(low, high);'
  marks -t 'Lab07.*TilesAreSorted' 0 'Lab07.TilesAreSorted WRONG' 'Lab07.VectorTilesAreSorted WRONG'
  says 'the direction is inverted'

  twin padding_is_zero 07_bitonic
  change 'd_keys[begin + i] : kInfinity;' 'd_keys[begin + i] : M ? 0 : kInfinity;'
  marks -t 'Lab07.EverySortTakesAnyN' 0 'Lab07.EverySortTakesAnyN WRONG'
  says 'padding has leaked into the output'

  twin formula_of_the_source 07_bitonic
  change 'ceil_log2(n) - ceil_log2(c.tile())' \
    'ceil_log2(n) - ceil_log2(c.tile() * static_cast<std::size_t>(M ? c.vector_length : 1))'
  marks -t 'Lab07.*ArePredicted' 0 'Lab07.LaunchesArePredicted WRONG' 'Lab07.BarriersArePredicted WRONG'
  says "That is what the source's formula gives, with 2 lg L"

  # Exercise 2 for exercise 3: no vectors, and no steps in registers.
  twin no_vectors 07_bitonic
  change '// BEGIN YOUR CODE (exercise 3)' "$(cat <<'CODE'
__device__ void step_of_pair(std::uint32_t* keys, unsigned n, unsigned t, int stage, int bit) {
  const unsigned low = lower_of(t, bit), high = low ^ (bit == stage - 1 ? (2u << bit) - 1 : 1u << bit);
  if (high < n) compare_exchange(keys[low], keys[high]);
}
__global__ void tiles_by_pairs_kernel(std::uint32_t* d_keys, std::size_t n, unsigned tile) {
  extern __shared__ std::uint32_t s_tile[];
  const std::size_t begin = std::size_t{blockIdx.x} * tile;
  const unsigned count = n - begin < tile ? static_cast<unsigned>(n - begin) : tile;
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) s_tile[i] = d_keys[begin + i];
  for (int stage = 1; 1u << stage <= tile; ++stage)
    for (int bit = stage - 1; bit >= 0; --bit) {
      __syncthreads();
      for (unsigned t = threadIdx.x; t < tile / 2; t += blockDim.x) step_of_pair(s_tile, count, t, stage, bit);
    }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) d_keys[begin + i] = s_tile[i];
}
__global__ void steps_in_turn_kernel(std::uint32_t* d_keys, unsigned n, int stage, int bit, int count) {
  for (int last = bit - count; bit > last; --bit) {
    for (unsigned t = threadIdx.x; t < ((n >> (bit + 1)) + 1) << bit; t += blockDim.x)
      step_of_pair(d_keys, n, t, stage, bit);
    __syncthreads();
  }
}
// BEGIN YOUR CODE (exercise 3)
CODE
)"
  change 'launch_vectors(false, d_keys, n, c);' 'if (M) {
    allow_shared(tiles_by_pairs_kernel, c.tile() * 4);
    tiles_by_pairs_kernel<<<static_cast<unsigned>((n + c.tile() - 1) / c.tile()), c.block_size, c.tile() * 4>>>(
        d_keys, n, static_cast<unsigned>(c.tile()));
  } else launch_vectors(false, d_keys, n, c);'
  marks -t 'Lab07.Vector*' 0 'Lab07.VectorTilesAreSorted NOT SEEN' 'Lab07.VectorMergesAreFinished NOT SEEN' \
    'Lab07.VectorSortIsRightForEveryLAndM NOT SEEN' 'Lab07.VectorsRefuseBadArguments NOT SEEN' 'Lab07.VectorsAreClean WRONG'
  says 'loading every key from shared memory in each of 45 steps'

  twin steps_in_turn 07_bitonic
  change 'fused(key_array{d_keys}, n, stage, bit, count, false);' \
    'if (M) steps_in_turn_kernel<<<1, 256>>>(d_keys, static_cast<unsigned>(n), stage, bit, count);
  else fused(key_array{d_keys}, n, stage, bit, count, false);'
  expect Lab07.VectorsAreClean WRONG 'words for 512 keys and 4 steps'

  # More barriers than are needed cost their budget in exercise 6 and nothing here.
  twin barriers_between_all_steps 07_bitonic
  change '  __device__ void compare(bool mirrored) {' '  __device__ void compare(bool mirrored) { if (M) __syncthreads();'
  change 'if constexpr (Distance > 0) {' 'if constexpr (Distance > 0) { if (M) __syncthreads();'
  change 'if constexpr (Run <= 2 * Half) {' 'if constexpr (Run <= 2 * Half) { if (M) __syncthreads();'
  expect Lab07.VectorsAreClean GOOD 'Score: 2/2'

  # Exercise 3 in the place of exercise 4. Words instead of vectors cost the budget alone.
  twin compared_in_place 07_bitonic
  change 'remapped_kernel<<<static_cast<unsigned>((n + tile - 1) / tile)' 'if (M) return launch_tiles<4>(true, d_keys, n, block_size), bad;
  remapped_kernel<<<static_cast<unsigned>((n + tile - 1) / tile)'
  change 'if (lab::status bad = check_block(d_keys, n, block_size, 8); !bad.ok() || n < 2) return bad;' 'lab::status bad = check_block(d_keys, n, block_size, 8);
  if (!bad.ok() || n < 2) return bad;'
  marks -t 'Lab07.*Rem*' 0 'Lab07.RemappedMergeIsRight NOT SEEN' 'Lab07.RemappedMergeRefusesBadArguments NOT SEEN' \
    'Lab07.RemappedMergeIsClean NOT SEEN' 'Lab07.SwapRemovesBankConflicts WRONG'

  twin word_by_word 07_bitonic
  change '    mine.unpack(mine.keys, s_vectors[t]);' '    if (M) {
      for (unsigned i = 0; i < 8; ++i)
        mine.keys[i] = reinterpret_cast<const std::uint32_t*>(s_vectors)[4 * (i < 4 ? t : threads + t) + i % 4];
      continue;
    }
    mine.unpack(mine.keys, s_vectors[t]);'
  expect Lab07.SwapRemovesBankConflicts 'OVER BUDGET' 'A quarter of a warp, 8 threads, writes 8 vectors'

  # Nothing is wrong with it: nvcc makes two stores of a whole warp of the four, in which an H200 counts no conflict.
  twin swapped_by_a_branch 07_bitonic
  change '    s_vectors[low + swapped] = first;' '    if (M && swapped != 0) {
      s_vectors[low + next] = upper;
      s_vectors[low] = lower;
    } else if (M) {
      s_vectors[low] = lower;
      s_vectors[low + next] = upper;
    } else {
      s_vectors[low + swapped] = first;'
  change '    s_vectors[low + next - swapped] = second;' '      s_vectors[low + next - swapped] = second;
    }'
  marks -t Lab07.SwapRemovesBankConflicts 4
}
together 07_bitonic twins

# By itself: a variable is there whatever the code does.
twin second_buffer_that_is_a_variable 07_bitonic
change 'constexpr std::size_t kFewKeys' '__device__ std::uint32_t second_array[1 << 16];
__global__ void keep_kernel(const std::uint32_t* d_keys) { second_array[blockIdx.x] = d_keys[blockIdx.x]; }
constexpr std::size_t kFewKeys'
change '(n <= kFewKeys ? kSortFewKeys' \
  'keep_kernel<<<static_cast<unsigned>(std::min(n, kFewKeys)), 1>>>(d_keys);
  (n <= kFewKeys ? kSortFewKeys'
compile check
expect Lab07.SortTakesNoSecondBuffer 'OVER BUDGET' 'In place: no second array'

# Wrong answers, and rows that are none, in explain.csv.
twin explains_wrongly 07_bitonic
sed -i -e 's/^\(tiles: occupancy.*\),50$/\1,100/' -e 's/^\(2 global steps: limited.*\),m$/\1,c/' -e 's/,9\.3$/,9.3 us/' \
  "$scratch/$name/$lab/explain.csv"
marks -t 'Lab07.[TO][hc][ec]*' 2 'Lab07.TheLimitsAreWorkedOut WRONG' 'Lab07.TheFiguresAreRead WRONG' 'Lab07.OccupancyIsComputed WRONG'
says 'In labs/07_bitonic/explain.csv, line 15, "tiles: occupancy in percent" is not 100. The warps of those blocks over 64.'
says 'It is not computing that limits two global steps.'
says 'the answer to "4 global steps: us a step" is `9.3 us`; it must be a number alone'
exit "$failed"
