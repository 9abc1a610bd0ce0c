// SPDX-License-Identifier: Apache-2.0
// Determines the labs, tests and device that a command line selects. All functions throw request_error, with
// a message for the user.
#pragma once
#include <stdexcept>
#include <string>
#include <vector>

#include "options.h"
#include "session.h"

namespace verifier {

struct request_error : std::runtime_error {
  request_error(exit_status code, const std::string& sentence) : std::runtime_error(sentence), status(code) {}
  exit_status status;
};

// The labs that --lab names; all if it is empty.
std::vector<lab_entry> choose_labs(const options& given);

// "sim" or "cuda".
std::string choose_backend(const options& given, const session& grading);

std::uint64_t choose_seed(const options& given);

// Records in the reports which parts of the sandbox this machine lacks. With --require-sandbox, a missing
// part is a request_error.
void check_sandbox(const options& given, session& grading);
// Whether a simulated device's runner was built without clang++, which rejects code that nvcc would reject.
bool language_is_unchecked(const session& grading);
// The settings of a run over grading.labs, from the options.
settings settings_of(const options& given, const session& grading);

// GoogleTest's filter for the tests that --test selects, in no particular order: "Lab01.Claim:Lab01.Other".
std::string choose_tests(const options& given, const std::vector<lab_entry>& labs, std::size_t& count);

// Checks that each rubric row of the labs has a linked test, and that each of their tests has a row.
void require_rows_match_tests(const std::vector<lab_entry>& labs);

}  // namespace verifier
