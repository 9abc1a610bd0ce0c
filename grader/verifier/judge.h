// SPDX-License-Identifier: Apache-2.0
// Turns failed requests into verdicts, with a message that says why such a failure usually happens.
#pragma once
#include <optional>

#include "checker_report.h"
#include "runner_process.h"

namespace verifier {

// Whether a signal ended the process that code does not send itself by mistake. Such a request is repeated
// once.
bool killed_from_outside(const exchange_result& result);

// Judges the outcomes that are not answers.
[[noreturn]] void judge_failure(const exchange_result& result, const limits& bounds);

// Judges a runner that does not serve a request. It is the grader's fault if the grader's own code is in the
// runner.
[[noreturn]] void judge_unserved(const std::string& what_it_says);

// Returns if the answer has a result or is a refusal; otherwise throws a judgement. `checked`: the report of
// a checked request, whose first finding explains a CUDA error.
void judge_reply(const exchange_result& result, const std::optional<checker_report>& checked);

}  // namespace verifier
