// SPDX-License-Identifier: Apache-2.0
// A wrong result says little about its reason, and a checked run with the same input often knows it.
#include "proof.h"

#include "session.h"

namespace verifier {
namespace {

// The failing request's report, or that of the same request under the checkers.
std::optional<checker_report> report_of_last_request() {
  test_state& test = current_session().test();
  if (test.report) return test.report;
  if (!test.again) return std::nullopt;
  const std::string printed = test.printed;
  std::optional<checker_report> report;
  try {
    report = test.again();
  } catch (const judgement&) {  // no check runner, no time left, not even a greeting
  }
  test.printed = printed;
  return report;
}

}  // namespace

void prove(judgement& failed) {
  const bool crashed = failed.kind == verdict::crashed && !current_session().test().ran.empty();
  if (!failed.of_result && !crashed) return;
  const std::optional<checker_report> report = report_of_last_request();
  if (!report) return;
  if (report->findings.empty()) {
    failed.checked_clean = report->more == 0 && failed.of_result;
    return;
  }
  failed.proof = describe_findings(*report);
  failed.cause = cause_of(*report);
  failed.findings = {report->findings.front()};
  failed.one_statement = meets_in_one_statement(*report);
}

std::string explanation(const judgement& failed) {
  if (failed.proof.empty()) {
    std::string text = failed.text;
    if (failed.checked_clean)
      text +=
          "\nThe checkers ran the same input and found no bug of theirs (no race, no access out of bounds, "
          "no "
          "read of unwritten memory): what is computed is wrong.";
    return text;
  }
  return failed.text.empty() || failed.text == failed.proof
             ? failed.proof
             : failed.proof + "\nThe test saw this: " + failed.text;
}

}  // namespace verifier
