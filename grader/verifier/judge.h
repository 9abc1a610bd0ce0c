// SPDX-License-Identifier: Apache-2.0
// Turns failed requests into verdicts, with a message that gives the usual cause.
#pragma once
#include <optional>

#include "checker_report.h"
#include "runner_process.h"

namespace verifier {

// Whether the process was ended by a signal that a program does not send itself by mistake. Such a request is
// repeated once.
bool killed_from_outside(const exchange_result& result);

// Judges the outcomes without an answer.
[[noreturn]] void judge_failure(const exchange_result& result, const limits& bounds);

// Judges a runner that does not serve a request. The grader is at fault if the runner contains no student's
// code.
[[noreturn]] void judge_unserved(const std::string& what_it_says);

// Returns if the answer is a result or a refusal; otherwise throws a judgement. If `checked` is given, its
// first finding explains a CUDA error.
void judge_reply(const exchange_result& result, const std::optional<checker_report>& checked);

}  // namespace verifier
