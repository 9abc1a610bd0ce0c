// SPDX-License-Identifier: Apache-2.0
// Reads the program's own line information with libdw; works in a sandbox, because it opens only the
// program's file.
#include "base/symbolize.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <link.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>

extern "C" char __executable_start;

namespace simcu {
namespace {

// libdw reads tables when they are first used.
std::mutex& reading() {
  static auto& mutex = *new std::mutex;
  return mutex;
}

bool is_devices_own(const std::string& file) {
  return file.find("/include/simcu/") != std::string::npos ||
         file.find("/include/simcu_device/") != std::string::npos ||
         file.find("/include/c++/") != std::string::npos ||
         file.find("/include/cooperative_groups") != std::string::npos;
}

bool is_programs_own(const std::string& line) {
  return !line.empty() && !is_devices_own(line) && line.find("/simcu/runtime/") == std::string::npos;
}

Dwarf* own_program() {
  static Dwarf* const opened =
      dwarf_begin(open("/proc/self/exe", O_RDONLY | O_CLOEXEC), DWARF_C_READ);  // stays open
  return opened;
}

// clang writes no .debug_aranges.
bool find_unit(Dwarf_Addr offset, Dwarf_Die& unit) {
  Dwarf* const program = own_program();
  if (program == nullptr || offset == 0) return false;
  Dwarf_CU* at = nullptr;
  Dwarf_Half version;
  std::uint8_t type;
  Dwarf_Die none;
  while (dwarf_get_units(program, at, &at, &version, &type, &unit, &none) == 0)
    if (dwarf_haspc(&unit, offset) > 0) return true;
  return false;
}

std::string text_of(Dwarf_Die& unit, const char* file, int line) {
  if (file == nullptr || line <= 0) return "";
  Dwarf_Attribute found;
  const char* folder = *file == '/' ? nullptr : dwarf_formstring(dwarf_attr(&unit, DW_AT_comp_dir, &found));
  return (folder != nullptr ? std::string(folder) + "/" : "") + file + ":" + std::to_string(line);
}

std::string line_of_call(Dwarf_Die& unit, Dwarf_Die& scope, Dwarf_Files* files) {
  Dwarf_Attribute found;
  Dwarf_Word file = 0, line = 0;
  if (dwarf_formudata(dwarf_attr(&scope, DW_AT_call_file, &found), &file) != 0 ||
      dwarf_formudata(dwarf_attr(&scope, DW_AT_call_line, &found), &line) != 0)
    return "";
  return text_of(unit, dwarf_filesrc(files, file, nullptr, nullptr), static_cast<int>(line));
}

source_place find_innermost(Dwarf_Die& unit, Dwarf_Addr offset) {
  source_place found;
  Dwarf_Line* const row = dwarf_getsrc_die(&unit, offset);
  if (row == nullptr) return found;
  found.file = dwarf_linesrc(row, nullptr, nullptr);
  dwarf_lineno(row, &found.line);
  dwarf_linecol(row, &found.column);
  return found;
}

std::string find_users_line(Dwarf_Die& unit, Dwarf_Addr offset) {
  const source_place place = find_innermost(unit, offset);
  const std::string innermost = text_of(unit, place.file, place.line);
  if (!innermost.empty() && !is_devices_own(innermost)) return innermost;
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  Dwarf_Die *here = nullptr, *scopes = nullptr;
  // The first call returns the scopes that contain an inlined function in its own file, and the second those
  // into which it is inlined.
  const int depth = dwarf_getscopes(&unit, offset, &here) > 0 ? dwarf_getscopes_die(&here[0], &scopes) : 0;
  std::string users;
  if (dwarf_getsrcfiles(&unit, &files, &count) == 0)
    for (int i = 0; i < depth && users.empty(); ++i) {
      if (dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine) continue;
      const std::string call = line_of_call(unit, scopes[i], files);
      if (!call.empty() && !is_devices_own(call)) users = call;
    }
  std::free(here);
  std::free(scopes);
  return users.empty() ? innermost : users;
}

// Returns 0 if the function is in another file. clang may record no declaration line, so the first
// instruction's is used.
int first_line(Dwarf_Die& unit, Dwarf_Die& function, const std::string& file) {
  int line = 0;
  Dwarf_Addr begin = 0;
  if (dwarf_decl_line(&function, &line) == 0) {
    const char* declared = dwarf_decl_file(&function);
    return declared != nullptr && declared == file ? line : 0;
  }
  if (dwarf_lowpc(&function, &begin) != 0) return 0;
  const source_place place = find_innermost(unit, begin);
  return place.file != nullptr && place.file == file ? place.line : 0;
}

// Returns the first line of the last function that does not begin after `place`, in this unit or in the
// namespace `of`.
int last_beginning(Dwarf_Die& unit, Dwarf_Die& of, const source_place& place) {
  int last = 0;
  Dwarf_Die inner;
  for (int more = dwarf_child(&of, &inner); more == 0; more = dwarf_siblingof(&inner, &inner)) {
    const int tag = dwarf_tag(&inner);
    const int line = tag == DW_TAG_namespace    ? last_beginning(unit, inner, place)
                     : tag == DW_TAG_subprogram ? first_line(unit, inner, place.file)
                                                : 0;
    if (line <= place.line) last = std::max(last, line);
  }
  return last;
}

_Unwind_Reason_Code note_frame(_Unwind_Context* frame, void* data) {
  auto& call = *static_cast<library_call*>(data);
  const std::uintptr_t returns_to = _Unwind_GetIP(frame);
  if (returns_to == 0 || call.depth == std::size(call.stack)) return _URC_END_OF_STACK;
  call.stack[call.depth++] = reinterpret_cast<const void*>(returns_to - 1);
  return _URC_NO_REASON;
}

}  // namespace

library_call::library_call(location place) : where(place) {
  if (where.file == nullptr) _Unwind_Backtrace(&note_frame, this);
  asm volatile("");  // prevents a tail call: the first frame must be this function's
}

std::string users_line(const library_call& call) {
  if (call.where.file != nullptr) return std::string(call.where.file) + ":" + std::to_string(call.where.line);
  for (unsigned i = 1; i < call.depth; ++i) {  // the first frame is the runtime's
    const std::string line = source_line(call.stack[i]);
    if (is_programs_own(line)) return line;
  }
  return "";
}

bool is_in_device_header(const std::string& line) { return is_devices_own(line); }

std::size_t offset_in_program(const void* pc) {
  Dl_info info{}, program{};
  if (!dladdr(pc, &info) || !info.dli_fbase || !dladdr(&__executable_start, &program)) return 0;
  if (info.dli_fbase != program.dli_fbase) return 0;
  const auto address = reinterpret_cast<std::uintptr_t>(pc),
             base = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
  const bool relocated = reinterpret_cast<const ElfW(Ehdr)*>(info.dli_fbase)->e_type == ET_DYN;
  return address - (relocated ? base : 0);
}

void open_own_program() {
  const std::lock_guard<std::mutex> lock(reading());
  (void)own_program();
}

std::string source_line(const void* pc) {
  static auto& known = *new std::map<const void*, std::string>;  // exit handlers also use it
  const std::lock_guard<std::mutex> lock(reading());
  const auto [entry, fresh] = known.try_emplace(pc);
  Dwarf_Die unit;
  const std::size_t offset = fresh ? offset_in_program(pc) : 0;
  if (find_unit(offset, unit)) entry->second = find_users_line(unit, offset);
  return entry->second;
}

source_place find_place(const void* pc) {
  const std::lock_guard<std::mutex> lock(reading());
  Dwarf_Die unit;
  const std::size_t offset = offset_in_program(pc);
  return find_unit(offset, unit) ? find_innermost(unit, offset) : source_place{};
}

int find_function(const void* pc, int line) {
  const std::lock_guard<std::mutex> lock(reading());
  Dwarf_Die unit;
  const std::size_t offset = offset_in_program(pc);
  if (!find_unit(offset, unit)) return 0;
  source_place place = find_innermost(unit, offset);
  place.line = line;
  return place.file != nullptr ? last_beginning(unit, unit, place) : 0;
}

namespace {

sigjmp_buf lookup_has_failed;
pid_t looks_up;

// Without progress for the first number of alarms, a look-up is blocked. Alarms are counted instead of
// seconds, because only one alarm is delivered for a time in which the process was stopped or had no core.
constexpr long kNanosecondsToAlarm = 100'000'000;
constexpr int kIdleAlarms = 20;
constexpr double kLeastWork = 1e-3, kMostWork = 20;  // seconds on a core
int idle_alarms;
double worked, most_work;

double own_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

bool gets_on() {
  const double now = own_seconds();
  idle_alarms = now - worked < kLeastWork ? idle_alarms + 1 : 0;
  worked = now;
  return idle_alarms < kIdleAlarms && now < most_work;
}

void give_up(int signal) {
  if (gettid() != looks_up) {
    tgkill(getpid(), looks_up, signal);
    return;
  }
  if (signal != SIGALRM || !gets_on()) siglongjmp(lookup_has_failed, 1);
}

}  // namespace

// The fault may have occurred inside malloc, so an allocation could wait forever or find damaged tables.
void try_after_fault(void (*what)(void* of), void* of) {
  constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGALRM};
  struct sigaction before[std::size(kSignals)], until_then{};
  until_then.sa_handler = give_up;
  until_then.sa_flags = SA_ONSTACK | SA_NODEFER | SA_RESTART;
  sigset_t alarms;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &alarms, nullptr);
  looks_up = gettid();
  idle_alarms = 0;
  worked = own_seconds();
  most_work = worked + kMostWork;
  for (std::size_t i = 0; i < std::size(kSignals); ++i) sigaction(kSignals[i], &until_then, &before[i]);
  sigevent to_this_thread{};
  to_this_thread.sigev_notify = SIGEV_THREAD_ID;
  to_this_thread.sigev_signo = SIGALRM;
  to_this_thread._sigev_un._tid = looks_up;
  int timer = -1;
  syscall(SYS_timer_create, CLOCK_MONOTONIC, &to_this_thread, &timer);
  if (sigsetjmp(lookup_has_failed, 1) == 0) {
    const itimerspec often{{0, kNanosecondsToAlarm}, {0, kNanosecondsToAlarm}};
    syscall(SYS_timer_settime, timer, 0, &often, nullptr);
    what(of);
  }
  syscall(SYS_timer_delete, timer);
  for (std::size_t i = 0; i < std::size(kSignals); ++i) sigaction(kSignals[i], &before[i], nullptr);
}

namespace {

// The calls that led to `pc` are above the signal handler on the stack.
std::string line_of_caller(const void* pc) {
  const library_call all(location{nullptr, 0});
  unsigned i = 0;
  while (i < all.depth && static_cast<const char*>(all.stack[i]) + 1 != pc) ++i;
  for (++i; i < all.depth; ++i) {
    const std::string line = source_line(all.stack[i]);
    if (is_programs_own(line)) return line;
  }
  return "";
}

}  // namespace

void find_line_after_fault(const void* pc, bool in_library, char* to, std::size_t size) {
  struct wanted {
    const void* pc;
    bool in_library;
    char* to;
    std::size_t size;
  } line_wanted{pc, in_library, to, size};
  *to = 0;
  try_after_fault(
      [](void* of) {
        const wanted& w = *static_cast<wanted*>(of);
        std::string line = w.in_library ? line_of_caller(w.pc) : source_line(w.pc);
        if (is_devices_own(line))
          if (const std::string caller = line_of_caller(w.pc); !caller.empty()) line = caller;
        if (line.size() < w.size) std::memcpy(w.to, line.c_str(), line.size() + 1);
      },
      &line_wanted);
}

}  // namespace simcu
