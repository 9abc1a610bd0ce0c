// SPDX-License-Identifier: Apache-2.0
// Uses Linux's Syscall User Dispatch, with `preemptible` as the selector.
#include "device/system_calls.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "base/machine.h"
#include "device/fault.h"
#include "device/launch.h"
#include "device/worker.h"
#include "simcu/kernel.h"

namespace simcu {

#if defined(__x86_64__) && defined(PR_SET_SYSCALL_USER_DISPATCH)
namespace {

constexpr int kDispatched = 2;  // SYS_USER_DISPATCH, which C libraries do not name

bool only_takes_memory(long number) {
  for (const long harmless : {SYS_brk, SYS_mmap, SYS_munmap, SYS_mremap, SYS_madvise, SYS_futex})
    if (number == harmless) return true;
  return false;
}

void on_call(int signal, siginfo_t* info, void* context) {
  greg_t* r = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  worker* w = this_worker;
  if (info->si_code != kDispatched || !w || !w->on()) {  // sent by seccomp, or by the program itself
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    sigaction(signal, &standard, nullptr);
    raise(signal);
    return;
  }
  preemptible = 0;
  if (only_takes_memory(r[REG_RAX])) {
    const int saved = errno;
    const long result =
        syscall(r[REG_RAX], r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]);
    r[REG_RAX] = result == -1 ? -errno : result;
    errno = saved;
    preemptible = 1;
    return;
  }
  launch& g = *w->grid();
  if (g.claim_failure()) {
    static char text[300];
    std::snprintf(
        text, sizeof text,
        "a kernel calls the operating system (system call %d): host functions cannot be called on the "
        "device",
        info->si_syscall);
    g.error = kLaunchFailure;
    g.fault_text = text;
    blame_running_thread(g, program_counter(context));
    g.publish_failure();
  }
  w->leave_fiber();
}

// The code to which a signal handler returns must still be able to make a system call.
struct kernels_action {
  void* handler;
  unsigned long flags;
  unsigned long restorer;
  unsigned long mask;
};

}  // namespace

kernels_cannot_call_the_system::kernels_cannot_call_the_system(bool on) {
  if (!on) return;
  struct sigaction action {};
  action.sa_sigaction = on_call;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaction(SIGSYS, &action, nullptr);
  kernels_action installed{};
  if (syscall(SYS_rt_sigaction, SIGSYS, nullptr, &installed, sizeof installed.mask) != 0) return;
  constexpr unsigned long kReturn = 16;
  on_ =
      prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, installed.restorer, kReturn, &preemptible) == 0;
}

kernels_cannot_call_the_system::~kernels_cannot_call_the_system() {
  if (on_) prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0, 0);
}
#else
kernels_cannot_call_the_system::kernels_cannot_call_the_system(bool) {}
kernels_cannot_call_the_system::~kernels_cannot_call_the_system() = default;
#endif

}  // namespace simcu
