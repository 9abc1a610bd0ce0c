// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

namespace explore {
namespace {

using clock = std::chrono::steady_clock;
using seconds = std::chrono::duration<double>;
// If more time has passed between two checks, this process had no core, or all processes were stopped.
constexpr seconds kLongestLook{0.05};
constexpr rlim_t kMostOutput = 64 << 20;
volatile sig_atomic_t stopped = 0;

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string as_typed(const std::string& word) {
  const bool plain = std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) || std::strchr("_-+=.,:/@%", c);
  });
  if (plain && !word.empty()) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

void redirect(const std::string& path, int to) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0) _exit(126);
  dup2(file, to);
  close(file);
}

}  // namespace

void catch_interrupt() {
  struct sigaction action {};
  action.sa_handler = [](int) { stopped = 1; };
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

struct program::running {
  std::size_t index = 0;
  pid_t pid = -1;
  std::string stem;
  bool records = false;
  seconds ran{0};
  bool killed = false;
};

program::program(std::vector<std::string> command, double limit, unsigned at_once)
    : command_(std::move(command)), limit_(limit), at_once_(std::max(1u, at_once)) {
  folder_ = (std::filesystem::temp_directory_path() / "simcu-explore-XXXXXX").string();
  if (!mkdtemp(folder_.data()))
    throw std::runtime_error("a temporary folder could not be created at " + folder_);
}

program::~program() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string program::text() const {
  std::string out;
  for (const std::string& w : command_) out += (out.empty() ? "" : " ") + as_typed(w);
  return out;
}

program::running program::start(std::size_t index, const job& j) {
  running r;
  r.index = index;
  r.stem = folder_ + "/" + std::to_string(index);
  r.records = j.records;
  std::error_code ignored;
  std::filesystem::remove(r.stem + ".record", ignored);
  std::string schedule = j.schedule;
  if (schedule.size() > 100'000) {  // too long for an environment variable
    std::ofstream(r.stem + ".schedule") << schedule << '\n';
    schedule = "replay:@" + r.stem + ".schedule";
  }
  std::vector<char*> words;
  for (const std::string& w : command_) words.push_back(const_cast<char*>(w.c_str()));
  words.push_back(nullptr);
  r.pid = fork();
  if (r.pid < 0) throw std::runtime_error("a process could not be started");
  if (r.pid == 0) {
    setpgid(0, 0);
    const rlimit most{kMostOutput, kMostOutput};
    setrlimit(RLIMIT_FSIZE, &most);
    setenv("SIMCU_SCHEDULE", schedule.c_str(), 1);
    for (const char* asks : {"SIMCU_REPORT", "SIMCU_TRACE", "SIMCU_COUNTERS", "SIMCU_WATCH"}) unsetenv(asks);
    if (j.records)
      setenv("SIMCU_RECORD", (r.stem + ".record").c_str(), 1);
    else
      unsetenv("SIMCU_RECORD");
    redirect(r.stem + ".out", STDOUT_FILENO);
    redirect(r.stem + ".err", STDERR_FILENO);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    execvp(words[0], words.data());
    _exit(127);
  }
  setpgid(r.pid, r.pid);  // set by both processes, because a kill may come before the child runs
  return r;
}

outcome program::collect(const running& r, int status) const {
  outcome o;
  o.output = contents(r.stem + ".out");
  o.errors = contents(r.stem + ".err");
  if (r.records) o.record = contents(r.stem + ".record");
  o.status = r.killed ? kTimedOut : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  o.fits = !(o.status == 2 && o.errors.find("simcu: SIMCU_SCHEDULE") != std::string::npos);
  std::error_code ignored;
  for (const char* end : {".out", ".err", ".record", ".schedule"})
    std::filesystem::remove(r.stem + end, ignored);
  return o;
}

std::size_t program::first(std::size_t count, const std::function<job(std::size_t)>& job_of,
                           const std::function<bool(std::size_t, const outcome&)>& wanted,
                           const std::function<void(std::size_t)>& progress) {
  std::vector<running> all;
  const auto kill_all = [&] {
    for (const running& r : all) {
      kill(-r.pid, SIGKILL);
      waitpid(r.pid, nullptr, 0);
    }
  };
  std::size_t next = 0, best = count, ended = 0;
  clock::time_point looked = clock::now();
  try {
    while (next < best ||
           std::any_of(all.begin(), all.end(), [&](const running& r) { return r.index < best; })) {
      if (stopped) throw interrupted{};
      while (next < best && all.size() < at_once_) {
        all.push_back(start(next, job_of(next)));
        ++next;
      }
      bool any = false;
      const clock::time_point now = clock::now();
      const seconds passed = std::min<seconds>(now - looked, kLongestLook);
      looked = now;
      for (std::size_t i = 0; i < all.size();) {
        running& r = all[i];
        r.ran += passed;
        int status = 0;
        if (waitpid(r.pid, &status, WNOHANG) == 0) {
          if (!r.killed && r.ran > seconds(limit_)) {
            r.killed = true;
            kill(-r.pid, SIGKILL);
          }
          ++i;
          continue;
        }
        any = true;
        const running done = r;
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
        ++ended;
        if (wanted(done.index, collect(done, status))) best = std::min(best, done.index);
      }
      if (any && progress) progress(ended);
      if (!any) std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
  } catch (...) {
    kill_all();
    throw;
  }
  kill_all();
  return best;
}

outcome program::run(const job& j) {
  outcome result;
  first(
      1, [&](std::size_t) { return j; },
      [&](std::size_t, const outcome& o) {
        result = o;
        return false;
      });
  return result;
}

}  // namespace explore
