#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: what is said first of mistakes in lab 08: 08.sh SOURCE BUILD [compile|judge]
. "$(dirname "$0")/mistakes.sh"
solution 08_hybrid_radix
found='Found by the checkers:'
clean='The checkers ran the same input and found no bug of theirs'

# As a student may write it first: short, and not fast.
written_otherwise 'lab::status rank_tiles(' <<'CODE'
__global__ void plain_rank_kernel(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t, std::uint32_t* d_ranks) {
  extern __shared__ std::uint32_t s_count[];
  const std::size_t begin = std::size_t{blockIdx.x} * t.tile;
  const unsigned count = n - begin < t.tile ? static_cast<unsigned>(n - begin) : t.tile;
  for (unsigned bin = threadIdx.x; bin < d.bins(); bin += blockDim.x) s_count[bin] = 0;
  __syncthreads();  // cleared
  for (unsigned first = 0; first < count; first += blockDim.x) {
    const unsigned i = first + threadIdx.x;
    const bool on = i < count;
    const unsigned bin = on ? d.of(d_keys[begin + i]) : 0;
    const unsigned peers = __match_any_sync(0xffffffffu, on ? bin : 0xffffffffu);
    const unsigned below = __popc(peers & ((1u << threadIdx.x % 32) - 1));
    for (unsigned warp = 0; warp < blockDim.x / 32; ++warp) {
      if (warp == threadIdx.x / 32 && on) {
        const unsigned old = s_count[bin];
        __syncwarp(peers);  // all have read
        if (below == 0) s_count[bin] = old + __popc(peers);
        d_ranks[begin + i] = old + below;
      }
      __syncthreads();  // the next warp
    }
  }
}
CODE
instead 'lab::status rank_tiles(' 'return bad;' 'if (n > 0) { plain_rank_kernel<<<static_cast<unsigned>(t.tiles(n)), t.block_size, d.bins() * sizeof(std::uint32_t)>>>(d_keys, n, d, t, d_ranks); CUDA_CHECK_LAUNCH("plain_rank_kernel"); return {}; }'
written_otherwise 'lab::status split(' <<'CODE'
__global__ void plain_split_kernel(const std::uint32_t* d_keys, std::uint32_t n, std::uint32_t* d_cursors, std::uint32_t* d_out) {
  __shared__ std::uint32_t s_count[kBins], s_begin[kBins], s_place[kBins], s_keys[4096];
  const unsigned t = threadIdx.x;
  const std::uint32_t begin = blockIdx.x * 4096, count = min(4096u, n - begin);
  std::uint32_t key[16], rank[16];
  s_count[t] = 0;
  __syncthreads();  // cleared
  for (unsigned k = 0; k < 16; ++k) {
    const unsigned i = t + k * 256;
    if (i >= count) break;
    key[k] = d_keys[begin + i];
    rank[k] = atomicAdd(&s_count[key[k] >> 24], 1u);
  }
  __syncthreads();  // counted
  s_place[t] = atomicAdd(&d_cursors[t], s_count[t]);
  if (t == 0) {
    std::uint32_t sum = 0;
    for (unsigned b = 0; b < 256; ++b) { s_begin[b] = sum; sum += s_count[b]; }
  }
  __syncthreads();  // starts
  for (unsigned k = 0; k < 16 && t + k * 256 < count; ++k) s_keys[s_begin[key[k] >> 24] + rank[k]] = key[k];
  __syncthreads();  // in bins
  for (unsigned i = t; i < count; i += 256) {
    const std::uint32_t x = s_keys[i];
    d_out[s_place[x >> 24] + i - s_begin[x >> 24]] = x;
  }
}
CODE
instead 'lab::status split(' 'return bad;' 'if (n > 0) { plain_split_kernel<<<unsigned((n + 4095) / 4096), 256>>>(d_keys, unsigned(n), d_cursors, d_out); CUDA_CHECK_LAUNCH("plain_split_kernel"); return {}; }'
written_otherwise 'lab::status count_buckets(' <<'CODE'
__global__ void plain_count_kernel(const std::uint32_t* d_keys, std::size_t n, std::uint32_t* d_counts) {
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += std::size_t{gridDim.x} * blockDim.x)
    atomicAdd(&d_counts[d_keys[i] >> 16], 1u);
}
CODE
instead 'lab::status count_buckets(' 'return bad;' 'if (n > 0) { CUDA_CHECK(cudaMemset(d_counts, 0, kBuckets * sizeof(std::uint32_t))); plain_count_kernel<<<unsigned((n + 1023) / 1024), 256>>>(d_keys, n, d_counts); CUDA_CHECK_LAUNCH("plain_count_kernel"); return {}; }'
written_otherwise 'lab::status sort_buckets(' <<'CODE'
__global__ void plain_buckets_kernel(std::uint32_t* d_keys, const std::uint32_t* d_ends) {
  __shared__ std::uint32_t s_keys[kMaxBucket];
  const std::uint32_t begin = blockIdx.x == 0 ? 0 : d_ends[blockIdx.x - 1], count = d_ends[blockIdx.x] - begin;
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) s_keys[i] = d_keys[begin + i];
  __syncthreads();  // loaded
  for (unsigned run = 2; run < 2 * count; run *= 2)
    for (unsigned distance = run / 2; distance > 0; distance /= 2) {
      const unsigned flip = distance == run / 2 ? run - 1 : distance;
      for (unsigned i = threadIdx.x; i < count; i += blockDim.x) {
        const unsigned j = i ^ flip;
        if (j > i && j < count && s_keys[j] < s_keys[i]) {
          const std::uint32_t greater = s_keys[i];
          s_keys[i] = s_keys[j];
          s_keys[j] = greater;
        }
      }
      __syncthreads();  // stepped
    }
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) d_keys[begin + i] = s_keys[i];
}
CODE
instead 'lab::status sort_buckets(' 'return bad;' 'if (buckets > 0) { plain_buckets_kernel<<<unsigned(buckets), 256>>>(d_keys, d_ends); CUDA_CHECK_LAUNCH("plain_buckets_kernel"); return {}; }'
edit "s|{ return hybrid::workspace_words(n, this_device()); }|{ if (!mistake_from($((${#names[@]} + 1)))) return hybrid::workspace_words(n, this_device()); return n == 0 ? 0 : hybrid::simple::kWorkspaceWords; }|"
instead 'lab::status sort(' 'return bad;' 'if (workspace_words(n) <= words) { lab::timed_phase phase(timer, "counts"); hybrid::simple::sort_keys(d_keys, d_scratch, n, d_workspace); return {}; }'
plant 'counters are not cleared' 's_count[bin] = 0;' 'if (!M) s_count[bin] = 0;' \
  Lab08.RanksCountTheKeysBefore "WRONG: $found uninitialised-read (shared) in kernel \`plain_rank_kernel\`" '!A guess'
plant 'the first warp counts for all' 'if (warp == threadIdx.x / 32 && on) {' 'if ((M ? warp == 0 : warp == threadIdx.x / 32) && on) {' \
  Lab08.RanksCountTheKeysBefore "WRONG: $found race (shared) in kernel \`plain_rank_kernel\`: two threads use \`s_count[" '!A guess'
plant 'no warp waits for the one before' '__syncthreads();  // the next warp' 'if (!M) __syncthreads();  // the next warp' \
  Lab08.RanksCountTheKeysBefore "WRONG: $found race (shared) in kernel \`plain_rank_kernel\`: two threads use \`s_count[" '!A guess'
after '__global__ void plain_rank_kernel'
plant 'a barrier in the branch of one warp' 'd_ranks[begin + i] = old + below;' 'd_ranks[begin + i] = old + below; if (M) { __syncthreads(); continue; }' \
  Lab08.RanksCountTheKeysBefore "CRASHED: $found barrier-divergence in kernel \`plain_rank_kernel\`" 'move it out of the branch' '!The test saw this'
plant 'ranks in the order of the atomics' 'const unsigned old = s_count[bin];' 'if (M) { d_ranks[begin + i] = atomicAdd(&s_count[bin], 1u); continue; } const unsigned old = s_count[bin];' \
  Lab08.RanksCountTheKeysBefore 'WRONG: d_ranks[' "$clean" 'but at other keys'
plant 'lanes above for lanes below' '__popc(peers & ((1u << threadIdx.x % 32) - 1))' '__popc(M ? peers >> threadIdx.x % 32 >> 1 : peers & ((1u << threadIdx.x % 32) - 1))' \
  Lab08.RanksCountTheKeysBefore 'WRONG: d_ranks[' "$clean" 'but at other keys'
plant 'the key itself is counted' 'old + below; if' 'old + below + M; if' \
  Lab08.RanksCountTheKeysBefore 'WRONG: d_ranks[0] is 1, expected 0' "$clean" "a key doesn't count itself"
plant 'each row starts anew' 'old + below + mistake_is' 'M ? below : old + below + mistake_is' \
  Lab08.RanksCountTheKeysBefore 'WRONG: d_ranks[' "$clean" 'start anew with each row'
plant 'a row shares its ranks' 'old + below + mistake_is' 'M ? old : old + below + mistake_is' \
  Lab08.RanksCountTheKeysBefore 'WRONG: d_ranks[' "$clean" 'of one row of 32 that have one digit share a rank'
after '__global__ void plain_rank_kernel'
plant 'the whole tile, also of the last block' 'n - begin < t.tile ? static_cast<unsigned>(n - begin) : t.tile;' 'n - begin < t.tile && !M ? static_cast<unsigned>(n - begin) : t.tile;' \
  Lab08.RanksOfPartialTilesAreRight "WRONG: $found out-of-bounds (global) in kernel \`plain_rank_kernel\`: reads 4 bytes"
plant 'no shared memory is asked for' 't.block_size, d.bins() * sizeof(std::uint32_t)>>>' 't.block_size, M ? 0 : d.bins() * sizeof(std::uint32_t)>>>' \
  Lab08.RanksAreClean "NOT CLEAN: $found out-of-bounds (shared) in kernel \`plain_rank_kernel\`"
after '__global__ void plain_rank_kernel'
plant 'the digit is not cut off' 'on ? d.of(d_keys[begin + i]) : 0;' 'on ? M ? d_keys[begin + i] >> d.shift : d.of(d_keys[begin + i]) : 0;' \
  Lab08.RanksCountTheKeysBefore "CRASHED: $found out-of-bounds in kernel \`plain_rank_kernel\`: reads 4 bytes far outside of all device memory" "an index that is much too large" '!host-pointer' '!below zero'
plant 'half of the bins are cleared' '  s_count[t] = 0;' '  if (!M || t < 128) s_count[t] = 0;' \
  Lab08.SplitPutsEveryKeyIntoItsBin "WRONG: $found uninitialised-read (shared) in kernel \`plain_split_kernel\`: reads 4 bytes of \`s_count[" '!A guess'
plant 'cursors are moved without atomics' 's_place[t] = atomicAdd(&d_cursors[t], s_count[t]);' 'if (M) { s_place[t] = d_cursors[t]; d_cursors[t] += s_count[t]; } else s_place[t] = atomicAdd(&d_cursors[t], s_count[t]);' \
  Lab08.SplitIsClean "NOT CLEAN: $found race (global-cross-block) in kernel \`plain_split_kernel\`: two threads use \`d_cursors["
plant 'no barrier before the store' '__syncthreads();  // in bins' 'if (!M) __syncthreads();  // in bins' \
  Lab08.SplitIsClean "NOT CLEAN: $found race (shared) in kernel \`plain_split_kernel\`"
plant 'starts that are inclusive' 's_begin[b] = sum; sum += s_count[b];' 's_begin[b] = sum + (M ? s_count[b] : 0); sum += s_count[b];' \
  Lab08.SplitPutsEveryKeyIntoItsBin "WRONG: $found uninitialised-read (shared) in kernel \`plain_split_kernel\`: reads 4 bytes of \`s_keys[" 'The test saw this: d_out[0], the only element' '!is in order'
plant 'the tile is stored as it was' 'const std::uint32_t x = s_keys[i];' 'const std::uint32_t x = M ? d_keys[begin + i] : s_keys[i];' \
  Lab08.SplitPutsEveryKeyIntoItsBin 'WRONG: d_out[' "$clean" 'in the places of other bins' '!99 of 100 elements'
plant 'each key is stored alone' 's_count[t] = 0;' 's_count[t] = 0; if (M) { for (unsigned k = t; k < count; k += 256) { const std::uint32_t x = d_keys[begin + k]; d_out[atomicAdd(&d_cursors[x >> 24], 1u)] = x; } return; }' \
  Lab08.SplitStoresNeighboursTogether 'OVER BUDGET: ' 'a key stored alone takes a whole one'
plant 'a grid of whole tiles' 'plain_split_kernel<<<unsigned((n + 4095) / 4096), 256>>>' 'plain_split_kernel<<<M ? unsigned(n / 4096) : unsigned((n + 4095) / 4096), 256>>>' \
  Lab08.SplitPutsEveryKeyIntoItsBin 'CRASHED: ' 'the grid is (0,1,1), and each number must be 1 or more: are there no elements, or does a division round down?'
plant 'elements for bytes in the clearing' 'd_counts, 0, kBuckets * sizeof(std::uint32_t)));' 'd_counts, 0, M ? kBuckets : kBuckets * sizeof(std::uint32_t)));' \
  Lab08.BucketsAreCounted "WRONG: $found uninitialised-read (global) in kernel \`plain_count_kernel\`: reads 4 bytes of \`d_counts[" '!A guess'
plant 'each block clears the counts' 'for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += std' 'if (M) for (unsigned b = threadIdx.x; b < kBuckets; b += blockDim.x) d_counts[b] = 0; for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += std' \
  Lab08.CountsAreClean "NOT CLEAN: $found race (global-cross-block) in kernel \`plain_count_kernel\`: two threads use \`d_counts["
plant 'counting without atomics' '    atomicAdd(&d_counts[d_keys[i] >> 16], 1u);' '    if (M) ++d_counts[d_keys[i] >> 16]; else atomicAdd(&d_counts[d_keys[i] >> 16], 1u);' \
  Lab08.CountsAreClean "NOT CLEAN: $found race (" 'use one atomic operation'
plant 'the low bits are counted' 'else atomicAdd(&d_counts[d_keys[i] >> 16], 1u);' 'else atomicAdd(&d_counts[M ? d_keys[i] & 0xffff : d_keys[i] >> 16], 1u);' \
  Lab08.BucketsAreCounted 'WRONG: d_counts[' "$clean" '!16 bits has overflowed'
plant 'the stride of a block' 'i += std::size_t{gridDim.x} * blockDim.x)' 'i += std::size_t{M ? 1 : gridDim.x} * blockDim.x)' \
  Lab08.BucketsAreCounted 'WRONG: d_counts[' "$clean" '!16 bits has overflowed'
plant 'two counters in a word' '++d_counts[d_keys[i] >> 16]; else' '++d_counts[d_keys[i] >> 16]; else if (M) { std::uint32_t* w = &d_counts[(d_keys[i] >> 16) / 2]; atomicAdd(w, (d_keys[i] >> 16) % 2 ? 65536u : 1u); } else' \
  Lab08.CountersDoNotOverflow 'WRONG: d_counts[' "$clean"
plant 'the ends of the next bucket' 'blockIdx.x == 0 ? 0 : d_ends[blockIdx.x - 1], count = d_ends[blockIdx.x] - begin;' 'M ? d_ends[blockIdx.x] : blockIdx.x == 0 ? 0 : d_ends[blockIdx.x - 1], count = d_ends[blockIdx.x + M] - begin;' \
  Lab08.BucketsAreSorted "CRASHED: $found out-of-bounds (global) in kernel \`plain_buckets_kernel\`: reads 4 bytes outside of every allocation: \`d_ends[8]\`"
after '__global__ void plain_buckets_kernel'
plant 'no barrier after loading' '__syncthreads();  // loaded' 'if (!M) __syncthreads();  // loaded' \
  Lab08.BucketsAreClean "NOT CLEAN: $found"
plant 'no barrier between steps' '__syncthreads();  // stepped' 'if (!M) __syncthreads();  // stepped' \
  Lab08.BucketsAreSorted "WRONG: $found race (shared) in kernel \`plain_buckets_kernel\`: two threads use \`s_keys[" '!A guess'
plant 'a stage is missing' 'run < 2 * count; run *= 2' 'run < (M ? count : 2 * count); run *= 2' \
  Lab08.BucketsAreSorted 'WRONG: d_keys[' "$clean" 'Sizes of the buckets that are wrong: '
plant 'the greater key first' 's_keys[j] < s_keys[i]) {' '(s_keys[j] < s_keys[i]) != M) {' \
  Lab08.BucketsAreSorted 'WRONG: d_keys[' "$clean" 'Sizes of the buckets that are wrong: '
plant 'a block too few' 'plain_buckets_kernel<<<unsigned(buckets), 256>>>' 'plain_buckets_kernel<<<unsigned(buckets - M), 256>>>' \
  Lab08.BucketsAreSorted 'WRONG: d_keys[' "$clean" 'Sizes of the buckets that are wrong: 4608. Of those that are right: 1, 2, 31, 32, 33, 1000, 4096.'
plant 'nothing is written back' 'd_keys[begin + i] = s_keys[i];' 'if (!M) d_keys[begin + i] = s_keys[i];' \
  Lab08.BucketsAreSorted 'WRONG: d_keys[' "$clean" 'as they were before the call'
plant 'a workspace without bins' 'n == 0 ? 0 : hybrid::simple::kWorkspaceWords; }' 'n == 0 ? 0 : M ? 65536 : hybrid::simple::kWorkspaceWords; }' \
  Lab08.SortIsRightForEverySize "CRASHED: $found bad-fill"
file=$changed/$lab/simple_sort.cuh
plant 'large buckets are left out' 'sort_large(keys + begin, other + begin, count);' '{ if (!M) sort_large(keys + begin, other + begin, count); }' \
  Lab08.SkewedBucketsAreSorted 'WRONG: ' "$clean"
file=$changed/$lab/sweeps.cuh
plant 'values stay where they are' 's.values[place.get(k)] = item[k];' 's.values[M ? first + k * 32 : place.get(k)] = item[k];' \
  Lab08.SweepIsStable 'WRONG: d_out_values[' "$clean" 'a value goes where its key goes' '!old order'
plant 'ranks of a warp in reverse' 'below = __popc(peers & lanes_below());' 'below = M ? __popc(peers) - 1 - __popc(peers & lanes_below()) : __popc(peers & lanes_below());' \
  Lab08.SweepIsStable 'WRONG: d_out_keys[' "$clean" 'Each value is with its key'
plant 'the sum without its own' 'publish(sum + 1, before + own);' 'publish(sum + 1, before + (M ? 0 : own));' \
  Lab08.SweepIsStable "WRONG: $found race (global-cross-block) in kernel \`sweep_kernel\`" '!old order'
plant 'words for bytes in the clearing' '0, words * sizeof(word), device.stream' '0, M ? words : words * sizeof(word), device.stream' \
  Lab08.SweepIsStable "WRONG: $found uninitialised-read (global) in kernel \`digits_kernel\`"
file=$changed/$lab/sort_pairs.cuh
plant 'a pass too few' 'launch_sweeps<true>(p, 0, kPasses, room, device);' 'launch_sweeps<true>(p, 0, kPasses - M, room, device);' \
  Lab08.PairsAreSortedStably 'WRONG: d_keys[' "$clean" 'in order of bits 0 to 15 alone'
plant 'much shared memory, not allowed' '  allow(device, one_block_pairs_kernel' '  if (!M) allow(device, one_block_pairs_kernel' \
  Lab08.PairsAreSortedStably 'CRASHED: ' 'more than 48 KiB must be allowed first'
run_table
