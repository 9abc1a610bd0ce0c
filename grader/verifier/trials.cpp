// SPDX-License-Identifier: Apache-2.0
#include "trials.h"

#include <fmt/format.h>

#include <algorithm>

#include "session.h"

namespace verifier {
namespace {

constexpr std::size_t kMostRuns = 256;       // that a test keeps
constexpr std::size_t kMostAfterFirst = 60;  // more trials after the first that failed
constexpr double kMostSeconds = 1;           // that such a trial may take
constexpr std::size_t kMostBytes = 1 << 20;  // of such a request's arrays

trials& all() { return current_session().test().trials; }

bool chosen(std::size_t number) {
  const std::size_t only = current_session().config.only_trial;
  return only == 0 || only == number;
}

bool says_more(const judgement& failed) {
  return failed.kind == verdict::wrong || failed.kind == verdict::crashed ||
         failed.kind == verdict::not_clean;
}

}  // namespace

bool begin_trial() {
  trials& t = all();
  if (t.depth == 0 && !chosen(++t.number)) return false;
  if (t.depth == 0 && t.first &&
      (++t.after_first > kMostAfterFirst || t.seconds > current_session().config.trial_seconds))
    return false;
  if (t.depth++ == 0) t.noted = false;
  return true;
}

void end_trial() { --all().depth; }

void leave_trial_out() {
  trials& t = all();
  if (--t.depth > 0) throw trial_left_out{};
  if (t.noted) t.seen.pop_back();
}

void keep_trial(const judgement& failed) {
  trials& t = all();
  if (--t.depth > 0 || !t.noted) throw failed;  // the outermost keeps it
  if (!says_more(failed)) {
    if (!t.first) throw failed;
    t.seen.pop_back();  // it says nothing of what is wrong with the others
    t.after_first = kMostAfterFirst;
    return;
  }
  t.seen.back().failed = true;
  if (!t.first || (failed.kind == t.first->kind && failed.of_result == t.first->of_result))
    t.alike.push_back(t.seen.size() - 1);
  if (t.first) return;
  t.first = failed;
  const test_state& now = current_session().test();
  t.as_it_was = [ran = now.ran, asked = now.asked, report = now.report, again = now.again,
                 printed = now.printed, clean = now.counted_clean] {
    test_state& test = current_session().test();
    test.ran = ran;
    test.asked = asked;
    test.report = report;
    test.again = again;
    test.printed = printed;
    test.counted_clean = clean;
  };
}

void note_request(const run_facts& run, std::size_t bytes) {
  trials& t = all();
  const std::size_t only = current_session().config.only_trial;
  if (t.depth == 0 && (t.first || (only > 0 && t.number >= only))) throw trials_over{};
  if (t.first && bytes > kMostBytes) throw trial_left_out{};
  if (t.depth == 0 || t.noted || t.seen.size() == kMostRuns) return;
  t.noted = true;
  t.seen.push_back(run);
  t.seen.back().number = t.number;
}

double seconds_of_trial(double most) { return all().first ? std::min(most, kMostSeconds) : most; }

std::string right_alone() {
  const std::size_t only = current_session().config.only_trial, number = all().number;
  if (only == 0) return "";
  return number < only ? fmt::format("There is no run {}: this test has {}.", only, number)
                       : fmt::format("Run {} of this test, the only one made, is right.", only);
}

const run_facts* trials::smallest() const {
  const run_facts* least = nullptr;
  const auto elements = [](const run_facts& run) {
    const auto n = run.numbers.find("n");
    return n == run.numbers.end() ? std::int64_t{0} : n->second;
  };
  for (const std::size_t i : alike)
    if (elements(seen[i]) > 1 && (least == nullptr || elements(seen[i]) < elements(*least))) least = &seen[i];
  return least != nullptr && 2 * elements(*least) <= elements(seen[alike[0]]) ? least : nullptr;
}

bool a_trial_failed() { return all().first.has_value(); }

judgement first_failure(const judgement& ended) {
  trials& t = all();
  if (!t.first) return ended;
  const judgement first = *t.first;
  t.first.reset();
  t.as_it_was();
  return first;
}

}  // namespace verifier
