// SPDX-License-Identifier: Apache-2.0
// Repeats failed requests under the checkers, because a checked run with the same input often finds the cause
// of a wrong result.
#include "proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "own_arrays.h"
#include "plain_file.h"
#include "race_advice.h"
#include "session.h"
#include "text_layout.h"

namespace verifier {

std::optional<checker_report> report_of_last_request() {
  test_state& test = current_session().test();
  if (test.report) return test.report;
  if (!test.again) return std::nullopt;
  const std::string printed = test.printed;
  std::optional<checker_report> report;
  try {
    report = test.again();
  } catch (const judgement&) {  // no check runner, no time left, or the runner does not start
  }
  test.printed = printed;
  return report;
}

namespace {

std::filesystem::path students_file() {
  session& grading = current_session();
  return grading.config.labs / grading.lab().folder / (grading.lab().stem + ".cu");
}
std::string source_text() {
  constexpr std::size_t kLongestSource = 1 << 20;
  std::string source;
  (void)read_plain_file(students_file(), kLongestSource, source);
  return source;
}

bool has_kernels() { return source_text().find("__global__") != std::string::npos; }
// Returns whether kernels have to do the work. Exercises on the host have names that begin with "host", and a
// lab without kernels has no others.
bool meant_for_device() { return current_session().test().ran.rfind("host", 0) != 0 && has_kernels(); }

// A lab without kernels has other checkers, which cannot see reads of uninitialised memory. The checkers for
// kernels do not check host code at all.
std::string clean_but_wrong() {
  if (!meant_for_device() && has_kernels()) return "";
  return fmt::format("\nThe checkers ran the same input and found nothing ({}).",
                     meant_for_device()
                         ? "no race, no access out of bounds, no read of unwritten shared or global memory"
                         : "no access out of bounds; they don't see whether memory was read before it was "
                           "written");
}

std::vector<std::string> names_of(const std::vector<kernel_counters>& ran) {
  std::vector<std::string> names;
  for (const kernel_counters& k : ran) names.push_back(k.kernel);
  return names;
}

bool nothing_launched(const checker_report& report) {
  return report.counted && report.counters.empty() && meant_for_device();
}

// Names the kernels that ran, because the number of their threads often explains a failure.
std::string launched(const checker_report& report) {
  constexpr std::size_t kNamed = 4;
  if (nothing_launched(report)) return " No kernel was launched.";
  if (report.counters.empty()) return "";
  std::string text;
  const std::size_t count = std::min(kNamed, report.counters.size());
  for (std::size_t i = 0; i < count; ++i) {
    const kernel_counters& k = report.counters[i];
    const auto several = [](std::uint64_t n, const char* what) {
      return fmt::format("{} {}{}", grouped(n), what, n == 1 ? "" : "s");
    };
    text += fmt::format("{}`{}` ({}{}, {})", text.empty() ? "" : ", ", k.kernel,
                        k.launches == 1 ? "" : fmt::format("{} launches, ", grouped(k.launches)),
                        several(k.blocks, "block"), several(k.threads, "thread") + " in all");
  }
  return " What ran: " + text + (report.counters.size() > count ? ", …" : "") + ".";
}

// Describes a mistake that no checker sees: an array without `__shared__` in a kernel that ran, or in a
// function that kernels call.
std::string forgotten_shared(const checker_report& report) {
  for (const own_array& own : arrays_by_thread_number(source_text())) {
    const bool ran = std::any_of(report.counters.begin(), report.counters.end(), [&](const auto& k) {
      return k.kernel.find(own.function) != std::string::npos;
    });
    if (own.in_kernel && !ran) continue;
    return fmt::format(
        "{}:{} declares `{}` without `__shared__`, so each thread has its own array, and no other thread "
        "sees what it stores there.",
        students_file().filename().string(), own.line, own.name);
  }
  return "";
}

// Says where the two values belong that a kernel stores in one place. Returns "" if the kernel ran several
// times, because the values may have moved by then.
std::string where_both_belong(const checker_report& report) {
  const finding& f = report.findings.front();
  const auto& belongs = current_session().test().belongs;
  if (!belongs || f.kind != "race" || f.subkind.rfind("global", 0) != 0 || f.accesses.size() != 2) return "";
  for (const finding_access& a : f.accesses)
    if (!a.write) return "";
  for (const kernel_counters& k : report.counters)
    if (k.kernel == f.kernel && k.launches > 1) return "";
  const auto value = [&](int i) { return f.accesses[i].value.substr(0, f.accesses[i].value.find(' ')); };
  const std::string one = value(0), other = value(1), place = belongs(one), other_place = belongs(other);
  if (one == other || place.empty() || other_place.empty()) return "";
  return fmt::format(" {} belongs at {}, {} at {}.", one, place, other, other_place);
}

// Returns whether the checked run only reached its time limit, which says nothing about the plain run.
bool did_not_finish(const checker_report& report) {
  return report.timed_out && !report.findings.empty() && report.findings.front().kind == "deadlock";
}

// Returns whether the race is in an array whose elements are at the places that the wrong result says.
bool follows_from(const judgement& failed, const finding& f) {
  return !failed.decides.empty() && f.kind == "race" && f.where.rfind('`' + failed.decides + '[', 0) == 0;
}
void say_what_follows(judgement& failed, const std::string& cause) {
  failed.text += fmt::format("\nThe {} follows from that: two threads store at the same place.", cause);
}

}  // namespace

bool reads_by_luck(const finding& bug) {
  const bool writes = !bug.accesses.empty() && bug.accesses.front().write;
  return bug.kind == "uninitialised-read" || (bug.kind == "out-of-bounds" && !writes);
}

void prove(judgement& failed) {
  const bool crashed = failed.kind == verdict::crashed && !current_session().test().ran.empty();
  if (failed.proved || current_session().test().plainly || (!failed.of_result && !crashed)) return;
  failed.proved = true;
  session& grading = current_session();
  if (grading.tell_early && grading.still_builds()) {
    grading.tell_early(failed.kind);
    grading.may_postpone = false;
  }
  std::optional<checker_report> report = report_of_last_request();
  if (!report || did_not_finish(*report)) return;
  if (report->findings.empty()) {
    failed.kernels = names_of(report->counters);
    failed.checked_clean = report->more == 0 && failed.of_result;
    // With one or two elements, a loop that ends too early also launches nothing.
    constexpr std::size_t kFew = 2;
    if (failed.checked_clean && nothing_launched(*report) && failed.untouched && failed.elements > kFew) {
      failed.text = "No kernel was launched, so nothing was computed on the device. " + failed.text;
      failed.cause = "missing launch";
    } else if (failed.checked_clean) {
      failed.text += clean_but_wrong() + launched(*report);
      if (const std::string own = forgotten_shared(*report); !own.empty()) failed.matches = own;
    }
    return;
  }
  const std::string& kind = report->findings.front().kind;
  failed.cause = cause_of(*report);
  if (crashed && kind == "failed-launch") return;  // for example an assertion, which the test itself reports
  const std::string both_belong = where_both_belong(*report);
  finding& first = report->findings.front();
  first.values += both_belong;
  if (follows_from(failed, report->findings.front())) return say_what_follows(failed, failed.cause);
  if (failed.of_result && kind == "race") try_orders(*report);
  if (!both_belong.empty() && first.subkind == "global-cross-block" &&
      current_session().test().orders == order_says::never_right) {
    first.remedy = "own-places";
    const auto &a = first.accesses[0].thread, &b = first.accesses[1].thread;
    first.advice = fmt::format(
        "Each of the two values has a place of its own, and the result is wrong in every order of the blocks that "
        "was tried. So a place is computed wrong{}. An atomic or a barrier at this store does not help.",
        a && a == b
            ? ": the threads have the same number, so perhaps an index does not depend on the block as it should"
            : "");
  }
  take_findings(failed, *report);
  if (const std::string ran = launched(*report); !ran.empty()) failed.text += "\n" + ran.substr(1);
  // The test itself reports the same waiting threads.
  const std::string& said = report->findings.front().message;
  if (crashed && (kind == "barrier-divergence" || kind == "deadlock" ||
                  (kind == "syncwarp-absent" && failed.text.find(said) != std::string::npos)))
    failed.text.clear();
}

void name_first_finding(judgement& failed, const checker_report& report) {
  failed.cause = cause_of(report);
  failed.one_statement = why_they_meet_is_open(report);
  if (!report.findings.empty()) failed.findings = {report.findings.front()};
}

void take_findings(judgement& failed, const checker_report& report) {
  name_first_finding(failed, report);
  failed.proof = describe_findings(report);
}

void look_again() {
  test_state& test = current_session().test();
  if (!test.look) return;
  const std::string printed = test.printed;
  try {
    test.look();
  } catch (const judgement&) {  // no time left, or the runner does not start; the test keeps its verdict
  }
  test.printed = printed;
}

std::string explanation(const judgement& failed) {
  if (failed.proof.empty()) return failed.text;
  return failed.text.empty() || failed.text == failed.proof ? failed.proof
                                                            : failed.proof + kTestSaw + failed.text;
}

judgement not_clean(const checker_report& report) {
  judgement result{verdict::not_clean, describe_findings(report)};
  name_first_finding(result, report);
  return result;
}

namespace {

// Ends the test with the write outside an array, and says whether the elements inside are right.
judgement damage_first(elements_inside inside, judgement compared) {
  test_state& test = current_session().test();
  test.inside = inside;
  test.found.reset();
  const std::string first = compared.text.substr(0, compared.text.find('\n'));
  compared.kind = verdict::wrong;
  compared.text = std::exchange(test.damage, "");
  if (inside == elements_inside::right) compared.text += " Everything else is right.";
  if (inside == elements_inside::wrong)
    compared.text += " Elements inside the array are wrong as well." + (first.empty() ? "" : "\n" + first);
  compared.of_result = true;
  return compared;
}

}  // namespace

judgement found_first(const judgement& failed) {
  test_state& test = current_session().test();
  if (!test.damage.empty())
    return failed.of_result ? damage_first(elements_inside::wrong, failed)
                            : damage_first(elements_inside::unknown, {});
  if (test.counted && failed.kind == verdict::wrong)
    (test.report && !test.report->findings.empty() ? test.racing : test.wrong_counted) = true;
  // Counters of a request with a bug are no evidence of how its kernels work.
  if (test.counted && failed.kind == verdict::wrong && !failed.of_result && !test.found)
    test.found = test.overlooked;
  if (test.found && follows_from(failed, test.found->findings.front())) {
    judgement cause = failed;
    say_what_follows(cause, test.found->cause);
    cause.proved = true;
    test.found.reset();
    return cause;
  }
  judgement first = test.found.value_or(failed);
  if (test.found && test.not_on_device) first.proof = std::exchange(first.text, failed.text);
  test.found.reset();
  return first;
}

void tell_found(bool compared) {
  if (!current_session().test().damage.empty())
    throw damage_first(compared ? elements_inside::right : elements_inside::unknown, {});
  if (const std::optional<judgement>& found = current_session().test().found) throw judgement(*found);
}

void note_overlooked(const checker_report& counted) {
  test_state& test = current_session().test();
  if (test.overlooked) return;
  checker_report report = counted;
  auto& all = report.findings;
  all.erase(std::remove_if(all.begin(), all.end(), [](const finding& f) { return f.kind == "leak"; }),
            all.end());
  if (all.empty()) return;
  test.overlooked = not_clean(report);
  test.overlooked_ran = test.ran;
}

}  // namespace verifier
