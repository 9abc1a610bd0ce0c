// SPDX-License-Identifier: Apache-2.0
#include "checks/found.h"

#include "device/launch.h"
#include "report/findings.h"

namespace simcu::check {

finding* found(const state& s, const char* kind, const char* subkind, const event& e,
               const std::string& message, const std::string& advice) {
  if (counted(kind, subkind, e.pc, nullptr)) return nullptr;
  finding f;
  f.kind = kind;
  f.subkind = subkind;
  f.kernel = s.run.grid()->body.name;
  f.message = message;
  f.advice = advice;
  f.where = s.names.place_of(e.address, e.bytes).where;
  f.accesses = {s.names.describe(e, e.strong)};
  if (!e.write && std::string(kind) == "uninitialised-read") f.accesses[0].value = "undefined";
  return report(std::move(f));
}

}  // namespace simcu::check
