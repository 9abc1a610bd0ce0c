// SPDX-License-Identifier: Apache-2.0
// For platform.cpp's and page.cpp's modules, which have only one thread.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

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

namespace simcu {

void tell_failure(const failure& f) { std::fputs(("simcu: " + text_of(f)).c_str(), stderr); }
void tell_refused_launch(const std::string& why) { std::fprintf(stderr, "simcu: %s\n", why.c_str()); }
void tell_host_fault(const char* did, const void*) { std::fprintf(stderr, "simcu: host code %s\n", did); }
void tell_end(const std::string& why) { std::fprintf(stderr, "simcu: %s\n", why.c_str()); }

library_call::library_call(location place) : where(place) {}
std::string users_line(const library_call& call) {
  return call.where.file ? std::string(call.where.file) + ":" + std::to_string(call.where.line) : "";
}

// Stacks have no guard pages, because memory cannot be protected.
fiber_pool::~fiber_pool() {
  for (const auto& f : all_) std::free(f->stack);
}
void fiber_pool::prepare(fiber& f) { f.context = ctx::make_fcontext(f.top, f.bytes, entry_); }
fiber* fiber_pool::take() {
  constexpr std::size_t kMost = 8192;  // Chromium ends a page that suspends more than about 10000 stacks
  if (free_.empty()) {
    if (all_.size() == kMost) return nullptr;
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
bool fiber_pool::is_stack(const void* address) const {
  for (const auto& f : all_)
    if (address >= f->stack && address < f->top) return true;
  return false;
}

// Threads are never preempted, so a thread must wait for another with an atomic or a volatile read.
watched_run::watched_run(worker& w) : worker_(w) { w.gives_way_at(nullptr); }
watched_run::~watched_run() = default;

// A trap in WebAssembly ends the module, and the module's caller gets an exception.
void install_fault_handlers() {}

kernels_cannot_call_the_system::kernels_cannot_call_the_system(bool) {}
kernels_cannot_call_the_system::~kernels_cannot_call_the_system() = default;

void team_run(launch& grid, unsigned) { worker::of_this_thread().run(grid); }

}  // namespace simcu
