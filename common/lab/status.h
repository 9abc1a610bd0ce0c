// SPDX-License-Identifier: Apache-2.0
// The result of a host function that checks its arguments. A CUDA failure is an exception (cuda_check.h).
#pragma once
#include <string>
#include <utility>

namespace lab {

// Ok, or an error that names the bad argument.
class [[nodiscard]] status {
 public:
  status() = default;  // ok
  // Returns, for example, "block_size: is 2048, but this device allows at most 1024". `cold` makes rarely
  // used code small.
  __attribute__((cold, noinline)) static status bad_argument(const std::string& argument,
                                                             const std::string& why) {
    return status(argument + ": " + why);
  }
  bool ok() const { return message_.empty(); }
  const std::string& message() const { return message_; }  // starts with the argument's name

 private:
  explicit status(std::string message) : message_(std::move(message)) {}
  std::string message_;
};

}  // namespace lab
