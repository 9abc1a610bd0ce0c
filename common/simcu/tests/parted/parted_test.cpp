// SPDX-License-Identifier: Apache-2.0
// Tests that parted.cu prints and finds the same in two processes as in one, and that the device does not
// trust the host.
#include <gtest/gtest.h>

#include <regex>

#include "../driver/toolbox.h"

namespace {

constexpr int kFound = 99;

class Parted : public testing::TestWithParam<bool> {
 protected:
  outcome run(const std::string& what, const std::string& environment = "") {
    return box.run(environment + " '" SIMCU_TEST_PROGRAMS "/parted" + (GetParam() ? ".check" : "") + "' " +
                   what);
  }
  static std::string plain(const std::string& text) {
    return std::regex_replace(text, std::regex("0x[0-9a-f]+"), "ADDRESS");
  }
  void is_the_same(const std::string& what) {
    const outcome one = run(what, "ONE_PROCESS=1"), two = run(what);
    EXPECT_EQ(plain(two.output), plain(one.output)) << what;
    EXPECT_EQ(two.status, one.status) << what;
    EXPECT_NE(one.output, "") << what;
  }
  sandbox box;
};

TEST_P(Parted, DoesAndSaysTheSameAsOneProcess) {
  for (const char* what : {"copies", "shared_memory", "launches", "kernel_fails"}) is_the_same(what);
}

TEST_P(Parted, FailsWhereAKernelUsesTheHostsMemory) {
  const outcome got = run("kernel_uses_host_memory");
  EXPECT_SAYS(got, "cudaErrorIllegalAddress");
}

TEST_P(Parted, FindsTheSame) {
  if (!GetParam()) GTEST_SKIP() << "without checkers";
  for (const char* what : {"races", "uses_device_memory"}) {
    is_the_same(what);
    EXPECT_EQ(run(what).status, kFound) << what;
  }
  EXPECT_NE(run("leaves_memory", "SIMCU_LEAKS=1").output.find("parted.cu"), std::string::npos);
}

TEST_P(Parted, EndsAsItsHostCodeEnds) {
  EXPECT_EQ(run("exits").status, 3);
  EXPECT_EQ(run("aborts").status, 128 + SIGABRT);
  EXPECT_EQ(run("uses_a_null_pointer").status, 128 + SIGSEGV);
}

// Compressed by gzip, so that a loop's text is short.
TEST_P(Parted, MeasuresWhatTheHostTellsByItsChoices) {
  const auto told = [&](const std::string& what) {
    EXPECT_EQ(run(what, "TOLD=told").status, 0);
    return std::stoul(box.run("gzip -9 -c told | wc -c").output);
  };
  EXPECT_LT(told("repeats"), 300u);
  EXPECT_GT(told("chooses"), 256u * 10 / 8 + 256u * 9 / 8) << "bits that were drawn";
  EXPECT_LT(told("writes_the_same"), 300u);
  EXPECT_GT(told("writes"), 4u * 4096) << "bytes";
}

TEST_P(Parted, BelievesNothingThatTheHostSends) {
  for (int seed = 0; seed < 400; seed += 20) {
    const outcome got = run("garbles:" + std::to_string(seed));
    EXPECT_LT(got.status, 128) << "seeds from " << seed << ": " << got.output;
  }
}

INSTANTIATE_TEST_SUITE_P(simcu, Parted, testing::Bool(),
                         [](const auto& test) { return test.param ? "checked" : "plain"; });

}  // namespace
