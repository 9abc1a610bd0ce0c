// SPDX-License-Identifier: Apache-2.0
// cub::WarpReduce and cub::WarpScan, with shuffles, in CUB's order of operations.
#pragma once
#include "simcu/cub/common.h"

namespace cub {
namespace details {

template <int Threads>
struct logical_warp {
  static_assert(Threads >= 1 && Threads <= 32, "a logical warp has from 1 to 32 threads");
  unsigned first = simcu::lane_id() / Threads * Threads;
  int rank = static_cast<int>(simcu::lane_id() - first);
  unsigned lanes = (Threads == 32 ? ~0u : ((1u << (Threads & 31)) - 1) << first);
};

template <int Threads, class T, class Op>
SIMCU_INLINED T warp_reduce(const logical_warp<Threads>& w, T value, int valid, Op op, location where) {
  for (int offset = 1; offset < Threads; offset *= 2) {
    const bool there = w.rank + offset < valid;
    const T other =
        from_lane(w.lanes, value, w.first + static_cast<unsigned>(there ? w.rank + offset : w.rank), where);
    if (there) value = op(value, other);
  }
  return value;
}
template <int Threads, class T, class Op>
SIMCU_INLINED T warp_scan(const logical_warp<Threads>& w, T value, Op op, location where) {
  for (int offset = 1; offset < Threads; offset *= 2) {
    const bool there = w.rank >= offset;
    const T other =
        from_lane(w.lanes, value, w.first + static_cast<unsigned>(there ? w.rank - offset : w.rank), where);
    if (there) value = op(other, value);
  }
  return value;
}
template <int Threads, class T>
SIMCU_INLINED T from_left(const logical_warp<Threads>& w, const T& value, location where) {
  return from_lane(w.lanes, value, w.first + static_cast<unsigned>(w.rank > 0 ? w.rank - 1 : 0), where);
}

}  // namespace details

// Only the first lane of each logical warp, or of each segment, has a defined result.
template <class T, int Threads = 32, int = 0>
class WarpReduce {
 public:
  struct TempStorage {
    unsigned char unused;
  };
  SIMCU_INLINED WarpReduce(TempStorage&) {}

  template <class Op>
  SIMCU_INLINED T Reduce(T input, Op op, location where = SIMCU_HERE) {
    return Reduce(input, op, Threads, where);
  }
  template <class Op>
  SIMCU_INLINED T Reduce(T input, Op op, int valid_items, location where = SIMCU_HERE) {
    const T sum = details::warp_reduce(warp_, input, valid_items, op, where);
    return warp_.rank == 0 ? sum : details::undefined_like(sum);
  }
  SIMCU_INLINED T Sum(T input, location where = SIMCU_HERE) {
    return Reduce(input, cub::Sum(), Threads, where);
  }
  SIMCU_INLINED T Sum(T input, int valid_items, location where = SIMCU_HERE) {
    return Reduce(input, cub::Sum(), valid_items, where);
  }
  SIMCU_INLINED T Max(T input, location where = SIMCU_HERE) {
    return Reduce(input, cub::Max(), Threads, where);
  }
  SIMCU_INLINED T Min(T input, location where = SIMCU_HERE) {
    return Reduce(input, cub::Min(), Threads, where);
  }
  template <class Flag>
  SIMCU_INLINED T HeadSegmentedSum(T input, Flag head, location where = SIMCU_HERE) {
    return HeadSegmentedReduce(input, head, cub::Sum(), where);
  }
  template <class Flag>
  SIMCU_INLINED T TailSegmentedSum(T input, Flag tail, location where = SIMCU_HERE) {
    return TailSegmentedReduce(input, tail, cub::Sum(), where);
  }
  template <class Flag, class Op>
  SIMCU_INLINED T HeadSegmentedReduce(T input, Flag head, Op op, location where = SIMCU_HERE) {
    return segmented(input, (heads_or_tails(head, where) & ~1u) >> 1, op, where);
  }
  template <class Flag, class Op>
  SIMCU_INLINED T TailSegmentedReduce(T input, Flag tail, Op op, location where = SIMCU_HERE) {
    return segmented(input, heads_or_tails(tail, where), op, where);
  }

 private:
  template <class Flag>
  SIMCU_INLINED unsigned heads_or_tails(Flag flag, location where) {
    return static_cast<unsigned>(
               simcu::warp_meet(simcu::warp_op::ballot, warp_.lanes, flag != Flag(), 0, where)) >>
           warp_.first;
  }
  // `last` has a bit set for each rank that ends a segment.
  template <class Op>
  SIMCU_INLINED T segmented(T input, unsigned last, Op op, location where) {
    const unsigned at_or_above = (last | 1u << (Threads - 1)) & ~((1u << warp_.rank) - 1);
    return details::warp_reduce(warp_, input, __ffs(static_cast<int>(at_or_above)), op, where);
  }
  details::logical_warp<Threads> warp_;
};

template <class T, int Threads = 32, int = 0>
class WarpScan {
 public:
  struct TempStorage {
    unsigned char unused;
  };
  SIMCU_INLINED WarpScan(TempStorage&) {}

  SIMCU_INLINED void InclusiveSum(T input, T& output, location where = SIMCU_HERE) {
    InclusiveScan(input, output, cub::Sum(), where);
  }
  SIMCU_INLINED void InclusiveSum(T input, T& output, T& aggregate, location where = SIMCU_HERE) {
    InclusiveScan(input, output, cub::Sum(), aggregate, where);
  }
  SIMCU_INLINED void ExclusiveSum(T input, T& output, location where = SIMCU_HERE) {
    ExclusiveScan(input, output, T(), cub::Sum(), where);
  }
  SIMCU_INLINED void ExclusiveSum(T input, T& output, T& aggregate, location where = SIMCU_HERE) {
    ExclusiveScan(input, output, T(), cub::Sum(), aggregate, where);
  }
  template <class Op>
  SIMCU_INLINED void InclusiveScan(T input, T& output, Op op, location where = SIMCU_HERE) {
    output = details::warp_scan(warp_, input, op, where);
  }
  template <class Op>
  SIMCU_INLINED void InclusiveScan(T input, T& output, Op op, T& aggregate, location where = SIMCU_HERE) {
    output = details::warp_scan(warp_, input, op, where);
    aggregate = Broadcast(output, Threads - 1, where);
  }
  // Without an initial value, the first lane's output is undefined.
  template <class Op>
  SIMCU_INLINED void ExclusiveScan(T input, T& output, Op op, location where = SIMCU_HERE) {
    T inclusive = input;
    Scan(input, inclusive, output, op, where);
  }
  template <class Op>
  SIMCU_INLINED void ExclusiveScan(T input, T& output, T initial, Op op, location where = SIMCU_HERE) {
    T inclusive = input;
    Scan(input, inclusive, output, initial, op, where);
  }
  template <class Op>
  SIMCU_INLINED void ExclusiveScan(T input, T& output, Op op, T& aggregate, location where = SIMCU_HERE) {
    T inclusive = input;
    Scan(input, inclusive, output, op, where);
    aggregate = Broadcast(inclusive, Threads - 1, where);
  }
  template <class Op>
  SIMCU_INLINED void ExclusiveScan(T input, T& output, T initial, Op op, T& aggregate,
                                   location where = SIMCU_HERE) {
    const T inclusive = details::warp_scan(warp_, input, op, where);
    const T left = details::from_left(warp_, inclusive, where);
    aggregate = Broadcast(inclusive, Threads - 1, where);  // without the initial value
    output = warp_.rank == 0 ? initial : op(initial, left);
  }
  template <class Op>
  SIMCU_INLINED void Scan(T input, T& inclusive, T& exclusive, Op op, location where = SIMCU_HERE) {
    inclusive = details::warp_scan(warp_, input, op, where);
    const T left = details::from_left(warp_, inclusive, where);
    exclusive = warp_.rank == 0 ? details::undefined_like(left) : left;
  }
  template <class Op>
  SIMCU_INLINED void Scan(T input, T& inclusive, T& exclusive, T initial, Op op,
                          location where = SIMCU_HERE) {
    inclusive = op(initial, details::warp_scan(warp_, input, op, where));
    const T left = details::from_left(warp_, inclusive, where);
    exclusive = warp_.rank == 0 ? initial : left;
  }
  SIMCU_INLINED T Broadcast(T input, unsigned source, location where = SIMCU_HERE) {
    return details::from_lane(warp_.lanes, input, warp_.first + source, where);
  }

 private:
  details::logical_warp<Threads> warp_;
};

}  // namespace cub
