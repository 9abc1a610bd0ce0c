// SPDX-License-Identifier: Apache-2.0
// The sandbox in which a student's code is compiled and run: no new privileges, no capabilities, no terminal,
// and resource limits. The code can use only the named files (Landlock) and the necessary system calls
// (seccomp).
//
//   sandbox::box b;
//   b.what = sandbox::role::runner;
//   b.read = sandbox::system_folders();
//   pid_t child = fork();
//   if (child == 0) { sandbox::execute(b, path, argv, environment); _exit(127); }
//
// docs/instructors/trust.md says what each part prevents, and what a student's code can do without it.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace sandbox {

enum class role {
  runner,      // can start threads, but no processes; has a list of allowed system calls
  gpu_runner,  // the same with NVIDIA's driver and its device files; has a list of forbidden calls
  compiler     // can start processes; has a list of forbidden calls
};

// In each field, 0 means no limit.
struct limits {
  std::size_t file_bytes = 0;     // per written file
  std::size_t address_bytes = 0;  // of each process
  std::size_t cpu_seconds = 0;    // of each process
  std::size_t open_files = 256;
};

struct box {
  role what = role::runner;
  std::vector<std::string> read;   // files and folders that may be read; missing ones are ignored
  std::vector<std::string> write;  // files and folders that may also be written; in such folders, files may
                                   // be created
  limits bounds;
};

// Adds the files that every program reads: shared libraries, harmless devices, its own /proc/self. For a
// compiler, also adds the system's programs and headers; for a GPU runner, the driver's files, and the GPU's
// devices in `write`.
void add_system(box& to);

// Leaves the terminal, drops all privileges, enters the sandbox, and executes the program. Returns only on
// failure, with errno. Call it in a child with one thread. Open descriptors stay open. Only a compiler can
// start another program.
void execute(const box& inside, const char* program, char* const* arguments, char* const* environment);

// The features that this kernel and this build's libraries offer. Determined only once.
struct offer {
  int landlock = 0;      // version of Landlock's interface; 0: none
  bool seccomp = false;  // the kernel and libseccomp
};
const offer& kernel_offer();

// "full", or the missing parts: "no-landlock", "no-seccomp", "no-landlock no-seccomp".
std::string state();
// A message about each missing part: what its absence allows, and a remedy if there is one. Empty if nothing
// is missing.
std::string shortcomings();

}  // namespace sandbox
