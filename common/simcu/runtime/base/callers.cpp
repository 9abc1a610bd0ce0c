// SPDX-License-Identifier: Apache-2.0
#include "base/callers.h"

#include <execinfo.h>

namespace simcu {
namespace {
thread_local const return_addresses* told = nullptr;
}

return_addresses callers_now() {
  if (told != nullptr) return *told;
  return_addresses callers = {};
  backtrace(callers.data(), kCallers);
  return callers;
}

called_by::called_by(const return_addresses& callers) : callers_(callers) { told = &callers_; }
called_by::~called_by() { told = nullptr; }

}  // namespace simcu
