// SPDX-License-Identifier: Apache-2.0
// The sandbox for compiling and running a student's code: no privileges, no terminal, resource limits, only
// named files (Landlock) and necessary system calls (seccomp). docs/instructors/trust.md says what each part
// prevents.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace sandbox {

enum class role {
  runner,      // threads, but no processes; a list of allowed system calls
  gpu_runner,  // also NVIDIA's driver and devices; a list of forbidden calls
  compiler     // can start processes; a list of forbidden calls
};

// 0 means no limit.
struct limits {
  std::size_t file_bytes = 0;     // per written file
  std::size_t address_bytes = 0;  // of each process
  std::size_t cpu_seconds = 0;    // of each process
  std::size_t open_files = 256;
};

struct box {
  role what = role::runner;
  std::vector<std::string> read;   // files and folders; missing ones are ignored
  std::vector<std::string> write;  // also for new files in such folders
  limits bounds;
};

// Adds what every program reads: shared libraries, harmless devices, its own /proc/self. A compiler also gets
// the system's programs and headers; a GPU runner the driver's files, and the devices in `write`.
void add_system(box& to);

// Enters the sandbox, and executes the program. Returns only on failure, with errno. Call it in a child with
// one thread. Open descriptors stay open.
void execute(const box& inside, const char* program, char* const* arguments, char* const* environment);

struct offer {
  int landlock = 0;      // version of the interface; 0: none
  bool seccomp = false;  // the kernel and libseccomp
};
const offer& kernel_offer();

// Returns "full", or the missing parts: "no-landlock", "no-seccomp", "no-landlock no-seccomp".
std::string state();
// Says what each missing part allows, with a remedy if there is one. Empty if nothing is missing.
std::string shortcomings();

}  // namespace sandbox
