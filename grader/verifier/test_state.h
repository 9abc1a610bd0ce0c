// SPDX-License-Identifier: Apache-2.0
// The state of the running test.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "image.h"
#include "payload_text.h"
#include "test_result.h"
#include "trials.h"

namespace verifier {

// Whether the elements of the result are right after a write outside the array.
enum class elements_inside { unknown, right, wrong };

// The state of the running test.
struct test_state {
  std::string name;  // "Lab01.SumsMatch"
  std::uint64_t seed = 0;
  std::mt19937_64 inputs;  // for the generators
  std::mt19937_64 noise;   // for guards, initial outputs and request ids
  std::string ran;  // the last request: "direct_sort, block_size = 256\nkeys: 257 × uint32, few distinct\n…"
  run_facts asked;                       // the last request's facts
  std::optional<checker_report> report;  // the last request's, if it was checked
  std::function<std::optional<checker_report>()>
      again;  // repeats the last request under the checkers, if it was not checked
  std::vector<budget_use> budgets;
  std::optional<judgement> found;  // the bug that expect_clean found in the last request: found_first()
  std::string damage;              // what the last request wrote outside its arrays: found_first()
  elements_inside inside = elements_inside::unknown;  // the elements inside, once `damage` has been judged
  std::optional<judgement> overlooked;  // the checkers' first finding in counted requests, except leaks
  std::string overlooked_ran;           // `ran` of that request
  std::string printed;
  bool asked_for_arrays = false;  // at least one request had arrays
  bool asked_plainly = false;     // at least one request needed no checkers
  bool not_on_device = false;     // test_result::not_on_device
  bool on_device = false;         // test_result::on_device
  bool doubtful = false;          // a counted request failed, or its kernels stored too little of the result
  bool counted = false;           // the last request was counted
  bool plainly = false;           // right_plainly() runs only the first request, without the checkers
  bool racing = false;            // a counted result was wrong, and the checkers found a bug
  bool wrong_counted = false;     // test_result::wrong_counted
  bool seen_parallel = false;     // test_result::seen_parallel
  bool asks_parallel = false;     // its first request has most_span
  std::map<std::string, span_limit> by_kernels;  // test_result::by_kernels
  std::set<std::string> answered;                // test_result::answered
  std::string exercise;                          // the last request's
  std::function<void()> look;                    // repeats and counts the plain request that `looked` names
  looked_at looked;
  bool looks = false;                       // one of this test's plain requests must be repeated
  unsigned could_look = 0;                  // the number of requests from which it is drawn
  std::string brought, brought_ran;         // the exercise and the request whose result came from the host
  bool checkers_asserted = false;           // the test began with a checked request or needs_checkers()
  std::string order;                        // the schedule in which a trial is repeated under the checkers
  std::function<void()> same_trial;         // repeats the trial that has just failed
  order_says orders = order_says::nothing;  // whether the order determines the result of that trial
  std::size_t waits_before = 0;             // for barrier_mends: the access before which all threads wait
  // Returns the name of another buffer of the last answer with the same bytes; "" if there is none.
  std::function<std::string(const std::string& buffer, const void* bytes, std::size_t size)> elsewhere;
  // Returns by how many places the wrong elements of a buffer are too far: image::places_too_far().
  std::function<std::size_t(const std::string& buffer, const void* expected)> too_far;
  std::vector<input_row> inputs_of_last;  // the last request's arrays before the call
  // The index where a value of the last result that was wrong belongs: "index 7"; "" if there are several.
  std::function<std::string(const std::string& value)> belongs;
  verifier::trials trials;

  // Returns whether to repeat and count this plain request after the test has passed. All requests
  // that are small enough have the same probability.
  bool shall_look_at(const protocol::request_message& message);
};

}  // namespace verifier
