// SPDX-License-Identifier: Apache-2.0
// Everything that was found, kept until the program's end or until its report is taken. What checks, tools
// and the end of the program have to do with it comes from above, through the listener.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

#include "report/finding.h"
#include "simcu/kernel.h"

namespace simcu::check {

// Findings up to the next call of this are of a kernel that this call of a library launched; null: the
// program's own kernels.
void findings_are_of(const library_call* call);

// Counts it with those of the same kind, subkind and places, or keeps it as a new one.
// Returns what is kept, null if nothing is: it may be completed until the next take_report_text().
finding* report(finding f);
// The finding of this kind at these places, if it is known already; then it is counted. Cheap: call it before
// the texts of a finding are made.
finding* counted(const char* kind, const char* subkind, const void* pc, const void* other_pc);

// Who hears of findings, and takes part in the report and the end of the program.
class findings_listener {
 public:
  virtual ~findings_listener() = default;
  virtual void found(const finding& f) = 0;      // the first instance, at the moment it is found
  virtual void add_to_report(json& report) = 0;  // further members of the report's JSON object
  virtual void program_ends() = 0;               // what is only known now is reported now
  virtual bool finish() = 0;                     // all is printed; false: the program ends with status 2
};
void listen_to_findings(findings_listener& l);  // one, for the rest of the program
findings_listener* listener_of_findings();      // null: nobody listens yet

// As a report shows them: one for all that an update like `++bins[i]` makes, and a race before the reads of
// unwritten memory that it explains.
std::deque<finding> merged_findings();
std::uint64_t dropped_findings();  // at further places, when there were too many

// The JSON of SIMCU_REPORT with everything kept so far; take_ also forgets it.
std::string report_text();
std::string take_report_text();

// ending.cpp: prints, writes SIMCU_REPORT and ends the process, as at the program's end. `last` is why; null:
// a finding of which there were too many. If the program listens to faults, it is told that in place of all
// that would be printed.
[[noreturn]] void end_program(const finding* last);
// From a signal handler, when host code ends the program: prints and writes what it can of the same.
void tell_last_findings();
// The same when somebody ends the program; one that listens to faults is told.
void tell_findings_so_far();
// end_program after a message: the program did more of `what` than the checks can tell apart.
[[noreturn]] void numbers_run_out(const char* what);

}  // namespace simcu::check
