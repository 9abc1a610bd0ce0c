// SPDX-License-Identifier: Apache-2.0
// Begins and ends tests, and collects their results.
#include "session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "../sandbox/sandbox.h"
#include "judge.h"
#include "plain_file.h"
#include "proof.h"
#include "run_clock.h"

namespace verifier {
namespace {

constexpr std::size_t kLongestNote = 1 << 20;

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
  const trials& t = state_.trials;
  result.repeat = repeat_command(t.shrunk ? t.seen[t.shown_at].number : config.only_trial);
  result.runs = std::move(state_.trials.seen);
  result.contrast = ended.shared;
  result.map = ended.map;
  result.elements = ended.elements;
  result.findings = ended.findings;
  result.printed = with_short_paths(printable(state_.printed), config);
  if (kind != verdict::good) {
    result.text = with_short_paths(printable(explanation(ended)), config);
    result.cause = ended.cause;
    result.matches = printable(ended.matches);
    const bool index_is_wrong = state_.inside == elements_inside::wrong && !ended.findings.empty() &&
                                ended.findings.front().kind == "out-of-bounds";
    result.explained = !ended.cause.empty() && !ended.one_statement && !index_is_wrong;
    result.ran = state_.ran;
    result.numbers = state_.asked.numbers;
    result.kernels = ended.kernels;
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
  if (state_.trials.shown) state_.trials.seconds += seconds;
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

}  // namespace verifier
