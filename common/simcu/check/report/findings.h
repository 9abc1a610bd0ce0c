// SPDX-License-Identifier: Apache-2.0
// Keeps all findings until the program ends or take_report_text() takes them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

#include "report/finding.h"
#include "simcu/kernel.h"

namespace simcu::check {

// Until the next call, findings belong to a kernel that this library call launched; null means the program.
void findings_are_of(const library_call* call);

// Returns the kept finding, which the caller can complete until the next take_report_text(). Returns null if
// it was known, and now counts once more, or if there are too many.
finding* report(finding f);
// If the finding is known, counts and returns it. Cheap, so call it before composing a finding's texts.
finding* counted(const char* kind, const char* subkind, const void* pc, const void* other_pc);

class findings_listener {
 public:
  virtual ~findings_listener() = default;
  virtual void found(const finding& f) = 0;
  virtual void add_to_report(json& report) = 0;
  virtual void program_ends() = 0;
  virtual bool finish() = 0;  // after printing; false ends the program with status 2
};
void listen_to_findings(findings_listener& l);
findings_listener* listener_of_findings();  // null if there is no listener yet

// Merges the findings of an update like `++bins[i]`, and puts a race before the reads of unwritten memory
// that it explains.
std::deque<finding> merged_findings();
std::uint64_t dropped_findings();  // beyond the limit

// The JSON of SIMCU_REPORT. take_report_text() then discards the findings.
std::string report_text();
std::string take_report_text();

// `last` is the reason, null if that is not a finding. A program that listens to faults gets this finding
// instead of the printed text.
[[noreturn]] void end_program(const finding* last);
// Called from a signal handler when host code crashes.
void tell_last_findings();
// Called when a signal from outside ends the program. A program that listens to faults gets a record instead.
void tell_findings_so_far();
// Says that there are too many `what` for the checks to distinguish, and ends the program.
[[noreturn]] void numbers_run_out(const char* what);

}  // namespace simcu::check
