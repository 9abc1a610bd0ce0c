// SPDX-License-Identifier: Apache-2.0
// What the checkers know about a test that failed: shown before any guess.
#pragma once
#include "verdict.h"

namespace verifier {

// Between what the checkers found and what the test saw.
inline constexpr char kTestSaw[] = "\nThe test saw this: ";

// In the text of a wrong result: "What ran: `a` (…), `b` (…), …."
inline constexpr char kWhatRan[] = "What ran: ", kAndMore[] = ", …";

// Fills in `failed.proof` and `failed.cause`, if the checkers found something in the test's last request. A
// plain request whose result is wrong, or in which the process crashed, is made once more under the checkers,
// with the same input. Says nothing where there are no checkers, or they do not finish in time.
void prove(judgement& failed);

// Fills in both from a report that has findings; name_first_finding leaves out the proof, where the text has
// it.
void take_findings(judgement& failed, const checker_report& report);
void name_first_finding(judgement& failed, const checker_report& report);

// After a test that ended well: repeats one of its plain requests, counted. Code may do its work in kernels
// where it expects to be counted, and on the host elsewhere.
void look_again();

// What a student reads before any guess: what the checkers found, then what was seen.
std::string explanation(const judgement& failed);

// NOT CLEAN, for what a report has found. `report` must have findings.
judgement not_clean(const checker_report& report);

// Keeps the first thing that a counted request of the test has shown: session::finish_lab tells it if nobody
// else does. Leaks are left to the clean tests.
void note_overlooked(const checker_report& counted);

// What to report for a failure. If expect_clean has found a bug in the same answer, that bug: it explains
// wrong values. The failure itself is kept for session::withhold_points.
judgement found_first(const judgement& failed);
// Ends the test by what expect_clean has found, if nothing else has ended it.
void tell_found();

}  // namespace verifier
