// SPDX-License-Identifier: Apache-2.0
// For labs whose exercises are a sort and a scan on the host: the standard library's are taken away, so that
// `std::sort(keys, keys + n)` is an error at its line, and the message names the reason. Taken away are
// overloads for pointers and for the iterators of a vector, which are more special than the library's own.
// Included last: what the headers before it call stays as it is.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace lab {
// The compiler's message shows this type.
struct write_it_by_hand_it_is_the_exercise {};
}  // namespace lab

// With what the library's functions take after the range [first, last).
#define LAB_POINTERS T*, T*
#define LAB_ITERATORS __gnu_cxx::__normal_iterator<T*, V>, __gnu_cxx::__normal_iterator<T*, V>
#define LAB_TAKES_AWAY(name)                                                     \
  template <class T>                                                             \
  lab::write_it_by_hand_it_is_the_exercise name(LAB_POINTERS) = delete;          \
  template <class T, class V>                                                    \
  lab::write_it_by_hand_it_is_the_exercise name(LAB_ITERATORS) = delete;         \
  template <class T, class A>                                                    \
  lab::write_it_by_hand_it_is_the_exercise name(LAB_POINTERS, A) = delete;       \
  template <class T, class V, class A>                                           \
  lab::write_it_by_hand_it_is_the_exercise name(LAB_ITERATORS, A) = delete;      \
  template <class T, class A, class B>                                           \
  lab::write_it_by_hand_it_is_the_exercise name(LAB_POINTERS, A, B) = delete;    \
  template <class T, class V, class A, class B>                                  \
  lab::write_it_by_hand_it_is_the_exercise name(LAB_ITERATORS, A, B) = delete;   \
  template <class T, class A, class B, class C>                                  \
  lab::write_it_by_hand_it_is_the_exercise name(LAB_POINTERS, A, B, C) = delete; \
  template <class T, class V, class A, class B, class C>                         \
  lab::write_it_by_hand_it_is_the_exercise name(LAB_ITERATORS, A, B, C) = delete;

namespace std {
LAB_TAKES_AWAY(sort)
LAB_TAKES_AWAY(stable_sort)
LAB_TAKES_AWAY(sort_heap)
LAB_TAKES_AWAY(partial_sum)
LAB_TAKES_AWAY(exclusive_scan)
LAB_TAKES_AWAY(inclusive_scan)
}  // namespace std
#undef LAB_TAKES_AWAY
#undef LAB_ITERATORS
#undef LAB_POINTERS
#pragma GCC poison qsort qsort_r partial_sort
