// SPDX-License-Identifier: Apache-2.0
// Starts, watches and ends a runner.
#include "runner_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "../sandbox/sandbox.h"
#include "process_tree.h"
#include "run_clock.h"

namespace verifier {
namespace {

constexpr int kTickMs = 10;           // interval between memory checks
constexpr int kTicksToEnd = 40;       // time for a script to end after its program has closed its files
constexpr double kSecondsToTell = 5;  // time for the checkers to report before the process is stopped
constexpr int kTicksPerFamily = 10;   // interval between checks of the children's memory and all threads'
                                      // time
constexpr int kPipeBytes = 1 << 20;   // large, so that the runner seldom waits for the grader to read its
                                      // output
constexpr std::size_t kFileLimit = std::size_t{64} << 20;  // for the report

sandbox::box box_of(runner_kind kind) {
  sandbox::box inside;
  inside.what = kind == runner_kind::on_gpu ? sandbox::role::gpu_runner : sandbox::role::runner;
  sandbox::add_system(inside);
  inside.bounds.file_bytes = kFileLimit;
  if (kind == runner_kind::on_gpu) {  // the driver needs shared memory, and files for several GPUs
    inside.bounds.file_bytes = std::size_t{1} << 30;
    inside.bounds.open_files = 1024;
  }
  return inside;
}

// Runs in the child after fork(), whose parent had one thread. Never returns.
[[noreturn]] void become_runner(const char* path, char* const* environment, int control, int output,
                                int failure, pid_t parent, runner_kind kind,
                                const sandbox::memory_group& memory) {
  if (kind == runner_kind::tool) setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  memory.join();
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  const bool ready = chdir("/") == 0 && dup2(null, 0) == 0 && dup2(output, 1) == 1 && dup2(output, 2) == 2 &&
                     dup2(control, protocol::kControlFd) == protocol::kControlFd && dup2(failure, 4) == 4 &&
                     fcntl(4, F_SETFD, FD_CLOEXEC) == 0 && close_range(5, ~0U, 0) == 0;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  char* const arguments[] = {const_cast<char*>(path), nullptr};
  if (ready && kind == runner_kind::tool) execve(path, arguments, environment);
  if (ready && kind != runner_kind::tool) sandbox::execute(box_of(kind), path, arguments, environment);
  const int error = errno;
  (void)!write(4, &error, sizeof error);
  _exit(127);
}

void close_fd(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

// Moves a descriptor above the numbers that the runner uses.
int above(int fd) {
  const int moved = fcntl(fd, F_DUPFD_CLOEXEC, 10);
  close(fd);
  return moved;
}

}  // namespace

exchange_result runner_process::start(const std::filesystem::path& executable, runner_kind kind,
                                      const std::vector<std::string>& environment, const limits& bounds) {
  stop();
  status_ = 0;
  kept_.clear();
  printed_ = 0;
  int sockets[2], output[2], failure[2];
  exchange_result result;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0 || pipe2(output, O_CLOEXEC) != 0 ||
      pipe2(failure, O_CLOEXEC) != 0) {
    result.status = errno;
    return result;
  }
  for (int* pair : {sockets, output, failure})
    for (int i = 0; i < 2; ++i) pair[i] = above(pair[i]);

  std::vector<char*> variables;
  variables.reserve(environment.size() + 1);
  for (const std::string& variable : environment) variables.push_back(const_cast<char*>(variable.c_str()));
  variables.push_back(nullptr);
  const pid_t parent = getpid();
  if (kind != runner_kind::tool) memory_.begin(bounds.resident_bytes);
  pid_ = fork();
  if (pid_ == 0)
    become_runner(executable.c_str(), variables.data(), sockets[1], output[1], failure[1], parent, kind,
                  memory_);
  int error = pid_ < 0 ? errno : 0;
  close(sockets[1]);
  close(output[1]);
  close(failure[1]);
  control_ = sockets[0];
  output_ = output[0];
  fcntl(output_, F_SETFL, O_NONBLOCK);
  fcntl(output_, F_SETPIPE_SZ, kPipeBytes);
  const bool failed = pid_ < 0 || read(failure[0], &error, sizeof error) == sizeof error;
  close(failure[0]);
  if (failed) {
    stop();
    result.status = error;
    return result;
  }
  checked_ = false;
  return wait(0, bounds);
}

exchange_result runner_process::exchange(const protocol::request_message& request,
                                         const std::vector<int>& fds, const limits& bounds) {
  memory_.limit(bounds.resident_bytes);
  checked_ = request.report_bytes > 0;
  // If the runner has already ended, wait() notices that and says how it ended.
  (void)protocol::send_packet(control_, protocol::to_text(request), fds);
  return wait(request.id, bounds);
}

// Also true for a process that ended right after its last message, even if that message has not been read.
bool runner_process::ended() {
  if (pid_ > 0 && waitpid(pid_, &status_, WNOHANG) == pid_) pid_ = -1;
  return pid_ < 0;
}

bool runner_process::read_output() {
  char block[16 * 1024];
  for (;;) {
    const ssize_t size = read(output_, block, sizeof block);
    if (size <= 0) return true;
    printed_ += static_cast<std::size_t>(size);
    if (kept_.size() < kOutputKept)
      kept_.append(block, std::min<std::size_t>(static_cast<std::size_t>(size), kOutputKept - kept_.size()));
    if (printed_ > kOutputLimit) return false;
  }
}

outcome runner_process::check_size(const limits& bounds, bool with_children) const {
  std::vector<pid_t> family{pid_};
  if (with_children) family = descendants(getpid());
  std::size_t threads = 0;
  for (const pid_t process : family) threads += threads_of(process);
  if (family.size() > kProcessLimit || threads > kThreadLimit) return outcome::crowd;
  return resident_bytes(family) > bounds.resident_bytes ? outcome::big : outcome::replied;
}

// A request that is stopped at a limit has no report, but the findings up to then explain more than the limit
// does.
void runner_process::hear_findings() {
  if (pid_ <= 0 || !checked_) return;
  kill(pid_, SIGTERM);
  run_clock timer(pid_);
  while (found_.empty() && timer.charged() < kSecondsToTell && timer.wall() < kWallFactor * kSecondsToTell) {
    pollfd watched{control_, POLLIN, 0};
    poll(&watched, 1, kTickMs);
    timer.look();
    read_output();
    std::string text;
    std::vector<int> fds;
    const protocol::received got = protocol::receive_packet(control_, false, text, fds);
    for (const int fd : fds) close(fd);
    if (got == protocol::received::closed) return;
    if (got == protocol::received::message && fds.empty()) (void)keep_told(text);
  }
}

exchange_result runner_process::finish(outcome kind) {
  if (kind == outcome::late || kind == outcome::big || kind == outcome::flood) hear_findings();
  exchange_result result;
  result.kind = kind;
  result.found = std::move(found_);
  result.fault = std::move(fault_);
  result.last_fault = std::move(last_fault_);
  result.unwritten = std::move(unwritten_);
  read_output();
  stop();
  return result;
}

bool runner_process::keep_told(const std::string& packet) {
  if (std::optional<std::string> text = protocol::unwritten_in(packet)) {
    if (unwritten_.empty()) unwritten_ = std::move(*text);
    return true;
  }
  std::optional<std::string> record = protocol::fault_in(packet);
  // The code may have expected a refused launch, so a later fault replaces the refusal.
  const bool refusal = fault_.find(R"("stopped":"launch")") != std::string::npos;
  if (!record) return false;
  if (record->find(R"("stopped":"outside")") != std::string::npos) {
    found_ = std::move(*record);
    return true;
  }
  (fault_.empty() || refusal ? fault_ : last_fault_) = std::move(*record);
  return true;
}

exchange_result runner_process::wait(std::uint64_t id, const limits& bounds) {
  run_clock timer(pid_);
  exchange_result result = wait(id, bounds, timer);
  if (result.kind == outcome::replied) timer.look();
  result.seconds = timer.charged();
  return result;
}

exchange_result runner_process::wait(std::uint64_t id, const limits& bounds, run_clock& timer) {
  fault_.clear();
  last_fault_.clear();
  found_.clear();
  unwritten_.clear();
  bool closed = false;   // the socket
  int silent_ticks = 0;  // ticks since the socket closed without the process ending
  for (int tick = 1;; ++tick) {
    pollfd watched[2] = {{closed ? -1 : control_, POLLIN, 0}, {output_, POLLIN, 0}};
    if (poll(watched, 2, kTickMs) > 0 && (watched[1].revents & POLLHUP) != 0 &&
        (watched[1].revents & POLLIN) == 0 && watched[0].revents == 0)
      poll(watched, 1, kTickMs);  // no process has the pipe open any more, so polling it would return at once
    timer.tick();
    if (!read_output()) return finish(outcome::flood);

    const bool over = ended();  // checked before the socket is read for the last time, so that no answer is
                                // lost
    std::string text;
    std::vector<int> fds;
    const protocol::received got = protocol::receive_packet(control_, false, text, fds);
    for (const int fd : fds) close(fd);
    const bool told = got == protocol::received::message && fds.empty() && keep_told(text);
    if (!told && (got == protocol::received::message || got == protocol::received::too_long)) {
      std::optional<protocol::reply_message> reply;
      if (got == protocol::received::message && fds.empty()) reply = protocol::parse_reply(text);
      if (!reply || reply->id != id) return finish(outcome::nonsense);
      read_output();
      exchange_result result;
      result.kind = outcome::replied;
      result.reply = std::move(*reply);
      result.fault = std::move(fault_);
      return result;
    }
    if (over && !told) {  // there can be more to read after a fault
      exchange_result result = finish(memory_.exceeded() ? outcome::big : outcome::ended);
      result.status = status_;
      return result;
    }
    closed = got == protocol::received::closed;
    if (closed && !is_ending(pid_) && ++silent_ticks > kTicksToEnd) return finish(outcome::hung_up);
    const outcome size = check_size(bounds, tick % kTicksPerFamily == 0);
    if (size != outcome::replied) return finish(size);
    if (tick % kTicksPerFamily == 0) timer.look();
    if (timer.charged() > bounds.seconds) {
      timer.look();
      if (timer.charged() > bounds.seconds) return finish(outcome::late);
    }
    if (timer.wall() > kWallFactor * bounds.seconds) return finish(outcome::starved);
  }
}

std::string runner_process::take_output() {
  if (output_ >= 0) read_output();
  std::string text = std::move(kept_);
  if (printed_ > text.size()) text += fmt::format("\n… ({} bytes in all)", printed_);
  kept_.clear();
  printed_ = 0;
  return text;
}

void runner_process::stop() {
  if (pid_ > 0) kill(-pid_, SIGKILL);
  if (pid_ > 0 || control_ >= 0) kill_descendants();
  pid_ = -1;
  memory_.end();
  close_fd(control_);
  close_fd(output_);
}

void runner_process::stop_if_crowded() {
  if (pid_ > 0 && descendants(getpid()).size() > 1) stop();
}

}  // namespace verifier
