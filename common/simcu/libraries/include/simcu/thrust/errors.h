// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdexcept>
#include <string>

#include "simcu/runtime_api.h"

namespace thrust {

class error_category {
 public:
  const char* name() const { return "cuda"; }
  std::string message(int error) const {
    const auto code = static_cast<cudaError_t>(error);
    return std::string(cudaGetErrorName(code)) + ": " + cudaGetErrorString(code);
  }
  bool operator==(const error_category& other) const { return this == &other; }
  bool operator!=(const error_category& other) const { return this != &other; }
};
inline const error_category& cuda_category() {
  static const error_category category;
  return category;
}

class error_code {
 public:
  error_code() : error_code(cudaSuccess, cuda_category()) {}
  error_code(int error, const error_category& category) : error_(error), category_(&category) {}
  int value() const { return error_; }
  const error_category& category() const { return *category_; }
  std::string message() const { return category_->message(error_); }
  explicit operator bool() const { return error_ != 0; }
  bool operator==(const error_code& other) const { return error_ == other.error_; }
  bool operator!=(const error_code& other) const { return error_ != other.error_; }

 private:
  int error_;
  const error_category* category_;
};

// The message is the caller's text followed by CUDA's.
class system_error : public std::runtime_error {
 public:
  explicit system_error(const error_code& code, const std::string& what = "")
      : std::runtime_error(what + (what.empty() ? "" : ": ") + code.message()), code_(code) {}
  system_error(int error, const error_category& category, const std::string& what = "")
      : system_error(error_code(error, category), what) {}
  const error_code& code() const { return code_; }

 private:
  error_code code_;
};

namespace details {
inline void checked(cudaError_t error) {
  if (error != cudaSuccess) throw system_error(error, cuda_category());
}
}  // namespace details
namespace system {
using thrust::cuda_category;
using thrust::error_category;
using thrust::error_code;
using thrust::system_error;
}  // namespace system

}  // namespace thrust
