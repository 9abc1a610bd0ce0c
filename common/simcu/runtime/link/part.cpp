// SPDX-License-Identifier: Apache-2.0
// From one process to two.
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "base/faults.h"
#include "base/side.h"
#include "base/symbolize.h"
#include "link/device_server.h"
#include "link/registry.h"
#include "link/remote_device.h"
#include "link/window.h"
#include "memory/arena.h"
#include "simcu/kernel.h"
#include "simcu/parted.h"

namespace simcu {
namespace {

pid_t host_process = -1;
int host_status = 0;
remote_device* across = nullptr;

// In a signal's handler, too: the record is short.
void pass_fault_on(const char* record, std::size_t size) {
  message_writer message;
  message.put_text({record, size});
  across->tell(crossing::fault, message);
  (void)across->ask(crossing::flush_output, {});
}

void become_host(int socket) {
  the_side = side::host;
  across = new remote_device(socket);
  across->begin();
  (void)memory_arena::instance().open_shared();
  the_observer = make_remote_observer(*across, the_observer);
  replace_device(*across);
  the_fault_listener = pass_fault_on;
}

}  // namespace

half part() {
  int ends[2];
  memory_arena& arena = memory_arena::instance();
  if (!shared_window::instance().open() || !arena.begin_sharing() ||
      socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return half::none;
  open_own_program();  // in a box that knows this process, its child cannot
  std::fflush(nullptr);
  const pid_t parent = getpid();
  host_process = fork();
  if (host_process < 0) return half::none;
  close(ends[host_process == 0 ? 1 : 0]);
  if (host_process > 0) {
    the_side = side::device;
    begin_to_serve(ends[1]);
    return half::device;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(EXIT_FAILURE);
  become_host(ends[0]);
  return half::host;
}

void tell_symbols() {
  message_writer message;
  std::uint32_t count = 0;
  each_symbol([&](const symbol_info&) { ++count; });
  message.put(count);
  each_symbol([&](const symbol_info& s) {
    message.put(s.address).put(s.bytes).put_text(s.name).put(s.shape).put(s.kind);
  });
  across->tell(crossing::symbols, message);
}

std::string ask_device(std::uint32_t what, std::string_view bytes) {
  message_writer message;
  message.put(what).put_text(bytes);
  return across->ask(crossing::programs, message);
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

int status_of_host() {
  while (host_process > 0) {
    const pid_t ended = waitpid(host_process, &host_status, 0);
    if (ended == host_process || (ended < 0 && errno != EINTR)) host_process = -1;
  }
  return host_status;
}

void end_as_host() {
  const int status = status_of_host();
  std::fflush(nullptr);
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, nullptr);
    raise(WTERMSIG(status));
  }
  std::_Exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE);
}

}  // namespace simcu
