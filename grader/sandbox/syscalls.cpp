// SPDX-License-Identifier: Apache-2.0
// A runner has a list of allowed calls, so calls of future kernels are refused. A compiler and NVIDIA's
// driver need too many calls to list. They are forbidden those that reach other processes, the terminal,
// unlimited memory, or rarely used parts of the kernel.
#include "syscalls.h"

#include <cerrno>

#ifdef SANDBOX_SECCOMP
#include <fcntl.h>
#include <linux/prctl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <initializer_list>
#endif

namespace sandbox {

#ifndef SANDBOX_SECCOMP

bool seccomp_is_built() { return false; }
bool seccomp_works() { return false; }
bool enter_seccomp(role, const char*) { return true; }

#else

namespace {

constexpr std::uint32_t kRefuse = SCMP_ACT_ERRNO(EPERM);
constexpr std::uint32_t kAbsent = SCMP_ACT_ERRNO(ENOSYS);
constexpr int kSetName = PR_SET_NAME, kGetName = PR_GET_NAME, kNameMemory = 0x53564d41,
              kDispatchCalls = 59;  // only restricts system calls further

// Skips system calls that this system does not have.
class filter {
 public:
  explicit filter(std::uint32_t otherwise)
      : context_(seccomp_init(otherwise)), failed_(context_ == nullptr) {}
  ~filter() {
    if (context_ != nullptr) seccomp_release(context_);
  }
  filter(const filter&) = delete;
  filter& operator=(const filter&) = delete;

  void add(std::uint32_t action, std::initializer_list<const char*> names) {
    for (const char* name : names) add(action, name, {});
  }
  void add(std::uint32_t action, const char* name, std::initializer_list<scmp_arg_cmp> conditions) {
    if (failed_) return;
    const int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR || number < 0) return;
    const int error = seccomp_rule_add_array(context_, action, number,
                                             static_cast<unsigned>(conditions.size()), conditions.begin());
    if (error != 0) failed_ = true;
  }
  bool load() {
    if (failed_) errno = EINVAL;
    if (failed_ || seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, 2) != 0) return false;
    const int error = seccomp_load(context_);
    if (error != 0) errno = -error;
    return error == 0;
  }

 private:
  scmp_filter_ctx context_;
  bool failed_;
};

scmp_arg_cmp is(unsigned argument, std::uint64_t value) { return SCMP_CMP64(argument, SCMP_CMP_EQ, value); }
// Like the kernel, these ignore the upper half.
scmp_arg_cmp has(unsigned argument, std::uint32_t bits) {
  return SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, bits, bits);
}
scmp_arg_cmp low(unsigned argument, std::uint32_t value) {
  return SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, 0xffffffffu, value);
}
scmp_arg_cmp without(unsigned argument, std::uint32_t bits) {
  return SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, bits, 0);
}

// Allows threads but no processes, signals only to itself, and execution of only this program. A simulated
// device's runner gives up more once its second process exists (grader/runner/own_process.h).
void keep_to_itself(filter& f, std::uint32_t allow, const char* program) {
  const auto own = static_cast<std::uint32_t>(getpid());
  const auto path = reinterpret_cast<std::uintptr_t>(program);
  if (allow == SCMP_ACT_ALLOW) {
    f.add(allow, {"kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "socketpair", "seccomp"});
    f.add(allow, "clone", {has(0, CLONE_THREAD)});
    f.add(allow, "clone", {low(0, CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID | SIGCHLD)});
    f.add(allow, "mmap", {without(2, PROT_EXEC), has(3, MAP_SHARED | MAP_ANONYMOUS)});
    for (const int option : {PR_SET_PDEATHSIG, PR_SET_SECCOMP})
      f.add(allow, "prctl", {low(0, static_cast<std::uint32_t>(option))});
    f.add(allow, "execve", {is(0, path)});
    return;
  }
  for (const char* name : {"kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"}) {
    // Comparing only the lower 32 bits takes one rule per bit.
    for (unsigned bit = 0; bit < 32; ++bit)
      f.add(kRefuse, name, {SCMP_CMP64(0, SCMP_CMP_MASKED_EQ, 1u << bit, ~own & (1u << bit))});
  }
  f.add(kRefuse, "clone", {without(0, CLONE_THREAD)});
  f.add(kRefuse, {"fork", "vfork", "execveat"});
  f.add(kRefuse, "execve", {SCMP_CMP64(0, SCMP_CMP_NE, path)});
}

// Prevents reading device memory through /proc/self/mem, where an offset is an address above the longest
// allowed one. Relative seeks may only go back, and not far, because seeks add up.
void read_within_files(filter& f, std::uint32_t yes) {
  constexpr std::uint64_t kLongestFile = std::uint64_t{1} << 40, kStep = std::uint64_t{1} << 31;
  for (const char* name : {"pread64", "pwrite64", "preadv", "pwritev"})
    f.add(yes, name, {SCMP_CMP64(3, SCMP_CMP_LT, kLongestFile)});
  f.add(yes, "lseek", {low(2, SEEK_SET), SCMP_CMP64(1, SCMP_CMP_LT, kLongestFile)});
  f.add(yes, "lseek", {low(2, SEEK_CUR), is(1, 0)});
  f.add(yes, "lseek", {low(2, SEEK_CUR), SCMP_CMP64(1, SCMP_CMP_GE, -kStep)});
  f.add(yes, "lseek", {low(2, SEEK_END)});
}

void allow_runner(filter& f, const char* program) {
  const std::uint32_t yes = SCMP_ACT_ALLOW;
  // Shared memory must have a file, because otherwise memory that is no longer mapped would count for no
  // process.
  f.add(yes, {"brk", "munmap", "mremap", "madvise", "msync", "mincore", "mlock", "munlock", "membarrier",
              "pkey_alloc", "pkey_free"});
  // Memory that was once writable must never become executable.
  for (const char* name : {"mprotect", "pkey_mprotect"}) f.add(yes, name, {without(2, PROT_EXEC)});
  for (const int written_or_run : {PROT_EXEC, PROT_WRITE})
    f.add(yes, "mmap", {without(2, written_or_run), without(3, MAP_SHARED)});
  f.add(yes, "mmap",
        {without(2, PROT_EXEC), SCMP_CMP64(3, SCMP_CMP_MASKED_EQ, MAP_SHARED | MAP_ANONYMOUS, MAP_SHARED)});
  f.add(yes, {"futex",
              "futex_waitv",
              "set_robust_list",
              "get_robust_list",
              "set_tid_address",
              "rseq",
              "gettid",
              "getpid",
              "getppid",
              "sched_yield",
              "sched_getaffinity",
              "getcpu",
              "nanosleep",
              "clock_nanosleep",
              "clock_gettime",
              "clock_getres",
              "gettimeofday",
              "time",
              "times",
              "getitimer",
              "setitimer",
              "alarm",
              "pause",
              "exit",
              "exit_group",
              "rt_sigaction",
              "rt_sigprocmask",
              "rt_sigreturn",
              "rt_sigpending",
              "rt_sigsuspend",
              "rt_sigtimedwait",
              "sigaltstack",
              "restart_syscall",
              "wait4",
              "waitid",
              "getrusage",
              "sysinfo",
              "uname",
              "arch_prctl",
              "getrandom",
              "timer_create",
              "timer_settime",
              "timer_gettime",
              "timer_delete",
              "timer_getoverrun",
              "getrlimit",
              "sched_getparam",
              "sched_getscheduler",
              "sched_get_priority_min",
              "sched_get_priority_max"});
  f.add(yes, {"getuid", "geteuid", "getgid", "getegid", "getresuid", "getresgid", "getpgrp", "getgroups",
              "umask"});
  f.add(yes, "getpgid", {low(0, 0)});
  f.add(yes, "getsid", {low(0, 0)});
  f.add(yes, "prlimit64", {low(0, 0)});
  f.add(yes, {"setrlimit"});
  for (const int option : {kSetName, kGetName, kNameMemory, kDispatchCalls, PR_GET_DUMPABLE, PR_CAPBSET_READ,
                           PR_GET_NO_NEW_PRIVS})
    f.add(yes, "prctl", {low(0, static_cast<std::uint32_t>(option))});
  f.add(yes, "prctl", {low(0, PR_SET_DUMPABLE), is(1, 0)});
  // No file is created, and files opened for reading cannot be changed.
  f.add(yes, {"read",          "readv",      "write",      "writev",      "close",    "close_range",
              "fstat",         "newfstatat", "stat",       "lstat",       "statx",    "statfs",
              "fstatfs",       "access",     "faccessat",  "faccessat2",  "readlink", "readlinkat",
              "getdents64",    "getcwd",     "chdir",      "dup",         "dup2",     "dup3",
              "pipe",          "pipe2",      "poll",       "ppoll",       "select",   "pselect6",
              "epoll_create1", "epoll_ctl",  "epoll_wait", "epoll_pwait", "eventfd2", "fadvise64"});
  read_within_files(f, yes);
  constexpr std::uint32_t kWrites = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);
  f.add(yes, "open", {without(1, kWrites)});
  f.add(yes, "openat", {without(2, kWrites)});
  for (const int command :
       {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GET_SEALS, F_ADD_SEALS})
    f.add(yes, "fcntl", {low(1, static_cast<std::uint32_t>(command))});
  for (const unsigned long command : {TCGETS, TIOCGWINSZ, FIONREAD, FIOCLEX, FIONCLEX})
    f.add(yes, "ioctl", {low(1, static_cast<std::uint32_t>(command))});
  f.add(yes, {"sendmsg", "sendto", "recvmsg", "recvfrom", "shutdown", "getsockopt"});
  f.add(kAbsent, {"clone3", "openat2", "memfd_create", "io_uring_setup", "userfaultfd"});
  keep_to_itself(f, yes, program);
}

void refuse_reach(filter& f, role what) {
  const std::uint32_t no = kRefuse;
  f.add(no,
        {"ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease",
         "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "kcmp", "tkill", "setpriority", "ioprio_set",
         "sched_setparam", "sched_setscheduler", "sched_setattr", "move_pages", "migrate_pages", "setpgid"});
  f.add(no, "prlimit64", {SCMP_CMP64(0, SCMP_CMP_NE, 0)});
  for (const int command : {F_SETOWN, F_SETSIG, 15 /* F_SETOWN_EX */})
    f.add(no, "fcntl", {low(1, static_cast<std::uint32_t>(command))});
  // The terminal, and signals through descriptors.
  for (const unsigned long command :
       {0x5412ul /* TIOCSTI */, 0x541cul /* TIOCLINUX */, 0x8901ul /* FIOSETOWN */, 0x8902ul /* SIOCSPGRP */,
        0x540eul /* TIOCSCTTY */})
    f.add(no, "ioctl", {low(1, static_cast<std::uint32_t>(command))});
  // Memory that belongs to no process.
  f.add(no, {"shmget", "msgget", "semget", "mq_open", "memfd_secret"});
  // Namespaces, mounts, keys, and other rarely used parts of the kernel.
  f.add(no, {"unshare",
             "setns",
             "mount",
             "umount2",
             "pivot_root",
             "chroot",
             "move_mount",
             "open_tree",
             "fsopen",
             "fsmount",
             "fsconfig",
             "mount_setattr",
             "keyctl",
             "add_key",
             "request_key",
             "bpf",
             "perf_event_open",
             "fanotify_init",
             "open_by_handle_at",
             "name_to_handle_at",
             "init_module",
             "finit_module",
             "delete_module",
             "kexec_load",
             "kexec_file_load",
             "reboot",
             "swapon",
             "swapoff",
             "quotactl",
             "acct",
             "settimeofday",
             "clock_settime",
             "adjtimex",
             "clock_adjtime",
             "sethostname",
             "setdomainname",
             "vhangup",
             "syslog",
             "personality"});
  f.add(kAbsent, {"clone3", "io_uring_setup", "io_uring_enter", "io_uring_register", "userfaultfd"});
  for (const std::uint32_t space :
       {0x02000000u, 0x04000000u, 0x08000000u, 0x10000000u, 0x20000000u, 0x40000000u, 0x00020000u})
    f.add(no, "clone", {has(0, space)});
  if (what == role::compiler) {
    f.add(no, {"socket", "kill"});
    f.add(kAbsent, {"memfd_create"});
  } else {  // the driver talks to its daemons through sockets
    for (std::uint32_t family = AF_UNIX + 1; family < AF_MAX; ++family)
      if (family != AF_NETLINK) f.add(no, "socket", {low(0, family)});
  }
}

}  // namespace

bool seccomp_is_built() { return true; }

bool seccomp_works() {
  static const bool works = prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
  return works;
}

bool enter_seccomp(role what, const char* program) {
  if (!seccomp_works()) return true;
  filter f(what == role::runner ? kRefuse : SCMP_ACT_ALLOW);
  if (what == role::runner) {
    allow_runner(f, program);
  } else {
    refuse_reach(f, what);
    if (what == role::gpu_runner) keep_to_itself(f, kRefuse, program);
  }
  return f.load();
}

#endif

}  // namespace sandbox
