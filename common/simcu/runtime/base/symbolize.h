// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>

#include "simcu/kernel.h"

namespace simcu {
// "file.cu:41" or empty. For inlined functions, the innermost that is not in a header of the simulated
// device. Thread-safe; not async-signal-safe.
std::string source_line(const void* pc);

// Call it in a process that may not be able to open its program's file later.
void open_own_program();

// Writes what source_line returns, in the signal handler of a program that is about to end. For code in a
// library or in a header of the simulated device, that is the line of the call. Writes "" if try_after_fault
// gives up.
void find_line_after_fault(const void* pc, bool in_library, char* to, std::size_t size);

// Calls `what(of)` in the signal handler of a program that is about to end. Gives up after two seconds
// without progress or 20 seconds of CPU time, or if the call faults as well.
void try_after_fault(void (*what)(void* of), void* of);

// The column distinguishes two accesses in one line from the parts of one access that a compiler has split.
struct source_place {
  const char* file = nullptr;  // within one unit of the program, the same file is the same pointer
  int line = 0, column = 0;    // 0 if unknown
  bool operator==(const source_place& o) const {
    return file == o.file && line == o.line && column == o.column;
  }
};
// Returns the place in the innermost inlined function. Thread-safe; not async-signal-safe.
source_place find_place(const void* pc);
// The line where the function that contains `line` begins; 0 if unknown. Thread-safe; not async-signal-safe.
int find_function(const void* pc, int line);

// The first line, among the calls that led here, that is not in a header of the simulated device.
// Thread-safe; not async-signal-safe.
std::string users_line(const library_call& call);
bool is_in_device_header(const std::string& line);

// 0 if the address is in a library. Allocates nothing.
std::size_t offset_in_program(const void* pc);
}  // namespace simcu
