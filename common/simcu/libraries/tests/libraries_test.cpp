// SPDX-License-Identifier: Apache-2.0
// What the driver and the runtime say about Thrust and CUB.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "refusal.h"
#include "toolbox.h"

namespace {

const refusal kRefusals[] = {
    {"thrust", "#include <cstdio>\n#include <thrust/shuffle.h>\n", 2,
     "simcu does not support this part of Thrust"},
    {"cub", "#include \"cub/device/device_merge.cuh\"\n", 1, "simcu does not support CUB"},
    {"cub_name", "int main() {\n  size_t n;\n  cub::DeviceMerge::MergeKeys(nullptr, n);\n}\n", 3,
     "simcu does not support CUB (cub::DeviceMerge)"},
    {"thrust_name",
     "#include <thrust/unique.h>\nint* f(int* a) {\n  return thrust::shuffle_copy(a, a + 1, a);\n}\n", 3,
     "simcu does not support this part of Thrust (thrust::shuffle_copy)"},
    {"thrust_unary_function",
     "#include <thrust/functional.h>\nstruct f : thrust::unary_function<int, float> {};\n", 2,
     "CUDA 13 has removed thrust::unary_function: leave this base class out"},
};

class LibraryRefusals : public testing::TestWithParam<refusal> {};

TEST_P(LibraryRefusals, NameTheFeatureAndTheLine) { expect_refused(GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, LibraryRefusals, testing::ValuesIn(kRefusals),
                         [](const auto& info) { return std::string(info.param.name); });

// A header that simcu doesn't have is refused at the line that includes it, before a compiler reads it.
// simcu's own headers of Thrust come before those of a toolkit.
TEST(Translator, RefusesLibrariesThatAreInstalled) {
  for (const std::string& compiler : host_compilers()) {
    sandbox box;
    box.run("mkdir -p system/thrust toolkit/thrust");
    box.write("system/thrust/shuffle.h", "#pragma once\n__device__ nonsense;\n");
    box.write("toolkit/thrust/version.h", "__device__ nonsense;\n");
    box.write("own.h", "#include <thrust/version.h>\n\n#include <thrust/shuffle.h>\n");
    box.write("prog.cu", "#include <cuda/atomic>\n#include \"own.h\"\nint main() {}\n");
    for (const char* folder :
         {"-isystem system", "-isystem toolkit -isystem system", "-Itoolkit -isystem system"}) {
      const outcome got = box.run("SIMCU_CXX=" + compiler + " SIMCU " + folder + " prog.cu -o prog");
      EXPECT_EQ(got.status, 1);
      const std::string sentence =
          "own.h:3: error: simcu does not support this part of Thrust (#include <thrust/shuffle.h>)\n";
      EXPECT_TRUE(got.output == sentence || got.output == "./" + sentence) << folder << "\n" << got.output;
    }
  }
}

// The preprocessor prints real paths: our own headers are ours by whichever path simcu has found them.
TEST(Thrust, HeadersAreFoundThroughASymbolicLink) {
  sandbox box;
  box.write("prog.cu", "#include <thrust/device_vector.h>\nint main() {}\n");
  const outcome got =
      box.run("lib=$(dirname '" SIMCU_PROGRAM
              "')/../lib && mkdir home && ln -s $lib home/lib && ln -s '" SIMCU_INCLUDE
              "' home/include && export SIMCU_HOME=$PWD/home && SIMCU prog.cu -o prog && ./prog");
  EXPECT_EQ(got.status, 0) << got.output;
}

// A device_vector is device memory: the checkers know its end, and an algorithm that fails says so by an
// exception.
TEST(Thrust, VectorsAreDeviceMemory) {
  sandbox box;
  box.write("prog.cu", R"(#include <thrust/device_vector.h>
#include <thrust/sort.h>
__global__ void k(int* d_data) { d_data[threadIdx.x] = 1; }
int main() {
  thrust::device_vector<int> v(100);
  k<<<1, 101>>>(thrust::raw_pointer_cast(v.data()));
  int on_the_host[2] = {2, 1};
  thrust::sort(thrust::device, on_the_host, on_the_host + 2);
  try {
    thrust::device_vector<int> too_large(1ull << 60);
  } catch (const thrust::system_error&) {
    std::printf("caught\n");
  }
}
)");
  const outcome got = box.run("SIMCU --check prog.cu -o prog && ./prog");
  EXPECT_EQ(got.status, 99) << got.output;
  EXPECT_NE(got.output.find("simcu: out-of-bounds"), std::string::npos) << got.output;
  EXPECT_NE(got.output.find("prog.cu:3"), std::string::npos) << got.output;
  EXPECT_NE(got.output.find("simcu: host-pointer in kernel `thrust::sort`"), std::string::npos) << got.output;
  EXPECT_NE(got.output.find("caught\n"), std::string::npos) << got.output;
  // Without the checkers the place of the call is reported as well; there it comes from the host's stack
  // alone.
  box.write("null.cu", R"(#include <thrust/device_ptr.h>
#include <thrust/fill.h>
void clear(thrust::device_ptr<int> data) {
  thrust::fill(data, data + 4, 0);
}
int main() { clear(nullptr); }
)");
  const outcome failed = box.run("SIMCU null.cu -o null && ./null");
  EXPECT_NE(failed.output.find("null.cu:4, failed: an illegal memory access"), std::string::npos)
      << failed.output;
}

}  // namespace
