// SPDX-License-Identifier: Apache-2.0
// For programs that run many kernels and want to know what --check found in each part, and why one failed.
#pragma once
#include <cstddef>
#include <string>

namespace simcu {

// What --check has found and counted since the program began, or since the last call: the JSON text that
// SIMCU_REPORT would get at the end. What was handed out is forgotten: it is neither printed at the end nor
// changes the exit status. `leaks`: device memory that was allocated since then and is still there counts as
// found. Empty in a program that was not built with --check.
std::string take_report(bool leaks = false);

// Told why a kernel or the process is stopped, in place of the text that stderr would get: one JSON object
// each, whose member `stopped` says what else it has.
//   "kernel"    kernel, error ("cudaErrorIllegalAddress"), error_text, kind ("deadlock"), message; a loop
//               that it is about is `spins`, and the rest of the sentence message_end; block, thread, at: who
//               failed where, if it was one thread; waiting: blocks and their threads, if all wait; advice
//   "host"      message ("used the address 0x10"), at: the process is about to end
//   "checkers"  findings: the one for which --check ends the process, as in SIMCU_REPORT
//   "outside"   findings: what --check has found so far, as in SIMCU_REPORT; somebody ends the process
//               (SIGTERM)
//   "launch"    message: why it was refused, once for each text until listen_to_faults is called again; the
//               program goes on
//   "program"   message: why it cannot go on
// A place is the call at which a thread waits, {"file", "line", "repeat"}; or what it was doing, which also
// has "code": "0x1f3a", the offset of its address in the program's file (that alone if the line is not
// known); or empty. May be called in a signal handler, so it must not allocate.
using fault_listener = void (*)(const char* record, std::size_t size);
void listen_to_faults(fault_listener listener);

// "file.cu:41" of an instruction of the program; empty if it has no line information there. Not in a signal
// handler.
std::string source_line(const void* pc);

}  // namespace simcu
