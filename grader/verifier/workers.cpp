// SPDX-License-Identifier: Apache-2.0
// A worker is a fork of the grader. It sends its reports through a socket, as one line of JSON per test.
#include "workers.h"

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "../sandbox/cgroup.h"
#include "lab_test.h"
#include "process_tree.h"
#include "result_message.h"
#include "session.h"

namespace verifier {
namespace {

bool has_failed(verdict kind) { return kind != verdict::good && kind != verdict::not_graded; }

}  // namespace

// The state in the memory that all processes share.
struct workers::shared_state {
  static constexpr std::size_t kLabs = 64, kPostponed = 1024, kNone = ~std::size_t{0};
  // The number of tests taken from the front of the list and, in the upper half of the word, from its end.
  std::atomic<std::uint64_t> taken{0};
  std::atomic<std::size_t> failed{kNone};        // index of the first failed test
  std::atomic<unsigned> busy{0};                 // processes that are running a test or reporting one
  std::atomic<bool> postponed[kPostponed] = {};  // by index of the test
  lab_clock clocks[kLabs];
};

workers::workers(std::size_t count, std::vector<chosen_test> tests, bool until_failure)
    : tests_(std::move(tests)),
      until_failure_(until_failure),
      heard_of_(tests_.size()),
      messages_(tests_.size()) {
  session& grading = current_session();
  if (grading.labs.size() > shared_state::kLabs) throw std::runtime_error("there are too many labs");
  void* const memory =
      mmap(nullptr, sizeof(shared_state), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no memory for the grader's processes");
  shared_ = new (memory) shared_state;
  grading.share_clocks(shared_->clocks);
  const pid_t parent = getpid();
  const bool one_lab = std::all_of(tests_.begin(), tests_.end(),
                                   [&](const chosen_test& test) { return test.lab == tests_[0].lab; });
  for (std::size_t i = 0; i < count; ++i) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      throw std::runtime_error("no socket for the grader's processes");
    ++shared_->busy;
    const pid_t pid = fork();
    if (pid < 0) throw std::runtime_error("the grader could not start another process");
    if (pid == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) _exit(1);
      close(ends[0]);
      for (const worker& other : workers_) close(other.socket);
      // The slowest tests, which sort whole arrays, are at the end of a lab. If one of them were the last to
      // begin, all other processes would wait for it.
      work(ends[1], one_lab && !until_failure && i >= 2);
    }
    close(ends[1]);
    workers_.push_back({pid, ends[0], ""});
  }
}

// Once all results are sent, or no process is busy, the processes end by themselves, after their runners and
// the runners' control groups. Processes whose tests are no longer needed are killed.
workers::~workers() {
  constexpr int kMilliseconds = 10000;
  const bool all_told = std::none_of(messages_.begin(), messages_.end(),
                                     [](const nlohmann::json& message) { return message.is_null(); });
  int waited = 0;
  for (const worker& one : workers_) {
    if (one.socket >= 0) close(one.socket);
    bool ended = false;
    for (; !ended && (all_told || shared_->busy == 0) && waited < kMilliseconds; ++waited) {
      ended = waitpid(one.pid, nullptr, WNOHANG) == one.pid;
      if (!ended) usleep(1000);
    }
    if (ended) continue;
    kill(one.pid, SIGKILL);
    waitpid(one.pid, nullptr, 0);
    sandbox::remove_groups_of(one.pid);
  }
  munmap(shared_, sizeof(shared_state));
}

bool workers::left_out(std::size_t test) const {
  const std::size_t failed = shared_->failed;
  if (!until_failure_ || failed == shared_state::kNone || test < failed) return false;
  return tests_[test].lab != tests_[failed].lab || tests_[test].row->exercise != tests_[failed].row->exercise;
}

void workers::send_line(int socket, const nlohmann::json& message) {
  const std::string line = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t sent = send(socket, line.data() + done, line.size() - done, MSG_NOSIGNAL);
    if (sent <= 0) _exit(1);
    done += static_cast<std::size_t>(sent);
  }
}

// Returns false if the test was postponed because it needs a runner that is still being built.
bool workers::run_and_tell(std::size_t i, int socket, bool may_postpone) {
  session& grading = current_session();
  if (left_out(i)) return true;
  if (lab_ != tests_[i].lab) grading.close_runner();
  lab_ = tests_[i].lab;
  grading.may_postpone = may_postpone;
  grading.tell_early = [&](verdict kind) {
    send_line(socket, {{"test", i}, {"kind", static_cast<int>(kind)}, {"ended", false}});
  };
  try {
    run_here(*lab_, *tests_[i].row, tests_[i].body);
  } catch (const session::postponed&) {
    grading.phases.clear();  // the test will show them again
    grading.tables.clear();
    send_line(socket, {{"test", i}, {"postponed", true}});
    return false;
  }
  const verdict kind = grading.results.back().kind;
  if (has_failed(kind))
    for (std::size_t first = shared_->failed; i < first;)
      if (shared_->failed.compare_exchange_weak(first, i)) break;
  nlohmann::json message = take_result_message(grading, *lab_);
  message["test"] = i;
  message["kind"] = static_cast<int>(kind);
  message["ended"] = true;
  send_line(socket, message);
  return true;
}

// Returns the index of the next test for this process, or the number of tests if none is left.
std::size_t workers::take(bool from_the_end) {
  const std::uint64_t before = shared_->taken.fetch_add(from_the_end ? std::uint64_t{1} << 32 : 1);
  const std::size_t front = before & 0xffffffffU, end = before >> 32;
  if (front + end >= tests_.size()) return tests_.size();
  return from_the_end ? tests_.size() - 1 - end : front;
}

// After the list, each process takes the postponed tests that no other process has taken.
void workers::work(int socket, bool from_the_end) {
  adopt_orphans();
  for (std::size_t i; (i = take(from_the_end)) < tests_.size();)
    if (!run_and_tell(i, socket, i < shared_state::kPostponed)) shared_->postponed[i] = true;
  for (std::size_t i = 0; i < std::min(tests_.size(), shared_state::kPostponed); ++i)
    if (shared_->postponed[i].exchange(false)) run_and_tell(i, socket, false);
  --shared_->busy;
  current_session().close_runner();
  _exit(0);
}

bool workers::all_gone() const {
  for (const worker& one : workers_)
    if (one.socket >= 0) return false;
  return true;
}

// Waits for reports, and processes all that have arrived.
void workers::listen() {
  std::vector<pollfd> sockets;
  for (const worker& one : workers_) sockets.push_back({one.socket, POLLIN, 0});
  if (poll(sockets.data(), sockets.size(), -1) <= 0) return;
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    if (sockets[i].revents == 0) continue;
    worker& one = workers_[i];
    char piece[64 * 1024];
    const ssize_t size = recv(one.socket, piece, sizeof piece, 0);
    if (size <= 0) {
      close(one.socket);
      one.socket = -1;
      continue;
    }
    one.received.append(piece, static_cast<std::size_t>(size));
    for (std::size_t end; (end = one.received.find('\n')) != std::string::npos;) {
      take_in(nlohmann::json::parse(one.received.substr(0, end)));
      one.received.erase(0, end + 1);
    }
  }
}

void workers::take_in(nlohmann::json message) {
  const auto test = message.at("test").get<std::size_t>();
  heard_of_.at(test) = true;
  if (!message.contains("postponed")) {
    const auto kind = static_cast<verdict>(message.at("kind").get<int>());
    if (message.at("ended")) {
      if (heard) heard(tests_[test], kind, true);
      messages_[test] = std::move(message);
    } else {
      early_[test] = kind;
    }
  }
  tell_first_failure();
}

// Once no earlier test can fail, reports the first failed test if its cause is still unknown.
void workers::tell_first_failure() {
  if (early_.empty() || reported_early_) return;
  const auto [test, kind] = *early_.begin();
  const auto before = heard_of_.begin() + static_cast<std::ptrdiff_t>(test);
  if (std::find(heard_of_.begin(), before, false) != before) return;
  reported_early_ = true;
  if (heard && messages_[test].is_null()) heard(tests_[test], kind, false);
}

void workers::keep_first_failure() const {
  if (!until_failure_) return;
  std::vector<test_result>& results = current_session().results;
  const auto failed = [](const test_result& result) { return has_failed(result.kind); };
  for (const chosen_test& test : tests_) {
    const auto of_it = [&](const test_result& result) {
      return result.lab == test.lab && result.row->exercise == test.row->exercise;
    };
    if (std::none_of(results.begin(), results.end(), [&](const auto& r) { return of_it(r) && failed(r); }))
      continue;
    results.erase(std::remove_if(results.begin(), results.end(),
                                 [&](const test_result& r) { return failed(r) && !of_it(r); }),
                  results.end());
    return;
  }
}

bool workers::book(const lab_entry& lab, const rubric_row& row) {
  std::size_t index = 0;
  while (index < tests_.size() && tests_[index].row != &row) ++index;
  if (index == tests_.size()) throw std::runtime_error("a test was not given to the grader's processes");
  while (messages_[index].is_null() && !all_gone() && !left_out(index)) listen();
  session& grading = current_session();
  if (!messages_[index].is_null()) {
    add_result_message(grading, lab, row, messages_[index]);
    messages_[index] = nlohmann::json::object();
    return true;
  }
  if (left_out(index)) return false;
  grading.begin_test(lab, row);
  grading.end_test({verdict::not_your_code, "The grader's process for this test ended before the test did."},
                   0);
  return true;
}

}  // namespace verifier
