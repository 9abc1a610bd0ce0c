// SPDX-License-Identifier: Apache-2.0
// Keeps the current lab's runner, and collects the results.
#include "session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "../sandbox/sandbox.h"
#include "judge.h"
#include "plain_file.h"
#include "proof.h"
#include "run_clock.h"
#include "simcu/include/simcu/device_model.h"

namespace verifier {
namespace {

constexpr double kSecondsToStart = 60;  // creating a CUDA context takes long on a busy machine
constexpr std::size_t kLongestNote = 1 << 20;

bool starts_with(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

}  // namespace

session& current_session() {
  static session only;
  return only;
}

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a + 0x9e3779b97f4a7c15u * (b + 1);  // splitmix64
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static std::uint64_t hash_bytes(const void* bytes, std::size_t size) {
  const auto* from = static_cast<const unsigned char*>(bytes);
  std::uint64_t hash = size;
  for (; size >= 8; size -= 8, from += 8) {
    std::uint64_t word;
    std::memcpy(&word, from, 8);
    hash = mix(hash, word);
  }
  for (; size > 0; --size) hash = mix(hash, *from++);
  return hash;
}

bool test_state::shall_look_at(const protocol::request_message& message) {
  constexpr std::size_t kLeast = 4096, kMost = 1 << 14;  // bytes of all buffers
  std::size_t bytes = 0;
  for (const protocol::buffer_layout& layout : message.buffers) bytes += layout.null ? 0 : layout.bytes();
  if (!looks || message.report_bytes > 0 || bytes < kLeast || bytes > kMost) return false;
  return noise() % ++could_look == 0;
}

void session::begin_test(const lab_entry& lab, const rubric_row& row) {
  if (lab_ != &lab) {
    clock_ = &own_clock_;
    own_clock_.microseconds = 0;
    own_clock_.retried = false;
    own_clock_.late = 0;
    const auto index = static_cast<std::size_t>(&lab - labs.data());
    if (clocks_ != nullptr && index < labs.size()) clock_ = &clocks_[index];
    std::string notes;  // differences outside the marks
    (void)read_plain_file(runner_path(lab).string() + ".note", kLongestNote, notes);
    while (!notes.empty() && notes.back() == '\n') notes.pop_back();
    if (!notes.empty()) {
      outside_marks[lab.folder] = with_short_paths(printable(notes), config);
      remarks[lab.folder].push_back(outside_marks[lab.folder]);
    }
  }
  lab_ = &lab;
  row_ = &row;
  state_ = fresh_state();
}

test_state session::fresh_state() const {
  test_state fresh;
  fresh.name = lab_->suite + "." + row_->test;
  fresh.seed = mix(config.seed, hash_bytes(fresh.name.data(), fresh.name.size()));
  fresh.inputs.seed(mix(fresh.seed, 1));
  fresh.noise.seed(mix(fresh.seed, 2));
  fresh.looks = config.thorough;  // the repetition can take longer than the test
  return fresh;
}

void session::end_test(const judgement& ended, double seconds) {
  const verdict kind = ended.kind;
  if (kind == verdict::timed_out) clock_->late |= std::uint64_t{1} << (row_->exercise % 64);
  test_result result;
  result.lab = lab_;
  result.row = row_;
  result.kind = kind;
  result.seconds = seconds;
  result.not_on_device = state_.not_on_device;
  result.on_device = state_.on_device;
  result.unseen = state_.doubtful && kind != verdict::good && kind != verdict::not_graded &&
                  kind != verdict::not_your_code;
  result.without_arrays = !state_.asked_for_arrays;
  result.by_kernels = state_.by_kernels;
  result.answered = state_.answered;
  if (kind == verdict::not_yet) result.unwritten = state_.exercise;
  result.looked = state_.looked;
  result.brought = state_.brought;
  result.brought_ran = state_.brought_ran;
  result.wrong_counted = state_.wrong_counted;
  result.asks_parallel = state_.asks_parallel;
  result.seen_parallel = state_.seen_parallel;
  if (state_.report && state_.report->counted) result.counted = state_.report->counters;
  result.budgets = state_.budgets;
  const run_facts* const smallest = state_.trials.smallest();
  result.repeat = repeat_command(smallest != nullptr ? smallest->number : config.only_trial);
  if (smallest != nullptr) result.smallest = described(*smallest);
  result.runs = std::move(state_.trials.seen);
  result.contrast = ended.shared;
  result.map = ended.map;
  result.elements = ended.elements;
  result.findings = ended.findings;
  result.printed = with_short_paths(printable(state_.printed), config);
  if (kind != verdict::good) {
    result.text = with_short_paths(printable(explanation(ended)), config);
    result.cause = ended.cause;
    result.guess = printable(ended.guess);
    result.explained = !ended.cause.empty() && !ended.one_statement;
    result.ran = state_.ran;
  }
  if (kind == verdict::good && state_.overlooked) {
    result.overlooked = true;
    result.text = with_short_paths(printable(explanation(*state_.overlooked)), config);
    result.cause = state_.overlooked->cause;
    result.findings = state_.overlooked->findings;
    result.explained = !state_.overlooked->one_statement;
    result.ran = state_.overlooked_ran;
  }
  results.push_back(std::move(result));
  runner_.stop_if_crowded();
}

std::optional<std::uint64_t> session::book_budget(const std::string& what, std::uint64_t used,
                                                  std::uint64_t budget) {
  for (budget_use& seen : state_.budgets) {
    if (seen.what != what || seen.budget != budget) continue;
    seen.used = std::max(seen.used, used);
    return seen.reference;
  }
  state_.budgets.push_back({what, used, budget, lab_->reference_of(row_->test, what, budget)});
  return state_.budgets.back().reference;
}

std::string session::repeat_command(std::size_t trial) const {
  const char* chosen = config.backend == "sim" ? std::getenv("SIMCU_DEVICE") : nullptr;
  return fmt::format("make {} LAB={} TEST={}{} SEED={}{}{}",
                     config.audience == "labs" ? "grade" : config.audience, lab_->number, state_.name,
                     trial > 0 ? fmt::format("/{}", trial) : "", config.seed,
                     config.backend_given ? " BACKEND=" + config.backend : "",
                     chosen != nullptr && *chosen != '\0' ? std::string(" DEVICE=") + chosen : "");
}

std::filesystem::path session::runner_path(const lab_entry& lab, bool checked) const {
  return config.runners / config.audience / (lab.folder + "." + (checked ? "check" : config.backend));
}

double session::seconds_left() const {
  return std::max(0.0, config.lab_minutes * 60 - static_cast<double>(clock_->microseconds) / 1e6);
}

void session::book_seconds(double seconds) {
  clock_->microseconds += static_cast<std::int64_t>(seconds * 1e6);
  if (state_.trials.first) state_.trials.seconds += seconds;
}

bool session::may_retry() { return !clock_->retried.exchange(true); }

double session::share_of_limit() const {
  constexpr double kAfterTimeOut = 0.2;
  return (clock_->late >> (row_->exercise % 64) & 1) != 0 ? kAfterTimeOut : 1;
}

void session::require_time() const {
  if (seconds_left() > 0) return;
  throw judgement{
      verdict::timed_out,
      fmt::format(
          "This lab has used up its time: its tests may take {} minutes together. The slow requests are "
          "shown above.",
          config.lab_minutes)};
}

judgement machine_too_busy() {
  return {
      verdict::not_your_code,
      "This machine is too busy: for most of the test's time limit, no core was free. Grade again when the "
      "machine is less busy."};
}

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
  runner_.stop();  // a GPU may be for one process at a time
  const exchange_result hello = greet(runner_without_lab(config.runners));
  if (hello.kind != outcome::replied || hello.reply.kind != protocol::reply::ready)
    throw judgement{verdict::not_your_code, "The grader could not determine how much memory the GPU has."};
  return gpu_ = hello.reply.values;
}

std::size_t session::shared_of_block() {
  if (config.backend == "cuda") return static_cast<std::size_t>(gpu().at("shared_of_block"));
  return simcu::model::device_named(std::getenv("SIMCU_DEVICE"))->shared_of_block();
}

std::uint64_t lanes_of_device() {
  const simcu::model::device& d = *simcu::model::device_named(std::getenv("SIMCU_DEVICE"));
  const bool narrow = d.major == 7 || (d.minor == 0 && (d.major == 6 || d.major == 8));
  return static_cast<std::uint64_t>(d.of_card) * (narrow ? 64 : 128);
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

runner_kind kind_of(const std::filesystem::path& runner, const std::string& backend) {
  static std::map<std::filesystem::path, runner_kind> known;
  const auto [entry, fresh] =
      known.try_emplace(runner, backend == "cuda" ? runner_kind::on_gpu : runner_kind::simulated);
  char start[2] = {};
  if (fresh) std::ifstream(runner, std::ios::binary).read(start, sizeof start);
  if (start[0] == '#' && start[1] == '!') entry->second = runner_kind::tool;
  return entry->second;
}

std::vector<std::string> runner_environment(const std::string& backend) {
  std::vector<std::string> result{"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8",
                                  "CUDA_CACHE_DISABLE=1"};
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    const bool simulator = starts_with(text, "SIMCU_WORKERS=") || starts_with(text, "SIMCU_MEMORY_MIB=") ||
                           starts_with(text, "SIMCU_STACK_KIB=") || starts_with(text, "SIMCU_DEVICE=");
    const bool cuda =
        backend == "cuda" && (starts_with(text, "CUDA_") || starts_with(text, "LD_LIBRARY_PATH="));
    if (simulator || cuda || starts_with(text, "HOME=")) result.push_back(text);
  }
  return result;
}

std::filesystem::path runner_without_lab(const std::filesystem::path& runners) {
  std::error_code ignored;
  const std::filesystem::path program = std::filesystem::canonical("/proc/self/exe", ignored);
  for (const std::filesystem::path& folder : {program.parent_path().parent_path() / "runners", runners})
    if (std::filesystem::exists(folder / "no_lab.cuda", ignored)) return folder / "no_lab.cuda";
  return {};
}

exchange_result greet(const std::filesystem::path& runner) {
  limits bounds;
  bounds.seconds = kSecondsToStart;
  runner_process asked;
  return asked.start(runner, kind_of(runner, "cuda"), runner_environment("cuda"), bounds);
}

std::string why_no_gpu(const std::filesystem::path& runner) {
  const exchange_result hello = greet(runner);
  if (hello.kind != outcome::replied)
    return "a program that only looks for a GPU ended early, or did not answer in time";
  return hello.reply.kind == protocol::reply::ready ? "" : printable(hello.reply.text);
}

// Asks the grader's own runner, because student code can claim that there is no GPU, or end the process
// early.
void session::require_gpu(const exchange_result& hello) {
  if (hello.kind == outcome::replied && hello.reply.kind == protocol::reply::ready) return;
  runner_.stop();  // a GPU may be for one process at a time
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

std::string with_short_paths(std::string text, const settings& config) {
  const auto replace = [&](const std::filesystem::path& folder, const std::string& by) {
    const std::string from = folder.string() + "/";
    if (from.size() < 3) return;
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + by.size()))
      text.replace(at, from.size(), by);
  };
  replace(config.labs, config.audience + "/");
  // Either folder can be inside the other, so the longer path comes first.
  const bool inner = config.built.string().size() > config.source.string().size();
  replace(inner ? config.built : config.source, "");
  replace(inner ? config.source : config.built, "");
  return text;
}

std::string printable(const std::string& bytes) {
  std::string result;
  for (std::size_t i = 0; i < bytes.size();) {
    const auto c = static_cast<unsigned char>(bytes[i]);
    std::size_t length = c < 0x80                ? 1
                         : c >= 0xc2 && c < 0xe0 ? 2
                         : c >= 0xe0 && c < 0xf0 ? 3
                         : c >= 0xf0 && c < 0xf5 ? 4
                                                 : 0;
    for (std::size_t k = 1; k < length; ++k)
      if (i + k >= bytes.size() || (static_cast<unsigned char>(bytes[i + k]) & 0xc0) != 0x80) length = 0;
    const std::uint32_t wide = length == 3 ? (c & 0xfu) << 12 |
                                                 (static_cast<unsigned char>(bytes[i + 1]) & 0x3fu) << 6 |
                                                 (static_cast<unsigned char>(bytes[i + 2]) & 0x3fu)
                                           : 0;
    const bool turns_text = (wide >= 0x200e && wide <= 0x200f) || (wide >= 0x2028 && wide <= 0x202e) ||
                            (wide >= 0x2066 && wide <= 0x2069);
    const bool c1_control = length == 2 && c == 0xc2 && static_cast<unsigned char>(bytes[i + 1]) < 0xa0;
    if (c == '\t') {
      result += "    ";
    } else if (turns_text) {
      result += fmt::format("\\u{:04x}", wide);
    } else if (length == 0 || c1_control || (length == 1 && (c < 0x20 || c == 0x7f) && c != '\n')) {
      result += fmt::format("\\x{:02x}", c);
      length = 1;
    } else {
      result.append(bytes, i, length);
    }
    i += length;
  }
  return result;
}

}  // namespace verifier
