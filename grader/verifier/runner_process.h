// SPDX-License-Identifier: Apache-2.0
// The verifier's side of a runner: starts the process, sends it requests, watches it, and kills it.
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "../runner/protocol.h"
#include "../sandbox/cgroup.h"

namespace verifier {

class run_clock;

constexpr std::size_t kOutputKept = 16 * 1024;
constexpr std::size_t kOutputLimit = 4 * 1024 * 1024;
constexpr std::size_t kProcessLimit = 128;
constexpr double kWallFactor =
    40;  // a runner may take at most this many times its limit, however busy the machine is
constexpr std::size_t kThreadLimit = 1024;

// The type of the file at a runner's path, determined before any student code runs.
enum class runner_kind {
  simulated,  // a program for the simulated device, in the sandbox
  on_gpu,     // a program for a GPU, in a sandbox that allows the driver's files
  tool        // a script that runs a program under a tool such as compute-sanitizer, without a sandbox
};

struct limits {
  double seconds = 10;  // excludes time spent waiting for a core: see run_clock
  // The sum over all processes of the runner. With a control group, memory that belongs to no process also
  // counts.
  std::size_t resident_bytes = std::size_t{2} << 30;
};

// How waiting for a message ended. After any outcome except `replied`, the process is gone.
enum class outcome {
  replied,
  ended,       // the process ended by itself; status is waitpid's
  late,        // no message within limits.seconds
  starved,     // no message within kWallFactor times the limit, because the process mostly waited for a core
  big,         // used more memory than limits.resident_bytes
  flood,       // printed more than kOutputLimit
  crowd,       // had more than kProcessLimit processes or kThreadLimit threads
  nonsense,    // sent a packet that is not an answer to this request
  hung_up,     // the process lives, but closed its end of the socket
  not_started  // the file cannot be executed; status is errno
};

struct exchange_result {
  outcome kind = outcome::not_started;
  int status = 0;
  double seconds = 0;  // see run_clock
  protocol::reply_message reply;
  std::string fault;       // the first fault that the runner sent, however the request ended; not trusted
  std::string last_fault;  // the last fault, if there were several
  std::string found;       // a record from the checkers, sent just before they stop the process
  std::string unwritten;   // the text of the first LAB_TODO reached, if it was sent in time
};

class runner_process {
 public:
  runner_process() = default;
  ~runner_process() { stop(); }
  runner_process(const runner_process&) = delete;
  runner_process& operator=(const runner_process&) = delete;

  // Starts the executable in its sandbox (grader/sandbox) with exactly this environment, and waits for its
  // first message.
  exchange_result start(const std::filesystem::path& executable, runner_kind kind,
                        const std::vector<std::string>& environment, const limits& bounds);
  bool running() const { return pid_ > 0; }

  // Sends the request and waits for the answer with its id.
  exchange_result exchange(const protocol::request_message& request, const std::vector<int>& fds,
                           const limits& bounds);

  // The runner's output since the last call, at most kOutputKept bytes; a note says if there was more.
  std::string take_output();

  // Ends the runner and every process that it started.
  void stop();
  // Ends the runner only if it left other processes running.
  void stop_if_crowded();

 private:
  exchange_result wait(std::uint64_t id, const limits& bounds);
  exchange_result wait(std::uint64_t id, const limits& bounds, run_clock& timer);
  exchange_result finish(outcome kind);
  void hear_findings();
  bool ended();
  bool read_output();                         // false once the limit is exceeded
  bool keep_told(const std::string& packet);  // false: the packet is an answer, or nonsense
  outcome check_size(const limits& bounds, bool with_children) const;

  pid_t pid_ = -1;
  int status_ = 0;  // waitpid's, of a runner that has ended
  int control_ = -1;
  int output_ = -1;
  sandbox::memory_group memory_;
  std::string kept_;
  std::size_t printed_ = 0;
  bool checked_ = false;                                // the running request wants the checkers' report
  std::string fault_, last_fault_, found_, unwritten_;  // sent since wait() began
};

// "was ended by SIGSEGV (…)" or "ended itself with exit status 0", for waitpid's status.
std::string describe_end(int status);

}  // namespace verifier
