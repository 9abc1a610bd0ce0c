// SPDX-License-Identifier: Apache-2.0
// Tries every known way out of the sandbox (docs/instructors/trust.md), but does little, so that a hole costs
// only a failed test.
#include "reach.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

namespace wrong {
namespace {

class attempts {
 public:
  void possible(const char* what, bool was) {
    if (was) open_ += std::string(open_.empty() ? "" : ", ") + what;
  }
  void refused(const char* what, long result) { possible(what, result >= 0); }
  void call(const char* what, long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0) {
    refused(what, syscall(number, a, b, c, d, e));
  }
  [[noreturn]] void tell() const {
    const std::string text = open_.empty() ? "in vain\n" : "open: " + open_ + "\n";
    (void)!write(STDOUT_FILENO, text.data(), text.size());
    std::abort();
  }

 private:
  std::string open_;
};

std::string own_path() {
  char path[4096];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
  return std::string(path, size > 0 ? static_cast<std::size_t>(size) : 0);
}

std::string of_parent(const char* file) { return "/proc/" + std::to_string(getppid()) + "/" + file; }

long as_long(const void* pointer) { return reinterpret_cast<long>(pointer); }

void write_files() {
  attempts a;
  const std::string self = own_path(), folder = self.substr(0, self.rfind('/'));
  a.refused("write its own file", open(self.c_str(), O_WRONLY));
  a.refused("append to its own file", open(self.c_str(), O_WRONLY | O_APPEND));
  a.refused("truncate its own file", truncate(self.c_str(), 0));
  a.refused("rename its own file", rename(self.c_str(), (self + ".x").c_str()));
  a.refused("remove its own file", unlink(self.c_str()));
  a.refused("chmod its own file", chmod(self.c_str(), 0777));
  a.refused("touch its own file", utimensat(AT_FDCWD, self.c_str(), nullptr, 0));
  for (const std::string& place :
       {folder, std::string("/tmp"), std::string("/dev/shm"), std::string("/var/tmp")}) {
    const std::string name = place + "/left_behind";
    a.refused("make a file", open(name.c_str(), O_WRONLY | O_CREAT, 0600));
    a.refused("make a file by creat", creat(name.c_str(), 0600));
    a.refused("make a nameless file", open(place.c_str(), O_TMPFILE | O_RDWR, 0600));
    a.refused("make a folder", mkdir(name.c_str(), 0700));
    a.refused("make a pipe", mkfifo(name.c_str(), 0600));
    a.refused("make a symbolic link", symlink("/", name.c_str()));
    a.refused("make a hard link", link(self.c_str(), name.c_str()));
  }
  struct {
    std::uint64_t flags, mode, resolve;
  } how = {O_WRONLY | O_CREAT, 0600, 0};
  a.call("openat2", 437, AT_FDCWD, as_long("/tmp/left_behind"), as_long(&how), sizeof how);
  a.refused("write a descriptor's file again", open("/proc/self/fd/0", O_RDWR));
  a.refused("write to a terminal", open("/dev/tty", O_RDWR));
  a.refused("write to the console", open("/dev/console", O_WRONLY));
  a.tell();
}

void read_files() {
  attempts a;
  for (const std::string& file :
       {std::string("/etc/passwd"), std::string("/etc/hostname"), of_parent("cmdline"), of_parent("environ"),
        of_parent("maps"), of_parent("mem"), of_parent("fd"), std::string("/proc/1/cmdline"),
        std::string("/proc/kallsyms"), std::string("/root"), std::string("/home"), std::string("/tmp"),
        std::string("/dev/zero"), std::string("/dev/mem"), std::string("/"), std::string("/proc"),
        std::string(__FILE__), own_path() + "/../../../../CMakeCache.txt"})
    a.refused(file.c_str(), open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY));
  a.tell();
}

void reach_processes() {
  attempts a;
  const pid_t parent = getppid();
  a.refused("kill its parent", kill(parent, SIGTERM));
  a.refused("kill all", kill(-1, 0));
  a.refused("kill its group's parent", kill(-parent, 0));
  a.call("tgkill", SYS_tgkill, parent, parent, 0);
  a.call("tkill", SYS_tkill, parent, 0);
  siginfo_t info = {};
  info.si_code = SI_QUEUE;
  a.call("rt_sigqueueinfo", SYS_rt_sigqueueinfo, parent, SIGTERM, as_long(&info));
  a.call("pidfd_open", 434, parent, 0);
  a.refused("F_SETOWN", fcntl(3, F_SETOWN, parent));
  a.refused("F_SETSIG", fcntl(3, 10, SIGKILL));
  struct {
    int type;
    pid_t pid;
  } owner = {1, parent};
  a.refused("F_SETOWN_EX", fcntl(3, 15, &owner));
  a.refused("FIOSETOWN", ioctl(3, 0x8901, &parent));
  a.refused("SIOCSPGRP", ioctl(3, 0x8902, &parent));
  const rlimit limit{0, 0};
  a.call("prlimit", SYS_prlimit64, parent, RLIMIT_CPU, as_long(&limit), 0);
  a.refused("setpriority", setpriority(PRIO_PROCESS, static_cast<id_t>(parent), 19));
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(0, &cores);
  a.refused("sched_setaffinity", sched_setaffinity(parent, sizeof cores, &cores));
  a.refused("ptrace", ptrace(PTRACE_SEIZE, parent, nullptr, nullptr));
  char byte = 0;
  const iovec local{&byte, 1}, remote{reinterpret_cast<void*>(0x400000), 1};
  a.refused("process_vm_readv", process_vm_readv(parent, &local, 1, &remote, 1, 0));
  a.refused("process_vm_writev", process_vm_writev(parent, &local, 1, &remote, 1, 0));
  a.refused("TIOCSTI", ioctl(0, TIOCSTI, "x"));
  a.refused("TIOCSTI with a wide command", ioctl(0, 0x100000000ul | TIOCSTI, "x"));
  a.refused("setpgid", setpgid(0, parent));
  a.refused("keep running when its parent ends", prctl(PR_SET_PDEATHSIG, 0));
  a.tell();
}

void start_programs() {
  attempts a;
  a.refused("fork", fork());
  a.refused("vfork by clone", syscall(SYS_clone, CLONE_VFORK | SIGCHLD, 0, 0, 0, 0));
  a.call("clone3", 435, 0, 0);
  const std::string self = own_path();
  char* const none[] = {nullptr};
  a.refused("execve", execve("/bin/true", none, none));
  a.refused("execve of itself", execve(self.c_str(), none, none));
  a.refused("execveat", syscall(SYS_execveat, AT_FDCWD, "/bin/true", none, none, 0));
  a.refused("fexecve", fexecve(open("/lib64/ld-linux-x86-64.so.2", O_RDONLY), none, none));
  // Memory that is first written and then executed, or both at once.
  void* const page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  a.refused("run what it has written", mprotect(page, 4096, PROT_READ | PROT_EXEC));
  constexpr int kAll = PROT_READ | PROT_WRITE | PROT_EXEC;
  a.possible("memory to write and run",
             mmap(nullptr, 4096, kAll, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
  a.tell();
}

void take_kernel_memory() {
  attempts a;
  a.call("memfd_create", SYS_memfd_create, as_long("x"), 0);
  a.refused("shmget", shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600));
  void* shared = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  a.possible("shared memory without a file", shared != MAP_FAILED);
  int ends[2];
  a.refused("socketpair", socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  a.refused("F_SETPIPE_SZ", fcntl(1, 1031, 1 << 20));
  a.call("msgget", SYS_msgget, 0, 01600);
  a.call("mq_open", SYS_mq_open, as_long("/x"), O_CREAT | O_RDWR, 0600, 0);
  a.call("add_key", SYS_add_key, as_long("user"), as_long("x"), as_long("x"), 1, -3);
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  a.possible("many open files", limit.rlim_max > 1024);
  getrlimit(RLIMIT_FSIZE, &limit);
  a.possible("large files", limit.rlim_max > (std::size_t{1} << 30));
  getrlimit(RLIMIT_CORE, &limit);
  a.possible("core files", limit.rlim_max > 0);
  a.tell();
}

void use_privileges() {
  attempts a;
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2] = {};
  const bool known = syscall(SYS_capget, &header, data) == 0;
  a.possible("capabilities",
             known && (data[0].permitted != 0 || data[0].effective != 0 || data[1].permitted != 0));
  a.possible("new privileges", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1);
  a.possible("a controlling terminal", open("/dev/tty", O_RDONLY) >= 0);
  for (const auto& [name, family] : {std::pair<const char*, int>{"IP", AF_INET},
                                     {"IPv6", AF_INET6},
                                     {"local", AF_UNIX},
                                     {"netlink", AF_NETLINK},
                                     {"packet", AF_PACKET},
                                     {"vsock", 40}})
    a.refused(name, socket(family, SOCK_DGRAM, 0));
  a.refused("unshare", unshare(CLONE_NEWUSER));
  a.refused("mount", mount("none", "/tmp", "tmpfs", 0, nullptr));
  a.refused("chroot", chroot("/proc/self"));
  a.call("io_uring_setup", 425, 1, as_long(&header));
  a.call("userfaultfd", 323, 0);
  a.call("bpf", 321, 0, 0, 0);
  a.call("perf_event_open", 298, 0, 0, -1, -1, 0);
  a.call("keyctl", 250, 0, -3, 0);
  a.call("setns", 308, 3, 0);
  a.call("open_by_handle_at", 304, 0, 0, 0);
  a.call("personality", 135, 0x0040000);
  a.call("set dumpable", SYS_prctl, PR_SET_DUMPABLE, 1);
  a.call("another filter", SYS_prctl, PR_SET_SECCOMP, 2, 0);
  a.tell();
}

#if defined(__x86_64__)
// The filter ends the process.
void call_by_other_numbers() {
  long result = 2;  // fork
  asm volatile("int $0x80" : "+a"(result)::"memory");
  attempts a;
  a.refused("32-bit fork", result);
  a.tell();
}
#endif

void start_threads() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4000; ++i) threads.emplace_back([] { pause(); });
  pause();
}

// The verifier checks each packet, and looks up a line for each place. Each check counts as at most 20 ms
// (run_clock.h), so together they stay below the runner's time limit.
void name_places() {
  std::string fault = R"({"kind":"fault","fault":{"stopped":"kernel","waiting":[)";
  for (int i = 0; i < 200; ++i)
    fault +=
        R"({"block":[0,0,0],"threads":[{"ranks":[[0,4294967295]],"doing":"x","after":"","at":{"file":"a.cu","line":)" +
        std::to_string(1000 + i) + R"(,"repeat":0}}]},)";
  fault += R"(null],"kernel":"k","error":"e","error_text":"e"}})";
  for (int i = 0; i < 150; ++i) (void)send(3, fault.data(), fault.size(), MSG_NOSIGNAL);
  std::abort();
}

}  // namespace

const std::map<std::string, std::function<void()>>& reaches() {
  static const std::map<std::string, std::function<void()>> all {
    {"writes_files", write_files}, {"reads_files", read_files}, {"reaches_processes", reach_processes},
        {"starts_programs", start_programs}, {"takes_kernel_memory", take_kernel_memory},
        {"uses_privileges", use_privileges},
#if defined(__x86_64__)
        {"calls_by_other_numbers", call_by_other_numbers},
#endif
        {"starts_threads", start_threads}, {"names_places", name_places},
        {"sleeps_each_time", [] { usleep(2900000); }},
  };
  return all;
}

}  // namespace wrong
