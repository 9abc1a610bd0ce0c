// SPDX-License-Identifier: Apache-2.0
#include "program_init.h"

// The linker defines these names if the program has the section program_init.
extern "C" {
using constructor = void (*)();
extern const constructor __start_program_init[] __attribute__((weak, visibility("hidden")));
extern const constructor __stop_program_init[] __attribute__((weak, visibility("hidden")));
}

void runner::run_program_constructors() {
  for (const constructor* next = __start_program_init; next != __stop_program_init; ++next) (*next)();
}
