// SPDX-License-Identifier: Apache-2.0
// Decides from a counted request whether kernels did the work that an exercise asks for.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "../runner/protocol.h"
#include "checker_report.h"
#include "image.h"

namespace verifier {

// Any program may send this much to the device, however small its result: the parameters of its launches. The
// solutions of all labs send at most 340 bytes, measured in the same way.
constexpr std::uint64_t kParameterBytes = 512;

// Whether kernels may have made the result. Take the buffer that changed most. Kernels must have stored at
// least half as many bytes as changed in it. The host must have sent less than half as many, or less than
// kParameterBytes. Clearing a buffer, or copying one to another, counts as well.
bool kernels_did_it(const checker_report& report, const image& images,
                    const std::vector<protocol::buffer_layout>& layouts);

// Whether a kernel accessed host memory, in which the host may have left something for it.
bool uses_the_hosts_memory(const checker_report& report);

// The bytes that kernels stored in global memory.
std::uint64_t stored_by_kernels(const std::vector<kernel_counters>& kernels);
// The size of the text after compression with deflate, an estimate of the fewest bytes that convey it.
// Applied to `told` (include/simcu/parted.h), it bounds what the host can have sent to the device.
std::uint64_t shortest(const std::string& text);
// If fewer threads than this work at a time, on average, the exercise was done serially. It was also done
// serially if one thread takes more than `most_span` steps.
constexpr std::uint64_t kManyThreads = 4;
struct steps {
  std::uint64_t work = 0, span = 0;
  bool are_of_many_threads(std::uint64_t most_span) const {
    return work >= kManyThreads * span && span <= most_span;
  }
};
steps steps_of(const std::vector<kernel_counters>& kernels);
// Whether the host sent enough bytes to explain a result of `result` bytes: a quarter. The order of 2000 keys
// takes 9.5 bits each, and a quarter of a key is 8.
bool is_brought(std::uint64_t bytes, std::uint64_t result);

}  // namespace verifier
