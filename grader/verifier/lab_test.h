// SPDX-License-Identifier: Apache-2.0
// The interface for a lab's tests.cpp: requests to the runner, inputs, oracles. Runs in the trusted process.
//
//   GRADED_TEST(Lab01, DirectKernelIsRightWithEqualKeys) {
//     for (std::size_t n : sizes_around(256)) {
//       auto keys = few_distinct<std::uint32_t>(n);
//       trial([&] {
//         auto answer = request("direct_sort").param("block_size", 256).input("keys", keys)
//                           .output<std::uint32_t>("sorted", n).run();
//         expect_sorted_copy(answer.get<std::uint32_t>("sorted"), keys);
//       });
//     }
//   }
//
// A test fails with its first failure, whose message says what was run (exercise, parameters, sizes, family,
// seed).
#pragma once
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "checker_report.h"
#include "keys.h"
#include "slips.h"
#include "trials.h"

namespace verifier {

// A phase of the student's code, and its time.
struct phase {
  std::string name;
  double ms;
};
double total_ms(const std::vector<phase>& phases);

// The element types that requests and oracles support: u?int8..64_t, float, double.
template <class T>
const char* type_name();  // "uint32", "double", …

// The runner's answer to a request that succeeded. Guards and inputs have already been checked.
class answer {
 public:
  template <class T>
  const keys<T> get(const std::string& buffer) const {  // the contents of any buffer of the request
    const auto [bytes, count, before_call] = payload(buffer, sizeof(T));
    keys<T> values(count);
    if (count > 0) std::memcpy(values.data(), bytes, count * sizeof(T));
    values.buffer = buffer;
    values.before_call = before_call;
    return values;
  }
  double value(
      const std::string& name) const;  // a scalar result; NOT YOUR CODE if the adapter did not report it
  const std::vector<phase>& phases() const;
  bool refused() const;                // the entry point returned a status other than ok
  const std::string& refusal() const;  // its message
  // The checkers' report on a checked() request; NOT YOUR CODE for any other request.
  const checker_report& checked() const;
  const std::vector<finding>& findings() const { return checked().findings; }
  // The counters of a counted() request, by kernel, and of all kernels together.
  const std::vector<kernel_counters>& counters() const;
  kernel_counters total() const { return total_of(counters()); }
  // The history tool's answer to watch(…): the array of common/simcu/check/tools/history/history.h; "" if
  // there is none.
  const std::string& history() const { return checked().history; }
  std::uint64_t buffer_bytes() const;    // of all buffers, without guards
  std::uint64_t largest_buffer() const;  // bytes
  const std::string& exercise() const;   // the request's
  std::uint64_t most_span() const;       // the request's

  struct state;
  explicit answer(std::shared_ptr<const state> s) : state_(std::move(s)) {}

 private:
  struct payload_of {
    const unsigned char* bytes;
    std::size_t count;
    std::shared_ptr<const unsigned char> before_call;
  };
  payload_of payload(const std::string& buffer, std::size_t element_size) const;
  std::shared_ptr<const state> state_;
};

// What a test sends to the runner: an exercise, its parameters and buffers.
class request {
 public:
  explicit request(std::string exercise);
  request& param(const std::string& name, std::int64_t value);
  // A number that is only used to compare runs, such as a tile size derived from the parameters. The runner
  // does not get it.
  request& fact(const std::string& name, std::int64_t value);
  // `Values` is std::vector<T>, or keys<T>, whose family is named in messages.
  template <class Values>
  request& input(const std::string& name, const Values& values) {  // must not be changed
    return add_values(name, values, use::input);
  }
  template <class Values>
  request& in_out(const std::string& name, const Values& values) {
    return add_values(name, values, use::in_out);
  }
  template <class T>
  request& output(const std::string& name, std::size_t count) {  // starts as random bytes
    return add(name, type_name<T>(), sizeof(T), count, nullptr, use::output, "");
  }
  request& null_buffer(
      const std::string& name);  // the entry point gets a null pointer (and the element count 0)
  request& schedule(const std::string& schedule);  // SIMCU_SCHEDULE for this request; ignored on a GPU
  // Runs the request on the simulated device with all checkers, even if the backend is a GPU. Ends the test
  // with NOT GRADED if no such runner was built. The answer contains the findings. Findings end the
  // test only if the request fails; then the message shows the first one. Buffers have no guards here, so
  // that the checkers find every access out of bounds. Outputs are not initialised.
  request& checked();
  // Like checked(), with SIMCU_COUNTERS. With `most_span`, expect_ran_on_device judges whether many threads
  // did the work; the exercise keeps no points unless that can be judged. Such a request must be the test's
  // first, so that no earlier failure can hide it. `most_span` is in steps: at least three times the
  // reference solution's span, and at most half of the steps that a single thread takes for all the work.
  request& counted(std::uint64_t most_span = 0);
  request& watch(const std::string& what);  // like checked(), with SIMCU_WATCH; see
                                            // common/simcu/check/tools/history/history.h
  request& note(const std::string& text);   // added to failure messages, which name the family of a generated
                                            // input anyway
  request& timeout(double seconds);         // wall time, by default 10 s; on simcu at most time_for
  request& on_the_host();                   // host code may make the result, so no check requires kernels

  // Runs the request. Ends the test with the appropriate verdict if the runner does not answer (CRASHED,
  // TIMED OUT, NOT YET, …), and with WRONG if guards or inputs were changed. A refusal also ends the test
  // with WRONG.
  answer run();
  // For bad arguments: the entry point must refuse, its message must name `argument` (or `or_else`, if that
  // argument can also be considered bad), and no buffer may have changed.
  void run_refused(const std::string& argument, const std::string& or_else = "");

  enum class use { input, in_out, output };
  struct state;

 private:
  template <class Values>
  request& add_values(const std::string& name, const Values& values, use how) {
    using element = typename Values::value_type;
    return add(name, type_name<element>(), sizeof(element), values.size(), values.data(), how,
               family_of(values));
  }
  request& add(const std::string& name, const char* type, std::size_t element_size, std::size_t count,
               const void* values, use how, const std::string& family);
  std::shared_ptr<state> state_;
};

// Returns the text of a file in the student's folder of this lab, such as "explain.csv", which answer_sheet.h
// reads. Ends the test with WRONG if the file is missing, not a plain file (a link, for example), or larger
// than 64 KiB.
std::string student_file(const std::string& name);

// Must begin a test that makes a plain request before it grades a checked() one. If no check runner was
// built, the test ends with NOT GRADED at once, whatever the plain request would have shown. So the same
// points are left out for every student. The oracles for checked requests require this call.
void needs_checkers();

// Calls `work`, which makes one request of an exercise and judges the answer. If it fails, the test also
// fails, but only after a few more of its trials, so that the message can say which runs fail and which are
// right (contrast.h). Returns the result of `work`, or a default value after a failure.
template <class Work>
auto trial(Work work) -> decltype(work()) {
  using result = decltype(work());
  if (!begin_trial()) return result();
  try {
    if constexpr (std::is_void_v<result>) {
      work();
      end_trial();
      return;
    } else {
      result made = work();
      end_trial();
      return made;
    }
  } catch (const judgement& failed) {
    keep_trial(failed, [&] { (void)work(); });
  } catch (const trial_left_out&) {
    leave_trial_out();
  }
  return result();
}

// Returns whether this run grades on a GPU.
bool on_gpu();
// Returns the most bytes of shared memory that a block can have on the device: 48 KiB to 227 KiB.
std::size_t shared_of_block();
// Sizes for this backend: `simulated` on simcu, `real` on a GPU.
std::size_t scaled(std::size_t simulated, std::size_t real);

// ---- inputs (seeded; every failure message names the seed and the family) ----
std::uint64_t seed();
template <class T>
keys<T> uniform(std::size_t n);
template <class T>
keys<T> ascending(std::size_t n);
template <class T>
keys<T> descending(std::size_t n);
template <class T>
keys<T> all_equal(std::size_t n);
template <class T>
keys<T> two_values(std::size_t n);
template <class T>
keys<T> few_distinct(std::size_t n);  // about 16 values
template <class T>
keys<T> one_outlier(std::size_t n);
template <class T>
keys<T> zipf(std::size_t n);
keys<std::uint32_t> low_bits_only(std::size_t n);   // the upper 24 bits are 0
keys<std::uint32_t> high_bits_only(std::size_t n);  // the lower 24 bits are 0
keys<double> special_doubles(std::size_t n);        // ±0, infinities, NaN, denormals among ordinary values
// A family of inputs, with its name in messages.
struct family {
  std::string name;
  std::function<keys<std::uint32_t>(std::size_t)> make;
};
const std::vector<family>& key_families();  // all of the above for uint32_t

// 0, 1, 2, block-1, block, block+1, 2*block+1 and a prime above 4*block.
std::vector<std::size_t> sizes_around(std::size_t block);

// ---- oracles: each ends the test with WRONG and a full message ----
// Compares element by element. The message shows the first wrong index, the expected and the actual value
// there, and the number of wrong elements, and what the test knows about the result.
template <class T>
void expect_equal(const keys<T>& got, const std::vector<T>& expected, const std::string& what,
                  const known& about = {});
template <class T>
void expect_equal(const std::vector<T>& got, const std::vector<T>& expected, const std::string& what,
                  const known& about = {}) {
  expect_equal(keys<T>(got), expected, what, about);
}
// Requires that `got` is `input` in stable ascending order (NaN last). The message distinguishes "not in
// order" from "in order, but does not have the input's keys".
template <class T>
void expect_sorted_copy(const keys<T>& got, const std::vector<T>& input, const known& about = {});
// Requires sorted keys, each still with its value, and equal keys in their original order.
void expect_sorted_pairs(const keys<std::uint32_t>& got_keys, const keys<std::uint32_t>& got_values,
                         const std::vector<std::uint32_t>& input, const std::vector<std::uint32_t>& values);
void expect_true(bool condition, const std::string& message);
// NOT CLEAN if the checkers found something in this checked() request. It is reported after everything else
// that the test checks in the request, so a finding hides no other failure.
void expect_clean(const answer& checked);
// WRONG unless the counted() request ran kernels that together stored at least `stored_bytes` bytes in global
// memory; atomics count as 4 bytes each. Also WRONG if a quarter of the result, and more than a counter or a
// few parameters, was copied to the host or came from it (unless `host_finishes`). So a result that host code
// made is not mistaken for a kernel's. If the request has `most_span`, the verdict is also WRONG if the span
// of its kernels is larger, or if on average fewer than four threads worked at a time. With WRONG, the
// exercise also loses its other points. Call this after checking the result.
void expect_ran_on_device(const answer& counted, std::size_t stored_bytes, bool host_finishes = false);
// WRONG if all accesses of a kernel of the counted() request are in this header of common/lab; `what`
// describes such kernels in the message. The student's own kernels may use the header's other functions. The
// exercise then loses its other points. expect_ran_on_device calls this for the sorts of source 002.
void expect_own_kernels(const answer& counted, const std::string& header, const std::string& what);
// WRONG if no kernel of the counted() request can have had blocks of that size.
void expect_block_size(const answer& counted, unsigned block_size);
// WRONG if a counted() request was not done as the exercise asks, for example with another exercise's kernel.
// Use it only for counts that no honest program approaches. The exercise also loses its other points. `how`
// continues the sentence "The result is right, but ".
void expect_as_asked(const answer& counted, bool done, const std::string& how);
// OVER BUDGET if a counted() request cost more than `budget`; shows the most expensive lines. `why` says in
// words what the budget allows. The cost is that of all kernels, or of the kernel whose name contains
// `kernel`.
enum class cost {
  launches,
  barriers_per_block,
  global_load_sectors,
  global_store_sectors,
  bank_conflicts,
  global_atomics,
  words_loaded,  // from global and shared memory
  work,          // steps of all threads: common/simcu/check/tools/counters/steps.h
  span,          // steps that depend on each other
  device_memory  // bytes in addition to the request's buffers, which must all be device buffers
};
void expect_at_most(const answer& counted, cost what, std::uint64_t budget, const std::string& why,
                    const std::string& kernel = "");
// expect_at_most for the span, for exercises about parallelism. The budget must be at least four times the
// reference solution's span. The report also shows the work.
void expect_span(const answer& counted, std::uint64_t budget, const std::string& why);
// OVER BUDGET if on average fewer than 16 of a warp's 32 threads take part in the counted() request's loads
// (or stores) of 4-byte elements in global memory. A single working thread per block has this effect.
enum class direction { load, store };
void expect_whole_warps(const answer& counted, direction what, const std::string& why);
// Ends the test with WRONG and this message.
[[noreturn]] void wrong(const std::string& message);
// Ends the test with NOT YET, for answers outside the code that the student has not yet given.
[[noreturn]] void not_yet(const std::string& message);

// ---- phase table: shown after the exercises of a lab, in source 002's layout ---- Adds a group of rows;
// `phases` are the parts of one sort of `n` keys. Call it from a test after a timed request. WRONG if there
// are no phases.
void show_phases(const std::string& version, std::size_t n, const std::vector<phase>& phases);
// Adds the baselines for the same numbers: the standard library's, and on a GPU Thrust's and CUB's. Each is
// measured once per lab and size, in the lab's runner. If a measurement fails, a remark says so, and no test
// fails. The rows are below all versions. radix_sort also adds source 002's Level 1; that row and the host's
// sort are above all versions.
enum class baseline { sort, scan, radix_sort };
void show_baselines(baseline work, const std::vector<std::uint32_t>& in);
// Returns the phases of a request that sorts its buffer `keys` (in_out) in place, in the run with the median
// total of `runs` runs. On a GPU an extra run first loads the kernels. 0 means 5 runs on a GPU and one on the
// simulated device. Each run must sort `keys`; otherwise the test ends as in run() and expect_sorted_copy().
std::vector<phase> measured_sort(request asked, const std::vector<std::uint32_t>& keys, int runs = 0);
// Adds a group of rows with the same student's time for this request in another lab, measured in the same
// way. It is above this lab's own versions. If that lab's result is not right, no test fails, and a remark
// says why its row is missing. `make grade` also builds that lab's runner if CMakeLists.txt has
// workbook_also(this_lab other_lab).
void show_other_lab(const std::string& version, const std::string& folder, const request& asked,
                    const std::vector<std::uint32_t>& keys);

// ---- remarks: shown below the lab's exercises, whatever the test's verdict ---- Use them for facts that a
// lab demonstrates rather than grades. Each remark is shown only once.
void show_remark(const std::string& text);

}  // namespace verifier

// A test whose name is a claim. It must have a row in the lab's rubric.csv: exercise,test,points,shows
#define GRADED_TEST(lab, claim)                                          \
  static void graded_##lab##_##claim();                                  \
  TEST(lab, claim) { ::verifier::run_graded(graded_##lab##_##claim); }   \
  [[maybe_unused]] static const bool registered_##lab##_##claim =        \
      ::verifier::register_graded(#lab, #claim, graded_##lab##_##claim); \
  static void graded_##lab##_##claim()
namespace verifier {
bool register_graded(const char* suite, const char* claim, void (*body)());
void run_graded(void (*body)());  // turns a verdict into a GoogleTest failure
}  // namespace verifier
