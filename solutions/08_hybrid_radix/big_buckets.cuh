// SPDX-License-Identifier: Apache-2.0
// Sorts buckets that are too large for a local sort. Their keys share the top 16 bits, so no keys have to be
// moved: the low 16 bits are counted, and the keys are written out from the counts.
#pragma once
#include "local_kernels.cuh"

namespace hybrid {

constexpr int kBigThreads = 1024;
constexpr unsigned kRows = kBuckets / 32;  // rows of 32 bins
constexpr unsigned kLongRun = 512;         // runs of this many copies or more are shared among warps
constexpr unsigned kRuns = 1024;           // at most this many long runs are recorded
constexpr unsigned kSpills = 64;           // a block counts at most 2^20 keys of a bucket and spills 2^15

struct run {
  word at, count, key;
};

struct big_memory {
  word sums[32], rows[kRows + 1], run_count, spill_count, spilled[kSpills], ticket;
  run runs[kRuns];
};
template <class Code>
constexpr std::size_t kBigBytes = kTableBytes > sizeof(local_memory<large_shape<Code>>)
                                      ? kTableBytes
                                      : sizeof(local_memory<large_shape<Code>>);

// Whether a block can have as much memory as the largest kernel needs.
template <class Code>
bool has_room(const device_facts& device) {
  return device.block_bytes >= kBigBytes<Code> + (kCountsLarge<Code> ? sizeof(big_memory) + 1024 : 0);
}

// Adds the number of keys in each bucket to counts, which has kBuckets zeros. overfull: points to a 0, or is
// null. If a bucket has many more than `most` keys, *overfull becomes 1, usually early, and the counts are
// incomplete.
template <class Code>
void count_keys(const Code* d_keys, std::size_t n, word* counts, key_order<Code> order,
                const device_facts& device, word most = 0, word* overfull = nullptr) {
  const auto tiles = static_cast<unsigned>((n + 16383) / 16384);
  const unsigned blocks = tiles < device.multiprocessors ? tiles : device.multiprocessors;
  if (!has_room<Code>(device))
    return launch(device, count_met_kernel<Code>, blocks, kMeetingThreads, 0, d_keys, n, counts, order);
  launch(device, count_kernel<Code>, blocks, kCountThreads, kTableBytes, d_keys, n, counts, order, most,
         overfull);
}

// Writes the counted keys in the order of their bins, but only those at places [from, to), to out[place]. A
// bin's key, prefix | bin, occurs in_table(bin) times, and kSpill times more per entry in s.spilled.
template <class Count>
__device__ inline void write_counted(Count in_table, word from, word to, word prefix, word* out,
                                     key_order<word> order, big_memory& s) {
  const unsigned t = threadIdx.x, warp = t / 32;
  __syncthreads();
  constexpr unsigned kOwn = kRows / 32;
  constexpr int kAtOnce = 8;
  for (unsigned r = warp * kOwn; r < (warp + 1) * kOwn; r += kAtOnce) {
    word own[kAtOnce], any = 0;
#pragma unroll
    for (int k = 0; k < kAtOnce; ++k) own[k] = in_table((r + k) * 32 + lane_id()), any |= own[k];
    const bool empty = __ballot_sync(kAllLanes, any != 0) == 0;  // common if there are few distinct values
#pragma unroll
    for (int k = 0; k < kAtOnce; ++k) {
      const word sum = empty ? 0 : warp_inclusive_scan(own[k]);
      if (lane_id() == 31) s.rows[r + k] = sum;
    }
  }
  if (t == 0) s.run_count = 0;
  __syncthreads();
  const word spills = s.spill_count;
  const auto count = [&](unsigned bin) {
    word sum = in_table(bin);
    for (word j = 0; j < spills; ++j) sum += s.spilled[j] == bin ? kSpill : 0;
    return sum;
  };
  if (t < spills) atomicAdd(&s.rows[s.spilled[t] / 32], kSpill);
  __syncthreads();
  const word a = s.rows[2 * t], b = s.rows[2 * t + 1];
  word total;
  const word before = block_exclusive_scan(a + b, s.sums, kBigThreads / 32, total);
  s.rows[2 * t] = before;
  s.rows[2 * t + 1] = before + a;
  if (t == 0) s.rows[kRows] = total;
  const unsigned skipped = __syncthreads_count(before + a + b <= from) * 2;  // rows
  for (unsigned r = skipped + warp; r < kRows; r += 32) {
    const word begin = s.rows[r], end = s.rows[r + 1];
    if (begin >= to) break;
    if (end <= from || end == begin) continue;
    const word copies = count(r * 32 + lane_id()), upto = warp_inclusive_scan(copies);
    const word at = max(begin + upto - copies, from), behind = min(begin + upto, to);
    const word mine = behind > at ? behind - at : 0;
    if (__ballot_sync(kAllLanes, mine >= kLongRun) == 0) {
      const word first = max(begin, from), last = min(end, to);
      for (word o = first; o < last; o += 32) {  // each lane finds its place's bin among the 32 sums
        const word place = o + lane_id() - begin;
        unsigned bin = 0;
#pragma unroll
        for (unsigned step = 16; step > 0; step /= 2)
          if (__shfl_sync(kAllLanes, upto, bin + step - 1) <= place) bin += step;
        if (o + lane_id() < last) out[o + lane_id()] = order.decode(prefix | (r * 32 + bin));
      }
      continue;
    }
    for (unsigned left = __ballot_sync(kAllLanes, mine > 0); left != 0; left &= left - 1) {
      const int lane = __ffs(left) - 1;
      const run x = {__shfl_sync(kAllLanes, at, lane), __shfl_sync(kAllLanes, mine, lane),
                     order.decode(prefix | (r * 32 + lane))};
      if (x.count >= kLongRun) {
        unsigned slot = 0;
        if (lane_id() == 0) {
          slot = atomicAdd(&s.run_count, 1u);
          if (slot < kRuns) s.runs[slot] = x;
        }
        if (__shfl_sync(kAllLanes, slot, 0) < kRuns) continue;
      }
      for (word i = lane_id(); i < x.count; i += 32) out[x.at + i] = x.key;
    }
  }
  __syncthreads();
  const unsigned runs = min(s.run_count, kRuns);
  for (unsigned i = 0; i < runs; ++i) {
    const run x = s.runs[i];
    if (x.count >= 16 * kBigThreads)
      for (word j = t; j < x.count; j += kBigThreads) out[x.at + j] = x.key;
    else if (i % 32 == warp)
      for (word j = lane_id(); j < x.count; j += 32) out[x.at + j] = x.key;
  }
  __syncthreads();
}

// Whole buckets of up to p.whole keys are counted and written. Slices of larger buckets are counted, and
// their counts are added up in d_free at the bucket's place. Once all slices have been counted, slices of the
// output are written. Buckets of up to kLargeMost keys are sorted, unless listed_kernel has done that. The
// input is the codes in `out`, or, if no split was needed, the keys in `keys`. A block draws tickets, one at
// a time: first the longest pieces, last the pieces that wait for others, so a block waits only for blocks
// that have begun.
template <class Code>
__global__ void __launch_bounds__(kBigThreads, 1)
    big_kernel(const Code* keys, Code* out, plan p, word* d_free, bool sorted, key_order<Code> order) {
  using S = large_shape<Code>;
  extern __shared__ __align__(16) word s_table[];
  __shared__ big_memory s;
  wait_for_earlier_kernels();
  const word counted = p.listed[kCounted], large = counted + (sorted ? 0 : p.listed[kLarge]);
  const word pieces = large + (sorted ? 0 : p.listed[kMiddle]);
  const bool split = *p.no_split == 0;
  const Code* in = split ? out : keys;
  const auto bin_of = [=](Code x) { return (split ? x : order.encode(x)) % kBuckets; };
  if (pieces == 0) return;
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0) s.ticket = atomicAdd(p.taken, 1u), s.spill_count = 0;
    __syncthreads();
    const word i = s.ticket;
    if (i >= pieces + counted) return;
    const piece x = i < counted  ? p.list[kCounted][i]
                    : i < large  ? p.list[kLarge][i - counted]
                    : i < pieces ? p.list[kMiddle][i - large]
                                 : p.list[kCounted][i - pieces];
    const word count = p.counts[x.bucket], start = split ? p.cursors[x.bucket] - count : 0;
    const word from = x.slice > 0 ? (x.slice - 1) * p.slice : 0, to = from + min(count - from, p.slice);
    word* table = d_free + start;  // of slices
    if (i >= pieces) {
      if (x.slice == 0) continue;
      if (threadIdx.x == 0)
        while (shared_word(*p.done).load(cuda::memory_order_acquire) < counted) {
        }
      write_counted([=](unsigned bin) { return table[bin]; }, from, to, x.bucket << 16, out + start, order,
                    s);
      continue;
    }
    if (count <= kLargeMost) {
      load_and_sort<S, true>(*reinterpret_cast<local_memory<S>*>(s_table), in + start, out + start, count,
                             x.bucket << 16, 16, order);
      continue;
    }
    clear_table(s_table);
    __syncthreads();
    if (x.slice == 0) {
      count_range(in, start, std::size_t{start} + count, 0, 1, s_table, bin_of,
                  spills(kSpill, [&](unsigned bin) { s.spilled[atomicAdd(&s.spill_count, 1u)] = bin; }));
      const auto in_table = [&](unsigned bin) {
        return (s_table[bin % kTableWords] >> (bin / kTableWords * 16)) & 0xffff;
      };
      write_counted(in_table, 0, count, x.bucket << 16, out + start, order, s);
    } else {
      count_range(in, std::size_t{start} + from, std::size_t{start} + to, 0, 1, s_table, bin_of,
                  spills(kSpill, [=](unsigned bin) { atomicAdd(&table[bin], kSpill); }));
      __syncthreads();
      add_table_to(s_table, table);
    }
    __syncthreads();
    if (threadIdx.x == 0) shared_word(*p.done).fetch_add(1, cuda::memory_order_release);
  }
}

}  // namespace hybrid
