// SPDX-License-Identifier: Apache-2.0
// Thrust's function objects: those of std, and those that std does not have.
#pragma once
#include <tuple>
#include <utility>

#include "simcu/thrust/placeholders.h"

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

// For one type, and, without it, for any two.
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
template <class T = void>
struct square {
  T operator()(const T& a) const { return a * a; }
};

// A function of several arguments as one of a tuple: a zip_iterator's elements.
template <class Function>
class zip_function {
 public:
  explicit zip_function(Function f) : f_(f) {}
  template <class Tuple>
  decltype(auto) operator()(Tuple&& t) const {
    return call(t, std::make_index_sequence<std::tuple_size_v<std::decay_t<Tuple>>>());
  }

 private:
  template <class Tuple, std::size_t... I>
  decltype(auto) call(Tuple& t, std::index_sequence<I...>) const {
    return f_(std::get<I>(t)...);
  }
  mutable Function f_;  // its operator() needs no const
};
template <class Function>
zip_function<Function> make_zip_function(Function f) {
  return zip_function<Function>(f);
}

template <class Function>
class unary_negate {
 public:
  explicit unary_negate(Function f) : f_(f) {}
  template <class... T>
  bool operator()(const T&... values) const {
    return !f_(values...);
  }

 private:
  Function f_;
};
template <class Function>
unary_negate<Function> not_fn(Function f) {
  return unary_negate<Function>(f);
}
template <class T = void, class U = void>
struct project1st {
  constexpr T operator()(const T& a, const U&) const { return a; }
};
template <class T = void, class U = void>
struct project2nd {
  constexpr U operator()(const T&, const U& b) const { return b; }
};

}  // namespace thrust
