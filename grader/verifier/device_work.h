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
// gained (the host may clear one, or copy one to another), and less than half came from the host.
bool kernels_did_it(const checker_report& report, const image& images,
                    const std::vector<protocol::buffer_layout>& layouts);

// Whether a kernel loaded or stored what is not the device's: something may have been told there.
bool uses_the_hosts_memory(const checker_report& report);

// What they stored in global memory, in bytes.
std::uint64_t stored_by_kernels(const std::vector<kernel_counters>& kernels);
// The fewest bytes in which somebody who has the program can be told what this text says, as far as deflate
// knows: by `told` of include/simcu/parted.h, how much the host may have told the device.
std::uint64_t shortest(const std::string& text);
// Whether so many bytes of the host's explain a result of `result` bytes.
bool is_brought(std::uint64_t bytes, std::uint64_t result);

}  // namespace verifier
