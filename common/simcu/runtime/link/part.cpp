// SPDX-License-Identifier: Apache-2.0
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "base/faults.h"
#include "base/side.h"
#include "base/symbolize.h"
#include "device/fault.h"
#include "device/library_guard.h"
#include "device/worker.h"
#include "link/device_server.h"
#include "link/registry.h"
#include "link/remote_device.h"
#include "link/shared_pages.h"
#include "link/window.h"
#include "memory/arena.h"
#include "simcu/kernel.h"
#include "simcu/parted.h"

namespace simcu {
namespace {

constexpr std::size_t kApart = std::size_t{256} << 30;  // bytes of address space for the host's memory only

void* addresses_apart = MAP_FAILED;
pid_t host_process = -1;
int host_status = 0;
remote_device* across = nullptr;

// Also called in a signal handler, so the record is short.
void pass_fault_on(const char* record, std::size_t size) {
  across->tell(crossing::fault, message_writer().put_text({record, size}));
  (void)across->ask(crossing::flush_output, message_writer());
}

void become_host(int socket) {
  if (addresses_apart != MAP_FAILED) munmap(addresses_apart, kApart);
  the_side = side::host;
  across = new remote_device(socket);
  (void)memory_arena::instance().open_shared();
  the_observer = make_remote_observer(*across, the_observer);
  replace_device(*across);
  the_fault_listener = pass_fault_on;
}

// Device memory stays accessible, because this process has no host code.
bool become_device() {
  the_side = side::device;
  if (the_observer) guard_libraries();
  memory_arena& arena = memory_arena::instance();
  arena.open_all();
  shared_pages& shared = shared_pages::instance();
  const auto managed = arena.shared_range(), variables = managed_variables();
  if (!shared_window::instance().part_from_kernels() ||
      !shared.part(managed.begin, managed.bytes, PROT_NONE) ||
      !shared.part(variables.begin, variables.bytes, PROT_READ | PROT_WRITE))
    return false;
  if (variables.bytes == 0) return true;
  std::memcpy(variables.begin, shared.of_host(variables.begin), variables.bytes);
  shared.show(variables.begin, variables.bytes);
  return true;
}

}  // namespace

half part() {
  int ends[2];
  memory_arena& arena = memory_arena::instance();
  if (!shared_window::instance().open() || !arena.begin_sharing() ||
      socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return half::none;
  addresses_apart = mmap(nullptr, kApart, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  open_own_program();           // the sandbox allows this process to read it, but not its child
  prctl(PR_SET_DUMPABLE, 0UL);  // closes each process's files and memory in /proc to the other
  std::fflush(nullptr);
  const pid_t parent = getpid();
  host_process = fork();
  if (host_process < 0) return half::none;
  close(ends[host_process == 0 ? 1 : 0]);
  if (host_process > 0) {
    if (!become_device()) return half::none;
    begin_to_serve(ends[1]);
    return half::device;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(EXIT_FAILURE);
  become_host(ends[0]);
  return half::host;
}

void run_apart(void (*body)()) {
  static char signal_stack[kSignalStack];
  std::thread([body] {
    give_signal_stack(signal_stack);
    body();
    std::fflush(nullptr);
    _exit(EXIT_SUCCESS);
  }).join();
  std::abort();
}

void tell_symbols() {
  std::uint32_t count = 0;
  each_symbol([&](const symbol_info&) { ++count; });
  message_writer message(count);
  each_symbol([&](const symbol_info& s) {
    message.put(s.address).put(s.bytes).put_text(s.name).put(s.shape).put(s.kind);
  });
  across->tell(crossing::symbols, message);
}

std::string ask_device(std::uint32_t what, std::string_view bytes) {
  return across->ask(crossing::programs, message_writer(what).put_text(bytes));
}

void learn_memory(const void* p, std::size_t bytes) {
  if (!memory_arena::instance().adopt(p, bytes, memory_kind::device)) return;
  if (the_observer) the_observer->allocated(const_cast<void*>(p), bytes);
}
void forget_memory(const void* p) { (void)memory_arena::instance().drop(p); }

void* take_shared(std::size_t bytes) { return shared_window::instance().take(bytes); }
void give_shared(void* p) { shared_window::instance().give(p); }
std::size_t shared_offset(const void* p) { return shared_window::instance().offset_of(p); }
void* at_shared_offset(std::size_t offset, std::size_t bytes) {
  return shared_window::instance().at(offset, bytes);
}

bool host_has_ended() {
  if (host_process < 0) return true;
  const pid_t ended = waitpid(host_process, &host_status, WNOHANG);
  if (ended == host_process || (ended < 0 && errno != EINTR)) host_process = -1;
  return host_process < 0;
}

void end_as_host() {
  while (!host_has_ended()) usleep(1000);
  const int status = host_status;
  std::fflush(nullptr);
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, nullptr);
    raise(WTERMSIG(status));
  }
  std::exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE);
}

}  // namespace simcu
