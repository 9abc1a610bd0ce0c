// SPDX-License-Identifier: Apache-2.0
// Converts records from the host's process. An invalid record ends this process.
#pragma once
#include <cstddef>
#include <string_view>

#include "link/device_port.h"
#include "simcu/wire.h"

namespace simcu {

constexpr std::size_t kMostNames = 1 << 16;  // limit for texts and for streams, which no program reaches

[[noreturn]] void refuse_host(const char* why);

// Kept for the rest of the program, because findings point to them.
const char* kept(std::string_view text);
cudaStream_t get_stream(message_reader& from);
device_transfer get_transfer(message_reader& from);
location get_location(message_reader& from);

bool is_variable(const void* p);
bool may_be_used(const void* p, std::size_t bytes);

}  // namespace simcu
