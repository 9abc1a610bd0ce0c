// SPDX-License-Identifier: Apache-2.0
// The parts of CUDA that the simulated device does not have, and the messages about them, empty for supported
// parts.
#pragma once
#include <string>
#include <string_view>

namespace simcu_driver {

// For example, "simcu does not support graphs and stream capture (cudaGraph_t)".
std::string why_word_is_unsupported(std::string_view word);
// `name` lacks the namespace: "DeviceSelect" or "DeviceReduce::ArgMin".
std::string why_cub_is_unsupported(std::string_view name);
// `name` lacks the namespace: "unique_by_key".
std::string why_thrust_is_unsupported(std::string_view name);
std::string why_header_is_unsupported(std::string_view header);
std::string why_library_is_unsupported(std::string_view library);

}  // namespace simcu_driver
