// SPDX-License-Identifier: Apache-2.0
// Whether kernels did what an exercise asks of them, by what a counted request has counted.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "../runner/protocol.h"
#include "checker_report.h"
#include "image.h"

namespace verifier {

// What any program may bring, however small its result: the parameters of its launches. The solutions of all
// labs bring at most 340 bytes, as they are measured here.
constexpr std::uint64_t kParameterBytes = 512;

// Whether the result may be the kernels' work: they stored at least half of what the greatest buffer has
// gained, and less than half came from the host. It may clear a buffer, or copy one to another.
bool kernels_did_it(const checker_report& report, const image& images,
                    const std::vector<protocol::buffer_layout>& layouts);

// Whether a kernel accessed memory outside the device's: the host may have sent something there.
bool uses_the_hosts_memory(const checker_report& report);

// What they stored in global memory, in bytes.
std::uint64_t stored_by_kernels(const std::vector<kernel_counters>& kernels);
// The fewest bytes that can convey this text to somebody who has the program, as far as deflate finds them.
// For `told` of include/simcu/parted.h, it is how much the host may have sent to the device.
std::uint64_t shortest(const std::string& text);
// Fewer threads at a time, on average, do an exercise serially, and so do threads of which one takes more
// than `most_span` steps.
constexpr std::uint64_t kManyThreads = 4;
struct steps {
  std::uint64_t work = 0, span = 0;
  bool are_of_many_threads(std::uint64_t most_span) const {
    return work >= kManyThreads * span && span <= most_span;
  }
};
steps steps_of(const std::vector<kernel_counters>& kernels);
// Whether so many bytes of the host's explain a result of `result` bytes.
bool is_brought(std::uint64_t bytes, std::uint64_t result);

}  // namespace verifier
