// SPDX-License-Identifier: Apache-2.0
// Reports failures to the program, if it listens (simcu::listen_to_faults), otherwise as text on stderr.
#pragma once
#include <cstddef>
#include <string>

#include "base/failure.h"
#include "simcu/report.h"

namespace simcu {

extern fault_listener the_fault_listener;  // null if there is no listener

// Reports that a kernel was stopped.
void tell_failure(const failure& f);

// Reports that a launch was refused; `why` is a sentence without its full stop. The program continues.
void tell_refused_launch(const std::string& why);

// Reports that host code did something that ends the process now, such as "used the address 0x10". `pc` is
// the instruction. Can be called in a signal handler, because it allocates nothing.
void tell_host_fault(const char* did, const void* pc);

// Reports that the program cannot continue; `why` is a sentence without its full stop.
void tell_end(const std::string& why);

}  // namespace simcu
