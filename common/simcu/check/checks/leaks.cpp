// SPDX-License-Identifier: Apache-2.0
#include "checks/leaks.h"

#include <map>

#include "report/findings.h"
#include "report/text.h"
#include "state/state.h"

namespace simcu::check {

void leaks::part_ends(bool asked) {
  if (asked) report_what_is_left();
  first_of_part_ = state_.memory.allocations_made();
}

void leaks::report_what_is_left() const {
  std::map<const void*, finding> by_call;
  for (const auto& [address, a] : state_.memory.allocations()) {
    const memory_info m = describe_pointer(reinterpret_cast<const void*>(address));
    if (a.number < first_of_part_ || !m.live || reinterpret_cast<std::uintptr_t>(m.base) != address) continue;
    const allocation_life* life = state_.calls.life_of(m.base);
    const void* call = life && life->live ? users_call(life->made) : nullptr;
    finding& f = by_call[call];
    ++f.count;
    if (f.count > 1) continue;
    f.kind = "leak";
    f.message = bytes_text(a.bytes) + " of device memory are never freed (cudaMalloc number " +
                std::to_string(a.number + 1) + ")";
    f.advice = "Call cudaFree after the last kernel or copy that uses the memory.";
    f.where.allocation = a.number;
    f.where.bytes = static_cast<unsigned>(a.bytes);
    check::access side;
    side.pc = call;
    side.op = "allocation of " + bytes_text(a.bytes);
    f.accesses = {side};
  }
  for (auto& [call, f] : by_call) {
    const std::uint64_t count = f.count;
    if (finding* kept = report(std::move(f))) kept->count = count;
  }
}

}  // namespace simcu::check
