// SPDX-License-Identifier: Apache-2.0
// A seccomp filter: a runner needs threads, but never a process, and a fork bomb is faster than anybody who
// watches it. Nor has it anything to tell other processes, or to look for in them.
#include "no_processes.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace verifier {
namespace {

#if defined(__x86_64__)
constexpr unsigned kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr unsigned kArchitecture = AUDIT_ARCH_AARCH64;
#endif

constexpr unsigned kRefuse = SECCOMP_RET_ERRNO | EPERM;
constexpr unsigned kAbsent = SECCOMP_RET_ERRNO | ENOSYS;
constexpr unsigned kX32 = 0x40000000;  // the same calls under other numbers on x86-64

constexpr sock_filter load(unsigned offset) { return {BPF_LD | BPF_W | BPF_ABS, 0, 0, offset}; }
constexpr sock_filter skip_unless(unsigned short test, unsigned value, unsigned char skip) {
  return {static_cast<unsigned short>(BPF_JMP | test | BPF_K), 0, skip, value};
}
constexpr sock_filter end_with(unsigned action) { return {BPF_RET | BPF_K, 0, 0, action}; }

}  // namespace

void forbid_processes() {
  prctl(PR_CAPBSET_DROP, CAP_SYS_PTRACE, 0, 0, 0);  // of root: so that it is kept from keep_to_oneself(), too
#if defined(__x86_64__) || defined(__aarch64__)
  const auto own = static_cast<unsigned>(getpid());
  sock_filter filter[] = {
      load(offsetof(seccomp_data, arch)),
      {BPF_JMP | BPF_JEQ | BPF_K, 1, 0, kArchitecture},
      end_with(kRefuse),
      load(offsetof(seccomp_data, nr)),
      skip_unless(BPF_JGE, kX32, 1),
      end_with(kRefuse),
#ifdef SYS_fork
      skip_unless(BPF_JEQ, SYS_fork, 1),
      end_with(kRefuse),
      skip_unless(BPF_JEQ, SYS_vfork, 1),
      end_with(kRefuse),
#endif
      skip_unless(BPF_JEQ, SYS_tkill, 1),  // names a thread, of anybody
      end_with(kRefuse),
      skip_unless(BPF_JEQ, SYS_pidfd_send_signal, 1),
      end_with(kRefuse),
      {BPF_JMP | BPF_JEQ | BPF_K, 3, 0, SYS_kill},  // these name a process first
      {BPF_JMP | BPF_JEQ | BPF_K, 2, 0, SYS_tgkill},
      {BPF_JMP | BPF_JEQ | BPF_K, 1, 0, SYS_rt_sigqueueinfo},
      skip_unless(BPF_JEQ, SYS_rt_tgsigqueueinfo, 4),
      load(offsetof(seccomp_data, args[0])),
      skip_unless(BPF_JEQ, own, 1),
      end_with(SECCOMP_RET_ALLOW),
      end_with(kRefuse),
      skip_unless(BPF_JEQ, SYS_clone3, 1),  // its flags are in memory; the C library falls back to clone
      end_with(kAbsent),
      skip_unless(BPF_JEQ, SYS_clone, 4),
      load(offsetof(seccomp_data, args[0])),
      skip_unless(BPF_JSET, CLONE_THREAD, 1),
      end_with(SECCOMP_RET_ALLOW),
      end_with(kRefuse),
      end_with(SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{sizeof filter / sizeof *filter, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
#endif
}

void keep_to_oneself() { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

}  // namespace verifier
