// SPDX-License-Identifier: Apache-2.0
// A tool observes everything that a checked program does, and adds to its report. A tool consists of a class
// and one static line that registers it, and no other code refers to the tool. A tool receives each event
// after the state and the checks have received it.
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
  // A plain or volatile access that is not ignored. Called before it happens, so memory has the old value.
  virtual void access(const event& /*e*/) {}
  // An ignored access, to host memory or to the thread's own memory.
  virtual void access_elsewhere(const event& /*e*/) {}
  // An atomic operation, after it has happened. `writes` says whether it stored a value, which a failed
  // compare-and-swap does not.
  virtual void atomic(const event& /*e*/, bool /*reads*/, bool /*writes*/) {}
  // Called when the first instance of a finding is found.
  virtual void found(const finding& /*f*/) {}
  // Adds the tool's members to the report's object, and then discards their contents.
  virtual void add_to_report(json& /*report*/) {}
  // Called when the program has ended and all findings are known. Returns false if the program must end with
  // status 2.
  virtual bool finish() { return true; }
};

// Returns all tools of this program, in the order in which they registered.
inline std::vector<tool*>& tools() {
  static auto* all = new std::vector<tool*>;
  return *all;
}

// For a tool's static line: `const bool listening = add_tool(the_one);`
inline bool add_tool(tool& t) {
  tools().push_back(&t);
  return true;
}

}  // namespace simcu::check
