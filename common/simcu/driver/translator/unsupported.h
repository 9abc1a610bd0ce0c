// SPDX-License-Identifier: Apache-2.0
// The parts of CUDA that the simulated device does not have, and the messages about them, empty for supported
// parts.
#pragma once
#include <string>
#include <string_view>

namespace simcu_driver {

// For any word of the program: "simcu does not support graphs and stream capture (cudaGraph_t)".
std::string why_word_is_unsupported(std::string_view word);
// "DeviceSelect" or "DeviceReduce::ArgMin", without the namespace.
std::string why_cub_is_unsupported(std::string_view name);
// "unique_by_key", without the namespace.
std::string why_thrust_is_unsupported(std::string_view name);
// "thrust/sort.h"
std::string why_header_is_unsupported(std::string_view header);
// "cublas", as after -l.
std::string why_library_is_unsupported(std::string_view library);

}  // namespace simcu_driver
