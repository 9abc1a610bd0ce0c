// SPDX-License-Identifier: Apache-2.0
// The sandbox that a student's code runs in, from the compiler to the last byte: no new privileges, no
// capabilities, no terminal, and limits. Only the named files (Landlock) and the necessary system calls
// (seccomp) remain.
//
//   sandbox::box b;
//   b.what = sandbox::role::runner;
//   b.read = sandbox::system_folders();
//   pid_t child = fork();
//   if (child == 0) { sandbox::execute(b, path, argv, environment); _exit(127); }
//
// docs/instructors/trust.md says what each part stops, and what remains if a kernel lacks it.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace sandbox {

enum class role {
  runner,      // threads but no processes; a list of allowed system calls
  gpu_runner,  // the same for NVIDIA's driver, which needs its device files: a list of forbidden calls
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
  std::vector<std::string> write;  // that may be read, written, and filled with files
  limits bounds;
};

// What every program reads: shared libraries, harmless devices, its own /proc/self. For a compiler also the
// system's programs and headers. For a GPU also the driver's files; its devices go into `write`.
void add_system(box& to);

// Leaves the terminal, drops every privilege, enters the sandbox, and becomes the program, permanently.
// Returns only if that failed, with errno. Call it in a child with one thread. Open descriptors stay open.
// The program cannot start another one, unless it is a compiler.
void execute(const box& inside, const char* program, char* const* arguments, char* const* environment);

// What this kernel and this build's libraries can do; determined once.
struct offer {
  int landlock = 0;      // version of its interface; 0: none
  bool seccomp = false;  // and libseccomp
};
const offer& kernel_offer();

// "full", or what is missing: "no-landlock", "no-seccomp", "no-landlock no-seccomp".
std::string state();
// A message for each missing thing: what it costs, and what to do about it. Empty if nothing is missing.
std::string shortcomings();

}  // namespace sandbox
