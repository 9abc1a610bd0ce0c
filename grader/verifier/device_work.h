// SPDX-License-Identifier: Apache-2.0
// Whether kernels did what an exercise asks of them, by what a counted request has counted.
#pragma once
#include <cstdint>
#include <vector>

#include "../runner/protocol.h"
#include "checker_report.h"
#include "image.h"

namespace verifier {

// What any program may bring, however small its result: the parameters of some launches, in constant memory.
constexpr std::uint64_t kParameterBytes = 256;

// Whether the result may be the kernels' work: they stored at least half of what the greatest buffer has
// gained (the host may clear one, or copy one to another), less than half came from the host while they ran,
// and host code was not seen to read the device's memory.
bool kernels_did_it(const checker_report& report, const image& images,
                    const std::vector<protocol::buffer_layout>& layouts);

// What they stored in global memory, in bytes.
std::uint64_t stored_by_kernels(const std::vector<kernel_counters>& kernels);
// What host code brought to the device, in bytes, without what the runner itself brings: each buffer that
// holds something before the call, once.
std::uint64_t brought_by_host(const checker_report& report,
                              const std::vector<protocol::buffer_layout>& layouts);
// Whether so many bytes of the host's explain a result of `result` bytes.
bool is_brought(std::uint64_t bytes, std::uint64_t result);

}  // namespace verifier
