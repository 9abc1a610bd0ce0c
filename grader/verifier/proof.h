// SPDX-License-Identifier: Apache-2.0
// The checkers' findings about a failed test, which are shown first.
#pragma once
#include "verdict.h"

namespace verifier {

// Separates the checkers' findings from the test's own message.
inline constexpr char kTestSaw[] = "\nThe test saw this: ";

// Fills in `failed.proof` and `failed.cause` if the checkers found a bug in the test's last request. A plain
// request with a wrong result or a crash is first repeated under the checkers with the same
// input. Does nothing if there are no checkers, or if the checked run does not finish in time.
void prove(judgement& failed);

// Returns the checkers' report on the test's last request, which is repeated if it was not checked.
std::optional<checker_report> report_of_last_request();

// Returns whether the bug reads an element that was never written or is outside an array. What it reads, and
// so whether the result is right, is luck.
bool reads_by_luck(const finding& bug);

// Fills in `proof` and `cause` from a report with findings. name_first_finding omits the proof, for texts
// that already contain it.
void take_findings(judgement& failed, const checker_report& report);
void name_first_finding(judgement& failed, const checker_report& report);

// Repeats one of the test's plain requests with counters, because some code uses kernels only when it expects
// to be counted. Call it after a test that has passed.
void look_again();

// Returns the text before the mistakes that match: the checkers' findings, then the test's own message.
std::string explanation(const judgement& failed);

// Returns the verdict NOT CLEAN with the report's findings. Precondition: `report` has findings.
judgement not_clean(const checker_report& report);

// Keeps the first bug that the checkers found in a counted request of the test. session::finish_lab reports
// it if no test does. Leaks are left to the clean tests.
void note_overlooked(const checker_report& counted);

// Returns the failure to report. If expect_clean has found a bug in the same answer, the bug is reported,
// because it explains wrong values; session::withhold_points still needs the failure itself, which is kept.
// A bug in a counted request whose result is right is also reported. A write outside an array comes before
// both.
judgement found_first(const judgement& failed);
// Ends the test with the bug that expect_clean has found, or with a write outside an array, unless another
// failure has ended it. `compared`: the results have been compared, and are right.
void tell_found(bool compared = true);

}  // namespace verifier
