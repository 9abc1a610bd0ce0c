// SPDX-License-Identifier: Apache-2.0
// Code addresses are kept as offsets from the program's start, in 28 bits.
#pragma once
#include <cstdint>

extern "C" char __executable_start;

namespace simcu::check {

constexpr std::uint32_t kCodeBytes = 1u << 28;

inline std::uint32_t code_offset(const void* pc) {
  return static_cast<std::uint32_t>(static_cast<const char*>(pc) - &__executable_start) & (kCodeBytes - 1);
}
inline const void* code_address(std::uint32_t offset) {
  return offset ? &__executable_start + offset : nullptr;
}

}  // namespace simcu::check
