// SPDX-License-Identifier: Apache-2.0
// For programs that run many kernels: what --check found in each part, and why a kernel failed.
#pragma once
#include <cstddef>
#include <string>

namespace simcu {

// What --check has found and counted since the program began or since the last call, as the JSON text that
// SIMCU_REPORT would get at the end. Returned findings are discarded: they are not printed at the end and do
// not change the exit status. If `leaks`, device memory that was allocated since then and still exists is a
// finding. Empty in a program that was not built with --check.
std::string take_report(bool leaks = false);

// Receives the reason why a kernel or the process is stopped, instead of the text on stderr. Each reason is a
// JSON object whose member `stopped` says which other members it has.
//   "kernel"    kernel, error ("cudaErrorIllegalAddress"), error_text, kind ("deadlock"), message; `spins` is
//               the loop that it is about, and message_end the rest of the sentence; block, thread, at: the
//               failed thread, if it was one; waiting: blocks and their threads, if all wait; advice
//   "host"      message ("used the address 0x10"), at: the process is about to end
//   "checkers"  findings: the finding for which --check ends the process, as in SIMCU_REPORT
//   "outside"   findings: what --check has found so far, as in SIMCU_REPORT; the process gets SIGTERM
//   "launch"    message: why it was refused, once for each text until listen_to_faults is called again; the
//               program continues
//   "program"   message: why it cannot continue
//
// A place is the call at which a thread waits, {"file", "line", "repeat"}, or the instruction that it was
// executing. An instruction also has "code": "0x1f3a", the offset of its address in the program's file, and
// nothing else if its line is not known. A place can also be empty. The listener may be called in a signal
// handler, so it must not allocate.
using fault_listener = void (*)(const char* record, std::size_t size);
void listen_to_faults(fault_listener listener);

// "file.cu:41" for an instruction of the program; empty if it has no line information there. Not
// async-signal-safe.
std::string source_line(const void* pc);

}  // namespace simcu
