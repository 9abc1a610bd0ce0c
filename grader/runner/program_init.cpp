// SPDX-License-Identifier: Apache-2.0
#include "program_init.h"

// The linker's names for the start and end of the section program_init, if the program has that section.
extern "C" {
using constructor = void (*)();
extern const constructor __start_program_init[] __attribute__((weak, visibility("hidden")));
extern const constructor __stop_program_init[] __attribute__((weak, visibility("hidden")));
}

void runner::run_program_constructors() {
  for (const constructor* next = __start_program_init; next != __stop_program_init; ++next) (*next)();
}
