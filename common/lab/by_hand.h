// SPDX-License-Identifier: Apache-2.0
// Makes the standard library's sorts and scans unavailable in labs that ask for your own: a call is an error
// at its line. For pointers and vector iterators, deleted overloads are more specialised than the library's;
// for all other types, copies that differ in the return type make the call ambiguous. Include this header
// last, so that code in earlier headers stays valid.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace lab {
// Error messages show this type's name.
struct write_it_by_hand_it_is_the_exercise {};
}  // namespace lab

// The range [first, last).
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

#define LAB_TWIN(name, types, ...) \
  template <LAB_UNPACK types>      \
  lab::write_it_by_hand_it_is_the_exercise name(__VA_ARGS__) = delete;
#define LAB_UNPACK(...) __VA_ARGS__
// These copies have the library's own types, so that a pointer to a library function is an error too.
#define LAB_NO_POINTER(returns, name, types, ...) \
  template <LAB_UNPACK types, class = void>       \
  returns name(__VA_ARGS__) = delete;
// Functions called like sort: one range, then the other arguments.
#define LAB_TWINS(name)                                                           \
  LAB_TAKES_AWAY(name)                                                            \
  LAB_TWIN(name, (class First), First, First)                                     \
  LAB_TWIN(name, (class First, class A), First, First, A)                         \
  LAB_TWIN(name, (class First, class A, class B), First, First, A, B)             \
  LAB_TWIN(name, (class First, class A, class B, class C), First, First, A, B, C) \
  LAB_TWIN(name, (class First, class A, class B, class C, class D), First, First, A, B, C, D)
#define LAB_NO_POINTERS(name)                             \
  LAB_NO_POINTER(void, name, (class First), First, First) \
  LAB_NO_POINTER(void, name, (class First, class A), First, First, A)
#define LAB_NO_POINTERS_TO_SCAN(name)                                                \
  LAB_NO_POINTER(Out, name, (class First, class Out), First, First, Out)             \
  LAB_NO_POINTER(Out, name, (class First, class Out, class A), First, First, Out, A) \
  LAB_NO_POINTER(Out, name, (class First, class Out, class A, class B), First, First, Out, A, B)
// Functions called like partial_sort, with a position within the range.
#define LAB_TWINS_OF_THREE(name)                                 \
  LAB_TWIN(name, (class First), First, First, First)             \
  LAB_TWIN(name, (class First, class A), First, First, First, A) \
  LAB_NO_POINTER(void, name, (class First), First, First, First) \
  LAB_NO_POINTER(void, name, (class First, class A), First, First, First, A)
// Functions called like merge, with two ranges.
#define LAB_TWINS_OF_RANGES(name)                                                    \
  LAB_TWIN(name, (class First, class Other), First, First, Other, Other)             \
  LAB_TWIN(name, (class First, class Other, class A), First, First, Other, Other, A) \
  LAB_TWIN(name, (class First, class Other, class A, class B), First, First, Other, Other, A, B)

namespace std {
LAB_TWINS(sort)
LAB_TWINS(stable_sort)
LAB_TWINS(make_heap)
LAB_TWINS(push_heap)
LAB_TWINS(pop_heap)
LAB_TWINS(sort_heap)
LAB_TWINS(partial_sum)
LAB_TWINS(exclusive_scan)
LAB_TWINS(inclusive_scan)
LAB_TWINS(transform_exclusive_scan)
LAB_TWINS(transform_inclusive_scan)
LAB_TWINS_OF_THREE(partial_sort)
LAB_TWINS_OF_THREE(nth_element)
LAB_TWINS_OF_THREE(inplace_merge)
LAB_TWINS_OF_RANGES(partial_sort_copy)
LAB_TWINS_OF_RANGES(merge)
LAB_TWINS_OF_RANGES(set_union)
LAB_NO_POINTERS(sort)
LAB_NO_POINTERS(stable_sort)
LAB_NO_POINTERS(make_heap)
LAB_NO_POINTERS(push_heap)
LAB_NO_POINTERS(pop_heap)
LAB_NO_POINTERS(sort_heap)
LAB_NO_POINTERS_TO_SCAN(partial_sum)
LAB_NO_POINTERS_TO_SCAN(exclusive_scan)
LAB_NO_POINTERS_TO_SCAN(inclusive_scan)
LAB_NO_POINTER(Out, merge, (class First, class Other, class Out), First, First, Other, Other, Out)
LAB_NO_POINTER(Out, merge, (class First, class Other, class Out, class A), First, First, Other, Other, Out, A)
}  // namespace std
#undef LAB_NO_POINTERS_TO_SCAN
#undef LAB_NO_POINTERS
#undef LAB_NO_POINTER
#undef LAB_TWINS_OF_RANGES
#undef LAB_TWINS_OF_THREE
#undef LAB_TWINS
#undef LAB_TWIN
#undef LAB_UNPACK
#undef LAB_TAKES_AWAY
#undef LAB_ITERATORS
#undef LAB_POINTERS
#pragma GCC poison qsort qsort_r
// libstdc++'s implementation of these functions.
#pragma GCC poison __sort __introsort_loop __final_insertion_sort __insertion_sort __unguarded_insertion_sort
#pragma GCC poison __stable_sort __inplace_stable_sort __stable_sort_adaptive __merge_sort_with_buffer
#pragma GCC poison __merge_sort_loop __chunk_insertion_sort __merge __move_merge __merge_adaptive
#pragma GCC poison __merge_without_buffer __inplace_merge __partial_sort __partial_sort_copy __heap_select
#pragma GCC poison __introselect __adjust_heap __make_heap __push_heap __pop_heap __sort_heap __set_union
