// SPDX-License-Identifier: Apache-2.0
// One background thread, which sleeps until the next launch when nothing has run for a while.
#include "device/monitor.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/machine.h"
#include "base/observer.h"
#include "base/symbolize.h"
#include "device/fault.h"
#include "device/launch.h"
#include "device/worker.h"

extern "C" char __executable_start, etext;

namespace simcu {
namespace {

using clock = std::chrono::steady_clock;
constexpr auto kTick = std::chrono::microseconds(4000);
// If more time has passed between two ticks, the monitor had no core, or the process was stopped.
constexpr clock::duration kLongestTick = std::chrono::milliseconds(100);
// After a preemption, ticks are shorter for a while, so that threads that wait for each other in plain loops
// take turns often.
constexpr auto kSpinTick = std::chrono::microseconds(250);
constexpr int kSpinTicks = 64;
constexpr int kIdleTicks = 50;
constexpr int kSignal = SIGURG;  // ignored by default, so a late one does no harm

// Launches that follow a schedule count events instead of time. Time decides only if there was no switch for
// so long that a plain loop must be waiting for another thread.
constexpr double kLastResort = 0.5;

// These limits recognise a kernel whose threads only loop in one place, and may wait for the host, which
// cannot continue.
constexpr double kRepeatsFor = 4;          // seconds, both of real time and of the worker's CPU time
constexpr std::uintptr_t kOnePlace = 512;  // bytes of code
// A loop and two functions that it calls, because an interrupted thread may be in any of them.
constexpr std::size_t kPieces = 3;
struct piece {
  std::uintptr_t low, high;
  unsigned times;
};
struct repetition {
  std::uint64_t progress = 0;
  std::vector<piece> seen;
  clock::time_point since;
  double own_since = 0;
  bool told = false;
};

struct watched {
  worker* w;
  std::uint64_t moves;
  clock::time_point since;
  double moved_at;
  double waited_from;  // from queued(); negative before the monitor's first check
  repetition repeats;
};

double own_time(const worker& w) {
  clockid_t id;
  timespec t{};
  if (pthread_getcpuclockid(w.os_thread(), &id) != 0 || clock_gettime(id, &t) != 0) return 0;
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

// Seconds that the worker's thread has waited for a core; 0 if Linux does not say.
double queued(const worker& w) {
  char name[64], text[96] = {};
  std::snprintf(name, sizeof name, "/proc/self/task/%d/schedstat", static_cast<int>(w.thread_id()));
  const int fd = open(name, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  const ssize_t size = read(fd, text, sizeof text - 1);
  close(fd);
  unsigned long long waited = 0;
  return size > 0 && std::sscanf(text, "%*u %llu", &waited) == 1 ? static_cast<double>(waited) * 1e-9 : 0;
}

// Time in which a launch waits for a core does not count.
bool is_late(const watched& run, clock::time_point now, double limit) {
  const double taken = std::chrono::duration<double>(now - run.since).count();
  return taken > limit && taken - (queued(*run.w) - run.waited_from) > limit;
}

// In checked programs, the number of accesses decides instead (check/giving_way.h).
bool may_preempt(const launch& g, const watched& run) {
  if (!g.scheduled) return true;
  return !the_observer && (g.timer_decided || own_time(*run.w) - run.moved_at > kLastResort);
}

struct monitor {
  std::mutex mutex;
  std::condition_variable wake;
  std::vector<watched> runs;
  clock::time_point now;
  bool asleep = true;
};

std::atomic<bool> preempted{false};

monitor& the_monitor() {
  static monitor* m = new monitor;  // never destroyed: its thread outlives main
  return *m;
}

// Runs on the fiber that is to yield. Only a kernel's own code is interrupted: the runtime or a library
// function may hold a lock.
void on_signal(int, siginfo_t*, void* context) {
  if (!preemptible) return;
  const char* pc = static_cast<const char*>(program_counter(context));
  if (pc < &__executable_start || pc >= &etext) return;
  const int saved = errno;
  worker& w = *this_worker;
  preemptible = 0;
  preempted.store(true, std::memory_order_relaxed);
  if (w.grid()->failed.load(std::memory_order_relaxed)) w.running()->stop_here(pc);
  w.running()->yield(pc);
  errno = saved;
}

void tell_repetition(const launch& g, const void* pc) {
  const std::string line = source_line(pc);
  std::fflush(stdout);
  std::fprintf(
      stderr,
      "simcu: kernel `%s` has been looping in one place%s%s for %g s\n"
      "  If it waits for the host (a flag in managed or pinned memory), simcu cannot run it, because a "
      "launch returns when its kernel has ended. Let the host set the flag before the launch. If its threads "
      "wait for each other, a program built with --check reports where. If it only computes, it continues. "
      "SIMCU_TIMEOUT=10 would end it after 10 s.\n",
      g.body.name, line.empty() ? "" : ", ", line.c_str(), kRepeatsFor);
}

bool is_usual(std::vector<piece>& seen, std::uintptr_t at) {
  unsigned most = 0, times = 0;
  for (piece& p : seen) {
    const std::uintptr_t low = std::min(p.low, at), high = std::max(p.high, at);
    if (times == 0 && high - low <= kOnePlace) p = {low, high, times = p.times + 1};
    most = std::max(most, p.times);
  }
  if (times == 0) seen.push_back({at, at, times = 1});
  return times >= most;
}

void look_for_repetition(watched& run, const launch& g, clock::time_point now) {
  repetition& r = run.repeats;
  const void* pc = run.w->last_pc();
  const auto at = reinterpret_cast<std::uintptr_t>(pc);
  if (r.told || g.failed || pc == nullptr) return;
  const bool usual = is_usual(r.seen, at);
  if (r.seen.size() > kPieces || run.w->progress() != r.progress) {
    r = {run.w->progress(), {{at, at, 1}}, now, own_time(*run.w), false};
    return;
  }
  if (std::chrono::duration<double>(now - r.since).count() < kRepeatsFor ||
      own_time(*run.w) - r.own_since < kRepeatsFor)
    return;
  if (!usual) return;  // the next tick may find the loop itself
  r.told = true;
  tell_repetition(g, pc);
}

void check(watched& run, clock::time_point now) {
  launch* g = run.w->grid();
  const double limit = g->longest_run;
  if (!g->scheduled && limit == 0) look_for_repetition(run, *g, now);  // a timeout has its own report
  if (run.waited_from < 0) run.waited_from = queued(*run.w);
  if (limit > 0 && !g->failed && is_late(run, now, limit) && g->claim_failure()) {
    g->error = kLaunchTimeout;
    g->why.kind = "deadlock";
    char text[96];
    std::snprintf(text, sizeof text, "it did not finish within %g s (SIMCU_TIMEOUT)", limit);
    g->why.message = text;
    g->publish_failure();
  }
  if (g->failed || (run.w->moves() == run.moves && may_preempt(*g, run))) {
    if (!g->failed) g->timer_decided = true;
    pthread_kill(run.w->os_thread(), kSignal);
  }
  if (run.w->moves() != run.moves && g->scheduled) run.moved_at = own_time(*run.w);
  run.moves = run.w->moves();
}

void watch() {
  monitor& m = the_monitor();
  int idle = 0, short_ticks = 0;
  clock::time_point ticked = clock::now();
  for (;;) {
    std::unique_lock<std::mutex> lock(m.mutex);
    if (m.runs.empty() && ++idle > kIdleTicks) {
      m.asleep = true;
      m.wake.wait(lock, [&] { return !m.runs.empty(); });
      m.asleep = false;
      ticked = clock::now();
    }
    if (!m.runs.empty()) idle = 0;
    const auto now = clock::now();
    m.now += std::min(now - ticked, kLongestTick);
    ticked = now;
    for (watched& run : m.runs) check(run, m.now);
    lock.unlock();
    if (preempted.exchange(false, std::memory_order_relaxed)) short_ticks = kSpinTicks;
    std::this_thread::sleep_for(short_ticks > 0 ? kSpinTick : kTick);
    if (short_ticks > 0) --short_ticks;
  }
}

void start_monitor() {
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER;
  sigaction(kSignal, &action, nullptr);
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  std::thread(watch).detach();
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
}

}  // namespace

watched_run::watched_run(worker& w) : worker_(w) {
  static const bool started = (start_monitor(), true);
  (void)started;
  monitor& m = the_monitor();
  const std::lock_guard<std::mutex> lock(m.mutex);
  w.gives_way_at(nullptr);
  m.runs.push_back({&w, w.moves(), m.now, own_time(w), -1, {}});
  if (m.asleep) m.wake.notify_one();
}

watched_run::~watched_run() {
  monitor& m = the_monitor();
  const std::lock_guard<std::mutex> lock(m.mutex);
  for (auto run = m.runs.begin(); run != m.runs.end(); ++run)
    if (run->w == &worker_) {
      m.runs.erase(run);
      return;
    }
}

}  // namespace simcu
