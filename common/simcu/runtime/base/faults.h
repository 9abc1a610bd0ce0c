// SPDX-License-Identifier: Apache-2.0
// Reports failures to the program, if it listens (simcu::listen_to_faults), otherwise as text on stderr.
#pragma once
#include <cstddef>
#include <string>

#include "base/failure.h"
#include "simcu/report.h"

namespace simcu {

extern fault_listener the_fault_listener;  // null if there is no listener

void tell_failure(const failure& f);

// `why` is a sentence without its full stop. The program continues.
void tell_refused_launch(const std::string& why);

// `did` is a text such as "used the address 0x10". The process ends now. Allocates nothing, so a signal
// handler can call it.
void tell_host_fault(const char* did, const void* pc);

// `why` is a sentence without its full stop. The program cannot continue.
void tell_end(const std::string& why);

}  // namespace simcu
