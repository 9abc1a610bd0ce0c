// SPDX-License-Identifier: Apache-2.0
// The host's call stack at a call of the API.
#pragma once
#include <array>

namespace simcu {

constexpr int kCallers = 16;
using return_addresses = std::array<void*, kCallers>;

return_addresses callers_now();  // innermost first

// The host's code runs in another process, so callers_now() returns these addresses.
class called_by {
 public:
  explicit called_by(const return_addresses& callers);
  ~called_by();
  called_by(const called_by&) = delete;
  called_by& operator=(const called_by&) = delete;

 private:
  return_addresses callers_;
};

}  // namespace simcu
