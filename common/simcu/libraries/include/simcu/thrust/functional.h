// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <tuple>
#include <utility>

namespace thrust {

template <class T>
const T& min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <class T>
const T& max(const T& a, const T& b) {
  return a < b ? b : a;
}

using std::get;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::tie;
using std::tuple;

// With a type, both arguments have that type; without one, they can have any types.
#define SIMCU_THRUST_OPERATOR(name, op, Result)                                  \
  template <class T = void>                                                      \
  struct name {                                                                  \
    constexpr Result operator()(const T& a, const T& b) const { return a op b; } \
  };                                                                             \
  template <>                                                                    \
  struct name<void> {                                                            \
    template <class T, class U>                                                  \
    constexpr auto operator()(const T& a, const U& b) const {                    \
      return a op b;                                                             \
    }                                                                            \
  };
SIMCU_THRUST_OPERATOR(plus, +, T)
SIMCU_THRUST_OPERATOR(minus, -, T)
SIMCU_THRUST_OPERATOR(multiplies, *, T)
SIMCU_THRUST_OPERATOR(divides, /, T)
SIMCU_THRUST_OPERATOR(modulus, %, T)
SIMCU_THRUST_OPERATOR(bit_and, &, T)
SIMCU_THRUST_OPERATOR(bit_or, |, T)
SIMCU_THRUST_OPERATOR(bit_xor, ^, T)
SIMCU_THRUST_OPERATOR(equal_to, ==, bool)
SIMCU_THRUST_OPERATOR(not_equal_to, !=, bool)
SIMCU_THRUST_OPERATOR(less, <, bool)
SIMCU_THRUST_OPERATOR(less_equal, <=, bool)
SIMCU_THRUST_OPERATOR(greater, >, bool)
SIMCU_THRUST_OPERATOR(greater_equal, >=, bool)
SIMCU_THRUST_OPERATOR(logical_and, &&, bool)
SIMCU_THRUST_OPERATOR(logical_or, ||, bool)
#undef SIMCU_THRUST_OPERATOR

template <class T = void>
struct negate {
  constexpr T operator()(const T& a) const { return -a; }
};
template <class T = void>
struct logical_not {
  constexpr bool operator()(const T& a) const { return !a; }
};
template <class T = void>
struct maximum {
  T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <class T = void>
struct minimum {
  T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
template <>
struct maximum<void> {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};
template <>
struct minimum<void> {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};
template <class T = void>
struct identity {
  T operator()(const T& a) const { return a; }
};
}  // namespace thrust
