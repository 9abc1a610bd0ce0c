// SPDX-License-Identifier: Apache-2.0
// A tool observes everything that a checked program does, and adds to its report. It is a class and one
// static line that registers it; no other code knows it. It receives an event after the state and the checks.
#pragma once
#include <vector>

#include "base/observer.h"
#include "report/finding.h"
#include "state/event.h"

namespace simcu::check {

class tool : public observer {
 public:
  // Called once, after launch_begins: whether the tool wants this launch's accesses and atomic operations.
  virtual bool follows_launch() const { return true; }
  // A plain or volatile access that is not ignored, before it happens: memory still has the old value.
  virtual void access(const event& /*e*/) {}
  // An access that is ignored: to host memory, or to the thread's own memory.
  virtual void access_elsewhere(const event& /*e*/) {}
  // An atomic operation, after it has happened. `writes`: it stored something (a failed compare-and-swap does
  // not).
  virtual void atomic(const event& /*e*/, bool /*reads*/, bool /*writes*/) {}
  // The first instance of a finding, at the moment it is found.
  virtual void found(const finding& /*f*/) {}
  // Adds its members to the report's object, and then discards what they contain.
  virtual void add_to_report(json& /*report*/) {}
  // Called when the program has ended and all findings are known. Returns false if the program must end with
  // status 2.
  virtual bool finish() { return true; }
};

// All tools of this program, in the order in which they registered.
inline std::vector<tool*>& tools() {
  static auto* all = new std::vector<tool*>;
  return *all;
}

// For the static line of a tool: `const bool listening = add_tool(the_one);`
inline bool add_tool(tool& t) {
  tools().push_back(&t);
  return true;
}

}  // namespace simcu::check
