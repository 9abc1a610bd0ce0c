// SPDX-License-Identifier: Apache-2.0
// Runners that crash, hang, flood, forge or hide. From outside, all look like the toy lab's runner.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

#include "lab/cuda_check.h"
#include "lab/todo.h"
#include "protocol.h"
#include "reach.h"
#include "runner_kind.h"

namespace wrong {
namespace {

[[noreturn]] void loop_for_ever() {
  for (volatile int i = 0;; i = i + 1) {
  }
}

void say(const char* text) { (void)!write(STDOUT_FILENO, text, std::strlen(text)); }

void answer_with(const char* text) { (void)!send(3, text, std::strlen(text), MSG_NOSIGNAL); }

void flood() {
  for (int i = 0; i < 1 << 20; ++i) {
    char line[1024];
    std::memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\n';
    (void)!write(STDOUT_FILENO, line, sizeof line);
  }
}

// Uses a bounded amount, so that this check does not bring down its machine. Large pages let it finish before
// its time limit.
void eat_memory() {
  constexpr std::size_t kBite = 16 << 20;
  for (int bites = 0; bites < 96; ++bites) {
    void* const bite = mmap(nullptr, kBite, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bite == MAP_FAILED) throw std::bad_alloc();
    (void)madvise(bite, kBite, MADV_HUGEPAGE);
    std::memset(bite, 1, kBite);
  }
  for (;;) pause();
}

// It must be impossible to write to the process that decides the verdict, or to end it.
[[noreturn]] void reach_for_grader() {
  const std::string memory = "/proc/" + std::to_string(getppid()) + "/mem";
  const bool refused = open(memory.c_str(), O_RDWR) < 0 && kill(getppid(), SIGTERM) < 0;
  say(refused ? "in vain" : "reached");
  std::abort();
}

// A runner may start threads, but no processes.
void start_process() {
  if (fork() >= 0 || errno != EPERM) std::_Exit(7);
  if (vfork() >= 0) std::_Exit(8);
  if (std::system("true") == 0) std::_Exit(9);
  bool ran = false;
  std::thread([&] { ran = true; }).join();
  if (!ran) std::_Exit(10);
}

void fork_bomb() {
  for (;;) (void)!fork();
}

// A runner cannot change the sealed input or the output's size.
void attack_buffers() {
  constexpr std::size_t kSome = 4096;
  bool found = false;
  for (int fd = 4; fd < 64; ++fd) {
    if (ftruncate(fd, 0) == 0) std::_Exit(7);
    const int seals = fcntl(fd, F_GET_SEALS);
    if (seals < 0 || (seals & (F_SEAL_WRITE | F_SEAL_FUTURE_WRITE)) == 0) continue;
    found = true;
    if (pwrite(fd, "pass", 4, 0) > 0) std::_Exit(8);
    if (mmap(nullptr, kSome, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) != MAP_FAILED) std::_Exit(8);
    void* const shared = mmap(nullptr, kSome, PROT_READ, MAP_SHARED, fd, 0);
    if (shared != MAP_FAILED && mprotect(shared, kSome, PROT_READ | PROT_WRITE) == 0) std::_Exit(8);
  }
  if (!found) std::_Exit(9);
}

const std::map<std::string, std::function<void()>>& actions() {
  static const std::map<std::string, std::function<void()>> all{
      {"exit_0", [] { std::exit(0); }},
      {"prints_passed_and_exits",
       [] {
         say("[  PASSED  ] 6 tests.\nScore: 100/100\n");
         _exit(0);
       }},
      {"segfault",
       [] {
         volatile int* volatile nowhere = nullptr;
         *nowhere = 1;
       }},
      {"abort", [] { std::abort(); }},
      {"endless_loop", [] { loop_for_ever(); }},
      {"racy_and_endless",
       [] {
         std::signal(SIGTERM, [](int) {  // like simcu's checkers
           const std::string record = R"({"stopped":"outside","findings":[)" + a_race() + "]}";
           (void)protocol::send_fault(protocol::kControlFd, record.data(), record.size());
           _exit(1);
         });
         loop_for_ever();
       }},
      {"racy_and_timed_out", [] { CUDA_CHECK(cudaErrorLaunchTimeout); }},
      {"sleeps",
       [] {
         for (;;) pause();
       }},
      {"stops_itself", [] { raise(SIGSTOP); }},
      {"floods_output", flood},
      {"eats_memory", eat_memory},
      {"fork_bomb", fork_bomb},
      {"killed_from_outside", [] { raise(SIGKILL); }},
      {"killed_once",
       [] {
         static bool fresh = true;
         if (fresh) usleep(300000);  // gives the test time to kill this process
         fresh = false;
       }},
      {"writes_junk", [] { answer_with("pass"); }},
      {"writes_long_junk", [] { answer_with(std::string(100000, '[').c_str()); }},
      {"forges_other_id",
       [] {
         answer_with(
             R"({"kind":"answered","id":1,"text":"","error":"","values":{},"phases":[],"device":"","simulated":true})");
       }},
      {"closes_socket",
       [] {
         close(3);
         loop_for_ever();
       }},
      {"writes_to_every_fd",
       [] {
         for (int fd = 3; fd < 64; ++fd) (void)!write(fd, "pass", 4);
       }},
      {"attacks_buffers", attack_buffers},
      {"starts_process", start_process},
      {"reaches_for_the_grader", reach_for_grader},
      {"throws", [] { throw std::runtime_error("vector::at: 7 >= 7\x1b[2J"); }},
      {"throws_int", [] { throw 42; }},
      {"cuda_error", [] { CUDA_CHECK(cudaErrorIllegalAddress); }},
      {"kernel_timeout", [] { CUDA_CHECK(cudaErrorLaunchTimeout); }},
      {"launch_error_not_checked", [] { host_device::last_error = cudaErrorInvalidValue; }},
      {"todo", [] { LAB_TODO("90.1: sort the keys"); }},
      {"todo_on_a_gpu", [] { LAB_TODO("90.1: sort the keys"); }},
      {"todo_then_throws",
       [] {
         LAB_TODO("90.1: sort the keys");
         throw std::runtime_error("later");
       }},
      {"todo_then_crashes",
       [] {
         LAB_TODO("90.1: sort the keys");
         std::abort();
       }},
      {"todo_then_loops",
       [] {
         LAB_TODO("90.1: sort the keys");
         loop_for_ever();
       }},
      {"out_of_memory", [] { throw std::bad_alloc(); }},
  };
  return all;
}

const bool constructed = [] {
  if (is("exits_before_main") || is("exits_before_main_on_a_gpu")) {
    say("[  PASSED  ] 6 tests.\n");
    _exit(0);
  }
  if (kind().rfind("no_device", 0) == 0) host_device::devices = 0;
  if (kind().rfind("small_device", 0) == 0) host_device::memory = 100;
  if (is("forges_its_device"))  // before the runner's first message
    answer_with(
        R"({"kind":"ready","id":0,"text":"\u001b[2J","error":"","values":{},"phases":[],"told":[0,0],"device":"x\nScore: 100/100\u001b[2J","simulated":true})");
  if (is("has_no_second_process"))
    answer_with(
        R"({"kind":"runner fault","id":0,"text":"the system gives it no second process","error":"","values":{},"phases":[],"told":[0,0],"device":"","simulated":false})");
  if (is("exits_at_exit")) std::atexit([] { _exit(0); });
  return true;
}();

}  // namespace

namespace {
std::string started_as() {
  std::string path;
  std::getline(std::ifstream("/proc/self/cmdline"), path, '\0');
  return path;
}
}  // namespace

const std::string& kind() {
  static const std::string name = [] {
    std::string path = started_as();
    for (int up = 0; up < 2; ++up) path.erase(path.rfind('/'));
    return path.substr(path.rfind('/') + 1);
  }();
  return name;
}

bool has_checkers() {
  const std::string path = started_as();
  return path.size() > 6 && path.compare(path.size() - 6, 6, ".check") == 0;
}
bool plays_other_lab() { return started_as().find("/91_other.") != std::string::npos; }

void misbehave() {
  if (has_checkers() && is("crashes_under_checkers")) std::abort();
  if (has_checkers() && is("todo_under_checkers")) LAB_TODO("90.1: sort the keys");
  const auto found = actions().find(kind());
  if (found != actions().end()) found->second();
  const auto reach = reaches().find(kind());
  if (reach != reaches().end()) reach->second();
}

}  // namespace wrong
