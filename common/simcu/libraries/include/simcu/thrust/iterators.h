// SPDX-License-Identifier: Apache-2.0
// Iterators that compute their elements, and the distance between iterators.
#pragma once
#include "simcu/thrust/pointer.h"

namespace thrust {

// The memory space of elements, for iterators that don't declare it themselves.
struct device_system_tag {};
struct host_system_tag {};
struct any_system_tag {};
struct use_default {};

template <class Iterator>
typename std::iterator_traits<Iterator>::difference_type distance(Iterator first, Iterator last) {
  return std::distance(first, last);
}
template <class Iterator, class Distance>
void advance(Iterator& i, Distance n) {
  std::advance(i, n);
}
template <class Iterator>
Iterator next(Iterator i, typename std::iterator_traits<Iterator>::difference_type n = 1) {
  return std::next(i, n);
}
template <class Iterator>
Iterator prev(Iterator i, typename std::iterator_traits<Iterator>::difference_type n = 1) {
  return std::prev(i, n);
}

namespace details {

// Implements all random-access operations by `at(n)` (the element n positions further), `place` (an integer)
// and `minus(other)`.
template <class Self, class Value, class Reference = Value>
class computed_iterator {
 public:
  using value_type = Value;
  using difference_type = std::ptrdiff_t;
  using pointer = const Value*;
  using reference = Reference;
  using iterator_category = std::random_access_iterator_tag;
  difference_type place = 0;
  Reference operator*() const { return self().at(0); }
  Reference operator[](difference_type n) const { return self().at(n); }
  Self& operator+=(difference_type n) {
    place += n;
    return static_cast<Self&>(*this);
  }
  Self& operator-=(difference_type n) { return *this += -n; }
  Self& operator++() { return *this += 1; }
  Self& operator--() { return *this += -1; }
  Self operator++(int) {
    Self old = self();
    *this += 1;
    return old;
  }
  friend Self operator+(Self i, difference_type n) { return i += n; }
  friend Self operator+(difference_type n, Self i) { return i += n; }
  friend Self operator-(Self i, difference_type n) { return i += -n; }
  friend difference_type operator-(const Self& a, const Self& b) { return a.minus(b); }
  friend bool operator==(const Self& a, const Self& b) { return a.minus(b) == 0; }
  friend bool operator!=(const Self& a, const Self& b) { return a.minus(b) != 0; }
  friend bool operator<(const Self& a, const Self& b) { return a.minus(b) < 0; }
  difference_type minus(const computed_iterator& other) const { return place - other.place; }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
};

// Here a device_ptr is a plain pointer. kDevice means that only a kernel may use the iterator.
template <class Iterator>
struct in_kernels {
  static constexpr bool kDevice = false;
  static Iterator of(const Iterator& i) { return i; }
};
template <class T>
struct in_kernels<device_ptr<T>> {
  static constexpr bool kDevice = true;
  static T* of(const device_ptr<T>& p) { return p.get(); }
};
template <class Iterator>
using kernel_iterator = decltype(in_kernels<Iterator>::of(std::declval<Iterator>()));
template <class Iterator>
using value_of = typename std::iterator_traits<Iterator>::value_type;

}  // namespace details

template <class T, class System = use_default>
class counting_iterator : public details::computed_iterator<counting_iterator<T, System>, T> {
 public:
  counting_iterator() = default;
  explicit counting_iterator(T first) { this->place = static_cast<std::ptrdiff_t>(first); }
  T at(std::ptrdiff_t n) const { return static_cast<T>(this->place + n); }
};
namespace details {
template <class T>
struct in_kernels<counting_iterator<T, device_system_tag>> {
  static constexpr bool kDevice = true;
  static auto of(const counting_iterator<T, device_system_tag>& i) { return i; }
};
}  // namespace details
template <class T>
counting_iterator<T> make_counting_iterator(T first) {
  return counting_iterator<T>(first);
}

template <class T>
class constant_iterator : public details::computed_iterator<constant_iterator<T>, T> {
 public:
  explicit constant_iterator(T value, std::ptrdiff_t place = 0) : value_(value) { this->place = place; }
  T at(std::ptrdiff_t) const { return value_; }

 private:
  T value_;
};
template <class T>
constant_iterator<T> make_constant_iterator(T value, std::ptrdiff_t place = 0) {
  return constant_iterator<T>(value, place);
}

template <class Function, class Iterator>
class transform_iterator : public details::computed_iterator<
                               transform_iterator<Function, Iterator>,
                               std::decay_t<std::invoke_result_t<Function, details::value_of<Iterator>>>> {
 public:
  transform_iterator(Iterator from, Function f) : from_(from), f_(f) {}
  auto at(std::ptrdiff_t n) const -> typename transform_iterator::value_type {
    return f_(static_cast<details::value_of<Iterator>>(from_[this->place + n]));
  }
  std::ptrdiff_t minus(const transform_iterator& other) const {
    return (from_ - other.from_) + (this->place - other.place);
  }
  const Iterator& base() const { return from_; }
  const Function& function() const { return f_; }

 private:
  Iterator from_;
  Function f_;
};
template <class Function, class Iterator>
transform_iterator<Function, Iterator> make_transform_iterator(Iterator from, Function f) {
  return transform_iterator<Function, Iterator>(from, f);
}
namespace details {
template <class Function, class Iterator>
struct in_kernels<transform_iterator<Function, Iterator>> {
  static constexpr bool kDevice = in_kernels<Iterator>::kDevice;
  static transform_iterator<Function, kernel_iterator<Iterator>> of(
      const transform_iterator<Function, Iterator>& i) {
    transform_iterator<Function, kernel_iterator<Iterator>> out(in_kernels<Iterator>::of(i.base()),
                                                                i.function());
    out.place = i.place;
    return out;
  }
};
}  // namespace details

}  // namespace thrust
