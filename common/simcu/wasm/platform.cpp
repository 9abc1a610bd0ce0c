// SPDX-License-Identifier: Apache-2.0
// Replaces the parts of Linux that the runtime uses, and the files that CMakeLists.txt leaves out.
#include <sched.h>
#include <signal.h>

#include <cstdlib>
#include <string>

#include "base/faults.h"
#include "base/symbolize.h"
#include "device/fault.h"
#include "schedule/controlled_scheduler.h"

// Declared but not defined by Emscripten's C library.
extern "C" {
int sigaltstack(const stack_t*, stack_t*) { return 0; }
int sched_getaffinity(pid_t, std::size_t, cpu_set_t*) { return -1; }
int __sched_cpucount(std::size_t, const cpu_set_t*) { return 1; }
int memfd_create(const char*, unsigned) { return -1; }
// Code has no addresses that could be looked up.
void* emscripten_return_address(int) { return nullptr; }
}

namespace simcu {
namespace {

// A browser page has little memory. The page that starts the module may have set other values.
[[maybe_unused]] const bool settings_are_small = [] {
  setenv("SIMCU_MEMORY_MIB", "16", 0);
  setenv("SIMCU_STACK_KIB", "32", 0);
  return true;
}();

}  // namespace

// ---- base ----

fault_listener the_fault_listener = nullptr;

std::string source_line(const void*) { return ""; }
std::size_t offset_in_program(const void*) { return 0; }

// ---- schedule: blocks always run one after another ----

__thread char schedule_points;
void schedule_point() {}
controlled_scheduler* controlled_scheduler::for_next_launch(bool) { return nullptr; }
void controlled_scheduler::begin_part() {}

}  // namespace simcu
