// SPDX-License-Identifier: Apache-2.0
#include "checks/alignment.h"

#include "checks/found.h"
#include "report/text.h"

namespace simcu::check {
namespace {
constexpr char kAlign[] =
    "A GPU cannot access misaligned memory: align the pointer, or use smaller accesses.";
}

void alignment::atomic(const event& e) {
  if (e.bytes <= 16 && (e.bytes & (e.bytes - 1)) == 0 && (e.address & (e.bytes - 1)) != 0)
    found(
        state_, "misaligned", "", e,
        access_verb(e.write, e.bytes) + " at an address that isn't a multiple of " + std::to_string(e.bytes),
        kAlign);
}

void alignment::misaligned_pointer(std::uintptr_t address, unsigned alignment, bool write, const void* pc) {
  constexpr std::uintptr_t kNull = 4096;
  if (!state_.run.in_kernel() || address < kNull) return;
  explains_failure_ = true;  // the access itself may fault
  found(state_, "misaligned", "", {address, 1, write, false, pc},
        std::string("uses a pointer whose address isn't a multiple of ") + std::to_string(alignment), kAlign);
}

}  // namespace simcu::check
