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

// A classic BPF program, built call by call. The box's own filter looks at the architecture.
class filter {
 public:
  void refuse(int call) {
    begins(call, 1);
    add(BPF_STMT(BPF_RET | BPF_K, kRefuse));
  }
  // Unless the argument, of 32 bits, is this.
  void only(int call, unsigned argument, std::uint32_t value) {
    begins(call, 4);
    load(argument);
    add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0));
    add(BPF_STMT(BPF_RET | BPF_K, kRefuse));
    add(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  }
  // Unless the argument's `bits` are these.
  void only_where(int call, unsigned argument, std::uint32_t bits, std::uint32_t value, bool equal) {
    begins(call, 5);
    load(argument);
    add(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, bits));
    add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, static_cast<unsigned char>(equal ? 1 : 0),
                 static_cast<unsigned char>(equal ? 0 : 1)));
    add(BPF_STMT(BPF_RET | BPF_K, kRefuse));
    add(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  }
  void enter() {
    add(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    const sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
    (void)prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
  }

 private:
  void add(sock_filter step) { code_.push_back(step); }
  void load(unsigned argument) {
    add(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offsetof(seccomp_data, args) +
                                                                      argument * sizeof(std::uint64_t))));
  }
  // The next `steps` are for this call.
  void begins(int call, unsigned char steps) {
    add(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)));
    add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, steps));
  }
  std::vector<sock_filter> code_;
};

}  // namespace

void keep_to_own_process() {
  if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return;
  filter f;
  const auto own = static_cast<std::uint32_t>(getpid());
  for (const int call : {SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo})
    f.only(call, 0, own);
  f.only_where(SYS_clone, 0, CLONE_THREAD, CLONE_THREAD, true);
  f.only_where(SYS_mmap, 3, MAP_SHARED | MAP_ANONYMOUS, MAP_SHARED | MAP_ANONYMOUS, false);
  f.refuse(SYS_socketpair);
  f.refuse(SYS_seccomp);
  f.enter();
}

}  // namespace runner
