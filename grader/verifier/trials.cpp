// SPDX-License-Identifier: Apache-2.0
#include "trials.h"

#include <fmt/format.h>

#include <algorithm>

#include "proof.h"
#include "session.h"

namespace verifier {
namespace {

constexpr std::size_t kMostRuns = 256;       // runs that a test keeps
constexpr std::size_t kMostAfterFirst = 60;  // trials after the first failure
constexpr std::size_t kCrashCounts = 8;      // a crash counts as this many trials, because the next trial
                                             // needs a new process
constexpr std::size_t kMostBytes = 1 << 20;  // limit for the arrays of such a trial's request

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
  if (t.depth++ == 0) {
    t.noted = false;
    t.inputs = current_session().test().inputs;
  }
  return true;
}

void end_trial() {
  tell_found();
  --all().depth;
}

void leave_trial_out() {
  trials& t = all();
  if (--t.depth > 0) throw trial_left_out{};
  if (t.noted) t.seen.pop_back();
}

void keep_trial(const judgement& ended, const std::function<void()>& again) {
  const judgement failed = found_first(ended);
  trials& t = all();
  if (--t.depth > 0 || !t.noted) throw failed;  // the outermost trial keeps it
  if (!says_more(failed)) {
    if (!t.first) throw failed;
    t.seen.pop_back();  // this judgement does not explain the other failures
    t.after_first = kMostAfterFirst;
    return;
  }
  t.seen.back().failed = true;
  if (failed.elements > 0 && failed.map.size() == failed.elements)
    t.seen.back().first_wrong = failed.map.find_first_of("xo");
  if (!t.first || (failed.kind == t.first->kind && failed.of_result == t.first->of_result &&
                   t.seen.back().exercise == t.seen[t.alike[0]].exercise)) {
    t.alike.push_back(t.seen.size() - 1);
    if (t.first && failed.tried) keep_common(t.first->slips, failed.slips);
  }
  if (failed.kind == verdict::crashed) t.after_first += kCrashCounts - 1;
  if (t.first) return;
  t.first = failed;
  test_state& now = current_session().test();
  t.as_it_was = [ran = now.ran, asked = now.asked, report = now.report, again = now.again,
                 printed = now.printed] {
    test_state& test = current_session().test();
    test.ran = ran;
    test.asked = asked;
    test.report = report;
    test.again = again;
    test.printed = printed;
  };
  now.same_trial = again;
  prove(*t.first);
  now.same_trial = nullptr;
  t.seconds = 0;
}

void try_orders(const finding& race) {
  test_state& test = current_session().test();
  test.orders = order_says::nothing;
  if (!test.same_trial) return;
  const bool in_block = race.subkind == "shared" || race.subkind == "global-same-block";
  const std::size_t none = race.accesses.size();
  // Each order to try, with the access before which it makes all threads of the block wait for each other (or
  // `none`).
  std::vector<std::pair<std::string, std::size_t>> orders{
      {"lockstep", none}, {"fifo", none}, {"reverse", none}};
  if (in_block) {
    const std::string at = "lockstep+warps+at=";
    orders = {{at + "1", none}};  // a place that no thread reaches
    for (std::size_t i = 0; i < none; ++i)
      if (const finding_access& a = race.accesses[i];
          !a.code.empty() && a.op.find("atomic") == std::string::npos)
        orders.emplace_back(at + a.code, i);
  }
  trials& t = test.trials;
  const auto inputs = test.inputs;
  order_says& says = test.orders;
  ++t.depth;  // belongs to the trial that has failed
  for (const auto& [order, access] : orders) {
    says = order_says::never_right;
    test.order = order;
    test.inputs = t.inputs;
    try {
      test.same_trial();
      tell_found();
      says = access < none ? order_says::barrier_mends : order_says::decides;
      test.waits_before = access;
    } catch (const judgement& ended) {
      const judgement failed = found_first(ended);
      if (!failed.of_result && failed.kind != verdict::crashed) says = order_says::nothing;
    } catch (const trial_left_out&) {
      says = order_says::nothing;
    }
    if (says != order_says::never_right) break;
  }
  --t.depth;
  test.order.clear();
  test.inputs = inputs;
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

double seconds_of_trial(double most) {
  return all().first ? std::min(most, current_session().config.trial_seconds) : most;
}

std::string right_alone() {
  const std::size_t only = current_session().config.only_trial, number = all().number;
  if (only == 0) return "";
  return number < only ? fmt::format("There is no run {}: this test has {}.", only, number)
                       : fmt::format("Run {} of this test, the only one requested, is right.", only);
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
  judgement first = t.first.value_or(ended);
  if (first.guess.empty()) first.guess = in_words(first.slips);
  if (!t.first) return first;
  t.first.reset();
  t.as_it_was();
  return first;
}

}  // namespace verifier
