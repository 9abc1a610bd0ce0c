// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ostream>
#include <string>

#include "toy.h"

namespace {

using nlohmann::json;
using namespace toy;

struct wrong_case {
  const char* runner;
  const char* test;     // of the toy lab, or "" for all
  const char* verdict;  // one of the test's tags
  const char* says;     // a part of the message
};
void PrintTo(const wrong_case& c, std::ostream* out) { *out << c.runner; }

#if defined(__x86_64__)
// Some virtual machines don't pass int $0x80 on to the kernel, so a process that tries it ends.
const char* how_a_32_bit_call_ends() {
  const pid_t child = fork();
  if (child == 0) {
    long result = 20;  // getpid
    asm volatile("int $0x80" : "+a"(result)::"memory");
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? "SIGSYS" : "SIGSEGV";
}
#endif

class WrongRunner : public testing::TestWithParam<wrong_case> {};

TEST_P(WrongRunner, GetsItsVerdict) {
  const wrong_case& c = GetParam();
  const graded result = grade(c.runner, c.test[0] == '\0' ? "" : std::string("--test ") + c.test);
  const bool ours = std::string(c.verdict) == "NOT YOUR CODE";
  EXPECT_EQ(result.status, ours ? 3 : 0) << result.terminal;
  ASSERT_FALSE(result.results.is_discarded());
  const json& test = result.results["tests"][0];
  EXPECT_EQ(test["tags"][2], c.verdict) << result.terminal;
  EXPECT_EQ(test["score"], std::string(c.verdict) == "GOOD" ? test["max_score"].get<int>() : 0);
  if (std::string(c.verdict) == "NOT GRADED")
    EXPECT_FALSE(test.contains("status")) << "green would be full marks elsewhere";
  else
    EXPECT_EQ(test["status"], std::string(c.verdict) == "GOOD" ? "passed" : "failed");
  EXPECT_EQ(test["visibility"], "visible");
  const std::string output = test["output"];
  EXPECT_NE(output.find(c.says), std::string::npos) << output;
  EXPECT_EQ(output.find("root:"), std::string::npos) << "no file but the workbook's is quoted";
  EXPECT_EQ(output.find('\x1b'), std::string::npos) << "control characters must be escaped";
  EXPECT_LT(output.size(), 80u * 1024) << "output must be capped";
}

constexpr wrong_case kOracles[] = {
    {"honest", "KeysAreSorted", "GOOD", ""},
    {"honest", "PairsAreSortedStably", "GOOD", ""},
    {"honest", "DoublesAreSorted", "GOOD", ""},
    {"honest", "BadArgumentsAreRefused", "GOOD", ""},
    {"all_zeros", "KeysAreSorted", "WRONG", "in order, but does not have the input's keys"},
    {"all_zeros", "PhasesAreShown", "WRONG", "All wrong elements are 0."},
    {"unwritten", "PhasesAreShown", "WRONG", "as they were before the call"},
    {"unsorted", "KeysAreSorted", "WRONG", "is not in order"},
    {"duplicates", "KeysAreSorted", "WRONG", "in order, but does not have the input's keys"},
    {"last_block", "PhasesAreShown", "WRONG", " elements are wrong, the last at index "},
    {"past_the_end", "KeysAreSorted", "WRONG", "wrote 4 bytes past the end of `sorted`"},
    {"before_the_start", "KeysAreSorted", "WRONG",
     "wrote 4 bytes before the start of `sorted`: the nearest write is at index -1."},
    {"changes_input", "KeysAreSorted", "WRONG", "changed its input `keys`: keys[0] was "},
    {"unstable", "PairsAreSortedStably", "WRONG", "equal keys changed order"},
    {"values_stay", "PairsAreSortedStably", "WRONG", "values are no longer with their keys"},
    {"zeros_unstable", "DoublesAreSorted", "WRONG",
     "equal keys changed order (-0 and +0 are equal, and so are all NaNs)"},
    {"wrong_from_33_keys", "KeysAreSorted", "WRONG", "It fails only where n >= 33 (right up to 17): in "},
    {"wrong_from_33_keys", "KeysAreSorted/7", "WRONG",
     "Repeat: make grade LAB=90 TEST=Lab90.KeysAreSorted/7 SEED=7"},
    {"honest", "Lab90.KeysAreSorted/7", "NOT GRADED",
     "Run 7 of this test, the only one requested, is right."},
    {"honest", "Lab90.KeysAreSorted/999", "NOT GRADED", "There is no run 999: this test has "},
    {"sum_off_at_last_block", "SumsMatch", "WRONG", "1 of 16 elements is wrong: sums[15] is "},
    {"sum_off_at_last_block", "SumsMatch", "WRONG", "Repeat: make grade LAB=90 TEST=Lab90.SumsMatch SEED=7"},
    {"refuses", "KeysAreSorted", "WRONG", "refused valid arguments, saying \"block_size: is not 32\""},
    {"accepts_null", "BadArgumentsAreRefused", "WRONG", "accepted a bad argument, `values`"},
    {"names_another_argument", "BadArgumentsAreRefused", "WRONG", "does not name the argument `values`"},
    {"writes_before_refusing", "BadArgumentsAreRefused", "WRONG",
     "only after writing to `sums`: sums[0] was "},
    {"todo", "KeysAreSorted", "NOT YET", "90.1: sort the keys"},
    {"todo_then_throws", "KeysAreSorted", "NOT YET", "90.1: sort the keys"},
    {"todo_then_crashes", "KeysAreSorted", "NOT YET", "90.1: sort the keys"},
    {"todo_then_loops", "KeysAreSorted", "NOT YET", "90.1: sort the keys"},
    {"todo", "SumsMatch", "NOT YET", "90.3: add the values of each block"},
    {"adapter_wants_more", "KeysAreSorted", "CRASHED", "answer does not fit the request"},
    {"reports_no_passes", "PhasesAreShown", "CRASHED", "it does not report `passes`"},
};

constexpr wrong_case kReports[] = {
    {"honest", "SortIsClean", "GOOD", ""},
    {"honest", "SortStaysInBudget", "GOOD", ""},
    {"racy", "SortIsClean", "NOT CLEAN",
     "race (shared) in kernel `sort_kernel`: two threads use `s_tile[17]`, and nothing orders them.\n"},
    {"racy", "SortIsClean", "NOT CLEAN", "read of 4 bytes (4) by block 1, thread (3,1,0), at toy.cu:12\n"},
    {"racy", "SortIsClean", "NOT CLEAN", "Put a barrier between the two\nThis happened 31 times."},
    {"racy_twice", "SortIsClean", "NOT CLEAN", "And one more finding: leak."},
    {"leaky", "SortIsClean", "NOT CLEAN", "400 bytes of device memory were never freed"},
    {"quotes_a_solution", "SortIsClean", "NOT CLEAN", "read, at solutions/01_enumeration/enumeration.cu:3\n"},
    {"thousand_findings", "SortIsClean", "NOT CLEAN", "And 999 more findings: leak; leak; leak; …."},
    {"control_characters", "SortIsClean", "NOT CLEAN", "\\x1b[2J"},
    {"quotes_a_secret", "SortIsClean", "NOT CLEAN", "read, at /etc/passwd:1\n"},
    {"too_many_sectors", "SortStaysInBudget", "OVER BUDGET",
     "1 234 567 32-byte sectors loaded from global memory; the budget is 13. One sector for 8 keys."},
    {"sorts_on_the_host", "SortIsClean", "WRONG", "Solve this exercise on the device"},
    {"sorts_on_the_host_between_copies", "SortIsClean", "WRONG",
     "400 bytes were copied from the device to the host"},
    {"prints_in_every_thread", "SortIsClean", "WRONG", "kernels printed 400 bytes"},
    {"silenced_checkers", "SortIsClean", "CRASHED", "a bug that the grader makes on purpose"},
    {"malformed_report", "SortIsClean", "CRASHED", "unreadable checker report"},
    {"report_of_another_shape", "SortIsClean", "CRASHED", "unreadable checker report"},
    {"full_report", "SortIsClean", "CRASHED", "unreadable checker report"},
    {"huge_report", "SortIsClean", "CRASHED", "checkers' report is longer than"},
    {"no_checkers", "SortIsClean", "NOT GRADED", "checkers, which were not built here"},
    {"segfault", "SortIsClean", "CRASHED", "SIGSEGV"},
    {"racy_and_endless", "SortIsClean", "TIMED OUT",
     "race (shared) in kernel `sort_kernel`: two threads use `s_tile[17]`"},
    {"racy_and_endless", "SortIsClean", "TIMED OUT",
     "The test saw this: Did not finish within 1.5 s and was stopped.\n"},
    {"racy_and_timed_out", "SortIsClean", "TIMED OUT",
     "race (shared) in kernel `sort_kernel`: two threads use `s_tile[17]`"},
    {"todo", "SortIsClean", "NOT YET", "90.1: sort the keys"},
};

constexpr wrong_case kHostile[] = {
    {"exit_0", "", "CRASHED", "Before returning a result, the process ended itself with exit status 0"},
    {"prints_passed_and_exits", "", "CRASHED", "[  PASSED  ] 6 tests."},
    {"exits_before_main", "", "CRASHED", "before the first exercise was called"},
    {"exits_at_exit", "KeysAreSorted", "GOOD", ""},
    {"segfault", "", "CRASHED", "SIGSEGV"},
    {"abort", "", "CRASHED", "SIGABRT"},
    {"endless_loop", "KeysAreSorted", "TIMED OUT", "Did not finish within 1.5 s"},
    {"sleeps", "KeysAreSorted", "TIMED OUT", "Usually a loop or a recursion never ends, threads wait"},
    {"stops_itself", "KeysAreSorted", "TIMED OUT", "Did not finish within 1.5 s"},
    {"floods_output", "KeysAreSorted", "TIMED OUT", "Printed more than 4 MiB"},
    {"eats_memory", "KeysAreSorted", "TIMED OUT", "Used more than 128 MiB of memory"},
    {"fork_bomb", "KeysAreSorted", "TIMED OUT", "Did not finish within 1.5 s"},
    {"killed_from_outside", "", "CRASHED", "killed from outside"},
    {"writes_junk", "", "CRASHED", "a message that isn't an answer"},
    {"writes_long_junk", "KeysAreSorted", "CRASHED", "a message that isn't an answer"},
    {"writes_to_every_fd", "KeysAreSorted", "CRASHED", "a message that isn't an answer"},
    {"forges_other_id", "KeysAreSorted", "CRASHED", "a message that isn't an answer"},
    {"closes_socket", "KeysAreSorted", "CRASHED", "closed its connection"},
    {"attacks_buffers", "KeysAreSorted", "GOOD", ""},
    {"starts_process", "KeysAreSorted", "GOOD", ""},
    {"reaches_for_the_grader", "KeysAreSorted", "CRASHED", "in vain"},
    {"throws", "", "CRASHED", "threw an exception: vector::at: 7 >= 7\\x1b[2J"},
    {"throws_int", "KeysAreSorted", "CRASHED", "not a std::exception"},
    {"out_of_memory", "KeysAreSorted", "CRASHED", "bad_alloc"},
    {"cuda_error", "", "CRASHED", "cudaErrorIllegalAddress"},
    {"kernel_timeout", "KeysAreSorted", "TIMED OUT", "threads wait at a barrier that others never reach"},
    {"launch_error_not_checked", "KeysAreSorted", "CRASHED", "its error was not checked"},
    {"no_device", "KeysAreSorted", "CRASHED", "misbehaved before the first exercise"},
};

constexpr const char* kEverything = "in vain";
const wrong_case kReaches[] = {
    {"writes_files", "KeysAreSorted", "CRASHED", kEverything},
    {"reads_files", "KeysAreSorted", "CRASHED", kEverything},
    {"reaches_processes", "KeysAreSorted", "CRASHED", kEverything},
    {"starts_programs", "KeysAreSorted", "CRASHED", kEverything},
    {"takes_kernel_memory", "KeysAreSorted", "CRASHED", kEverything},
    {"uses_privileges", "KeysAreSorted", "CRASHED", kEverything},
#if defined(__x86_64__)
    {"calls_by_other_numbers", "KeysAreSorted", "CRASHED", how_a_32_bit_call_ends()},
#endif
    {"starts_threads", "KeysAreSorted", "CRASHED", "or 1024 threads"},
    {"names_places", "KeysAreSorted", "CRASHED", "SIGABRT"},
    {"honest", "KeysAreSorted", "GOOD", ""},
};

std::string name_of(const testing::TestParamInfo<wrong_case>& info) {
  return std::string(info.param.runner) + "_" + std::to_string(info.index);
}
INSTANTIATE_TEST_SUITE_P(Oracles, WrongRunner, testing::ValuesIn(kOracles), name_of);
INSTANTIATE_TEST_SUITE_P(Reports, WrongRunner, testing::ValuesIn(kReports), name_of);
INSTANTIATE_TEST_SUITE_P(Hostile, WrongRunner, testing::ValuesIn(kHostile), name_of);
INSTANTIATE_TEST_SUITE_P(Box, WrongRunner, testing::ValuesIn(kReaches), name_of);

}  // namespace
