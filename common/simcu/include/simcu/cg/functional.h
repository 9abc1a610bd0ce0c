// SPDX-License-Identifier: Apache-2.0
// Operators for reduce and the scans. less and greater return the smaller and the larger value, as CUDA's do.
#pragma once

namespace cooperative_groups {

// The sum of two values.
template <class T>
struct plus {
  T operator()(T a, T b) const { return a + b; }
};

// The smaller of two values.
template <class T>
struct less {
  T operator()(T a, T b) const { return b < a ? b : a; }
};

// The greater of two values.
template <class T>
struct greater {
  T operator()(T a, T b) const { return a < b ? b : a; }
};

// The bits that both values have.
template <class T>
struct bit_and {
  T operator()(T a, T b) const { return a & b; }
};

// The bits that either value has.
template <class T>
struct bit_or {
  T operator()(T a, T b) const { return a | b; }
};

// The bits in which two values differ.
template <class T>
struct bit_xor {
  T operator()(T a, T b) const { return a ^ b; }
};

}  // namespace cooperative_groups
