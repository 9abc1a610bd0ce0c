// SPDX-License-Identifier: Apache-2.0
// The lab against which hostile submissions are graded. It has one exercise, small enough to compile in a
// second.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lab/status.h"

// d_out[n - 1 - i] = d_in[i], in device memory.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n);
