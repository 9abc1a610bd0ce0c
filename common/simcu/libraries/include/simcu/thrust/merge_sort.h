// SPDX-License-Identifier: Apache-2.0
// The only sort in this Thrust, a stable bottom-up merge sort.
#pragma once
#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace thrust {
namespace details {

// `other_keys` and `other_values` are scratch of the same size.
template <class Keys, class Values, class Key, class Value, class Less>
void merge_sort(Keys keys, Values values, Key* other_keys, Value* other_values, std::ptrdiff_t n, Less less) {
  for (std::ptrdiff_t run = 1; run < n; run *= 2) {
    for (std::ptrdiff_t begin = 0; begin < n; begin += 2 * run) {
      const std::ptrdiff_t middle = std::min(begin + run, n), end = std::min(middle + run, n);
      std::ptrdiff_t a = begin, b = middle;
      for (std::ptrdiff_t i = begin; i < end; ++i) {
        const bool right = a == middle || (b < end && less(keys[b], keys[a]));
        const std::ptrdiff_t from = right ? b++ : a++;
        other_keys[i] = keys[from];
        if constexpr (!std::is_same_v<Values, std::nullptr_t>) other_values[i] = values[from];
      }
    }
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      keys[i] = other_keys[i];
      if constexpr (!std::is_same_v<Values, std::nullptr_t>) values[i] = other_values[i];
    }
  }
}

}  // namespace details
}  // namespace thrust
