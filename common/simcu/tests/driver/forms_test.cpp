// SPDX-License-Identifier: Apache-2.0
// Programs that hold every form of kernel, launch and variable: compiled without a warning, and right when
// run.
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "toolbox.h"

namespace {

const char* const kForms[] = {"kernels", "launches", "shared", "variables", "odd"};

class Forms : public testing::TestWithParam<std::tuple<const char*, std::string>> {
 protected:
  std::string source() const { return std::string(SIMCU_FORMS "/") + std::get<0>(GetParam()) + ".cu"; }
  // What nvcc would refuse is looked for in the same way whatever the compiler is: once is enough.
  std::string simcu() const {
    const std::string& compiler = std::get<1>(GetParam());
    return "SIMCU_CXX=" + compiler + " SIMCU " + (compiler == "g++" ? "" : "--no-strict ");
  }
};

TEST_P(Forms, CompileWithoutWarningsAndRun) {
  sandbox box;
  const outcome compiled = box.run(simcu() + "-Wall -Wextra -Wpedantic -Werror " + source() + " -o prog");
  ASSERT_EQ(compiled.status, 0) << compiled.output;
  EXPECT_EQ(compiled.output, "");
  const outcome ran = box.run("./prog");
  EXPECT_EQ(ran.status, 0) << ran.output;
}

TEST_P(Forms, RunWithoutOptimisationAndInCxx20) {
  sandbox box;
  const outcome compiled = box.run(simcu() + "-G -std=c++20 " + source() + " -o prog");
  ASSERT_EQ(compiled.status, 0) << compiled.output;
  const outcome ran = box.run("./prog");
  EXPECT_EQ(ran.status, 0) << ran.output;
}

INSTANTIATE_TEST_SUITE_P(All, Forms,
                         testing::Combine(testing::ValuesIn(kForms), testing::ValuesIn(host_compilers())),
                         [](const auto& info) {
                           std::string compiler = std::get<1>(info.param);
                           return std::string(std::get<0>(info.param)) +
                                  (compiler == "g++" ? "_gcc" : "_clang");
                         });

class FormsForGpu : public testing::TestWithParam<const char*> {};

// What simcu accepts here is CUDA, and not only simcu's idea of it.
TEST_P(FormsForGpu, CompileWithNvcc) {
  const std::string nvcc = SIMCU_NVCC;
  if (nvcc.empty()) GTEST_SKIP() << "nvcc is not installed";
  sandbox box;
  const outcome compiled = box.run(
      nvcc +
      " -std=c++17 -w --extended-lambda --expt-relaxed-constexpr -arch=sm_90 -rdc=true -c " SIMCU_FORMS "/" +
      GetParam() + ".cu -o prog.o");
  EXPECT_EQ(compiled.status, 0) << compiled.output;
}

INSTANTIATE_TEST_SUITE_P(All, FormsForGpu, testing::ValuesIn(kForms),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
