// SPDX-License-Identifier: Apache-2.0
#include "trials.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "conditions.h"
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

bool is_like(const judgement& failed, const judgement& shown) {
  const trials& t = all();
  return failed.kind == shown.kind && failed.of_result == shown.of_result &&
         t.seen.back().exercise == t.seen[t.shown_at].exercise;
}

// A few elements are not enough to see what is wrong.
bool is_simpler(const run_facts& run, const run_facts& than) {
  const std::int64_t n = number_of(run, "n").value_or(0);
  constexpr std::int64_t kFew = 8;
  return n >= kFew && 2 * n <= number_of(than, "n").value_or(0) && has_no_other_complication(run, than);
}

// Returns the slips that also fit the failure shown so far, with the numbers of this run.
std::vector<slip> in_both(const judgement& failed, const judgement& shown) {
  std::vector<slip> both = failed.tried ? failed.slips : shown.slips;
  keep_common(both, shown.slips);
  return both;
}

// Returns whether this trial is right by luck: it has the bug of the failure shown, but what it read did no
// harm.
bool is_lucky(const trials& t) {
  constexpr std::size_t kMost = 8;  // trials that are repeated under the checkers
  if (!t.noted || !t.shown || t.shown->findings.empty() || t.after_first > kMost ||
      !reads_by_luck(t.shown->findings.front()))
    return false;
  const std::optional<checker_report> report = report_of_last_request();
  return report && !report->findings.empty() && cause_of(*report) == t.shown->cause;
}

}  // namespace

bool begin_trial() {
  trials& t = all();
  if (t.depth == 0 && !chosen(++t.number)) return false;
  if (t.depth == 0 && t.shown &&
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
  trials& t = all();
  if (t.depth == 1 && is_lucky(t)) t.seen.back().failed = true;
  --t.depth;
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
    if (!t.shown) throw failed;
    t.seen.pop_back();  // this judgement does not explain the other failures
    t.after_first = kMostAfterFirst;
    return;
  }
  t.seen.back().failed = true;
  if (failed.elements > 0 && failed.map.size() == failed.elements)
    t.seen.back().first_wrong = failed.map.find_first_of("xo");
  if (failed.kind == verdict::crashed) t.after_first += kCrashCounts - 1;
  const bool is_first = !t.shown;
  if (!is_first && !is_like(failed, *t.shown)) return;
  if (!is_first && failed.tried) keep_common(t.shown->slips, failed.slips);
  // A finding of the checkers names the place, so a smaller run shows nothing more.
  if (!is_first && (!t.shown->cause.empty() || !is_simpler(t.seen.back(), t.seen[t.shown_at]))) return;
  judgement found = failed;
  if (!is_first) found.slips = in_both(found, *t.shown);
  test_state& now = current_session().test();
  auto as_it_was = [ran = now.ran, asked = now.asked, report = now.report, again = now.again,
                    printed = now.printed] {
    test_state& test = current_session().test();
    test.ran = ran;
    test.asked = asked;
    test.report = report;
    test.again = again;
    test.printed = printed;
  };
  if (is_first) t.shown = found;  // from now on, this test is known to fail
  now.same_trial = again;
  prove(found);
  now.same_trial = nullptr;
  if (is_first) t.seconds = 0;
  t.shown = std::move(found);
  t.shown_at = t.seen.size() - 1;
  t.shrunk = !is_first;
  t.as_it_was = std::move(as_it_was);
}

namespace {

// Returns the addresses of all accesses like this one on its line, because a barrier stands before a line.
std::string code_of_line(const checker_report& report, const finding_access& at) {
  std::set<std::string> all;
  for (const finding& f : report.findings)
    for (const finding_access& a : f.accesses)
      if (a.line == at.line && a.file == at.file && !a.code.empty() && a.write == at.write)
        all.insert(a.code);
  return fmt::format("{}", fmt::join(all, "."));
}

}  // namespace

void try_orders(const checker_report& report) {
  const finding& race = report.findings.front();
  test_state& test = current_session().test();
  test.orders = order_says::nothing;
  if (!test.same_trial) return;
  const bool in_block = race.subkind == "shared" || race.subkind == "global-same-block";
  trials& t = test.trials;
  const auto inputs = test.inputs;
  const auto right_in = [&](const std::string& order) {
    test.order = order;
    test.inputs = t.inputs;
    try {
      test.same_trial();
      tell_found();
      return order_says::decides;
    } catch (const judgement& ended) {
      const judgement failed = found_first(ended);
      return failed.of_result || failed.kind == verdict::crashed ? order_says::never_right
                                                                 : order_says::nothing;
    } catch (const trial_left_out&) {
      return order_says::nothing;
    }
  };
  // A barrier makes the result right whichever thread continues first.
  const auto mended_at = [&](const std::string& places) {
    for (const char* continues : {"lockstep", "reverse"})
      if (const order_says says = right_in(continues + ("+warps+at=" + places)); says != order_says::decides)
        return says;
    return order_says::barrier_mends;
  };
  order_says& says = test.orders;
  ++t.depth;  // belongs to the trial that has failed
  if (!in_block) {
    for (const char* order : {"lockstep", "fifo", "reverse"})
      if (says = right_in(order); says != order_says::never_right) break;
  } else {
    says = right_in("lockstep+warps+at=1");  // a place that no thread reaches
    for (std::size_t i = 0; i < race.accesses.size() && says == order_says::never_right; ++i) {
      const finding_access& a = race.accesses[i];
      if (a.code.empty() || a.op.find("atomic") != std::string::npos) continue;
      says = mended_at(code_of_line(report, a));
      test.waits_before = i;
    }
  }
  --t.depth;
  test.order.clear();
  test.inputs = inputs;
}

void note_request(const run_facts& run, std::size_t bytes) {
  trials& t = all();
  const std::size_t only = current_session().config.only_trial;
  if (t.depth == 0 && (t.shown || (only > 0 && t.number >= only))) throw trials_over{};
  if (t.shown && bytes > kMostBytes) throw trial_left_out{};
  if (t.depth == 0 || t.noted || t.seen.size() == kMostRuns) return;
  t.noted = true;
  t.seen.push_back(run);
  t.seen.back().number = t.number;
}

double seconds_of_trial(double most) {
  return all().shown ? std::min(most, current_session().config.trial_seconds) : most;
}

std::string right_alone() {
  const std::size_t only = current_session().config.only_trial, number = all().number;
  if (only == 0) return "";
  return number < only ? fmt::format("There is no run {}: this test has {}.", only, number)
                       : fmt::format("Run {} of this test, the only one requested, is right.", only);
}

bool a_trial_failed() { return all().shown.has_value(); }

judgement failure_to_report(const judgement& ended) {
  trials& t = all();
  judgement failed = t.shown.value_or(ended);
  if (failed.matches.empty()) failed.matches = in_words(failed.slips);
  if (!t.shown) return failed;
  t.shown.reset();
  t.as_it_was();
  return failed;
}

}  // namespace verifier
