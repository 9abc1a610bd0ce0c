// SPDX-License-Identifier: Apache-2.0
// Which labs, tests and device a command line means. Everything throws request_error with a sentence for the
// user.
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

// All that the options say of a run over grading.labs.
// What the box around runners lacks here goes into the reports; with --require-sandbox it is a request_error.
void check_sandbox(const options& given, session& grading);
// Whether a runner of the simulated device was made without a clang++, which finds what nvcc would refuse.
bool language_is_unchecked(const session& grading);
settings settings_of(const options& given, const session& grading);

// "Lab01.Claim:Lab01.Other" for GoogleTest, in no particular order, of the tests that --test means.
std::string choose_tests(const options& given, const std::vector<lab_entry>& labs, std::size_t& count);

// Each row of the labs has a test that is linked in, and each of their tests has a row.
void require_rows_match_tests(const std::vector<lab_entry>& labs);

}  // namespace verifier
