// SPDX-License-Identifier: Apache-2.0
// Keeps everything that was found, until the program's end or until its report is taken. Checks, tools and
// the end of the program connect to it through the listener.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

#include "report/finding.h"
#include "simcu/kernel.h"

namespace simcu::check {

// Until the next call of this function, findings belong to a kernel that this library call launched; null: to
// the program's own kernels.
void findings_are_of(const library_call* call);

// Counts it with findings of the same kind, subkind and places, or keeps it as a new one. Returns the kept
// finding, or null if there is none: it may be completed until the next take_report_text().
finding* report(finding f);
// If the finding of this kind at these places is already known, counts and returns it. Cheap: call it before
// making the texts of a finding.
finding* counted(const char* kind, const char* subkind, const void* pc, const void* other_pc);

// Is notified of findings, and can add to the report and act when the program ends.
class findings_listener {
 public:
  virtual ~findings_listener() = default;
  virtual void found(const finding& f) = 0;      // the first instance, at the moment it is found
  virtual void add_to_report(json& report) = 0;  // further members of the report's JSON object
  virtual void program_ends() = 0;               // report findings that are only known at the end
  virtual bool finish() = 0;  // everything has been printed; false: the program ends with status 2
};
void listen_to_findings(findings_listener& l);  // one, for the rest of the program
findings_listener* listener_of_findings();      // null: no listener yet

// The findings as a report shows them: one finding for all findings of an update like `++bins[i]`, and a race
// before the reads of unwritten memory that it explains.
std::deque<finding> merged_findings();
std::uint64_t dropped_findings();  // at further places, when there were too many

// Both return the JSON of SIMCU_REPORT with everything kept so far; take_report_text() then discards it.
std::string report_text();
std::string take_report_text();

// ending.cpp: prints, writes SIMCU_REPORT and ends the process, as at the program's end. `last` is the
// reason; null: a finding that occurred too often. If the program listens to faults, it gets this finding
// instead of the printed text.
[[noreturn]] void end_program(const finding* last);
// Called from a signal handler when host code ends the program: prints and writes as much as possible.
void tell_last_findings();
// The same if the program is ended from outside; if it listens to faults, it gets a record.
void tell_findings_so_far();
// Calls end_program after a message: the program did more of `what` than the checks can distinguish.
[[noreturn]] void numbers_run_out(const char* what);

}  // namespace simcu::check
