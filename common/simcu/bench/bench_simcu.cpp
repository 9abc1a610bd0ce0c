// SPDX-License-Identifier: Apache-2.0
// For `make bench`: prints ratios of times from one run, each next to the project's target. With --csv, also
// writes the times of simcu, of Oclgrind and, if it is installed, of PoCL.
#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/context/detail/fcontext.hpp>
#include <chrono>
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using seconds_clock = std::chrono::steady_clock;
double seconds_since(seconds_clock::time_point start) {
  return std::chrono::duration<double>(seconds_clock::now() - start).count();
}

struct program_run {
  std::map<std::string, double> values;
  double peak_mib = 0;
  double wall_seconds = 0;
};

// Throws if the program fails. `environment` is set only for this program.
program_run run(const std::vector<std::string>& command,
                const std::map<std::string, std::string>& environment = {}) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("The benchmark could not create a pipe.");
  const auto start = seconds_clock::now();
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("The benchmark could not start a process.");
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  close(ends[1]);
  std::string text;
  std::array<char, 4096> chunk{};
  for (ssize_t got = 0; (got = read(ends[0], chunk.data(), chunk.size())) > 0;) {
    text.append(chunk.data(), static_cast<std::size_t>(got));
  }
  close(ends[0]);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw std::runtime_error(command[0] + " failed: " + text);

  program_run result;
  result.wall_seconds = seconds_since(start);
  result.peak_mib = static_cast<double>(usage.ru_maxrss) / 1024;
  std::istringstream lines(text);
  std::string name;
  for (double value = 0; lines >> name >> value;) result.values[name] = value;
  return result;
}

struct ring {
  std::vector<boost::context::detail::fcontext_t> contexts;
  boost::context::detail::fcontext_t outside = nullptr;
  long left = 0;
  std::size_t next_member = 0;
};
ring the_ring;

void ring_member(boost::context::detail::transfer_t from) {
  using namespace boost::context::detail;
  *static_cast<fcontext_t*>(from.data) = from.fctx;
  const std::size_t me = the_ring.next_member++, next = (me + 1) % the_ring.contexts.size();
  for (;;) {
    from = jump_fcontext(--the_ring.left > 0 ? the_ring.contexts[next] : the_ring.outside,
                         &the_ring.contexts[me]);
    *static_cast<fcontext_t*>(from.data) = from.fctx;
  }
}

// Each context has its own stack. Most of a switch's cost is fetching the next stack into the cache, so 256
// contexts make a fair comparison with a barrier.
double bare_switch(std::size_t count) {
  using namespace boost::context::detail;
  constexpr long kSwitches = 4'000'000;
  constexpr std::size_t kStack = 64 * 1024;
  std::vector<std::vector<char>> stacks(count, std::vector<char>(kStack));
  the_ring = {};
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t top = kStack - i % 60 * 64;  // spreads the stacks over the cache's sets
    the_ring.contexts.push_back(make_fcontext(stacks[i].data() + top, top, ring_member));
  }
  double best = 1e30;
  for (int repeat = 0; repeat < 5; ++repeat) {
    the_ring.left = kSwitches;
    const auto start = seconds_clock::now();
    const transfer_t from = jump_fcontext(the_ring.contexts[0], &the_ring.outside);
    *static_cast<fcontext_t*>(from.data) = from.fctx;
    best = std::min(best, seconds_since(start) / kSwitches);
  }
  return best;
}

// Leaves out the start-up time, which is that of a run with one block.
double oclgrind_scan(const std::string& sources, int elements, const std::vector<std::string>& options = {}) {
  char folder[] = "/tmp/bench_simcu.XXXXXX";
  if (mkdtemp(folder) == nullptr)
    throw std::runtime_error("The benchmark could not create a folder under /tmp.");
  const std::string description = std::string(folder) + "/block_scan.sim";
  auto time_for = [&](int n) {
    std::ofstream(description) << fmt::format(
        "{}/block_scan.cl\nblock_scan\n{} 1 1\n256 1 1\n"
        "<size={} uint fill=1>\n<size={} uint fill=0>\n<size=1024>\n",
        sources, n, 4 * n, 4 * n);
    std::vector<std::string> command{"oclgrind-kernel"};
    command.insert(command.end(), options.begin(), options.end());
    command.push_back(description);
    return run(command).wall_seconds;
  };
  time_for(256);  // warms the file cache
  const double start_up = time_for(256);
  const double whole = time_for(elements);
  unlink(description.c_str());
  rmdir(folder);
  return whole - start_up;
}

// The result is per byte of device memory that a kernel uses.
double shadow_per_byte(const std::string& programs, bool single_bytes) {
  constexpr int kLess = 16, kMore = 80;  // MiB; the difference excludes the memory that every program needs
  const auto peak = [&](const char* flavour, int mib) {
    std::vector<std::string> command{programs + "/shadow_memory." + flavour, std::to_string(mib)};
    if (single_bytes) command.emplace_back("bytes");
    return run(command).peak_mib;
  };
  const double checked = peak("checked", kMore) - peak("checked", kLess);
  const double fast = peak("fast", kMore) - peak("fast", kLess);
  // The system's count of resident pages is off by a few dozen, which changes the result by 0.005 bytes per
  // byte.
  return std::round((checked - fast) / (kMore - kLess) * 100) / 100;
}

// 0 cores means all.
struct timing {
  std::string work, tool;
  unsigned cores;
  double seconds;
};

// Returns nothing if PoCL's program was not built.
std::vector<timing> pocl_timings(const std::string& programs, const std::string& sources,
                                 std::string& versions) {
  const std::string program = programs + "/pocl";
  if (access(program.c_str(), X_OK) != 0) return {};
  const program_run all = run({program, sources}),
                    one = run({program, sources},
                              {{"POCL_MAX_PTHREAD_COUNT", "1"}, {"POCL_CPU_MAX_CU_COUNT", "1"}});
  if (all.values.count("scan_seconds") == 0) return {};
  if (all.values.count("version") != 0) versions += fmt::format(", PoCL {:.1f}", all.values.at("version"));
  return {{"scan", "PoCL", 0, all.values.at("scan_seconds")},
          {"scan", "PoCL", 1, one.values.at("scan_seconds")},
          {"plain", "PoCL", 1, one.values.at("kernel_seconds")}};
}

std::string first_line(const std::string& file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (line.rfind(key, 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown CPU";
}

void write_csv(const std::string& file, const std::string& versions, const std::vector<timing>& timings) {
  const unsigned cores = std::thread::hardware_concurrency();
  const std::time_t now = std::time(nullptr);
  char date[16] = "";
  std::strftime(date, sizeof date, "%F", std::localtime(&now));
  std::string text = fmt::format("# machine: {}, {} cores\n# date: {}\n# versions: {}\n",
                                 first_line("/proc/cpuinfo", "model name"), cores, date, versions);
  text +=
      "# command: make bench (build/reports/bench.csv)\n"
      "# work: scan = block_scan.cu, 2^20 elements in blocks of 256, 17 barriers; plain = plain_kernel.cu, "
      "2^22 threads, no barrier\n"
      "work,tool,cores,seconds\n";
  for (const timing& t : timings)
    text += fmt::format("{},{},{},{:.6f}\n", t.work, t.tool, t.cores == 0 ? cores : t.cores, t.seconds);
  std::ofstream out(file + ".part");
  out << text;
  out.close();
  if (!out || std::rename((file + ".part").c_str(), file.c_str()) != 0)
    throw std::runtime_error("--csv: could not write " + file);
}

struct ratio {
  std::string name, unit;
  double measured;
  double target;
  bool at_least;
  bool reached() const { return at_least ? measured >= target : measured <= target; }
};

void keep_least(program_run& of, const program_run& more) {
  for (const auto& [name, value] : more.values) {
    const auto [known, fresh] = of.values.try_emplace(name, value);
    if (!fresh) known->second = std::min(known->second, value);
  }
}

}  // namespace

int main(int count, char** words) try {
  CLI::App app{"Measures the simulated device against Oclgrind, bare fiber switches and plain loops."};
  std::string json_file, csv_file, programs, sources;
  app.add_option("--json", json_file, "also write the results to this file");
  app.add_option("--csv", csv_file, "also write the times to this file, including PoCL's if it is installed");
  app.add_option("--programs", programs, "folder of the compiled benchmark programs")->required();
  app.add_option("--sources", sources, "folder of block_scan.cl")->required();
  CLI11_PARSE(app, count, words);

  constexpr int kElements = 1 << 20;
  const std::map<std::string, std::string> one_worker{{"SIMCU_WORKERS", "1"}},
      two_workers{{"SIMCU_WORKERS", "2"}};
  const double scan_all = run({programs + "/block_scan"}).values.at("seconds");
  const double oclgrind = oclgrind_scan(sources, kElements);
  const double barrier = run({programs + "/barrier"}, one_worker).values.at("seconds");
  const double bare = bare_switch(256), bare_pair = bare_switch(2);
  const program_run plain = run({programs + "/plain_kernel"}, one_worker);
  const double scan_one = run({programs + "/block_scan"}, one_worker).values.at("seconds");
  const double scan_two = run({programs + "/block_scan"}, two_workers).values.at("seconds");
  const program_run sort = run({programs + "/radix_sort"});

  const double checked_scan = run({programs + "/block_scan.checked"}).values.at("seconds");
  const double oclgrind_races = oclgrind_scan(sources, kElements, {"--data-races"});
  const double plain_checked = run({programs + "/plain_kernel.checked"}).values.at("kernel_seconds");
  const auto slowdown = [&](const std::string& name, const char* value, const char* argument) {
    std::vector<std::string> fast{programs + "/" + name + ".fast"},
        checked{programs + "/" + name + ".checked"};
    for (auto* command : {&fast, &checked})
      if (*argument) command->emplace_back(argument);
    return run(checked).values.at(value) / run(fast, one_worker).values.at(value);
  };

  // These kernels wait for memory, so their times vary more than the other kernels' times.
  program_run streaming, streaming_checked;
  for (int i = 0; i < 3; ++i) {
    keep_least(streaming, run({programs + "/streaming.fast"}, one_worker));
    keep_least(streaming_checked, run({programs + "/streaming.checked"}));
  }
  const auto streaming_slowdown = [&](const char* value) {
    return streaming_checked.values.at(value) / streaming.values.at(value);
  };

  fmt::print("256-thread block scan, 2^20 elements: simcu {:.3f} s, Oclgrind {:.2f} s\n", scan_all, oclgrind);
  fmt::print(
      "A barrier of 256 threads takes {:.1f} ns per thread. A bare switch takes {:.1f} ns with 256 contexts and "
      "{:.1f} ns between two\n",
      barrier * 1e9, bare * 1e9, bare_pair * 1e9);
  fmt::print("The block scan takes {:.3f} s with one worker and {:.3f} s with two\n", scan_one, scan_two);
  fmt::print("The block scan takes {:.2f} s under --check and {:.1f} s in Oclgrind --data-races\n",
             checked_scan, oclgrind_races);
  fmt::print("A radix sort of 2^24 keys: {:.2f} s\n", sort.values.at("seconds"));

  const std::vector<ratio> ratios = {
      {"block scan: Oclgrind's time / simcu's", "x", oclgrind / scan_all, 25, true},
      {"barrier / jump_fcontext around 256 contexts", "x", barrier / bare, 3, false},
      {"kernel without barriers / plain loop", "x",
       plain.values.at("kernel_seconds") / plain.values.at("loop_seconds"), 3, false},
      {"one worker's time / two workers'", "x", scan_one / scan_two, 1.8, true},
      {"peak memory of a 2^24 radix sort", "MiB", sort.peak_mib, 1024, false},
      {"checked block scan: Oclgrind --data-races / simcu", "x", oclgrind_races / checked_scan, 12, true},
      {"block scan: --check / one worker", "x", slowdown("block_scan", "seconds", ""), 15, false},
      {"2^18 radix sort: --check / one worker", "x", slowdown("radix_sort", "seconds", "18"), 15, false},
      {"kernel without barriers: --check / one worker", "x", slowdown("plain_kernel", "kernel_seconds", ""),
       25, false},
      {"512 x 512 matrix product: --check / one worker", "x", streaming_slowdown("product_seconds"), 25,
       false},
      {"the same in tiles: --check / one worker", "x", streaming_slowdown("tiled_seconds"), 25, false},
      {"first copy of 64 MiB: --check / one worker", "x", streaming_slowdown("first_copy_seconds"), 25,
       false},
      {"the same copy again: --check / one worker", "x", streaming_slowdown("copy_seconds"), 25, false},
      {"2^24 saxpy: --check / one worker", "x", streaming_slowdown("saxpy_seconds"), 25, false},
      {"--check: shadow bytes per byte accessed as words", "", shadow_per_byte(programs, false), 8, false},
      {"--check: shadow bytes per byte accessed as bytes", "", shadow_per_byte(programs, true), 8, false},
  };
  std::string versions = fmt::format("Oclgrind {:.2f}", run({"oclgrind", "--version"}).values["Oclgrind"]);
  std::vector<timing> timings = pocl_timings(programs, sources, versions);
  if (timings.empty()) {
    fmt::print("PoCL was not measured: `make setup bench` installs it.\n\n");
  } else {
    fmt::print(
        "PoCL: block scan {:.3f} s; on one core, block scan {:.3f} s, kernel without barriers {:.4f} s\n\n",
        timings[0].seconds, timings[1].seconds, timings[2].seconds);
  }
  timings.insert(timings.end(), {{"scan", "simcu", 0, scan_all},
                                 {"scan", "simcu", 1, scan_one},
                                 {"scan", "Oclgrind", 0, oclgrind},
                                 {"scan", "simcu --check", 1, checked_scan},
                                 {"scan", "Oclgrind --data-races", 0, oclgrind_races},
                                 {"plain", "simcu", 1, plain.values.at("kernel_seconds")},
                                 {"plain", "plain loop", 1, plain.values.at("loop_seconds")},
                                 {"plain", "simcu --check", 1, plain_checked}});
  if (!csv_file.empty()) write_csv(csv_file, versions, timings);

  nlohmann::json report;
  report["cores"] = std::thread::hardware_concurrency();
  bool all_reached = true;
  for (const ratio& r : ratios) {
    fmt::print("{:<50} {:>8.2f} {:<4} ", r.name, r.measured, r.unit);
    nlohmann::json row{{"name", r.name}, {"unit", r.unit}, {"measured", r.measured}};
    fmt::print("target {} {:<6} {}\n", r.at_least ? "at least" : "at most ", r.target,
               r.reached() ? "reached" : "MISSED");
    row.update({{"target", r.target}, {"at_least", r.at_least}, {"reached", r.reached()}});
    all_reached = all_reached && r.reached();
    report["ratios"].push_back(std::move(row));
  }
  if (!json_file.empty()) {
    std::ofstream out(json_file);
    out << report.dump(2) << '\n';
    if (!out) throw std::runtime_error("--json: could not write " + json_file);
  }
  return all_reached ? EXIT_SUCCESS : 3;
} catch (const std::exception& error) {
  fmt::print(stderr, "bench_simcu: {}\n", error.what());
  return EXIT_FAILURE;
}
