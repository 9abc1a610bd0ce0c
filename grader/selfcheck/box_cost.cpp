// SPDX-License-Identifier: Apache-2.0
// Measures the cost of the sandbox, for docs/measurements/sandbox_cost.csv: selfcheck_box_cost [TIMES]
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "../sandbox/cgroup.h"
#include "../sandbox/sandbox.h"

namespace {

using elapsed_ms = std::chrono::duration<double, std::milli>;

constexpr const char* kProgram = "/bin/true";
char* const kWords[] = {const_cast<char*>("true"), nullptr};
char* const kNoVariables[] = {nullptr};

void run(const std::function<void()>& become) {
  const pid_t child = fork();
  if (child == 0) {
    become();
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (status == 0) return;
  std::fprintf(stderr, "%s could not be started in the sandbox.\n", kProgram);
  std::exit(EXIT_FAILURE);
}

void in_box() {
  sandbox::box inside;
  sandbox::add_system(inside);
  inside.bounds.file_bytes = 1 << 20;
  sandbox::execute(inside, kProgram, kWords, kNoVariables);
}

void in_group() {
  sandbox::memory_group group;
  group.begin(std::size_t{1} << 30);
  run([&] {
    group.join();
    in_box();
  });
}

}  // namespace

int main(int argc, char** argv) {
  const int times = argc > 1 ? std::atoi(argv[1]) : 200;
  struct {
    const char* name;
    std::function<void()> work;
    std::vector<double> ms;
  } ways[] = {{"plain", [] { run([] { execve(kProgram, kWords, kNoVariables); }); }, {}},
              {"box", [] { run(in_box); }, {}},
              {"box and memory group", in_group, {}}};
  (void)sandbox::kernel_offer();  // not measured, because a grader run asks only once
  for (int i = 0; i < times; ++i)
    for (auto& way : ways) {
      const auto start = std::chrono::steady_clock::now();
      way.work();
      way.ms.push_back(elapsed_ms(std::chrono::steady_clock::now() - start).count());
    }
  std::printf("way,median_ms,p90_ms,sandbox,controller\n");
  for (auto& way : ways) {
    std::sort(way.ms.begin(), way.ms.end());
    std::printf("%s,%.2f,%.2f,%s,%s\n", way.name, way.ms[way.ms.size() / 2], way.ms[way.ms.size() * 9 / 10],
                sandbox::state().c_str(), sandbox::memory_controller().c_str());
  }
  return 0;
}
