// SPDX-License-Identifier: Apache-2.0
// Device memory that nobody has freed, by the place of its cudaMalloc.
#include <execinfo.h>

#include <map>

#include "checker.h"
#include "symbolize.h"
#include "text.h"

namespace simcu::check {
namespace {

// The innermost of these return addresses that is in the user's code.
const void* users_call(const std::array<void*, kCallers>& callers) {
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

void checker::remember_allocation(std::uintptr_t a, std::size_t bytes) {
  allocation fresh{allocations_made_++, bytes, {}};
  backtrace(fresh.callers.data(), kCallers);
  allocations_[a] = fresh;
}

void checker::end_of_part(bool leaks) {
  settle();
  if (leaks) {
    std::map<const void*, finding> by_call;
    for (const auto& [address, a] : allocations_) {
      const memory_info m = describe_pointer(reinterpret_cast<const void*>(address));
      if (a.number < first_of_part_ || !m.live || reinterpret_cast<std::uintptr_t>(m.base) != address)
        continue;
      const void* call = users_call(a.callers);
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
  first_of_part_ = allocations_made_;
}

}  // namespace simcu::check
