// SPDX-License-Identifier: Apache-2.0
// Runs a command as on a kernel without Landlock or seccomp filters: selfcheck_without landlock|seccomp
// COMMAND…
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#endif

namespace {

constexpr unsigned kNumber = offsetof(seccomp_data, nr), kFirst = offsetof(seccomp_data, args);

// Returns the error if the call has this number (and this first argument).
void fail(std::vector<sock_filter>& program, unsigned error, unsigned number, int first = -1) {
  program.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kNumber));
  const std::uint8_t rest = first < 0 ? 1 : 3;  // instructions to skip
  program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, rest));
  if (first >= 0) {
    program.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kFirst));
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(first), 0, 1));
  }
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error));
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<sock_filter> program;
  if (argc > 2 && std::strcmp(argv[1], "landlock") == 0) {
    fail(program, ENOSYS, SYS_landlock_create_ruleset);
  } else if (argc > 2 && std::strcmp(argv[1], "seccomp") == 0) {
    fail(program, ENOSYS, SYS_seccomp);
    fail(program, EINVAL, SYS_prctl, PR_GET_SECCOMP);
    fail(program, EINVAL, SYS_prctl, PR_SET_SECCOMP);
  } else {
    std::fprintf(stderr, "usage: selfcheck_without landlock|seccomp COMMAND...\n");
    return 2;
  }
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog all{static_cast<unsigned short>(program.size()), program.data()};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all) != 0) {
    std::perror("selfcheck_without");
    return 77;
  }
  execvp(argv[2], argv + 2);
  std::perror(argv[2]);
  return 127;
}
