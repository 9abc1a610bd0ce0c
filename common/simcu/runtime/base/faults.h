// SPDX-License-Identifier: Apache-2.0
// Where failures are reported: to the program, if it listens (simcu::listen_to_faults), else as text on
// stderr.
#pragma once
#include <cstddef>
#include <string>

#include "base/failure.h"
#include "simcu/report.h"

namespace simcu {

extern fault_listener the_fault_listener;  // null: no listener

// A kernel was stopped.
void tell_failure(const failure& f);

// A launch did not begin: a sentence without its full stop. The program continues.
void tell_refused_launch(const std::string& why);

// Host code did something that ends the process now: "used the address 0x10". `pc` is where. From a signal
// handler: allocates nothing.
void tell_host_fault(const char* did, const void* pc);

// The program cannot continue, for a reason given as a sentence without its full stop.
void tell_end(const std::string& why);

}  // namespace simcu
