// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

namespace lab02 {

template <class Key>
using word_of = std::conditional_t<sizeof(Key) == 8, std::uint64_t, std::uint32_t>;

template <class To, class From>
To same_bits(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

template <class Key>
bool is_nan(Key key) {
  if constexpr (std::is_floating_point_v<Key>) return std::isnan(key);
  return false;
}

// False for two NaNs, which can be in any order.
template <class Key>
bool key_before(Key a, Key b) {
  if (is_nan(a) || is_nan(b)) return !is_nan(a) && is_nan(b);
  if (a != b) return a < b;
  if constexpr (std::is_floating_point_v<Key>) return std::signbit(a) && !std::signbit(b);  // -0.0, +0.0
  return false;
}

// Each key occurs once, in ascending order, with NaN last.
template <class Key>
std::vector<Key> corner_keys() {
  using limits = std::numeric_limits<Key>;
  std::vector<Key> keys;
  if constexpr (std::is_floating_point_v<Key>) {
    using word = word_of<Key>;
    std::vector<Key> positive{limits::denorm_min(),
                              3 * limits::denorm_min(),
                              limits::min() - limits::denorm_min(),
                              limits::min(),
                              limits::epsilon(),
                              Key(0.5),
                              Key(1),
                              Key(1.5),
                              Key(2),
                              Key(1e6),
                              limits::max(),
                              limits::infinity()};
    for (auto key = positive.rbegin(); key != positive.rend(); ++key) keys.push_back(-*key);
    keys.insert(keys.end(), {Key(-0.0), Key(0.0)});
    keys.insert(keys.end(), positive.begin(), positive.end());
    const auto infinity = same_bits<word>(limits::infinity()), sign = same_bits<word>(Key(-0.0)),
               quiet = static_cast<word>(same_bits<word>(limits::quiet_NaN()) & ~sign);
    for (const word nan : {static_cast<word>(infinity + 1), quiet, static_cast<word>(quiet + 7), ~sign}) {
      keys.push_back(same_bits<Key>(nan));
      keys.push_back(same_bits<Key>(static_cast<word>(nan | sign)));
    }
  } else {
    const Key most = limits::max(), least = limits::min(),
              half = static_cast<Key>(Key{1} << (4 * sizeof(Key)));
    keys = {least,
            static_cast<Key>(least + 1),
            0,
            1,
            2,
            255,
            256,
            static_cast<Key>(half - 1),
            half,
            static_cast<Key>(half + 1),
            static_cast<Key>(most / 2),
            static_cast<Key>(most / 2 + 1),
            static_cast<Key>(most - 1),
            most};
    if (std::is_signed_v<Key>)
      for (const Key key :
           {static_cast<Key>(-half), static_cast<Key>(-256), static_cast<Key>(-2), static_cast<Key>(-1)})
        keys.push_back(key);
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  }
  return keys;
}

// NaNs come last, ordered by their bits.
template <class Key>
std::vector<Key> ordered_keys(std::vector<Key> keys) {
  std::sort(keys.begin(), keys.end(), [](Key a, Key b) {
    if (is_nan(a) && is_nan(b)) return same_bits<word_of<Key>>(a) < same_bits<word_of<Key>>(b);
    return key_before(a, b);
  });
  return keys;
}

}  // namespace lab02
