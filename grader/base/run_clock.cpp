// SPDX-License-Identifier: Apache-2.0
// /proc/PID/task/TID/schedstat has nanoseconds on a core, nanoseconds of waiting, and the number of time
// slices (Documentation/scheduler/sched-stats in the Linux kernel).
#include "run_clock.h"

#include <dirent.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "process_tree.h"

namespace verifier {
namespace {

constexpr double kLongestTick = 0.02;

double seconds_of(std::uint64_t nanoseconds) { return static_cast<double>(nanoseconds) * 1e-9; }

double own_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

run_clock::run_clock(pid_t process) : process_(process), ticked_(std::chrono::steady_clock::now()) { look(); }

void run_clock::tick() {
  const auto now = std::chrono::steady_clock::now();
  wall_ += std::min(std::chrono::duration<double>(now - ticked_).count(), kLongestTick);
  ticked_ = now;
}

void run_clock::look() {
  tick();
  double waited = look_at(process_);
  for (const pid_t child : children_of(process_)) waited += look_at(child);
  known_ = true;
  waited_ = std::min(waited_ + waited, wall_);  // waiting between ticks can be time that wall_ excludes
}

double run_clock::look_at(pid_t process) {
  const std::string folder = "/proc/" + std::to_string(process) + "/task";
  DIR* directory = opendir(folder.c_str());
  double longest_wait = 0;
  if (directory == nullptr) return 0;
  while (const dirent* item = readdir(directory)) {
    const pid_t thread = std::atoi(item->d_name);
    if (thread <= 0) continue;
    std::FILE* file = std::fopen((folder + "/" + item->d_name + "/schedstat").c_str(), "re");
    if (file == nullptr) continue;
    thread_time now;
    const bool read = std::fscanf(file, "%" SCNu64 " %" SCNu64, &now.ran, &now.waited) == 2;
    std::fclose(file);
    if (!read) continue;
    const auto [place, fresh] = threads_.try_emplace(thread);
    if (fresh && !known_) place->second = now;
    if (now.ran < place->second.ran || now.waited < place->second.waited)
      place->second = {};  // the thread ID was reused
    ran_ += seconds_of(now.ran - place->second.ran);
    longest_wait = std::max(longest_wait, seconds_of(now.waited - place->second.waited));
    place->second = now;
  }
  closedir(directory);
  return longest_wait;
}

double run_clock::charged() const {
  static const double cores = std::max<double>(1, static_cast<double>(usable_cores()));
  return std::max(wall_ - waited_, ran_ / cores);
}

std::size_t usable_cores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  const bool known = sched_getaffinity(0, sizeof cores, &cores) == 0;
  return known ? static_cast<std::size_t>(CPU_COUNT(&cores)) : 1;
}

double time_for(std::size_t bytes, double most) {
  constexpr double kLeast = 5;  // at least twice what the solutions need, even in tests with many requests
  constexpr std::size_t kBytesPerSecond = 4096;  // a reasonable sort is at least 200 times as fast
  const std::size_t more = bytes / kBytesPerSecond;
  return std::min(most, kLeast + static_cast<double>(more));
}

double slowness() {
  static const double measured = [] {
    constexpr unsigned kSteps = 200'000;
    constexpr double kUsualSeconds = 0.0012;  // four times as long as on a core from 2020
    double best = 1e9;
    for (int attempt = 0; attempt < 3; ++attempt) {
      const double start = own_cpu_seconds();
      volatile std::uint64_t kept = 1;  // keeps the compiler from removing the loop
      for (unsigned i = 0; i < kSteps; ++i) kept = kept * 6364136223846793005U + 1442695040888963407U;
      best = std::min(best, own_cpu_seconds() - start);
    }
    return std::clamp(best / kUsualSeconds, 1.0, 20.0);
  }();
  return measured;
}

}  // namespace verifier
