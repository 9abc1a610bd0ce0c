// SPDX-License-Identifier: Apache-2.0
// Helpers are started when first needed, sleep between launches, and end with the process.
#include "device/team.h"

#include <condition_variable>
#include <mutex>
#include <thread>

#include "device/worker.h"

namespace simcu {
namespace {

struct team {
  std::mutex mutex;
  std::condition_variable start, done;
  launch* grid = nullptr;
  unsigned wanted = 0;
  unsigned working = 0;
  unsigned started = 0;
};

team& the_team() {
  static auto* t = new team;  // never destroyed: helpers outlive main
  return *t;
}

void help() {
  team& t = the_team();
  worker& w = worker::of_this_thread();
  std::unique_lock<std::mutex> lock(t.mutex);
  for (;;) {
    t.start.wait(lock, [&] { return t.wanted != 0; });
    --t.wanted;
    ++t.working;
    launch& grid = *t.grid;
    lock.unlock();
    w.run(grid);
    lock.lock();
    if (--t.working == 0) t.done.notify_one();
  }
}

}  // namespace

void team_run(launch& grid, unsigned workers) {
  team& t = the_team();
  {
    const std::lock_guard<std::mutex> lock(t.mutex);
    t.grid = &grid;
    t.wanted = workers - 1;
    for (; t.started < workers - 1; ++t.started) std::thread(help).detach();
  }
  if (workers > 1) t.start.notify_all();
  worker::of_this_thread().run(grid);
  std::unique_lock<std::mutex> lock(t.mutex);
  t.wanted = 0;
  t.done.wait(lock, [&] { return t.working == 0; });
  t.grid = nullptr;
}

}  // namespace simcu
