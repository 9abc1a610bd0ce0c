// SPDX-License-Identifier: Apache-2.0
// What the checkers found out about a failed test; it is shown before any guess.
#pragma once
#include "verdict.h"

namespace verifier {

// Separates what the checkers found from what the test saw.
inline constexpr char kTestSaw[] = "\nThe test saw this: ";

// In the text of a wrong result: "What ran: `a` (…), `b` (…), …."
inline constexpr char kWhatRan[] = "What ran: ", kAndMore[] = ", …";

// Fills in `failed.proof` and `failed.cause` if the checkers found something in the test's last request. A
// plain request whose result is wrong, or in which the process crashed, is repeated under the checkers with
// the same input. Does nothing if there are no checkers, or they do not finish in time.
void prove(judgement& failed);

// Fills in both from a report that has findings. name_first_finding leaves out the proof, for texts that
// already contain it.
void take_findings(judgement& failed, const checker_report& report);
void name_first_finding(judgement& failed, const checker_report& report);

// Call it after a test that ended well: repeats one of the test's plain requests, counted. Some code does its
// work in kernels when it expects to be counted, and on the host otherwise.
void look_again();

// The text that a student reads before any guess: what the checkers found, then what the test saw.
std::string explanation(const judgement& failed);

// The verdict NOT CLEAN with the report's findings. `report` must have findings.
judgement not_clean(const checker_report& report);

// Keeps the first bug that a counted request of the test has shown; session::finish_lab reports it if no test
// does. Leaks are left to the clean tests.
void note_overlooked(const checker_report& counted);

// Returns the failure to report. If expect_clean has found a bug in the same answer, that is the bug, because
// it explains wrong values; the failure itself is kept for session::withhold_points.
judgement found_first(const judgement& failed);
// Ends the test with the bug that expect_clean has found, if nothing else has ended the test.
void tell_found();

}  // namespace verifier
