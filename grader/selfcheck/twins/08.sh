#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: wrong twins of lab 08's reference solution get their verdicts: 08.sh SOURCE BUILD [compile|judge]
. "$(dirname "$0")/twin.sh"

twins() {
  twin counters_overflow 08_hybrid_radix
  change_in counts.cuh 'if (old < kSpill && old + add >= kSpill)' \
    'if (M ? old + add > 0xffffff : old < kSpill && old + add >= kSpill)'
  change_in big_buckets.cuh 'const unsigned blocks = ' 'const unsigned blocks = M ? 1 : '
  unproved marks -t 'Lab08.CountersDoNot*' 0 'Lab08.CountersDoNotOverflow WRONG'

  twin no_barrier_before_the_networks 08_hybrid_radix
  change_in local_sort.cuh 'any_crowded = s.crowded != 0;' 'any_crowded = s.crowded != 0; if (!M)'
  expect Lab08.BucketsAreClean 'NOT CLEAN' 'race (shared) in kernel `buckets_kernel`'

  twin unstable_ranks 08_hybrid_radix
  change 'if (on) d_ranks[begin + i] = old + below;' 'if (on) d_ranks[begin + i] = old + (M ? __popc(peers) - 1 - below : below);'
  marks -t 'Lab08.Rank*' 0 'Lab08.RanksCountTheKeysBefore WRONG' 'Lab08.RanksOfPartialTilesAreRight WRONG' 'Lab08.RanksAreClean WRONG'
  says 'a rank counts the keys before it in the tile'

  twin no_room_for_large_tiles 08_hybrid_radix
  change 'if (lab::status bad = lab::check_tiles(n, d, t, arrays); !bad.ok()) return bad;' \
    'if (lab::status bad = lab::check_tiles(n, d, t, arrays); !bad.ok()) return bad; if (M && t.tile > 4096) return {};'
  unproved marks -t 'Lab08.RanksCount*' 0 'Lab08.RanksCountTheKeysBefore WRONG'

  twin a_bucket_of_one_key_more 08_hybrid_radix
  change_in counts.cuh 'own[kDigits - 1] > most' 'own[kDigits - 1] > most + M'
  unproved marks -t 'Lab08.Skewed*' 0 'Lab08.SkewedBucketsAreSorted CRASHED'

  # Each key compared with all others; an addition in global memory for each key.
  twin looks_at_all_others 08_hybrid_radix
  change 'rank_tiles_kernel<<<static_cast<unsigned>(t.tiles(n)), t.block_size, bytes>>>(d_keys, n, d, t, d_ranks);' \
    'if (M) ranks_by_all_kernel<<<static_cast<unsigned>(t.tiles(n)), t.block_size>>>(d_keys, n, d, t, d_ranks);
  else rank_tiles_kernel<<<static_cast<unsigned>(t.tiles(n)), t.block_size, bytes>>>(d_keys, n, d, t, d_ranks);'
  change '// [lab08-rank-tiles]' "$(cat <<'CODE'
__global__ void ranks_by_all_kernel(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t, std::uint32_t* d_ranks) {
  const std::size_t begin = std::size_t{blockIdx.x} * t.tile;
  for (std::size_t i = begin + threadIdx.x; i < begin + t.tile && i < n; i += blockDim.x) {
    const unsigned own = d.of(d_keys[i]);
    std::uint32_t rank = 0;
    for (std::size_t j = begin; j < i; ++j) rank += d.of(d_keys[j]) == own;
    d_ranks[i] = rank;
  }
}
__global__ void buckets_by_ranks_kernel(std::uint32_t* d_keys, const std::uint32_t* d_ends) {
  __shared__ std::uint32_t s_keys[kMaxBucket];
  const unsigned begin = blockIdx.x == 0 ? 0 : d_ends[blockIdx.x - 1], n = d_ends[blockIdx.x] - begin;
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) s_keys[i] = d_keys[begin + i];
  __syncthreads();
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
    const std::uint32_t own = s_keys[i];
    unsigned rank = 0;
    for (unsigned j = 0; j < n; ++j) {
      const std::uint32_t other = s_keys[j];
      rank += other < own || (other == own && j < i);
    }
    d_keys[begin + rank] = own;
  }
}
__global__ void count_one_by_one_kernel(const std::uint32_t* d_keys, std::size_t n, std::uint32_t* d_counts) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&d_counts[d_keys[i] >> 16], 1);
}
// [lab08-rank-tiles]
CODE
)"
  change 'hybrid::count_keys(d_keys, n, d_counts, device);' \
    'if (M) count_one_by_one_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_keys, n, d_counts);
  else hybrid::count_keys(d_keys, n, d_counts, device);'
  change 'hybrid::buckets_kernel<<<static_cast<unsigned>(buckets)' \
    'if (M) buckets_by_ranks_kernel<<<static_cast<unsigned>(buckets), 256>>>(d_keys, d_ends);
  else hybrid::buckets_kernel<<<static_cast<unsigned>(buckets)'
  expect Lab08.RanksAreClean 'OVER BUDGET' 'words loaded from global and shared memory; the budget is 2 097 152.'
  expect Lab08.CountsAreClean 'OVER BUDGET' '500 000 atomic operations on global memory; the budget is 62 500.'
  expect Lab08.BucketsAreClean 'OVER BUDGET' 'words loaded from global and shared memory; the budget is 2 048 000.'

  twin ranks_of_twelve_bits 08_hybrid_radix
  change 'd_ranks[begin + i] += counts[d.of(d_keys[begin + i])];' \
    'd_ranks[begin + i] = (d_ranks[begin + i] + counts[d.of(d_keys[begin + i])]) & (M ? 0xfff : 0xffff);'
  marks -t 'Lab08.RanksCount*' 0 'Lab08.RanksCountTheKeysBefore WRONG'

  twin three_hundred_buckets 08_hybrid_radix
  change 'hybrid::buckets_kernel<<<static_cast<unsigned>(buckets)' \
    'hybrid::buckets_kernel<<<static_cast<unsigned>(M && buckets > 300 ? 300 : buckets)'
  marks -t Lab08.BucketsAreSorted 0 'Lab08.BucketsAreSorted WRONG'

  # Ranks, counts, a scan and a scatter, by kernels one after the other: lab 04.
  twin kernels_for_a_sweep 08_hybrid_radix
  change '// [lab08-rank-tiles]' "$(cat <<'CODE'
__global__ void tile_counts_kernel(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t, std::uint32_t* d_starts) {
  __shared__ std::uint32_t s_count[kBins];
  s_count[threadIdx.x] = 0;
  __syncthreads();
  const std::size_t begin = std::size_t{blockIdx.x} * t.tile;
  for (std::size_t i = begin + threadIdx.x; i < begin + t.tile && i < n; i += blockDim.x) atomicAdd(&s_count[d.of(d_keys[i])], 1u);
  __syncthreads();
  d_starts[threadIdx.x * gridDim.x + blockIdx.x] = s_count[threadIdx.x];
}
__global__ void starts_kernel(std::uint32_t* d_starts, unsigned tiles) {
  __shared__ std::uint32_t s_sums[kBins];
  std::uint32_t sum = 0, before = 0;
  for (unsigned tile = 0; tile < tiles; ++tile) sum += d_starts[threadIdx.x * tiles + tile];
  s_sums[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned bin = 0; bin < threadIdx.x; ++bin) before += s_sums[bin];
  for (unsigned tile = 0; tile < tiles; ++tile) {
    const std::uint32_t count = d_starts[threadIdx.x * tiles + tile];
    d_starts[threadIdx.x * tiles + tile] = before;
    before += count;
  }
}
__global__ void scatter_pairs_kernel(const std::uint32_t* d_keys, const std::uint32_t* d_values, std::size_t n, digit d, tiling t,
                                     const std::uint32_t* d_ranks, const std::uint32_t* d_starts, std::uint32_t* d_out_keys,
                                     std::uint32_t* d_out_values) {
  const std::size_t begin = std::size_t{blockIdx.x} * t.tile;
  for (std::size_t i = begin + threadIdx.x; i < begin + t.tile && i < n; i += blockDim.x) {
    const std::size_t place = d_starts[d.of(d_keys[i]) * gridDim.x + blockIdx.x] + d_ranks[i];
    d_out_keys[place] = d_keys[i];
    d_out_values[place] = d_values[i];
  }
}
// [lab08-rank-tiles]
CODE
)"
  change 'lab::device_buffer<std::uint32_t> d_workspace(hybrid::pairs_workspace_words(n, device));' "$(cat <<'CODE'
if (M) {
    const digit d{shift, 8};
    const tiling t{256, 4096};
    const auto tiles = static_cast<unsigned>(t.tiles(n));
    lab::device_buffer<std::uint32_t> d_ranks(n), d_starts(std::size_t{kBins} * tiles);
    if (lab::status bad = rank_tiles(d_keys, n, d, t, d_ranks.data()); !bad.ok()) return bad;
    tile_counts_kernel<<<tiles, kBins>>>(d_keys, n, d, t, d_starts.data());
    starts_kernel<<<1, kBins>>>(d_starts.data(), tiles);
    scatter_pairs_kernel<<<tiles, 256>>>(d_keys, d_values, n, d, t, d_ranks.data(), d_starts.data(), d_out_keys, d_out_values);
    CUDA_CHECK_LAUNCH("scatter_pairs_kernel");
    return {};
  }
  lab::device_buffer<std::uint32_t> d_workspace(hybrid::pairs_workspace_words(n, device));
CODE
)"
  expect Lab08.SweepIsClean WRONG 'no kernel that stores as much as the pairs tells other blocks anything'
}
together 08_hybrid_radix twins
exit "$failed"
