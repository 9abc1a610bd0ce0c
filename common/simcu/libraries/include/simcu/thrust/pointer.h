// SPDX-License-Identifier: Apache-2.0
// thrust::device_ptr, and the reference that *p returns: on the host, each access copies to or from the
// device; in a kernel, it is a plain access.
#pragma once
#include <iterator>
#include <type_traits>

#include "simcu/device.h"
#include "simcu/runtime_templates.h"
#include "simcu/thrust/errors.h"

namespace thrust {

template <class T>
class device_ptr;

template <class T>
class device_reference {
 public:
  using value_type = std::remove_cv_t<T>;
  explicit device_reference(T* at) : at_(at) {}
  device_reference(const device_reference&) = default;
  operator value_type() const {
    if (simcu::in_kernel()) return *at_;
    alignas(value_type) unsigned char bytes[sizeof(value_type)];
    details::checked(cudaMemcpy(bytes, at_, sizeof bytes, cudaMemcpyDeviceToHost));
    return *reinterpret_cast<value_type*>(bytes);
  }
  const device_reference& operator=(const value_type& value) const {
    if (simcu::in_kernel())
      *at_ = value;
    else
      details::checked(cudaMemcpy(at_, &value, sizeof value, cudaMemcpyHostToDevice));
    return *this;
  }
  const device_reference& operator=(const device_reference& other) const {
    return *this = static_cast<value_type>(other);
  }
  const device_reference& operator+=(const value_type& v) const {
    return *this = static_cast<value_type>(*this) + v;
  }
  const device_reference& operator-=(const value_type& v) const {
    return *this = static_cast<value_type>(*this) - v;
  }
  const device_reference& operator*=(const value_type& v) const {
    return *this = static_cast<value_type>(*this) * v;
  }
  const device_reference& operator++() const { return *this += value_type(1); }
  const device_reference& operator--() const { return *this -= value_type(1); }
  device_ptr<T> operator&() const { return device_ptr<T>(at_); }

 private:
  T* at_;
};

template <class T>
class device_ptr {
 public:
  using value_type = std::remove_cv_t<T>;
  using element_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = device_ptr;
  using reference = device_reference<T>;
  using iterator_category = std::random_access_iterator_tag;

  device_ptr() = default;
  device_ptr(std::nullptr_t) {}
  explicit device_ptr(T* raw) : raw_(raw) {}
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  device_ptr(const device_ptr<U>& other) : raw_(other.get()) {}
  T* get() const { return raw_; }
  reference operator*() const { return reference(raw_); }
  reference operator[](difference_type i) const { return reference(raw_ + i); }
  explicit operator bool() const { return raw_ != nullptr; }
  device_ptr& operator+=(difference_type n) {
    raw_ += n;
    return *this;
  }
  device_ptr& operator-=(difference_type n) { return *this += -n; }
  device_ptr& operator++() { return *this += 1; }
  device_ptr& operator--() { return *this += -1; }
  device_ptr operator++(int) { return device_ptr(raw_++); }
  device_ptr operator--(int) { return device_ptr(raw_--); }
  friend device_ptr operator+(device_ptr p, difference_type n) { return p += n; }
  friend device_ptr operator+(difference_type n, device_ptr p) { return p += n; }
  friend device_ptr operator-(device_ptr p, difference_type n) { return p -= n; }
  friend difference_type operator-(const device_ptr& a, const device_ptr& b) { return a.raw_ - b.raw_; }
  friend bool operator==(const device_ptr& a, const device_ptr& b) { return a.raw_ == b.raw_; }
  friend bool operator!=(const device_ptr& a, const device_ptr& b) { return a.raw_ != b.raw_; }
  friend bool operator<(const device_ptr& a, const device_ptr& b) { return a.raw_ < b.raw_; }

 private:
  T* raw_ = nullptr;
};

template <class T>
device_ptr<T> device_pointer_cast(T* raw) {
  return device_ptr<T>(raw);
}
template <class T>
device_ptr<T> device_pointer_cast(const device_ptr<T>& p) {
  return p;
}
template <class T>
T* raw_pointer_cast(const device_ptr<T>& p) {
  return p.get();
}
template <class T>
T* raw_pointer_cast(T* p) {
  return p;
}
template <class T>
T& raw_reference_cast(const device_reference<T>& r) {
  return *(&r).get();
}

template <class Iterator>
using iterator_traits = std::iterator_traits<Iterator>;
template <class Iterator>
struct iterator_value {
  using type = typename std::iterator_traits<Iterator>::value_type;
};
template <class Iterator>
struct iterator_difference {
  using type = typename std::iterator_traits<Iterator>::difference_type;
};
template <class Iterator>
struct iterator_reference {
  using type = typename std::iterator_traits<Iterator>::reference;
};
template <class Iterator>
struct iterator_pointer {
  using type = typename std::iterator_traits<Iterator>::pointer;
};
template <class Iterator>
using iterator_value_t = typename iterator_value<Iterator>::type;
template <class Iterator>
using iterator_difference_t = typename iterator_difference<Iterator>::type;

template <class T>
device_ptr<T> device_malloc(std::size_t count) {
  void* at = nullptr;
  details::checked(cudaMalloc(&at, count * sizeof(T)));
  return device_ptr<T>(static_cast<T*>(at));
}
template <class T>
void device_free(const device_ptr<T>& p) {
  details::checked(cudaFree(const_cast<std::remove_cv_t<T>*>(p.get())));
}

}  // namespace thrust
