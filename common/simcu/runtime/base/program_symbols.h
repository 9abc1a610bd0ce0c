// SPDX-License-Identifier: Apache-2.0
// The symbols that the program itself defines, read from its file.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>

namespace simcu {

struct program_symbol {
  const char *name, *section;  // the name is mangled; both are valid only during the call
  std::uintptr_t address;
  std::size_t bytes;
  unsigned type, binding;  // STT_FUNC, STB_WEAK, …
};

// Does nothing if the file cannot be read.
void each_program_symbol(const std::function<void(const program_symbol&)>& use);

}  // namespace simcu
