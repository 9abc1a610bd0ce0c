// SPDX-License-Identifier: Apache-2.0
// Elements that know what messages call them, so that nobody has to recognise them by what they are.
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace verifier {

// A vector, with the family that a generator drew it from, or the buffer that an answer handed it back in. A
// copy knows them, too. A test that changes elements makes a plain std::vector of it, which has neither.
template <class T>
struct keys : std::vector<T> {
  std::string family;                                // "few distinct"; "" of what no generator made
  std::string buffer;                                // "d_out"; "" of what is from no answer
  std::shared_ptr<const unsigned char> before_call;  // what that buffer held then; as long as the vector

  using std::vector<T>::vector;
  keys() = default;
  keys(std::vector<T> values) : std::vector<T>(std::move(values)) {}
};

// "" of a plain vector.
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
