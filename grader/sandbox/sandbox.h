// SPDX-License-Identifier: Apache-2.0
// The box that a student's code runs in, from the compiler to the last byte: no new privileges, no
// capabilities, no terminal, no files but those named (Landlock), no system calls beyond need (seccomp), and
// limits.
//
//   sandbox::box b;
//   b.what = sandbox::role::runner;
//   b.read = sandbox::system_folders();
//   pid_t child = fork();
//   if (child == 0) { sandbox::execute(b, path, argv, environment); _exit(127); }
//
// docs/instructors/trust.md says what each part stops, and what remains where a kernel lacks it.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace sandbox {

enum class role {
  runner,      // threads but no processes; a list of allowed system calls
  gpu_runner,  // the same for NVIDIA's driver, which talks to its device files: a list of forbidden calls
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
  std::vector<std::string> read;   // files and folders that may be read; those that are missing do not count
  std::vector<std::string> write;  // that may be read, written, and filled with files
  limits bounds;
};

// What every program reads: shared libraries, the devices that hold nothing, its own /proc/self. For a
// compiler also the programs and headers of the system. For a GPU also the driver's files; `write` gets its
// devices.
void add_system(box& to);

// Leaves the terminal, drops every privilege, enters the box, and becomes the program: for good. Returns only
// if that failed, with errno. For a child with one thread. Descriptors that are open stay open. The program
// cannot start another one, unless it is a compiler.
void execute(const box& inside, const char* program, char* const* arguments, char* const* environment);

// What this kernel, and the libraries of this build, can do; asked once.
struct offer {
  int landlock = 0;      // version of its interface; 0: none
  bool seccomp = false;  // and libseccomp
};
const offer& kernel_offer();

// "full", or what is missing: "no-landlock", "no-seccomp", "no-landlock no-seccomp".
std::string state();
// A sentence for each thing that is missing: what it costs, and what mends it. Empty if nothing is.
std::string shortcomings();

}  // namespace sandbox
