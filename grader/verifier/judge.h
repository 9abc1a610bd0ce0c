// SPDX-License-Identifier: Apache-2.0
// Requests that did not end well: what each way is called, and why it usually happens.
#pragma once
#include <optional>

#include "checker_report.h"
#include "runner_process.h"

namespace verifier {

// By a signal that code does not send itself by mistake: such a request is made once more.
bool killed_from_outside(const exchange_result& result);

// The outcomes that aren't answers.
[[noreturn]] void judge_failure(const exchange_result& result, const limits& bounds);

// A runner that does not serve a request: the grader's fault where the grader's own code is in it.
[[noreturn]] void judge_unserved(const std::string& what_it_says);

// Returns for answers that are a result, refusals too; throws a judgement for the others. `checked`: the
// report of a checked request; its first finding explains a CUDA error.
void judge_reply(const exchange_result& result, const std::optional<checker_report>& checked);

}  // namespace verifier
