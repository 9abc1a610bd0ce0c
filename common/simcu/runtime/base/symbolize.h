// SPDX-License-Identifier: Apache-2.0
// Finds file:line for a code address of this program.
#pragma once
#include <cstddef>
#include <string>

#include "simcu/kernel.h"

namespace simcu {
// "file.cu:41"; empty if the program has no line information there. For inlined functions, the innermost one
// that is not in a header of the simulated device. Thread-safe; not async-signal-safe.
std::string source_line(const void* pc);

// Opens the program's file, from which all of these functions read, for a process that may not be able to
// open it later.
void open_own_program();

// Writes the result of source_line into `to`, in the signal handler of a program that is about to end. Writes
// "" after two seconds without progress or 20 seconds of CPU time, or if the fault has damaged the memory
// that the look-up needs. For code in a library, or in a header of the simulated device, it writes the line
// of the call.
void find_line_after_fault(const void* pc, bool in_library, char* to, std::size_t size);

// Calls `what(of)` in the signal handler of a program that is about to end. Abandons the call after two
// seconds without progress or 20 seconds of CPU time, or if it faults as well.
void try_after_fault(void (*what)(void* of), void* of);

// A place with its column. The column distinguishes two accesses in one line from the parts of one access
// that a compiler has split.
struct source_place {
  const char* file = nullptr;  // within one unit of the program, the same file is the same pointer
  int line = 0, column = 0;    // 0 if unknown
  bool operator==(const source_place& o) const {
    return file == o.file && line == o.line && column == o.column;
  }
};
// Returns the source place of the instruction at `pc`. If the code was inlined, that is the place in the
// innermost inlined function. Thread-safe; not async-signal-safe.
source_place find_place(const void* pc);
// Returns the line where the function that contains `line` of the same file begins; 0 if unknown.
// Thread-safe; not async-signal-safe.
int find_function(const void* pc, int line);

// Returns the program's line that made the call: among the calls that led here (library_call::stack), the
// first line that is not in a header of the simulated device. Thread-safe; not async-signal-safe.
std::string users_line(const library_call& call);
bool is_in_device_header(const std::string& line);

// Returns the offset of a code address of this program from the program's start; 0 if it is in a library.
// Allocates nothing.
std::size_t offset_in_program(const void* pc);
}  // namespace simcu
