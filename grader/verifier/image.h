// SPDX-License-Identifier: Apache-2.0
// The two images of a request: the input, sealed against changes, and the output.
//
//   | guard | payload | guard |  | guard | payload | guard |  …      payloads at multiples of
//   protocol::kAlignment
#pragma once
#include <cstddef>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "../runner/protocol.h"

namespace verifier {

struct payload {
  protocol::buffer_layout layout;  // the image sets its offset
  const void* values = nullptr;    // null: random bytes
};

class image {
 public:
  // Lays out the payloads, and fills guards and outputs with random bytes. With `report_bytes`, adds a third
  // memfd of that size for the checkers' report, initially zero. Throws judgement (not_your_code) if a system
  // call fails.
  image(std::vector<payload>& payloads, std::mt19937_64& noise, std::size_t report_bytes = 0);
  ~image();
  image(const image&) = delete;
  std::string sent() const { return {reinterpret_cast<const char*>(sent_), bytes_}; }  // the whole input
  image& operator=(const image&) = delete;

  std::size_t bytes() const { return bytes_; }
  // Returns the memfds for the runner: the sealed input, the output of fixed size, and the report if
  // requested.
  std::vector<int> fds() const;

  // Replaces the output's memfd before the request is repeated, because the runner can have sealed it.
  void renew_output();

  // Copies the output, so that later writes by the runner have no effect.
  void take_copy();
  // A copy of the report's memfd up to the first 0.
  std::string report() const;
  // Returns the `bytes` bytes after that 0.
  std::string behind_report(std::size_t report, std::size_t bytes) const;
  const unsigned char* before(const protocol::buffer_layout& layout) const { return sent_ + layout.offset; }
  const unsigned char* after(const protocol::buffer_layout& layout) const {
    return copy_.get() + layout.offset;
  }

  // Describes how the guards around the payload changed; empty if they didn't.
  std::string damage_around(const protocol::buffer_layout& layout) const;
  // If each element that differs from `expected` is the same number of places further on, in the array or in
  // the guard behind it, returns that number; otherwise 0.
  std::size_t places_too_far(const protocol::buffer_layout& layout, const void* expected) const;
  // "keys[3] was 5 and is now 7". Precondition: it has changed.
  std::string first_change(const protocol::buffer_layout& layout) const;
  bool changed(const protocol::buffer_layout& layout) const;

 private:
  int input_ = -1, output_ = -1, report_ = -1;
  std::size_t bytes_ = 0, report_bytes_ = 0;
  unsigned char* sent_ = nullptr;          // the mapped input; constant once sealed
  std::unique_ptr<unsigned char[]> copy_;  // the output; null before take_copy()
};

}  // namespace verifier
