// SPDX-License-Identifier: Apache-2.0
// Decides from a counted request whether kernels did the exercise's work.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "../runner/protocol.h"
#include "checker_report.h"
#include "image.h"

namespace verifier {

// Any program may send this many bytes to the device, as parameters of its launches, however small its
// result. The solutions of all labs send at most 340 bytes by the same measure.
constexpr std::uint64_t kParameterBytes = 512;

// Returns whether kernels can have made the result. Only the buffer that changed most is considered. Kernels
// must have stored at least half as many bytes as changed in it, and the host must have sent less than half
// as many, or less than kParameterBytes. Clearing a buffer or copying one to another also counts as a
// kernel's store.
bool kernels_did_it(const checker_report& report, const image& images,
                    const std::vector<protocol::buffer_layout>& layouts);

// Returns whether a kernel accessed host memory, in which the host can have put the result.
bool uses_the_hosts_memory(const checker_report& report);

// Returns the bytes that kernels stored in global memory.
std::uint64_t stored_by_kernels(const std::vector<kernel_counters>& kernels);
// Returns the size of the text after compression with deflate, an estimate of its information content.
// Applied to `told` (include/simcu/parted.h), it bounds what the host can have sent to the device.
std::uint64_t shortest(const std::string& text);
// The work counts as serial if on average fewer threads than this work at a time, or if the longest chain has
// more than `most_span` steps.
constexpr std::uint64_t kManyThreads = 4;
struct steps {
  std::uint64_t work = 0, span = 0;
  bool are_of_many_threads(std::uint64_t most_span) const {
    return work >= kManyThreads * span && span <= most_span;
  }
};
steps steps_of(const std::vector<kernel_counters>& kernels);
// Returns whether the host sent enough bytes to determine the result, judging by the largest buffer that
// changed. A quarter of its size is enough: a permutation of 2000 keys takes 9.5 bits per key, and a quarter
// of a key is 8 bits. So is half of its size after compression, which is less for small numbers such as
// counts.
constexpr std::uint64_t kTableBytes = 1024;  // tables of constants can have as many
bool is_brought(std::uint64_t sent, const image& images, const std::vector<protocol::buffer_layout>& layouts);
// Returns whether the host copied enough of the device's memory to do the work itself: a quarter of that
// buffer's size. `copied` includes the runner's own copies of the buffers.
constexpr std::uint64_t kFewBytes = 64;  // a counter, a sum
bool is_fetched(std::uint64_t copied, const image& images,
                const std::vector<protocol::buffer_layout>& layouts);

}  // namespace verifier
