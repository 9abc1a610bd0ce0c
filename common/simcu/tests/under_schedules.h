// SPDX-License-Identifier: Apache-2.0
// Runs a program under many schedules. Each run is a fork of this process, because a small program would
// otherwise spend half of its time in the dynamic linker.
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

// `schedules` ends with a null pointer. A line "SCHEDULE: status N" follows each run's output. Returns 1 if a
// process can't be created.
inline int under_schedules(int (*run)(const char* program), const char* program, char** schedules) {
  for (; *schedules != nullptr; ++schedules) {
    const pid_t child = fork();
    if (child == 0) {
      setenv("SIMCU_SCHEDULE", *schedules, 1);
      exit(run(program));
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return 1;
    dprintf(STDOUT_FILENO, "%s: status %d\n", *schedules,
            WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  }
  return 0;
}
