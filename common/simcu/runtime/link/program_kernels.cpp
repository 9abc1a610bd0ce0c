// SPDX-License-Identifier: Apache-2.0
#include "link/program_kernels.h"

#include <elf.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/program_symbols.h"

namespace simcu {

bool runs_a_kernel(const void* code) {
  static const std::vector<std::uintptr_t> kernels = [] {
    constexpr std::string_view kPrefix = "_ZN5simcu10run_threadI";  // simcu::run_thread<
    std::vector<std::uintptr_t> found;
    each_program_symbol([&](const program_symbol& s) {
      if (s.type == STT_FUNC && std::string_view(s.name).substr(0, kPrefix.size()) == kPrefix)
        found.push_back(s.address);
    });
    std::sort(found.begin(), found.end());
    return found;
  }();
  return std::binary_search(kernels.begin(), kernels.end(), reinterpret_cast<std::uintptr_t>(code));
}

}  // namespace simcu
