#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: wrong twins of lab 04's reference solution get their verdicts and lose exactly their points: 04.sh SOURCE BUILD [compile|judge]
. "$(dirname "$0")/twin.sh"

twins() {
  # Barriers that are missing show only under the checkers.
  twin no_barrier_after_clearing 04_multiblock_radix
  change '__syncthreads();' 'if (!M) __syncthreads();'
  expect Lab04.HistogramIsClean 'NOT CLEAN' 'race (shared) in kernel `histogram_kernel`: two threads use `s_count['
  expect Lab04.SortIsClean 'NOT CLEAN' 'race (shared) in kernel `histogram_kernel`'

  twin no_syncwarp 04_multiblock_radix
  change '__syncwarp(lanes);  // all have read the counter' 'if (!M) __syncwarp(lanes);  // all have read the counter'
  expect Lab04.RelativePositionsAreClean 'NOT CLEAN' 'race (shared) in kernel `relative_kernel`: two threads use `s_counters['
  expect Lab04.SortIsClean 'NOT CLEAN' 'race (shared) in kernel `rank_and_scatter_kernel`'

  twin relative_positions_in_memory 04_multiblock_radix
  change 'lab::device_buffer<std::uint32_t> d_histogram(counters),' \
    'lab::device_buffer<std::uint32_t> d_relative(M ? n : 0), d_histogram(counters),'
  expect Lab04.SortStaysInItsBudget 'OVER BUDGET' 'Relative positions must not go through device memory'

  twin block_major 04_multiblock_radix
  change 'd_histogram[std::size_t{bin} * gridDim.x + blockIdx.x] = s_count[bin];' \
    'd_histogram[M ? std::size_t{blockIdx.x} * d.bins() + bin : std::size_t{bin} * gridDim.x + blockIdx.x] = s_count[bin];'
  marks -t 'Lab04.Histogram*' 1 'Lab04.HistogramIsBinMajor WRONG' 'Lab04.HistogramCountsEveryDigit WRONG' \
    'Lab04.HistogramCountsAPartialLastTile WRONG' 'Lab04.HistogramIsClean WRONG'
  says 'The counts are right, but block-major'

  twin starts_read_block_major 04_multiblock_radix
  change 's_start[bin] = d_starts[std::size_t{bin} * gridDim.x + blockIdx.x];' \
    's_start[bin] = d_starts[M ? std::size_t{blockIdx.x} * d.bins() + bin : std::size_t{bin} * gridDim.x + blockIdx.x];'
  marks -t 'Lab04.SortIsRightForEveryDigitWidth' 0 'Lab04.SortIsRightForEveryDigitWidth WRONG'
  says 'Each tile is sorted, but only by itself'

  twin unstable 04_multiblock_radix
  change '__popc(peers & ((1u << threadIdx.x % 32) - 1))' \
    '__popc(peers & (M ? ~((2u << threadIdx.x % 32) - 1) : (1u << threadIdx.x % 32) - 1))'
  marks -t 'Lab04.Relative*' 1 'Lab04.RelativePositionsOfTheWorkedExample WRONG' \
    'Lab04.RelativePositionsForEveryDigitAndInput WRONG' 'Lab04.RelativePositionsInTilesOfManyRounds WRONG' \
    'Lab04.RelativePositionsOfAPartialLastTile WRONG' 'Lab04.RelativePositionsAreClean WRONG' \
    'Lab04.RelativePositionsAreFoundByAllThreads WRONG'
  says 'and the later one comes first (0, then 1). That is not stable.'
  marks -t 'Lab04.SortIsRightForEveryInput' 0 'Lab04.SortIsRightForEveryInput WRONG'
  says 'but not of the digits below it'

  twin tiles_rounded_down 04_multiblock_radix
  change 'return static_cast<unsigned>(t.tiles(n));' \
    'return static_cast<unsigned>(!M ? t.tiles(n) : n < t.tile ? 1 : n / t.tile);'
  marks -t 'Lab04.Histogram*' 8 'Lab04.HistogramCountsAPartialLastTile WRONG' 'Lab04.HistogramIsClean WRONG'
  says 'the number of tiles must be rounded up, t.tiles(n)'
  marks -t 'Lab04.SortIsRight*' 12 'Lab04.SortIsRightAroundTileBoundaries WRONG'
  says 'reads 4 bytes of `d_in[128]`, which nobody has written.'

  twin one_scan_level 04_multiblock_radix
  change 'lab::exclusive_scan(d_histogram, d_starts, count, d_sums.data());' 'if (M) {
  using namespace lab::scan_detail;
  if (count == 0) return {};
  const auto all = static_cast<unsigned>(lab::scan_detail::tiles(count));
  const std::uint32_t* none = nullptr;
  if (all > 1) {
    sum_tiles_kernel<<<all, kThreads>>>(d_histogram, count, d_sums.data());
    scan_tiles_kernel<<<1, kThreads>>>(d_sums.data(), d_sums.data(), all < kTile ? all : kTile, none);
  }
  scan_tiles_kernel<<<all, kThreads>>>(d_histogram, d_starts, count, all > 1 ? d_sums.data() : none);
  } else lab::exclusive_scan(d_histogram, d_starts, count, d_sums.data());'
  unproved marks -t 'Lab04.ScanOfMany*' 0 'Lab04.ScanOfManyCountersHasNoLimit WRONG'
  says 'All 16777216 elements before index 16777216 are right. The one there counts only from index'

  twin left_in_scratch 04_multiblock_radix
  change 'if (in.keys == data.keys) return;' 'if (M || in.keys == data.keys) return;'
  marks -t 'Lab04.SortIsRightForEvery*' 0 'Lab04.SortIsRightForEveryDigitWidth WRONG' \
    'Lab04.SortIsRightForEveryInput WRONG'
  says 'The sorted keys are in the scratch array'

  twin last_pass_missing 04_multiblock_radix
  change 'd.shift < lab::kKeyBits' 'd.shift + (M ? bits - 1 : 0) < lab::kKeyBits'
  marks -t 'Lab04.SortIsRightForEvery*' 0 'Lab04.SortIsRightForEveryDigitWidth WRONG' \
    'Lab04.SortIsRightForEveryInput WRONG'
  says 'is missing. 32 need not be a multiple of `bits`'

  # Of all tiles those of 8192 keys take most shared memory.
  twin no_room_for_large_tiles 04_multiblock_radix
  change 'sort_by_digits({d_keys, nullptr}' 'if (!M || t.tile <= 4096) sort_by_digits({d_keys, nullptr}'
  unproved marks -t 'Lab04.SortIsRight*' 12 'Lab04.SortIsRightAroundTileBoundaries WRONG'

  # As the source does it: the statement says that it does not count.
  twin scans_on_the_host 04_multiblock_radix
  change 'lab::exclusive_scan(d_histogram.data(), d_histogram.data(), counters, d_sums.data());' 'if (M) {
        std::vector<std::uint32_t> counts(counters);
        CUDA_CHECK(cudaMemcpy(counts.data(), d_histogram.data(), counters * 4, cudaMemcpyDeviceToHost));
        std::uint32_t sum = 0;
        for (std::uint32_t& count : counts) count = std::exchange(sum, sum + count);
        CUDA_CHECK(cudaMemcpy(d_histogram.data(), counts.data(), counters * 4, cudaMemcpyHostToDevice));
      } else lab::exclusive_scan(d_histogram.data(), d_histogram.data(), counters, d_sums.data());'
  expect Lab04.SortIsClean WRONG 'bytes were copied from the device to the host before it was there: this exercise is to be solved on the device.'

  # A tile has up to 8192 keys, and all of them can have one digit.
  twin counters_of_twelve_bits 04_multiblock_radix
  change 'atomicAdd(&s_count[d.of(d_keys[mine.begin + i])], 1u);' \
    'if (M && (atomicAdd(&s_count[d.of(d_keys[mine.begin + i])], 1u) & 0xfff) == 0xfff) atomicSub(&s_count[d.of(d_keys[mine.begin + i])], 0x1000u); else if (!M)
      atomicAdd(&s_count[d.of(d_keys[mine.begin + i])], 1u);'
  change 'd_relative[mine.begin + i] = rank;' 'd_relative[mine.begin + i] = M ? rank & 0xfff : rank;'
  change 'const std::size_t place = s_start[d.of(key)] + rank;' 'const std::size_t place = s_start[d.of(key)] + (M ? rank & 0xfff : rank);'
  marks -t 'Lab04.Hist*' 10 'Lab04.HistogramCountsAPartialLastTile WRONG'
  marks -t 'Lab04.RelativePositionsIn*' 0 'Lab04.RelativePositionsInTilesOfManyRounds WRONG'
  marks -t 'Lab04.SortIsRightAround*' 0 'Lab04.SortIsRightAroundTileBoundaries WRONG'

  # The way of source 000, as long as there are few bins.
  twin predicate_and_compaction 04_multiblock_radix
  change 'tile_ranks(d_keys, mine, d, t, s_counters).for_each([&](unsigned i, std::uint32_t, std::uint32_t rank) {' \
    'if (M) {
    const unsigned items = (t.tile + blockDim.x - 1) / blockDim.x, first = threadIdx.x * items;
    std::uint32_t ranks[lab::kMaxItems], total;
    for (unsigned bin = 0; bin < d.bins(); ++bin) {
      std::uint32_t own = 0;
      const auto has = [&](unsigned k) { return first + k < mine.count && d.of(d_keys[mine.begin + first + k]) == bin; };
      for (unsigned k = 0; k < items; ++k) own += has(k);
      std::uint32_t rank = lab::block_exclusive_scan(own, s_counters, blockDim.x / 32, total);
      for (unsigned k = 0; k < items; ++k) if (has(k)) ranks[k] = rank++;
      __syncthreads();
    }
    for (unsigned k = 0; k < items; ++k)
      if (first + k < mine.count) d_relative[mine.begin + first + k] = ranks[k];
    return;
  }
  tile_ranks(d_keys, mine, d, t, s_counters).for_each([&](unsigned i, std::uint32_t, std::uint32_t rank) {'
  expect Lab04.RelativePositionsAreFoundByAllThreads GOOD 'Score: 8/8'
}
together 04_multiblock_radix twins

# By itself: an array in shared memory is there whatever the code does.
twin one_thread_moves_all 04_multiblock_radix
change 'tile_ranks(d_keys, mine, d, t, s_counters).for_each([&](unsigned i, std::uint32_t, std::uint32_t rank) {' \
  '__shared__ std::uint32_t s_rank[lab::kMaxTile];
  if (threadIdx.x == 0) {
    for (unsigned bin = 0; bin < d.bins(); ++bin) s_counters[bin] = 0;
    for (unsigned i = 0; i < mine.count; ++i) s_rank[i] = s_counters[d.of(d_keys[mine.begin + i])]++;
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < mine.count; i += blockDim.x) d_relative[mine.begin + i] = s_rank[i];
  if (n == 0) tile_ranks(d_keys, mine, d, t, s_counters).for_each([&](unsigned i, std::uint32_t, std::uint32_t rank) {'
change 'ranks.for_each([&](unsigned i, std::uint32_t key, std::uint32_t rank) {' \
  '__shared__ std::uint32_t s_place[lab::kMaxTile];
  ranks.for_each([&](unsigned i, std::uint32_t key, std::uint32_t rank) { s_place[i] = s_start[d.of(key)] + rank; });
  __syncthreads();
  for (unsigned i = 0; threadIdx.x == 0 && i < mine.count; ++i) {
    out.keys[s_place[i]] = in.keys[mine.begin + i];
    if (in.values != nullptr) out.values[s_place[i]] = in.values[mine.begin + i];
  }
  if (n == 0) ranks.for_each([&](unsigned i, std::uint32_t key, std::uint32_t rank) {'
compile check
expect Lab04.RelativePositionsAreFoundByAllThreads 'OVER BUDGET' 'So it is if one thread walks the tile'
expect Lab04.SortStaysInItsBudget 'OVER BUDGET' 'In the source thread 0 moves all keys of its block.'

# Wrong answers in explain.csv.
twin explains_wrongly 04_multiblock_radix
sed -i -e 's/^\(source: percent of.*scatter that.*\),.*/\1,69/' -e 's/^\(what the.*\),b$/\1,a/' "$scratch/$name/$lab/explain.csv"
unchanged
marks -t 'Lab04.The*' 0 'Lab04.TheSourcesPhasesAreCompared WRONG' 'Lab04.TheSourcesConclusionIsTested WRONG'
says 'In labs/04_multiblock_radix/explain.csv, line 5, "source: percent of Level 1'"'"'s scatter that Level 2 saves" is not 69.'
says 'One thread can'"'"'t be the reason for those.'
exit "$failed"
