// SPDX-License-Identifier: Apache-2.0
#include "own_process.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <vector>

namespace runner {
namespace {

constexpr std::uint32_t kRefuse = SECCOMP_RET_ERRNO | EPERM;

// A classic BPF program. The sandbox's own filter checks the architecture.
class filter {
 public:
  void refuse(int call) {
    add(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)));
    add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1));
    add(BPF_STMT(BPF_RET | BPF_K, kRefuse));
  }
  // Refuses the call if these bits of the 32-bit argument equal `value`, or, without `equal`, if they differ.
  void refuse(int call, unsigned argument, bool equal, std::uint32_t value, std::uint32_t bits = ~0U) {
    constexpr std::uint32_t kArgument = offsetof(seccomp_data, args);
    add(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)));
    add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4));
    add(BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                 static_cast<std::uint32_t>(kArgument + argument * sizeof(std::uint64_t))));
    add(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, bits));
    const unsigned char if_equal = equal ? 0 : 1, if_not = equal ? 1 : 0;
    add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, if_equal, if_not));
    add(BPF_STMT(BPF_RET | BPF_K, kRefuse));
  }
  void enter() {
    add(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    const sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
    (void)prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
  }

 private:
  void add(sock_filter step) { code_.push_back(step); }
  std::vector<sock_filter> code_;
};

}  // namespace

void keep_to_own_process() {
  if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return;
  filter f;
  const auto own = static_cast<std::uint32_t>(getpid());
  for (const int call : {SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo})
    f.refuse(call, 0, false, own);
  f.refuse(SYS_clone, 0, false, CLONE_THREAD, CLONE_THREAD);
  constexpr std::uint32_t kOutlives = MAP_SHARED | MAP_ANONYMOUS;
  f.refuse(SYS_mmap, 3, true, kOutlives, kOutlives);
  for (const std::uint32_t option : {PR_SET_PDEATHSIG, PR_SET_SECCOMP}) f.refuse(SYS_prctl, 0, true, option);
  f.refuse(SYS_socketpair);
  f.refuse(SYS_seccomp);
  f.enter();
}

}  // namespace runner
