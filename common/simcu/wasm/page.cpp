// SPDX-License-Identifier: Apache-2.0
// Replaces the parts of Linux that a checked program in a page uses, and the files that
// docs/playground/runtime.mjs leaves out.
#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/callers.h"
#include "base/faults.h"
#include "base/fiber.h"
#include "base/symbolize.h"
#include "device/fault.h"
#include "device/indirect_calls.h"
#include "device/library_guard.h"
#include "simcu/kernel.h"
#include "state/host_variables.h"

// The page puts the program's variables here. Code is not in memory, so addresses from the start on also
// stand for places in the text. One section keeps these symbols in this order.
[[gnu::section("program_image")]] char __executable_start = 0, etext = 0;
[[gnu::section("program_image"), gnu::aligned(64)]] char program_room[1 << 20] = {0};
[[gnu::section("program_image")]] char _end = 0;
extern "C" void _init() {}
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

namespace {

constexpr std::size_t kPage = 65536;  // WebAssembly's
struct mapping {
  void* begin;
  std::size_t pages;
  bool is_mapped;
};
std::vector<mapping>& mappings() {
  static auto* all = new std::vector<mapping>;
  return *all;
}

}  // namespace

// ---- the C library's ----

extern "C" {

// Most mappings are far larger than what is used of them. New memory is zero, so it is not touched here, and
// the browser provides only the part that is used.
void* mmap(void* where, size_t bytes, int, int flags, int, off_t) {
  if (flags & MAP_FIXED) return std::memset(where, 0, bytes);
  const std::size_t pages = (bytes + kPage - 1) / kPage;
  for (mapping& old : mappings()) {
    if (old.is_mapped || old.pages != pages) continue;
    old.is_mapped = true;
    return std::memset(old.begin, 0, bytes);
  }
  const std::size_t first = __builtin_wasm_memory_grow(0, pages);
  if (first == static_cast<std::size_t>(-1)) return MAP_FAILED;
  void* const begin = reinterpret_cast<void*>(first * kPage);
  mappings().push_back({begin, pages, true});
  return begin;
}
int munmap(void* where, size_t) {
  for (mapping& old : mappings())
    if (old.begin == where) old.is_mapped = false;
  return 0;
}
int madvise(void* where, size_t bytes, int advice) {
  if (advice == MADV_DONTNEED) std::memset(where, 0, bytes);
  return 0;
}

}  // extern "C"

// ---- lines, which the page passes before main ----

namespace {

struct row {
  std::uint32_t file;  // index in files()
  std::int32_t line, column;
  std::int32_t function;
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
// `names` has one name per line. `first` must stay valid.
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
// For the program's variables; null if they are too large.
[[clang::export_name("simcu_page_room")]] void* simcu_page_room(std::size_t bytes) {
  return bytes <= sizeof program_room && &_end >= program_room + sizeof program_room ? program_room : nullptr;
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

// The page reads findings from the report, so they are not also printed.
fault_listener the_fault_listener = [](const char*, std::size_t) {};

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
bool is_in_device_header(const std::string&) { return false; }  // all places are in the program's text
std::size_t offset_in_program(const void* pc) {
  return static_cast<std::size_t>(static_cast<const char*>(pc) - &__executable_start);
}

// ---- device ----

void on_the_host(const char*) {}
void kernel_calls(const void*, const void*) {}
void guard_libraries() {}

namespace check {
bool is_host_variable(std::uintptr_t) { return false; }
}  // namespace check
}  // namespace simcu
