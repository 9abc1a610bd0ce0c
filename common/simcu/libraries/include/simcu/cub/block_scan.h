// SPDX-License-Identifier: Apache-2.0
// cub::BlockScan, over one or several consecutive items per thread. As in CUB, no barrier follows, so the
// program must call __syncthreads() before it reuses the storage.
#pragma once
#include "simcu/cub/warp.h"

namespace cub {

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

namespace details {

enum class scan_kind { inclusive, exclusive };

struct no_front {};
template <class T>
struct front_value {
  T value;
};
template <class Function>
struct front_function {
  Function& function;
};

}  // namespace details

template <class T, int X, BlockScanAlgorithm Algorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int = 0>
class BlockScan {
  static constexpr int kThreads = X * Y * Z, kWarps = (kThreads + 31) / 32;

 public:
  struct TempStorage {
    details::cells<T, kWarps> warp_sums;
    details::cells<T, 1> prefix;
  };
  SIMCU_INLINED BlockScan() : temp_(simcu::shared<TempStorage>("cub::BlockScan's own storage")) {}
  SIMCU_INLINED BlockScan(TempStorage& temp) : temp_(temp) {}

  // `aggregate` is the sum of the block's inputs, without initial value or prefix. The first warp calls
  // `prefix` with that sum, and lane 0's result is the block's prefix. Without an initial value, an exclusive
  // scan's first output is undefined.
#define SIMCU_CUB_SCAN_OF(kind, Items, In, Out)                                                              \
  template <int N = Items, class Op>                                                                         \
  SIMCU_INLINED void kind##Scan(In, Out, Op op, location where = SIMCU_HERE) {                               \
    T ignored = first(input);                                                                                \
    scan<k##kind>(array(input), array(output), details::no_front{}, op, ignored, where);                     \
  }                                                                                                          \
  template <int N = Items, class Op>                                                                         \
  SIMCU_INLINED void kind##Scan(In, Out, Op op, T& aggregate, location where = SIMCU_HERE) {                 \
    scan<k##kind>(array(input), array(output), details::no_front{}, op, aggregate, where);                   \
  }                                                                                                          \
  template <int N = Items, class Op, class Prefix>                                                           \
  SIMCU_INLINED void kind##Scan(In, Out, Op op, Prefix& prefix, location where = SIMCU_HERE) {               \
    T ignored = first(input);                                                                                \
    scan<k##kind>(array(input), array(output), details::front_function<Prefix>{prefix}, op, ignored, where); \
  }                                                                                                          \
  template <int N = Items, class Op>                                                                         \
  SIMCU_INLINED void kind##Scan(In, Out, T initial, Op op, location where = SIMCU_HERE) {                    \
    T ignored = initial;                                                                                     \
    scan<k##kind>(array(input), array(output), details::front_value<T>{initial}, op, ignored, where);        \
  }                                                                                                          \
  template <int N = Items, class Op>                                                                         \
  SIMCU_INLINED void kind##Scan(In, Out, T initial, Op op, T& aggregate, location where = SIMCU_HERE) {      \
    scan<k##kind>(array(input), array(output), details::front_value<T>{initial}, op, aggregate, where);      \
  }                                                                                                          \
  template <int N = Items>                                                                                   \
  SIMCU_INLINED void kind##Sum(In, Out, location where = SIMCU_HERE) {                                       \
    T ignored = first(input);                                                                                \
    scan<k##kind>(array(input), array(output), details::front_value<T>{T()}, cub::Sum(), ignored, where);    \
  }                                                                                                          \
  template <int N = Items>                                                                                   \
  SIMCU_INLINED void kind##Sum(In, Out, T& aggregate, location where = SIMCU_HERE) {                         \
    scan<k##kind>(array(input), array(output), details::front_value<T>{T()}, cub::Sum(), aggregate, where);  \
  }                                                                                                          \
  template <int N = Items, class Prefix>                                                                     \
  SIMCU_INLINED void kind##Sum(In, Out, Prefix& prefix, location where = SIMCU_HERE) {                       \
    T ignored = first(input);                                                                                \
    scan<k##kind>(array(input), array(output), details::front_function<Prefix>{prefix}, cub::Sum(), ignored, \
                  where);                                                                                    \
  }
  SIMCU_CUB_SCAN_OF(Inclusive, 1, T input, T& output)
  SIMCU_CUB_SCAN_OF(Inclusive, 0, T (&input)[N], T (&output)[N])
  SIMCU_CUB_SCAN_OF(Exclusive, 1, T input, T& output)
  SIMCU_CUB_SCAN_OF(Exclusive, 0, T (&input)[N], T (&output)[N])
#undef SIMCU_CUB_SCAN_OF

 private:
  static constexpr details::scan_kind kInclusive = details::scan_kind::inclusive,
                                      kExclusive = details::scan_kind::exclusive;
  using one = T[1];
  SIMCU_INLINED static one& array(T& value) { return reinterpret_cast<one&>(value); }
  template <int N>
  SIMCU_INLINED static T (&array(T (&values)[N]))[N] {
    return values;
  }
  SIMCU_INLINED static T first(const T& value) { return value; }
  template <int N>
  SIMCU_INLINED static T first(const T (&values)[N]) {
    return values[0];
  }

  template <details::scan_kind Kind, int N, class Front, class Op>
  SIMCU_INLINED void scan(T (&in)[N], T (&out)[N], Front front, Op op, T& aggregate, location where) {
    details::require_block<X, Y, Z>("BlockScan", where);
    T sum = in[0];
    for (int i = 1; i < N; ++i) sum = op(sum, in[i]);
    T before = sum;
    const bool first = before_thread(sum, before, op, aggregate, where);
    apply(front, first, before, op, aggregate, where);
    const bool nothing_before = first && std::is_same_v<Front, details::no_front>;
    T running = nothing_before ? in[0] : before;
    if (nothing_before) {
      out[0] = Kind == kInclusive ? running : details::undefined_like(running);
    } else {
      const T next = op(before, in[0]);
      out[0] = Kind == kInclusive ? next : running;
      running = next;
    }
    for (int i = 1; i < N; ++i) {
      const T next = op(running, in[i]);
      out[i] = Kind == kInclusive ? next : running;
      running = next;
    }
  }
  // Sets `before` to the sum of all earlier threads, and `aggregate` to the block's sum. Returns true for the
  // first thread, for which `before` is undefined.
  template <class Op>
  SIMCU_INLINED bool before_thread(const T& sum, T& before, Op op, T& aggregate, location where) {
    const int warp = static_cast<int>(simcu::warp_id());
    details::logical_warp<32> lanes;
    lanes.lanes = cooperative_groups::details::lanes_of_warp();
    const T inclusive = details::warp_scan(lanes, sum, op, where);
    before = details::from_left(lanes, inclusive, where);
    if (lanes.lanes >> lanes.rank == 1) temp_.warp_sums[warp] = inclusive;
    simcu::block_barrier(where);
    T total = temp_.warp_sums[0], warps_before = total;
    for (int w = 1; w < kWarps; ++w) {
      if (w == warp) warps_before = total;
      const T next = temp_.warp_sums[w];
      total = op(total, next);
    }
    aggregate = total;
    if (warp > 0) before = lanes.rank == 0 ? warps_before : op(warps_before, before);
    return warp == 0 && lanes.rank == 0;
  }
  template <class Op>
  SIMCU_INLINED void apply(details::no_front, bool, T&, Op, T&, location) {}
  template <class Op>
  SIMCU_INLINED void apply(const details::front_value<T>& front, bool first, T& before, Op op, T&, location) {
    before = first ? front.value : op(front.value, before);
  }
  template <class Function, class Op>
  SIMCU_INLINED void apply(details::front_function<Function> front, bool first, T& before, Op op,
                           T& aggregate, location where) {
    if (simcu::warp_id() == 0) {
      const T prefix = front.function(aggregate);
      if (first) temp_.prefix[0] = prefix;
    }
    simcu::block_barrier(where);
    const T prefix = temp_.prefix[0];
    before = first ? prefix : op(prefix, before);
  }
  TempStorage& temp_;
};

}  // namespace cub
