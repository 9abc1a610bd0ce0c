// SPDX-License-Identifier: Apache-2.0
#include "checks/leaks.h"

#include <execinfo.h>

#include "base/symbolize.h"
#include "report/findings.h"
#include "report/text.h"
#include "state/state.h"

namespace simcu::check {
namespace {

// The innermost of these return addresses that is in the user's code.
const void* users_call(const leaks::return_addresses& callers) {
  for (void* address : callers) {
    if (!address) continue;
    const void* call = static_cast<const char*>(address) - 1;
    const std::string line = source_line(call);
    const bool ours = line.find("/simcu/runtime/") != std::string::npos ||
                      line.find("/simcu/check/") != std::string::npos ||
                      line.find("/include/simcu/") != std::string::npos;
    if (line.find(':') != std::string::npos && !ours) return call;
  }
  return nullptr;
}

}  // namespace

void leaks::allocated(void* address, std::size_t) {
  return_addresses& callers = callers_[reinterpret_cast<std::uintptr_t>(address)] = {};
  backtrace(callers.data(), kCallers);
}

void leaks::freed(void* address, std::size_t) { callers_.erase(reinterpret_cast<std::uintptr_t>(address)); }

void leaks::part_ends(bool asked) {
  if (asked) report_what_is_left();
  first_of_part_ = state_.memory.allocations_made();
}

void leaks::report_what_is_left() const {
  std::map<const void*, finding> by_call;
  for (const auto& [address, a] : state_.memory.allocations()) {
    const memory_info m = describe_pointer(reinterpret_cast<const void*>(address));
    if (a.number < first_of_part_ || !m.live || reinterpret_cast<std::uintptr_t>(m.base) != address) continue;
    const auto callers = callers_.find(address);
    const void* call = callers == callers_.end() ? nullptr : users_call(callers->second);
    finding& f = by_call[call];
    ++f.count;
    if (f.count > 1) continue;
    f.kind = "leak";
    f.message = bytes_text(a.bytes) + " of device memory are never freed (cudaMalloc number " +
                std::to_string(a.number + 1) + ")";
    f.advice = "Call cudaFree when the last kernel or copy that uses it is done.";
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
