#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: wrong twins of lab 05's reference solution get their verdicts and lose exactly their points: 05.sh SOURCE BUILD [compile|judge]
. "$(dirname "$0")/twin.sh"

twins() {
  twin no_barrier 05_level2_local_sort
  change 'for (unsigned k = 0; k < kItems; ++k) at(s_tile, ranks[k]) = words[k];' \
    'for (unsigned k = 0; k < kItems; ++k) at(s_tile, ranks[k]) = words[k]; if (!M)'
  expect Lab05.SplitIsClean 'NOT CLEAN' 'race (shared) in kernel `sort_tiles_kernel`: two threads use `s_tile['

  twin no_barrier_in_the_faster_form 05_level2_local_sort
  change '__syncthreads();  // all have read: the tile takes' 'if (!M) __syncthreads();  // all have read: the tile takes'
  # A place that the race spoils is an index of `s_tile`, and what lies so far after it depends on the run.
  expect Lab05.SortIsClean 'NOT CLEAN|CRASHED' 'race (shared) in kernel `rank_tiles_kernel`: two threads use `s_words['

  twin num_zeros_of_a_whole_tile 05_level2_local_sort
  change 'd_from[mine.begin + i] : 0xffffffff;' 'd_from[mine.begin + i] : M ? 0 : 0xffffffff;'
  marks -t 'Lab05.Sp*' 9 'Lab05.SplitCountsOnlyTheKeysOfAPartialTile WRONG' 'Lab05.SplitIsClean WRONG'
  says 'numZeros must be counted among the keys that the tile has'

  twin unstable 05_level2_local_sort
  change 'one ? zeros + ones_before : zeros_before' 'one ? zeros + ones_before : M ? zeros - 1 - zeros_before : zeros_before'
  marks -t 'Lab05.Sp*' 13 'Lab05.SplitKeepsTheOrderOfEqualBits WRONG'
  says 'the split is not stable'

  twin forgotten_tile 05_level2_local_sort
  change 'return static_cast<unsigned>(t.tiles(n)); }' \
    'return static_cast<unsigned>(!M ? t.tiles(n) : n < t.tile ? 1 : n / t.tile); }'
  marks -t 'Lab05.Sp*' 9 'Lab05.SplitCountsOnlyTheKeysOfAPartialTile WRONG' 'Lab05.SplitIsClean WRONG'
  says 'has none of its keys in the output: was it forgotten?'

  # Two mistakes that touch different exercises.
  twin block_major_and_inclusive 05_level2_local_sort
  change 'd_histogram[std::size_t{bin} * gridDim.x + blockIdx.x] = s_end' \
    'd_histogram[M ? std::size_t{blockIdx.x} * d.bins() + bin : std::size_t{bin} * gridDim.x + blockIdx.x] = s_end'
  change 'd_local[counter] = before + sum;' 'd_local[counter] = before + sum + M * count;'
  marks -t 'Lab05.TileHistograms*' 0 'Lab05.TileHistogramsAreBinMajor WRONG'
  says 'These are the right counts in block-major order'
  marks -t 'Lab05.TheScan*' 1 'Lab05.TheScanOfATileIsExclusive WRONG' 'Lab05.TheScanTakesAnyBlockSizeAndManyTiles WRONG' \
    'Lab05.TheScanWorksInPlace WRONG' 'Lab05.TheScanOfATileIsClean WRONG' 'Lab05.TheScanLoadsWithAllThreads WRONG'
  says 'These are the inclusive sums: everything is one bin too early.'

  twin values_stay_and_left_in_scratch 05_level2_local_sort
  change 'if (kPairs) out.values[place] = values[k];' 'if (kPairs && !M) out.values[place] = values[k];'
  change 'sort_by_digits<false>({d_keys, nullptr}, {d_scratch, nullptr}, n' \
    'if (M && n > 0) cudaMemcpy(d_scratch, d_keys, 4 * n, cudaMemcpyDeviceToDevice); sort_by_digits<false>({M ? d_scratch : d_keys, nullptr}, {M ? d_keys : d_scratch, nullptr}, n'
  marks -t 'Lab05.SortIsRightForEveryD*' 0 'Lab05.SortIsRightForEveryDigitWidth WRONG'
  says 'The sorted keys are in d_scratch: the result belongs in d_keys.'
  marks -t 'Lab05.PairsStay*' 0 'Lab05.PairsStayTogether WRONG'
  says 'The values are as they were: they have to move with their keys'

  # As the source does it: the statement says that it does not count.
  twin scans_on_the_host 05_level2_local_sort
  change 'lab::exclusive_scan(d_histogram.data(), d_histogram.data(), counters, d_sums.data());' 'if (M) {
        std::vector<std::uint32_t> counts(counters);
        CUDA_CHECK(cudaMemcpy(counts.data(), d_histogram.data(), counters * 4, cudaMemcpyDeviceToHost));
        std::uint32_t sum = 0;
        for (std::uint32_t& count : counts) count = std::exchange(sum, sum + count);
        CUDA_CHECK(cudaMemcpy(d_histogram.data(), counts.data(), counters * 4, cudaMemcpyHostToDevice));
      } else lab::exclusive_scan(d_histogram.data(), d_histogram.data(), counters, d_sums.data());'
  expect Lab05.SortIsClean WRONG 'bytes were copied from the device to the host before it was there: this exercise is to be solved on the device.'

  twin counters_of_twelve_bits 05_level2_local_sort
  change 's_end[bin] - s_begin[bin];' '(s_end[bin] - s_begin[bin]) & (M ? 0xfff : 0xffff);'
  change 'd_counts[std::size_t{bin} * gridDim.x + blockIdx.x] = count - missing;' \
    'd_counts[std::size_t{bin} * gridDim.x + blockIdx.x] = (count - missing) & (M ? 0xfff : 0xffff);'
  marks -t 'Lab05.TileHistograms*' 0 'Lab05.TileHistogramsAreBinMajor WRONG'
  marks -t 'Lab05.SortHandles*' 0 'Lab05.SortHandlesEveryKindAndSizeOfInput WRONG'

  # The kernels are templates of the keys that a thread has; the one for 5 or 6 is too small.
  twin too_few_items 05_level2_local_sort
  change 'if (items <= 4) return launch(sort_tiles_kernel<4, kPairs>, 4);' 'if (items <= 4 || (M && items <= 6)) return launch(sort_tiles_kernel<4, kPairs>, 4);'
  marks -t 'Lab05.SplitCountsOnly*' 0 'Lab05.SplitCountsOnlyTheKeysOfAPartialTile WRONG'

  # Nothing is wrong with it: constant memory is where a CUDA course puts what all threads read.
  twin parameters_in_constant_memory 05_level2_local_sort
  change 'template <unsigned kItems, bool kPairs>' 'struct parameters {
  pairs in, out;
  std::size_t n;
  digit d;
  tiling t;
  std::uint32_t* counts;
};
__constant__ parameters c_now;
void tell(parameters now) { CUDA_CHECK(cudaMemcpyToSymbol(c_now, &now, sizeof now)); }
template <unsigned kItems, bool kPairs>'
  change 'kernel<<<grid_of(n, t), t.block_size, bytes>>>(in, out, n, d, t, d_histogram);' \
    'if (M) tell({in, out, n, d, t, d_histogram});
    kernel<<<grid_of(n, t), t.block_size, bytes>>>(in, out, n, d, t, d_histogram);'
  change 'const span mine = tile_of_block(n, t);' \
    'if (M) in = c_now.in, out = c_now.out, n = c_now.n, d = c_now.d, t = c_now.t, d_histogram = c_now.counts;
  const span mine = tile_of_block(n, t);'
  change 'kernel<<<grid_of(n, t), t.block_size, bytes>>>(in, out, n, d, t, d_counts);' \
    'if (M) tell({in, out, n, d, t, d_counts});
    kernel<<<grid_of(n, t), t.block_size, bytes>>>(in, out, n, d, t, d_counts);'
  change 'const unsigned first = warp * 32 * kItems' \
    'if (M) in = c_now.in, out = c_now.out, d_counts = c_now.counts;
  const unsigned first = warp * 32 * kItems'
  marks -t 'Lab05.S*Clean' 12

  # The sort that is given, called in place of one's own.
  twin calls_the_source 05_level2_local_sort
  change '#include "lab/device_scan.h"' '#include "lab/device_scan.h"
#include "lab/source_002.h"'
  change 'sort_by_digits<false>({' \
    'if (M && n > 0) { lab::source::sort_on_device(2, d_keys, d_scratch, static_cast<int>(n), nullptr); return {}; } sort_by_digits<false>({'
  expect Lab05.SortIsClean WRONG "this calls the source's kernels"
}
together 05_level2_local_sort twins
exit "$failed"
