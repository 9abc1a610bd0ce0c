// SPDX-License-Identifier: Apache-2.0
// A tool observes everything that a checked program does, and adds to its report. One static line registers
// it; no other code refers to it. It receives each event after the state and the checks.
#pragma once
#include <vector>

#include "base/observer.h"
#include "report/finding.h"
#include "state/event.h"

namespace simcu::check {

class tool : public observer {
 public:
  // Called once, after launch_begins. Returns whether to pass this launch's accesses and atomics to the tool.
  virtual bool follows_launch() const { return true; }
  // Called before a plain or volatile access that is not ignored, so memory has the old value.
  virtual void access(const event& /*e*/) {}
  // An ignored access, to host memory or to the thread's own memory.
  virtual void access_elsewhere(const event& /*e*/) {}
  // Called after the operation. `writes` is false for a failed compare-and-swap.
  virtual void atomic(const event& /*e*/, bool /*reads*/, bool /*writes*/) {}
  // Called only for the first instance.
  virtual void found(const finding& /*f*/) {}
  // Adds the tool's members to the report's object, and then discards their contents.
  virtual void add_to_report(json& /*report*/) {}
  // All findings are known. False ends the program with status 2.
  virtual bool finish() { return true; }
};

inline std::vector<tool*>& tools() {
  static auto* all = new std::vector<tool*>;
  return *all;
}

// A tool's static line is `const bool listening = add_tool(the_one);`.
inline bool add_tool(tool& t) {
  tools().push_back(&t);
  return true;
}

}  // namespace simcu::check
