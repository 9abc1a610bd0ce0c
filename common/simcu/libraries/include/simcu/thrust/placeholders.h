// SPDX-License-Identifier: Apache-2.0
// thrust::placeholders: `a * _1 + _2` is a function of two arguments.
#pragma once
#include <tuple>
#include <type_traits>
#include <utility>

namespace thrust {
namespace actors {

template <class Function>
struct actor {
  Function function;
  template <class... Values>
  constexpr auto operator()(const Values&... values) const {
    return function(values...);
  }
};
template <std::size_t I>
struct argument {
  template <class... Values>
  constexpr auto operator()(const Values&... values) const {
    return std::get<I>(std::tie(values...));
  }
};
template <class T>
struct constant {
  T value;
  template <class... Values>
  constexpr T operator()(const Values&...) const {
    return value;
  }
};

template <class T>
struct is_actor : std::false_type {};
template <class Function>
struct is_actor<actor<Function>> : std::true_type {};
template <class Function>
constexpr actor<Function> part(const actor<Function>& a) {
  return a;
}
template <class T, class = std::enable_if_t<!is_actor<T>::value>>
constexpr actor<constant<T>> part(const T& value) {
  return {{value}};
}

#define SIMCU_THRUST_ACTOR_1(name, op)                         \
  template <class A>                                           \
  struct name {                                                \
    A a;                                                       \
    template <class... Values>                                 \
    constexpr auto operator()(const Values&... values) const { \
      return op a(values...);                                  \
    }                                                          \
  };                                                           \
  template <class A>                                           \
  constexpr actor<name<actor<A>>> operator op(actor<A> a) {    \
    return {{a}};                                              \
  }
#define SIMCU_THRUST_ACTOR_2(name, op)                                                            \
  template <class A, class B>                                                                     \
  struct name {                                                                                   \
    A a;                                                                                          \
    B b;                                                                                          \
    template <class... Values>                                                                    \
    constexpr auto operator()(const Values&... values) const {                                    \
      return a(values...) op b(values...);                                                        \
    }                                                                                             \
  };                                                                                              \
  template <class A, class B, class = std::enable_if_t<is_actor<A>::value || is_actor<B>::value>> \
  constexpr auto operator op(const A& a, const B& b) {                                            \
    return actor<name<decltype(part(a)), decltype(part(b))>>{{part(a), part(b)}};                 \
  }
SIMCU_THRUST_ACTOR_1(negated, -)
SIMCU_THRUST_ACTOR_1(inverted, !)
SIMCU_THRUST_ACTOR_1(complement, ~)
SIMCU_THRUST_ACTOR_2(sum, +)
SIMCU_THRUST_ACTOR_2(difference, -)
SIMCU_THRUST_ACTOR_2(product, *)
SIMCU_THRUST_ACTOR_2(quotient, /)
SIMCU_THRUST_ACTOR_2(remainder, %)
SIMCU_THRUST_ACTOR_2(both_bits, &)
SIMCU_THRUST_ACTOR_2(either_bit, |)
SIMCU_THRUST_ACTOR_2(one_bit, ^)
SIMCU_THRUST_ACTOR_2(shifted_left, <<)
SIMCU_THRUST_ACTOR_2(shifted_right, >>)
SIMCU_THRUST_ACTOR_2(both, &&)
SIMCU_THRUST_ACTOR_2(either, ||)
SIMCU_THRUST_ACTOR_2(equal, ==)
SIMCU_THRUST_ACTOR_2(not_equal, !=)
SIMCU_THRUST_ACTOR_2(before, <)
SIMCU_THRUST_ACTOR_2(at_most, <=)
SIMCU_THRUST_ACTOR_2(after, >)
SIMCU_THRUST_ACTOR_2(at_least, >=)
#undef SIMCU_THRUST_ACTOR_1
#undef SIMCU_THRUST_ACTOR_2

}  // namespace actors

namespace placeholders {
constexpr actors::actor<actors::argument<0>> _1{};
constexpr actors::actor<actors::argument<1>> _2{};
constexpr actors::actor<actors::argument<2>> _3{};
constexpr actors::actor<actors::argument<3>> _4{};
constexpr actors::actor<actors::argument<4>> _5{};
constexpr actors::actor<actors::argument<5>> _6{};
constexpr actors::actor<actors::argument<6>> _7{};
constexpr actors::actor<actors::argument<7>> _8{};
constexpr actors::actor<actors::argument<8>> _9{};
constexpr actors::actor<actors::argument<9>> _10{};
}  // namespace placeholders
}  // namespace thrust
