// SPDX-License-Identifier: Apache-2.0
// Whether kernels did what an exercise asks of them, by what a counted request has counted.
#pragma once
#include <vector>

#include "../runner/protocol.h"
#include "checker_report.h"
#include "image.h"

namespace verifier {

// Whether the result may be the kernels' work: they stored at least half of what the greatest buffer has
// gained (the host may clear one, or copy one to another), less than half came from the host while they ran,
// and host code was not seen to read the device's memory.
bool kernels_did_it(const checker_report& report, const image& images,
                    const std::vector<protocol::buffer_layout>& layouts);

// What the runner itself brings to the device for such a request, in bytes.
std::uint64_t filled_bytes(const std::vector<protocol::buffer_layout>& layouts);

}  // namespace verifier
