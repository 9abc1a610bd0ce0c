// SPDX-License-Identifier: Apache-2.0
#include "checks/shifts.h"

#include "device/launch.h"
#include "report/findings.h"

namespace simcu::check {

void shifts::too_far(unsigned bits, long long by, const void* pc) {
  const bool kernel = state_.run.in_kernel();
  const char* const subkind = kernel ? "" : "host";
  if (counted("undefined-shift", subkind, pc, nullptr)) return;
  const std::string count = std::to_string(by), width = std::to_string(bits);
  finding f;
  f.kind = "undefined-shift";
  f.subkind = subkind;
  f.message = std::string(kernel ? "" : "host code ") + "shifts a " + width + "-bit number by " + count +
              ", which is undefined in C++";
  f.advice =
      by < 0
          ? "Shift in the other direction instead. If the count should never be negative, check how it is "
            "computed."
          : "A GPU usually shifts every bit out, but a CPU usually takes the count modulo " + width +
                ", here " + std::to_string(by % bits) +
                ". Use a wider number, or handle this count separately. If the count should never be so large, "
                "check how it is computed.";
  access shift;
  if (kernel) {
    f.kernel = state_.run.grid()->body.name;
    shift = state_.names.describe(event{0, bits / 8, false, false, pc}, false);
  }
  shift.pc = pc;
  shift.op = "shift by " + count;
  f.accesses = {shift};
  report(std::move(f));
}

}  // namespace simcu::check
