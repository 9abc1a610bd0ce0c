// SPDX-License-Identifier: Apache-2.0
// The sandbox that a student's code is compiled and run in: no new privileges, no capabilities, no terminal,
// and limits. It can use only the named files (Landlock) and the necessary system calls (seccomp).
//
//   sandbox::box b;
//   b.what = sandbox::role::runner;
//   b.read = sandbox::system_folders();
//   pid_t child = fork();
//   if (child == 0) { sandbox::execute(b, path, argv, environment); _exit(127); }
//
// docs/instructors/trust.md says what each part prevents, and what a student's code can do if a kernel lacks
// it.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace sandbox {

enum class role {
  runner,      // threads but no processes; a list of allowed system calls
  gpu_runner,  // the same, with NVIDIA's driver and its device files; a list of forbidden calls
  compiler     // starts processes; a list of forbidden calls
};

// 0: no limit.
struct limits {
  std::size_t file_bytes = 0;     // of each file written
  std::size_t address_bytes = 0;  // of each process
  std::size_t cpu_seconds = 0;    // of each process
  std::size_t open_files = 256;
};

struct box {
  role what = role::runner;
  std::vector<std::string> read;   // files and folders that may be read; missing ones are ignored
  std::vector<std::string> write;  // that may be read and written; in folders, files may be made
  limits bounds;
};

// Adds the files that every program reads: shared libraries, harmless devices, its own /proc/self. A compiler
// also reads the system's programs and headers. A GPU's runner also reads the driver's files; the GPU's
// devices go into `write`.
void add_system(box& to);

// Leaves the terminal, drops every privilege, enters the sandbox, and becomes the program, permanently.
// Returns only if that failed, with errno. Call it in a child with one thread. Open descriptors stay open.
// Only a compiler can start another program.
void execute(const box& inside, const char* program, char* const* arguments, char* const* environment);

// The features that this kernel and this build's libraries offer; determined once.
struct offer {
  int landlock = 0;      // version of its interface; 0: none
  bool seccomp = false;  // and libseccomp
};
const offer& kernel_offer();

// "full", or what is missing: "no-landlock", "no-seccomp", "no-landlock no-seccomp".
std::string state();
// A message for each missing part: what its absence allows, and what to do about it. Empty if nothing is
// missing.
std::string shortcomings();

}  // namespace sandbox
