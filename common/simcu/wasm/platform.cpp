// SPDX-License-Identifier: Apache-2.0
// What the runtime takes from Linux, for WebAssembly, which has one thread, no signals, no memory that can be
// closed, and no table of lines. These definitions replace the files that CMakeLists.txt here leaves out.
#include <sched.h>
#include <signal.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "base/failure_text.h"
#include "base/faults.h"
#include "base/fiber.h"
#include "base/settings.h"
#include "base/symbolize.h"
#include "device/fault.h"
#include "device/monitor.h"
#include "device/system_calls.h"
#include "device/team.h"
#include "device/worker.h"
#include "schedule/controlled_scheduler.h"

// What Emscripten's C library declares and does not have.
extern "C" {
int sigaltstack(const stack_t*, stack_t*) { return 0; }
int sched_getaffinity(pid_t, std::size_t, cpu_set_t*) { return -1; }
int __sched_cpucount(std::size_t, const cpu_set_t*) { return 1; }
int memfd_create(const char*, unsigned) { return -1; }
// For __builtin_return_address: code has no addresses that could be looked up.
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

void tell_failure(const failure& f) { std::fputs(("simcu: " + text_of(f)).c_str(), stderr); }
void tell_refused_launch(const std::string& why) { std::fprintf(stderr, "simcu: %s\n", why.c_str()); }
void tell_host_fault(const char* did, const void*) { std::fprintf(stderr, "simcu: host code %s\n", did); }
void tell_end(const std::string& why) { std::fprintf(stderr, "simcu: %s\n", why.c_str()); }

std::string source_line(const void*) { return ""; }
library_call::library_call(location place) : where(place) {}
std::string users_line(const library_call& call) {
  return call.where.file ? std::string(call.where.file) + ":" + std::to_string(call.where.line) : "";
}
std::size_t offset_in_program(const void*) { return 0; }

// Stacks have no guard: none can be closed.
fiber_pool::~fiber_pool() {
  for (const auto& f : all_) std::free(f->stack);
}
void fiber_pool::prepare(fiber& f) { f.context = ctx::make_fcontext(f.top, f.bytes, entry_); }
fiber* fiber_pool::take() {
  if (free_.empty()) {
    auto f = std::make_unique<fiber>();
    f->bytes = settings().stack_bytes;
    f->stack = static_cast<char*>(std::aligned_alloc(16, f->bytes));
    if (!f->stack) return nullptr;
    f->top = f->stack + f->bytes;
    prepare(*f);
    all_.push_back(std::move(f));
    return all_.back().get();
  }
  fiber* f = free_.back();
  free_.pop_back();
  return f;
}
void fiber_pool::abandon_all() {
  free_.clear();
  for (auto& f : all_) {
    prepare(*f);
    free_.push_back(f.get());
  }
}
bool fiber_pool::is_guard(const void*) const { return false; }

// ---- device ----

// Nobody preempts: a thread that waits for another must do so in a way that the runtime sees (an atomic, a
// volatile read).
watched_run::watched_run(worker& w) : worker_(w) { w.gives_way_at(nullptr); }
watched_run::~watched_run() = default;

// A trap of WebAssembly ends the module, and its caller gets an exception.
void install_fault_handlers() {}

kernels_cannot_call_the_system::kernels_cannot_call_the_system(bool) {}
kernels_cannot_call_the_system::~kernels_cannot_call_the_system() = default;

void team_run(launch& grid, unsigned) { worker::of_this_thread().run(grid); }

// ---- schedule: block after block, always ----

__thread char schedule_points;
void schedule_point() {}
controlled_scheduler* controlled_scheduler::for_next_launch(bool) { return nullptr; }
void controlled_scheduler::begin_part() {}

}  // namespace simcu
