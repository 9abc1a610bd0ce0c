// SPDX-License-Identifier: Apache-2.0
// A device array that frees itself.
//
//   lab::device_buffer<std::uint32_t> d_keys(h_keys);   // allocates and uploads
//   rank_kernel<<<grid, block>>>(d_keys.data(), d_keys.size());
//   std::vector<std::uint32_t> ranks = d_ranks.download();
//   lab::device_buffer<std::uint32_t> d_sums(n);        // n elements, not initialised
//   d_sums.upload(h_sums);  d_sums.download(h_sums);    // all n elements, from and to a host pointer
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "lab/cuda_check.h"

namespace lab {

// Owns `size()` elements of T in device memory. Move only. Members throw cuda_error if CUDA fails, and
// std::length_error if sizes differ.
template <class T>
class device_buffer {
  static_assert(std::is_trivially_copyable<T>::value,
                "device_buffer copies bytes: T must be trivially copyable");

 public:
  device_buffer() = default;

  // Does not initialise the memory. If count is 0, data() is null.
  explicit device_buffer(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T))
      throw std::length_error("device_buffer: " + std::to_string(count) +
                              " elements are more than memory can address");
    if (count > 0) CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T)));
    size_ = count;
  }
  explicit device_buffer(const std::vector<T>& values) : device_buffer(values.size()) { upload(values); }

  ~device_buffer() { release(); }
  device_buffer(const device_buffer&) = delete;
  device_buffer& operator=(const device_buffer&) = delete;
  device_buffer(device_buffer&& other) noexcept { swap(other); }
  device_buffer& operator=(device_buffer&& other) noexcept {
    if (this != &other) {
      release();
      swap(other);
    }
    return *this;
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }  // in elements
  std::size_t bytes() const { return size_ * sizeof(T); }

  // Copies exactly size() elements. `values` can be changed as soon as it returns.
  void upload(const std::vector<T>& values) {
    require(values.size(), "upload");
    upload(values.data());
  }
  void upload(const T* values) {
    if (size_ > 0) CUDA_CHECK(cudaMemcpy(data_, values, bytes(), cudaMemcpyHostToDevice));
  }
  // Waits for earlier work in the default stream, then copies exactly size() elements.
  std::vector<T> download() const {
    std::vector<T> values(size_);
    download(values.data());
    return values;
  }
  void download(T* values) const {
    if (size_ > 0) CUDA_CHECK(cudaMemcpy(values, data_, bytes(), cudaMemcpyDeviceToHost));
  }
  // Sets every byte to `value`, in the default stream.
  void fill_bytes(unsigned char value) {
    if (size_ > 0) CUDA_CHECK(cudaMemset(data_, value, bytes()));
  }

 private:
  void require(std::size_t count, const char* what) const {
    if (count != size_)
      throw std::length_error(std::string("device_buffer::") + what + ": " + std::to_string(count) +
                              " elements for a buffer of " + std::to_string(size_));
  }
  void release() noexcept {
    if (data_ != nullptr) cudaFree(data_);  // the next checked call reports an earlier kernel's error
    data_ = nullptr;
    size_ = 0;
  }
  void swap(device_buffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace lab
