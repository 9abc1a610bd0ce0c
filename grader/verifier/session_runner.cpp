// SPDX-License-Identifier: Apache-2.0
// Starts the runner that a request needs, and checks that it can be believed.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "judge.h"
#include "run_clock.h"
#include "session.h"
#include "simcu/include/simcu/device_model.h"

namespace verifier {

runner_process& session::runner(bool checked) {
  const bool other_lab = lab_->points.rows.empty();  // the request is for another lab's code
  if (checked || other_lab) await_build();
  if (!other_lab) require_compiled();
  const std::filesystem::path path = runner_path(*lab_, checked);
  if (runner_of_ != path) runner_.stop();
  if (runner_.running()) return runner_;
  if (checked) require_check_runner();
  if (const std::optional<judgement> missing = why_not_built(path)) throw *missing;
  runner_of_ = path;
  start_runner(checked);
  // Tries twice, so that a moment of high load is not mistaken for an attempt to silence the checkers.
  if (checked && !checkers_live()) {
    start_runner(checked);
    if (!checkers_live()) {
      runner_.stop();
      throw judgement{
          verdict::crashed,
          "The checkers did not report a bug that the grader makes on purpose, so their reports on this "
          "program are meaningless. Usually code before main ends or changes the process, or replaces "
          "functions of the simulated device."};
    }
  }
  return runner_;
}

// Starts the runner at runner_of_ and receives its greeting.
void session::start_runner(bool checked) {
  const std::filesystem::path& path = runner_of_;
  limits bounds;
  require_time();
  bounds.seconds = std::min(kSecondsToStart * slowness(), seconds_left());
  bounds.resident_bytes = config.memory_mib << 20;
  const auto start = [&] {
    const std::string backend = checked ? "sim" : config.backend;
    exchange_result result = runner_.start(path, kind_of(path, backend), runner_environment(backend), bounds);
    book_seconds(result.seconds);
    return result;
  };
  exchange_result hello = start();
  if (killed_from_outside(hello) && may_retry()) hello = start();
  state_.printed = runner_.take_output();
  if (!checked && config.backend == "cuda") require_gpu(hello);
  const std::string before =
      " before the first exercise was called. Check your global objects and their constructors.";
  switch (hello.kind) {
    case outcome::replied:
      break;
    case outcome::not_started:
      throw judgement{verdict::not_your_code,
                      fmt::format("{} cannot be started: {}.", path.string(), std::strerror(hello.status))};
    case outcome::ended:
      throw judgement{verdict::crashed, "The process " + describe_end(hello.status) + "," + before};
    case outcome::starved:
      throw machine_too_busy();
    case outcome::late:
      throw judgement{verdict::timed_out,
                      fmt::format("The process was not ready after {} s,{}", kSecondsToStart, before)};
    case outcome::big:
      throw judgement{verdict::timed_out, fmt::format("The process used more than {} MiB of memory{}",
                                                      config.memory_mib, before)};
    default:
      throw judgement{verdict::crashed, "The process misbehaved" + before};
  }
  // On the simulated device, the process that sends the greeting runs no student code.
  if (hello.reply.kind == protocol::reply::runner_fault && (checked || config.backend != "cuda"))
    throw judgement{verdict::not_your_code,
                    fmt::format("The grader's runner cannot work here: {}.", printable(hello.reply.text))};
  if (hello.reply.kind != protocol::reply::ready) {
    runner_.stop();
    throw judgement{verdict::crashed, "The process misbehaved" + before};
  }
  claimed_memory_ = hello.reply.values["memory"];
  if (device.empty() && !checked) {
    device = printable(hello.reply.device);
    std::replace(device.begin(), device.end(), '\n', ' ');
    banner = hello.reply.text;
  }
}

// Reads the GPU's properties from the grader's own runner, because a student's runner can claim anything.
// They are read only once.
const std::map<std::string, double>& session::gpu() {
  if (!gpu_.empty()) return gpu_;
  runner_.stop();  // a GPU may allow only one process at a time
  const exchange_result hello = greet(runner_without_lab(config.runners));
  if (hello.kind != outcome::replied || hello.reply.kind != protocol::reply::ready)
    throw judgement{verdict::not_your_code, "The grader could not determine how much memory the GPU has."};
  return gpu_ = hello.reply.values;
}

std::size_t session::shared_of_block() {
  if (config.backend == "cuda") return static_cast<std::size_t>(gpu().at("shared_of_block"));
  return simcu::model::device_named(std::getenv("SIMCU_DEVICE"))->shared_of_block();
}

void session::require_memory(std::size_t bytes) {
  const double needed = 2.0 * static_cast<double>(bytes);
  if (config.backend != "cuda" || claimed_memory_ >= needed) return;
  const double memory = gpu().at("memory");
  if (memory >= needed) return;
  constexpr double kMib = 1 << 20;
  throw judgement{verdict::not_graded,
                  fmt::format("This GPU has {:.0f} MiB of memory, but this test needs about {:.0f} MiB.",
                              memory / kMib, needed / kMib)};
}

// A program that silences the checkers would always be clean. So each program first runs a deliberate bug
// (runner/canary.cu, runner/host_checks.cu), which the checkers must report.
bool session::checkers_live() {
  constexpr std::uint64_t kMostBlocks = 16;
  std::vector<payload> none;
  const image images(none, state_.noise, protocol::kMaxReport);
  protocol::request_message message;
  message.id = state_.noise() | 1;
  message.exercise = "canary";
  message.image_bytes = images.bytes();
  message.report_bytes = protocol::kMaxReport;
  message.params["blocks"] = static_cast<std::int64_t>(2 + state_.noise() % kMostBlocks);
  limits bounds;
  bounds.seconds = kSecondsToStart * slowness();
  const exchange_result result = runner_.exchange(message, images.fds(), bounds);
  const auto report = result.kind == outcome::replied ? parse_checker_report(images.report())
                                                      : std::optional<checker_report>();
  if (result.kind == outcome::starved) throw machine_too_busy();
  return report && report->findings.size() == 1 && !report->findings[0].accesses.empty() &&
         report->findings[0].accesses[0].file.rfind("grader/runner/", 0) == 0;
}

std::uint64_t lanes_of_device() {
  const simcu::model::device& d = *simcu::model::device_named(std::getenv("SIMCU_DEVICE"));
  const bool narrow = d.major == 7 || (d.minor == 0 && (d.major == 6 || d.major == 8));
  return static_cast<std::uint64_t>(d.of_card) * (narrow ? 64 : 128);
}

// Asks the grader's own runner, because student code can claim that there is no GPU, or end the process
// early.
void session::require_gpu(const exchange_result& hello) {
  if (hello.kind == outcome::replied && hello.reply.kind == protocol::reply::ready) return;
  runner_.stop();  // a GPU may allow only one process at a time
  const std::filesystem::path runner = runner_without_lab(config.runners);
  std::string why;
  if (!runner.empty())
    why = why_no_gpu(runner);
  else if (hello.reply.kind == protocol::reply::device_unavailable)
    why = hello.reply.text;
  if (!why.empty())
    throw judgement{verdict::not_your_code,
                    "No program can use a GPU here: " + why + ". BACKEND=sim uses the simulated device."};
}

}  // namespace verifier
