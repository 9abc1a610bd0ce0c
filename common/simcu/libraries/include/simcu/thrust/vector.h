// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <initializer_list>
#include <vector>

#include "simcu/thrust/sort.h"
#include "simcu/thrust/zip.h"

namespace thrust {

template <class T, class Allocator = device_allocator<T>>
class device_vector;

template <class T>
class host_vector : public std::vector<T> {
 public:
  using std::vector<T>::vector;
  host_vector() = default;
  host_vector(const std::vector<T>& other) : std::vector<T>(other) {}
  template <class Allocator>
  host_vector(const device_vector<T, Allocator>& other) : std::vector<T>(other.size()) {
    thrust::copy(other.begin(), other.end(), this->begin());
  }
  template <class Allocator>
  host_vector& operator=(const device_vector<T, Allocator>& other) {
    this->resize(other.size());
    thrust::copy(other.begin(), other.end(), this->begin());
    return *this;
  }
};

namespace details {
template <class Allocator, class T, class = void>
constexpr bool kConstructs = false;  // the allocator initialises elements without a value
template <class Allocator, class T>
constexpr bool
    kConstructs<Allocator, T, std::void_t<decltype(std::declval<Allocator&>().construct((T*)nullptr))>> =
        true;
}  // namespace details

template <class T, class Allocator>
class device_vector {
 public:
  using value_type = T;
  using allocator_type = Allocator;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = device_reference<T>;
  using const_reference = device_reference<const T>;
  using pointer = device_ptr<T>;
  using const_pointer = device_ptr<const T>;
  using iterator = pointer;
  using const_iterator = const_pointer;

  device_vector() = default;
  explicit device_vector(size_type n) { resize(n); }
  device_vector(size_type n, const T& value) { resize(n, value); }
  device_vector(const device_vector& other) { assign(other.begin(), other.end()); }
  device_vector(device_vector&& other) noexcept { swap(other); }
  device_vector(const std::vector<T>& other) { assign(other.begin(), other.end()); }
  device_vector(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
  template <class Iterator, class = typename std::iterator_traits<Iterator>::iterator_category>
  device_vector(Iterator first, Iterator last) {
    assign(first, last);
  }
  ~device_vector() { release(data_, capacity_); }
  device_vector& operator=(const device_vector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  device_vector& operator=(device_vector&& other) noexcept {
    swap(other);
    return *this;
  }
  device_vector& operator=(const std::vector<T>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  template <class Iterator>
  void assign(Iterator first, Iterator last) {
    reserve_fresh(static_cast<size_type>(last - first));
    thrust::copy(first, last, begin());
  }
  void assign(size_type n, const T& value) {
    clear();
    resize(n, value);
  }

  size_type size() const { return size_; }
  size_type capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  iterator begin() { return pointer(data_); }
  iterator end() { return pointer(data_ + size_); }
  const_iterator begin() const { return const_pointer(data_); }
  const_iterator end() const { return const_pointer(data_ + size_); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  pointer data() { return begin(); }
  const_pointer data() const { return begin(); }
  reference operator[](size_type i) { return reference(data_ + i); }
  const_reference operator[](size_type i) const { return const_reference(data_ + i); }
  reference front() { return (*this)[0]; }
  reference back() { return (*this)[size_ - 1]; }
  const_reference front() const { return (*this)[0]; }
  const_reference back() const { return (*this)[size_ - 1]; }

  void clear() { size_ = 0; }
  void reserve(size_type n) {
    if (n <= capacity_) return;
    T* larger = raw_pointer_cast(Allocator().allocate(n));
    if (size_ > 0) details::checked(cudaMemcpy(larger, data_, size_ * sizeof(T), cudaMemcpyDeviceToDevice));
    release(data_, capacity_);
    data_ = larger;
    capacity_ = n;
  }
  void resize(size_type n) {
    if constexpr (details::kConstructs<Allocator, T>) {
      reserve(n);
      if (n > size_)
        thrust::for_each(begin() + static_cast<difference_type>(size_),
                         begin() + static_cast<difference_type>(n),
                         [](T& element) { Allocator().construct(&element); });
      size_ = n;
    } else {
      resize(n, T());
    }
  }
  void resize(size_type n, const T& value) {
    reserve(n);
    if (n > size_)
      thrust::fill(begin() + static_cast<difference_type>(size_), begin() + static_cast<difference_type>(n),
                   value);
    size_ = n;
  }
  void push_back(const T& value) {
    if (size_ == capacity_) reserve(capacity_ < 8 ? 16 : 2 * capacity_);
    (*this)[size_++] = value;
  }
  void pop_back() { --size_; }
  iterator erase(iterator first, iterator last) {
    const device_vector rest(last, end());
    thrust::copy(rest.begin(), rest.end(), first);
    size_ -= static_cast<size_type>(last - first);
    return first;
  }
  iterator erase(iterator at) { return erase(at, at + 1); }
  void swap(device_vector& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  friend bool operator==(const device_vector& a, const device_vector& b) {
    return host_vector<T>(a) == host_vector<T>(b);
  }
  friend bool operator==(const device_vector& a, const std::vector<T>& b) { return host_vector<T>(a) == b; }
  friend bool operator==(const std::vector<T>& a, const device_vector& b) { return b == a; }
  template <class Other>
  friend bool operator!=(const device_vector& a, const Other& b) {
    return !(a == b);
  }

 private:
  void reserve_fresh(size_type n) {
    size_ = 0;
    reserve(n);
    size_ = n;
  }
  static void release(T* data, size_type n) {
    if (data) Allocator().deallocate(typename Allocator::pointer(data), n);
  }
  T* data_ = nullptr;
  size_type size_ = 0, capacity_ = 0;
};

namespace cuda {
template <class T, class Allocator = device_allocator<T>>
using vector = device_vector<T, Allocator>;
}

}  // namespace thrust
