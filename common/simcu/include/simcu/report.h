// SPDX-License-Identifier: Apache-2.0
// For programs that run many kernels: what --check found in each part, and why a kernel failed.
#pragma once
#include <cstddef>
#include <string>

namespace simcu {

// Returns and discards what --check has found and counted since the last call, as the JSON text of
// SIMCU_REPORT. If `leaks`, memory allocated since then that still exists is a finding. Empty without
// --check.
std::string take_report(bool leaks = false);

// Receives the reason why a kernel or the process is stopped, instead of stderr: a JSON object whose member
// `stopped` says which other members it has.
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
// A place is a call at which a thread waits, {"file", "line", "repeat"}, or an instruction, which also has
// "code": "0x1f3a", its offset in the program's file. An instruction without a known line has only "code". A
// place can be empty. The listener must not allocate, because a signal handler may call it.
using fault_listener = void (*)(const char* record, std::size_t size);
void listen_to_faults(fault_listener listener);

// "file.cu:41" for an instruction of the program, or empty. Not async-signal-safe.
std::string source_line(const void* pc);

}  // namespace simcu
