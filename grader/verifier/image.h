// SPDX-License-Identifier: Apache-2.0
// The two images of a request: the input, which is sealed so that nothing can change it, and the output.
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
  protocol::buffer_layout layout;  // offset is set by the image
  const void* values = nullptr;    // null: random bytes
};

class image {
 public:
  // Lays the payloads out and fills guards and outputs with noise. With `report_bytes` there is a third,
  // empty memfd of that size, for the checkers' report. Throws judgement (not_your_code) if the system
  // refuses.
  image(std::vector<payload>& payloads, std::mt19937_64& noise, std::size_t report_bytes = 0);
  ~image();
  image(const image&) = delete;
  std::string sent() const { return {reinterpret_cast<const char*>(sent_), bytes_}; }  // the whole input
  image& operator=(const image&) = delete;

  std::size_t bytes() const { return bytes_; }
  // The memfds for the runner: the sealed input, the output of fixed size, and the report's, if there is one.
  std::vector<int> fds() const;

  // Makes the output's memfd again, before the request is sent again: the runner may have sealed it.
  void renew_output();

  // Copies what the runner wrote; after that, further writes no longer matter.
  void take_copy();
  // A copy of what the runner wrote into the report's memfd, up to the first 0.
  std::string report() const;
  // Returns that many bytes after that 0.
  std::string behind_report(std::size_t report, std::size_t bytes) const;
  const unsigned char* before(const protocol::buffer_layout& layout) const { return sent_ + layout.offset; }
  const unsigned char* after(const protocol::buffer_layout& layout) const {
    return copy_.get() + layout.offset;
  }

  // Sentences that say how the bytes around the payload changed, or the payload itself; empty if nothing
  // changed.
  std::string damage_around(const protocol::buffer_layout& layout) const;
  // "keys[3] was 5 and is now 7". Precondition: it has changed.
  std::string first_change(const protocol::buffer_layout& layout) const;
  bool changed(const protocol::buffer_layout& layout) const;

 private:
  int input_ = -1, output_ = -1, report_ = -1;
  std::size_t bytes_ = 0, report_bytes_ = 0;
  unsigned char* sent_ = nullptr;          // the input, mapped; written before it is sealed, and never after
  std::unique_ptr<unsigned char[]> copy_;  // the output; null before take_copy()
};

}  // namespace verifier
