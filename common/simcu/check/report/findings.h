// SPDX-License-Identifier: Apache-2.0
// Keeps all findings until the program ends or take_report_text() takes them. A listener passes findings on
// to the tools, and is called when the program ends.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

#include "report/finding.h"
#include "simcu/kernel.h"

namespace simcu::check {

// Until the next call of this function, findings belong to a kernel that this library call launched. Null
// means a kernel that the program itself launched.
void findings_are_of(const library_call* call);

// If a finding of the same kind and subkind at the same places is known, counts it and returns null.
// Otherwise keeps the new finding and returns it. The caller can complete it until the next
// take_report_text(). Returns null if there are too many findings.
finding* report(finding f);
// If the finding of this kind at these places is already known, counts and returns it. The call is cheap, so
// make it before composing a finding's texts.
finding* counted(const char* kind, const char* subkind, const void* pc, const void* other_pc);

// Is notified of findings, and can add to the report and act when the program ends.
class findings_listener {
 public:
  virtual ~findings_listener() = default;
  virtual void found(const finding& f) = 0;      // called when a finding's first instance is found
  virtual void add_to_report(json& report) = 0;  // adds members to the report's JSON object
  virtual void program_ends() = 0;               // reports findings that are only known at the end
  virtual bool finish() = 0;  // called after printing; if it returns false, the program ends with status 2
};
void listen_to_findings(findings_listener& l);  // sets the only listener, for the rest of the program
findings_listener* listener_of_findings();      // null if there is no listener yet

// Returns the findings as a report shows them. The findings of an update like `++bins[i]` become one, and a
// race comes before the reads of unwritten memory that it explains.
std::deque<finding> merged_findings();
std::uint64_t dropped_findings();  // the number of findings beyond the limit

// Both functions return the JSON of SIMCU_REPORT with all findings kept so far. take_report_text() then
// discards the findings.
std::string report_text();
std::string take_report_text();

// In ending.cpp: prints the findings, writes SIMCU_REPORT and ends the process, as at the program's end.
// `last` is the reason; null if the reason is not a finding. If the program listens to faults, it gets this
// finding instead of the printed text.
[[noreturn]] void end_program(const finding* last);
// Called from a signal handler when host code crashes. Prints and writes as much as possible.
void tell_last_findings();
// Called when a signal from outside ends the program. If the program listens to faults, it gets a record
// instead.
void tell_findings_so_far();
// Prints that there are too many `what` for the checks to distinguish, and calls end_program.
[[noreturn]] void numbers_run_out(const char* what);

}  // namespace simcu::check
