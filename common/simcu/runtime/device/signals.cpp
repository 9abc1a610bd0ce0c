// SPDX-License-Identifier: Apache-2.0
// Turns the processor's exceptions inside kernels into CUDA errors.
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include "base/faults.h"
#include "base/machine.h"
#include "base/observer.h"
#include "device/fault.h"
#include "device/launch.h"
#include "device/worker.h"
#include "memory/arena.h"
#include "simcu/host.h"
#include "simcu/kernel.h"

extern "C" void* __libc_stack_end;

namespace simcu {
namespace {

struct sigaction previous_segv, previous_bus, previous_fpe;

// Allocates nothing, because the fault may have occurred inside malloc.
void describe(int signal, const siginfo_t* info, const void* context, worker& w, launch& g, char* text,
              std::size_t size) {
  if (signal == SIGFPE) {
    g.error = kLaunchFailure;
    std::snprintf(text, size, "integer division by zero (a GPU continues with an undefined value)");
  } else if (info->si_code == SI_KERNEL && !insists_on_alignment(program_counter(context))) {
    g.error = kIllegalAddress;
    std::snprintf(text, size, "access to an address outside the address space");
  } else if (info->si_code == SI_KERNEL) {
    g.error = kMisalignedAddress;
    std::snprintf(text, size,
                  "misaligned address: the address of a vector type must be a multiple of its size");
  } else if (w.is_stack_guard(info->si_addr)) {
    g.error = kLaunchFailure;
    std::snprintf(text, size,
                  "the thread's stack overflowed: the recursion is too deep, or local arrays are too large "
                  "(SIMCU_STACK_KIB sets its size)");
  } else {
    g.error = kIllegalAddress;
    g.address = info->si_addr;
    g.wrote = was_write(context);
    const int n = std::snprintf(text, size, "access to the illegal address %p", info->si_addr);
    char near[200];
    const auto left = size - static_cast<std::size_t>(n);
    if (describe_fault_address(info->si_addr, near, sizeof near) != 0) {
      std::snprintf(text + n, left, ": %s", near);
    }
  }
}

// The address is next to the stack pointer, or the main thread's stack pointer is past the limit because of a
// large local array.
bool is_host_stack(const void* address, const void* context) {
  const auto used = reinterpret_cast<std::uintptr_t>(address);
  const auto pointer = reinterpret_cast<std::uintptr_t>(stack_pointer(context));
  if (used + 65536 > pointer && used < pointer + 65536) return true;
  rlimit limit{};
  const auto top = reinterpret_cast<std::uintptr_t>(__libc_stack_end);
  return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && pointer < top &&
         used < top && used + 65536 > pointer && top - pointer + 131072 > limit.rlim_cur &&
         getpid() == gettid();
}

bool is_near_allocation(const void* p) {
  const memory_arena* arena = memory_arena::existing();
  return arena != nullptr && arena->nearest(p).kind != memory_kind::unknown;
}

void pass_on(int signal, siginfo_t* info, void* context, const struct sigaction& previous) {
  if (previous.sa_flags & SA_SIGINFO) return previous.sa_sigaction(signal, info, context);
  if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) return previous.sa_handler(signal);
  if (signal == SIGSEGV && the_observer)
    the_observer->host_fault(info->si_addr, was_write(context), program_counter(context));
  char did[400];
  if (signal == SIGSEGV && is_device_variable(info->si_addr)) {
    const symbol_info* s = find_symbol_around(info->si_addr);
    std::snprintf(
        did, sizeof did,
        "used the device's variable `%s`: on a GPU, the host has another variable of this name; copy "
        "it with cudaMemcpyFromSymbol and cudaMemcpyToSymbol, or make it __managed__",
        s != nullptr && *s->name ? s->name : "?");
  } else if (signal == SIGSEGV && is_near_allocation(info->si_addr)) {
    char where[200];
    describe_fault_address(info->si_addr, where, sizeof where);
    std::snprintf(did, sizeof did,
                  "used device memory, %s: only kernels can use memory from cudaMalloc; copy it with "
                  "cudaMemcpy, or use cudaMallocManaged",
                  where);
  } else if (signal == SIGFPE) {
    std::snprintf(did, sizeof did, "divided an integer by zero");
  } else if (signal == SIGSEGV && is_host_stack(info->si_addr, context)) {
    std::snprintf(
        did, sizeof did,
        "overflowed its stack: the recursion is too deep, or local arrays are too large (use a std::vector "
        "for them; `ulimit -s` shows the stack's size in KiB)");
  } else if (info->si_addr == nullptr) {
    std::snprintf(did, sizeof did, "used a null pointer");
  } else {
    std::snprintf(did, sizeof did, "used the address %p", info->si_addr);
  }
  tell_host_fault(did, program_counter(context));
  if (the_observer) the_observer->host_dies();
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  sigaction(signal, &standard, nullptr);  // the instruction runs again, and ends the process as usual
}

void on_abort(int signal) {
  ::signal(signal, SIG_DFL);
  if (the_observer) the_observer->host_dies();
}

// Ctrl-C and `timeout`: if a kernel never ends, the findings so far are all that can be reported.
void on_end(int signal) {
  preemptible = 0;  // the interrupted code may be a kernel's, which cannot make system calls
  ::signal(signal, SIG_DFL);
  the_observer->ended_from_outside();
  raise(signal);
}

void on_fault(int signal, siginfo_t* info, void* context) {
  worker* w = this_worker;
  if (!w || !w->on()) {
    return pass_on(signal, info, context,
                   signal == SIGSEGV  ? previous_segv
                   : signal == SIGBUS ? previous_bus
                                      : previous_fpe);
  }
  preemptible = 0;
  launch& g = *w->grid();
  if (g.claim_failure()) {
    static char text[400];
    describe(signal, info, context, *w, g, text, sizeof text);
    g.fault_text = text;
    blame_running_thread(g, program_counter(context));
    g.publish_failure();
  }
  w->leave_fiber();
}

}  // namespace

void install_fault_handlers() {
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  const auto install = [&action](int signal, struct sigaction& previous) {
    struct sigaction old {};
    sigaction(signal, &action, &old);
    if (old.sa_sigaction != on_fault)
      previous = old;  // called again, because the program may have set its own handler since
  };
  install(SIGSEGV, previous_segv);
  install(SIGBUS, previous_bus);
  install(SIGFPE, previous_fpe);
  struct sigaction aborting {};
  if (the_observer && sigaction(SIGABRT, nullptr, &aborting) == 0 && aborting.sa_handler == SIG_DFL)
    ::signal(SIGABRT, on_abort);
  struct sigaction ending {};
  ending.sa_handler = on_end;
  ending.sa_flags = SA_ONSTACK;
  for (const int signal : {SIGINT, SIGTERM})
    if (struct sigaction old{};
        the_observer && sigaction(signal, nullptr, &old) == 0 && old.sa_handler == SIG_DFL)
      sigaction(signal, &ending, nullptr);
}

void give_signal_stack(char* bytes) {
  stack_t stack{};
  stack.ss_sp = bytes;
  stack.ss_size = kSignalStack;
  sigaltstack(&stack, nullptr);
}

namespace {
char first_signal_stack[kSignalStack];
[[maybe_unused]] const bool from_the_start =
    (give_signal_stack(first_signal_stack), install_fault_handlers(), true);
}  // namespace

}  // namespace simcu
