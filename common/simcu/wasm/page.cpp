// SPDX-License-Identifier: Apache-2.0
// For a program in a web page: what the runtime and its checkers otherwise take from Linux. Such a program
// has one thread, no signals and no memory protection, and the page knows its line numbers. These definitions
// replace the files that CMakeLists.txt here leaves out.
#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/callers.h"
#include "base/failure_text.h"
#include "base/faults.h"
#include "base/fiber.h"
#include "base/settings.h"
#include "base/symbolize.h"
#include "device/fault.h"
#include "device/indirect_calls.h"
#include "device/library_guard.h"
#include "device/monitor.h"
#include "device/system_calls.h"
#include "device/team.h"
#include "device/worker.h"
#include "simcu/kernel.h"
#include "state/host_variables.h"

// Places are offsets from the first. No code is in memory, so nothing is between them.
char __executable_start, etext, _end;
extern "C" void _init() {}
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

namespace {

std::map<const void*, std::size_t>& mappings() {
  static auto* all = new std::map<const void*, std::size_t>;
  return *all;
}

}  // namespace

// ---- the C library's ----

extern "C" {

void* mmap(void* where, size_t bytes, int, int flags, int, off_t) {
  constexpr std::size_t kPage = 65536;
  if (flags & MAP_FIXED) return std::memset(where, 0, bytes);
  void* p = std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage);
  if (!p) return MAP_FAILED;
  mappings()[p] = bytes;
  return std::memset(p, 0, bytes);
}
int munmap(void* where, size_t) {
  if (mappings().erase(where)) std::free(where);
  return 0;
}
int madvise(void* where, size_t bytes, int advice) {
  if (advice == MADV_DONTNEED) std::memset(where, 0, bytes);
  return 0;
}

}  // extern "C"

// ---- lines: the page gives them before main ----

namespace {

struct row {
  std::uint32_t file;  // index
  std::int32_t line, column;
  std::int32_t function;  // the line where it begins
};
const row* rows;
std::size_t row_count;
std::vector<std::string>& files() {
  static auto* all = new std::vector<std::string>;
  return *all;
}

const row* row_of(const void* pc) {
  const auto offset = static_cast<std::size_t>(static_cast<const char*>(pc) - &__executable_start);
  const std::size_t at = (offset - 1) / 2;
  return pc && offset != 0 && at < row_count && rows[at].line != 0 ? &rows[at] : nullptr;
}

}  // namespace

extern "C" {
// `names`: one a line. Both are kept.
[[clang::export_name("simcu_page_places")]] void simcu_page_places(const row* first, std::size_t count,
                                                                   const char* names) {
  rows = first;
  row_count = count;
  for (const char* end; (end = std::strchr(names, '\n')) != nullptr; names = end + 1)
    files().emplace_back(names, end);
}
[[clang::export_name("simcu_page_malloc")]] void* simcu_page_malloc(std::size_t bytes) {
  return std::malloc(bytes);
}
[[clang::export_name("simcu_page_begin_fiber")]] void simcu_page_begin_fiber(
    simcu::ctx::wasm_context* fiber) {
  const auto entry = fiber->entry;
  fiber->entry = nullptr;
  entry(simcu::ctx::in_transit);
}
[[clang::export_name("simcu_page_exit")]] void simcu_page_exit(int status) { std::exit(status); }
}

namespace simcu {
namespace {

// A browser page has little memory. The page that starts the module may have set other values.
const bool settings_are_small = [] {
  setenv("SIMCU_MEMORY_MIB", "8", 0);
  setenv("SIMCU_STACK_KIB", "64", 0);
  return true;
}();

}  // namespace

// ---- base ----

fault_listener the_fault_listener = nullptr;

void tell_failure(const failure& f) { std::fputs(("simcu: " + text_of(f)).c_str(), stderr); }
void tell_refused_launch(const std::string& why) { std::fprintf(stderr, "simcu: %s\n", why.c_str()); }
void tell_host_fault(const char* did, const void*) { std::fprintf(stderr, "simcu: host code %s\n", did); }
void tell_end(const std::string& why) { std::fprintf(stderr, "simcu: %s\n", why.c_str()); }

return_addresses callers_now() { return {place_as_address()}; }
called_by::called_by(const return_addresses&) {}
called_by::~called_by() {}

std::string source_line(const void* pc) {
  const row* r = row_of(pc);
  return r ? files()[r->file] + ":" + std::to_string(r->line) : "";
}
void open_own_program() {}
void find_line_after_fault(const void* pc, bool, char* to, std::size_t size) {
  std::snprintf(to, size, "%s", source_line(pc).c_str());
}
void try_after_fault(void (*what)(void* of), void* of) { what(of); }
source_place find_place(const void* pc) {
  const row* r = row_of(pc);
  return r ? source_place{files()[r->file].c_str(), r->line, r->column} : source_place{};
}
int find_function(const void* pc, int) {
  const row* r = row_of(pc);
  return r ? r->function : 0;
}
library_call::library_call(location place) : where(place) {}
std::string users_line(const library_call& call) {
  return call.where.file ? std::string(call.where.file) + ":" + std::to_string(call.where.line) : "";
}
bool is_in_device_header(const std::string&) { return false; }  // places are the program's own
std::size_t offset_in_program(const void* pc) {
  return static_cast<std::size_t>(static_cast<const char*>(pc) - &__executable_start);
}

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
bool fiber_pool::is_stack(const void* address) const {
  for (const auto& f : all_)
    if (address >= f->stack && address < f->top) return true;
  return false;
}

// ---- device ----

// Nobody preempts: a thread that waits for another must do so in a way that the runtime sees (an atomic, a
// volatile read).
watched_run::watched_run(worker& w) : worker_(w) { w.gives_way_at(nullptr); }
watched_run::~watched_run() = default;

// A trap of WebAssembly ends the module, and its caller gets an exception.
void install_fault_handlers() {}

kernels_cannot_call_the_system::kernels_cannot_call_the_system(bool) {}
kernels_cannot_call_the_system::~kernels_cannot_call_the_system() = default;
void on_the_host(const char*) {}
void kernel_calls(const void*, const void*) {}
void guard_libraries() {}

void team_run(launch& grid, unsigned) { worker::of_this_thread().run(grid); }

namespace check {
bool is_host_variable(std::uintptr_t) { return false; }
}  // namespace check
}  // namespace simcu
