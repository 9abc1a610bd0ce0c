// SPDX-License-Identifier: Apache-2.0
// Vectors that carry their name for messages.
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace verifier {

// A vector that knows which family generated it, or from which buffer of an answer it comes. Copies keep
// both. A test that changes elements makes a plain std::vector, which has neither.
template <class T>
struct keys : std::vector<T> {
  std::string family;                                // "few distinct"; "" if no generator made it
  std::string buffer;                                // "d_out"; "" if it is not from an answer
  std::shared_ptr<const unsigned char> before_call;  // the buffer's bytes before the call, as many as the
                                                     // vector has

  using std::vector<T>::vector;
  keys() = default;
  keys(std::vector<T> values) : std::vector<T>(std::move(values)) {}

  // `count` elements from `begin` on, with their bytes before the call.
  keys part(std::size_t begin, std::size_t count) const {
    keys some(std::vector<T>(this->begin() + begin, this->begin() + begin + count));
    if (before_call) some.before_call = {before_call, before_call.get() + begin * sizeof(T)};
    return some;
  }
};

// Returns "" for a plain vector.
template <class T>
const std::string& family_of(const keys<T>& values) {
  return values.family;
}
template <class T>
const std::string& family_of(const std::vector<T>& /*values*/) {
  static const std::string none;
  return none;
}

}  // namespace verifier
