// SPDX-License-Identifier: Apache-2.0
// Tests that precompiled headers (simcu --precompile) are used only if they fit, and change no output.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "toolbox.h"

namespace {

const std::string kFlags[] = {"-fpch-preprocess", ".gch"}, kStrictFlag = ".strict";

class Precompiled : public testing::TestWithParam<std::string> {
 protected:
  Precompiled() {
    box.write("prog.cu", R"(#include <cstdio>
#include <vector>
__global__ void k(int* p) { atomicAdd(p, 2); }
int main() {
  int *d_p, h = 40;
  cudaMalloc(&d_p, 4);
  cudaMemcpy(d_p, &h, 4, cudaMemcpyHostToDevice);
  k<<<1, 1>>>(d_p);
  cudaMemcpy(&h, d_p, 4, cudaMemcpyDeviceToHost);
  std::printf("%d\n", h + static_cast<int>(std::vector<int>().size()));
}
)");
    box.write("wrong.cu", "int main() {\n  return atomicAd(1);\n}\n");
    EXPECT_EQ(
        box.run("lib=$(dirname '" SIMCU_PROGRAM "')/../lib && mkdir -p home/lib && cp -r '" SIMCU_INCLUDE
                "' home/include && ln -s $lib/libsimcu.a $lib/libsimcu_check.a home/lib")
            .status,
        0);
  }
  outcome run(const std::string& command) const {
    return box.run("export SIMCU_HOME=$PWD/home SIMCU_CXX=" + GetParam() + "; " + command);
  }
  // The strict check has its own tests and would take a third of the time.
  bool uses_it(const std::string& options) const {
    const outcome made = run("SIMCU -v --keep --no-strict " + options + " -c prog.cu -o prog.o");
    EXPECT_EQ(made.status, 0) << made.output;
    const bool uses = std::any_of(std::begin(kFlags), std::end(kFlags), [&made](const std::string& flag) {
      return made.output.find(flag) != std::string::npos;
    });
    EXPECT_EQ(run("grep -c '^#pragma GCC pch_preprocess' prog.cu.ii").output == "1\n",
              uses && GetParam() == "g++");
    return uses;
  }
  sandbox box;
};

TEST_P(Precompiled, IsUsedWithTheSameOptionsAndFilesOnly) {
  EXPECT_FALSE(uses_it(""));
  // The build may precompile headers before the checkers' library exists.
  ASSERT_EQ(box.run("mv home/lib/libsimcu_check.a .").status, 0);
  for (const std::string options : {"", "--check", "-O1 -DN=4"}) {
    const outcome made = run("SIMCU --precompile --no-strict " + options);
    EXPECT_EQ(made.status, 0) << made.output;
    EXPECT_EQ(made.output, "");
  }
  ASSERT_EQ(box.run("mv libsimcu_check.a home/lib").status, 0);
  EXPECT_TRUE(uses_it(""));
  EXPECT_EQ(run("SIMCU prog.o -o prog && ./prog").output, "42\n");
  EXPECT_TRUE(uses_it("-O2 -std=c++17 -w -I. -MD"));
  EXPECT_TRUE(uses_it("-Wall -Wextra"));
  EXPECT_TRUE(uses_it("--check -O3"));  // checked code is always compiled with -O1
  EXPECT_TRUE(uses_it("-O1 -DN=4"));
  EXPECT_FALSE(uses_it("-O1"));
  EXPECT_FALSE(uses_it("-DN=5"));
  EXPECT_FALSE(uses_it("-arch=sm_80"));
  EXPECT_FALSE(uses_it("-DNDEBUG"));
  ASSERT_EQ(box.run("echo '#define NEWER 1' >> home/include/simcu/math.h").status, 0);
  EXPECT_FALSE(uses_it(""));
  ASSERT_EQ(run("SIMCU --precompile --no-strict").status, 0);
  EXPECT_TRUE(uses_it(""));
  ASSERT_EQ(
      box.run("for f in home/lib/precompiled/*.gch; do echo torn > $f; done; rm home/lib/precompiled/*.from")
          .status,
      0);
  EXPECT_FALSE(uses_it(""));
}

TEST_P(Precompiled, HasHeadersOfTheSystemThatAreIncludedToo) {
  EXPECT_EQ(run("SIMCU --precompile --no-strict").status, 0);
  const bool clang = GetParam() != "g++";  // clang can include further headers after a precompiled one
  EXPECT_EQ(uses_it("-include vector"), clang);
  const outcome made = run("SIMCU --precompile --no-strict -include vector");
  EXPECT_EQ(made.status, 0) << made.output;
  EXPECT_TRUE(uses_it("-include vector"));
  EXPECT_TRUE(uses_it("-include vector -MD -I."));
  EXPECT_EQ(run("SIMCU prog.o -o prog && ./prog").output, "42\n");
  EXPECT_EQ(uses_it("-include vector -include array"), clang);
  EXPECT_TRUE(uses_it(""));
  box.write("own/vector", "#pragma once\n#include_next <vector>\n");
  EXPECT_FALSE(uses_it("-include vector -Iown"));
  const outcome own = run("SIMCU --precompile -include vector -Iown");
  EXPECT_EQ(own.status, 2);
  EXPECT_SAYS(own, "-include can only name system headers");
}

// The header disables warnings about values in its own functions, and they must stay disabled.
TEST_P(Precompiled, ChangesNoMessageAndNoDependency) {
  box.write("quiet.cu", R"(__global__ void k(int* p) {
  int base;
  if (threadIdx.x == 0) base = atomicAdd(p, 32);
  p[__shfl_sync(0xffffffff, base, 0)] = 1;
}
int main() {}
)");
  const std::string all =
      "for flags in '' -Wall; do SIMCU --no-strict $flags wrong.cu; done; SIMCU --no-strict -Wall -Wextra -c quiet.cu; "
      "for all in -MD -MMD; do SIMCU --no-strict $all -MF rule -c prog.cu -o prog.o && tr -s ' \\\n' '\n' < rule | sort -u; done";
  const outcome before = run(all);
  EXPECT_SAYS(before, "wrong.cu:2");
  ASSERT_EQ(run("SIMCU --precompile --no-strict -Wall").status, 0);
  EXPECT_EQ(run(all).output, before.output);
}

// If the precompiled file is damaged, the check runs without it.
TEST_P(Precompiled, StrictCheckSaysTheSame) {
  box.write("strict.cu", R"(#include <algorithm>
int host(int x) { return x; }
__global__ void k(int* p) { p[0] = host(p[1]) + std::max(p[1], 2); }
int main() {}
)");
  const auto said = [this](bool uses_it, const std::string& options = "") {
    const outcome made = run("SIMCU -v " + options + " -c strict.cu");
    EXPECT_EQ(made.output.find(kStrictFlag) != std::string::npos, uses_it) << made.output;
    return made.output.substr(std::min(made.output.find("strict.cu:"), made.output.size()));
  };
  const std::string before = said(false);
  EXPECT_NE(before.find("strict.cu:3: error: calling a __host__ function(\"host\")"), std::string::npos)
      << before;
  ASSERT_EQ(run("SIMCU --precompile -O1 -Wall -include algorithm").status, 0);
  EXPECT_EQ(said(true, "-include algorithm"), before);
  EXPECT_EQ(said(false), before);
  ASSERT_EQ(run("SIMCU --precompile -O1 -Wall").status, 0);
  EXPECT_EQ(said(true), before);
  ASSERT_EQ(box.run("for f in home/lib/precompiled/*.strict; do echo torn > $f; done").status, 0);
  EXPECT_EQ(said(true), before);
  ASSERT_EQ(box.run("echo '#define NEWER 1' >> home/include/simcu/math.h").status, 0);
  EXPECT_EQ(said(false), before);
}

INSTANTIATE_TEST_SUITE_P(simcu, Precompiled, testing::ValuesIn(host_compilers()),
                         [](const auto& tested) { return tested.param == "g++" ? "gcc" : "clang"; });

}  // namespace
