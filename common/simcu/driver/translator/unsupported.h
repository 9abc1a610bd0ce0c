// SPDX-License-Identifier: Apache-2.0
// The parts of CUDA that the simulated device does not have, and the messages about them.
#pragma once
#include <string>
#include <string_view>

namespace simcu_driver {

// The message for a word of the program, empty if the word is fine: "simcu does not support graphs and
// stream capture (cudaGraph_t)".
std::string why_word_is_unsupported(std::string_view word);
// The message for a name of namespace cub, such as "DeviceSelect" or "DeviceReduce::ArgMin".
std::string why_cub_is_unsupported(std::string_view name);
// The message for a name of namespace thrust, such as "unique_by_key".
std::string why_thrust_is_unsupported(std::string_view name);
// The message for a header in an #include, such as "thrust/sort.h".
std::string why_header_is_unsupported(std::string_view header);
// The message for a library after -l, such as "cublas".
std::string why_library_is_unsupported(std::string_view library);

}  // namespace simcu_driver
