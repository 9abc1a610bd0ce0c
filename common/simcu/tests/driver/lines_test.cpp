// SPDX-License-Identifier: Apache-2.0
// Tests that messages for kernels that fail at run time give the user's line.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "toolbox.h"

namespace {

struct failing_kernel {
  // The kernel has the parameter `int* p`, which is null, and one block of 32 threads.
  const char* body;
  int line;  // of the body, from 1; 0 if none
  const char* says;
};

// No digit may follow the text.
bool names(const std::string& output, const std::string& text) {
  std::size_t at = output.find(text);
  while (at != std::string::npos && std::isdigit(static_cast<unsigned char>(output[at + text.size()])) != 0)
    at = output.find(text, at + 1);
  return at != std::string::npos;
}

// All kernels are in one program, because compiling takes most of the time.
TEST(Failures, NameTheUsersLine) {
  const std::vector<failing_kernel> kernels = {
      {"if (threadIdx.x == 3)\n  __trap();\n", 2, ""},
      {"p[1] = 1;\n", 1, ""},
      {"__shfl_sync(1,\n  1, 0);\n", 1, ""},
      {"if (threadIdx.x < 5)\n  __syncthreads();\nelse\n  __syncthreads_or(1);\n", 2, ""},
      {"if (threadIdx.x < 5)\n  __syncthreads();\nelse\n  __syncwarp();\n", 4, " with mask 0xffffffff"},
      {"auto group = cooperative_groups::this_thread_block();\nif (threadIdx.x < 5) "
       "__syncthreads();\nelse\n"
       "  group.sync();\n",
       4, ""},
      {"atomicAdd(p, 1);\n", 1, ""},
      {"int flag = 0;\nvolatile int* waits = &flag;\nwhile (*waits == 0);\n", 0, "still running at"},
      {"while (threadIdx.x != 32) {\n}\n", 0, "still running"},
  };
  std::string program = "#include <cooperative_groups.h>\n#include <cstdlib>\n", launches;
  std::vector<std::string> places;
  for (const failing_kernel& f : kernels) {
    const std::string kernel = "wrong_kernel_" + std::to_string(places.size());
    launches += "  case " + std::to_string(places.size()) + ": " + kernel + "<<<1, 32>>>(nullptr); break;\n";
    program += "__global__ void " + kernel + "(int* p) {\n";
    const auto before = std::count(program.begin(), program.end(), '\n');
    places.push_back((f.line > 0 ? "prog.cu:" + std::to_string(before + f.line) : "") + f.says);
    program += std::string(f.body) + "(void)p;\n}\n";
  }
  program += "int main(int, char** given) {\n  switch (std::atoi(given[1])) {\n" + launches +
             "  }\n  return cudaDeviceSynchronize() ? 7 : 0;\n}\n";
  for (const std::string& compiler : host_compilers()) {
    sandbox box;
    box.write("prog.cu", program);
    const outcome built = box.run("SIMCU_CXX=" + compiler + " SIMCU --no-strict prog.cu -o prog");
    ASSERT_EQ(built.status, 0) << built.output;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      const std::string limit = kernels[i].line == 0 ? "0.5" : "60";  // kernels with a line end by themselves
      const outcome got = box.run("SIMCU_TIMEOUT=" + limit + " ./prog " + std::to_string(i));
      EXPECT_EQ(got.status, 7) << got.output;
      EXPECT_TRUE(names(got.output, "wrong_kernel_" + std::to_string(i))) << got.output;
      EXPECT_TRUE(names(got.output, places[i])) << kernels[i].body << places[i] << "\n" << got.output;
    }
  }
}

TEST(Failures, NameTheUsersLineInAFolderWithBlanks) {
  sandbox box;
  box.run("mkdir 'my dir (old)'");
  box.write("my dir (old)/prog.cu", R"(#include <cstdio>
__global__ void wrong_kernel(int* p) {
  p[1] = 1;
}
int main() {
  wrong_kernel<<<1, 32>>>(nullptr);
  return cudaDeviceSynchronize() ? 7 : 0;
}
)");
  for (const std::string& compiler : host_compilers())
    for (const char* option : {"", "--check "}) {
      const outcome got = box.run("SIMCU_CXX=" + compiler + " SIMCU --no-strict " + option +
                                  "'my dir (old)/prog.cu' -o prog && ./prog");
      EXPECT_SAYS(got, "my dir (old)/prog.cu:3");
    }
}

TEST(Failures, NameTheUsersLineInTemplatesOfSeveralUnits) {
  const std::string header = R"(#pragma once
template <int kNumber>
__global__ void wrong_kernel(int* p) {
  if (threadIdx.x == kNumber)
    p[kNumber] = kNumber;
}
void launch_one(int number);
void launch_another(int number);
)";
  const auto unit = [](const std::string& function, const std::string& first, const std::string& second) {
    return "#include \"kernels.cuh\"\nvoid " + function + "(int number) {\n  if (number == " + first +
           ") wrong_kernel<" + first + "><<<1, 32>>>(nullptr);\n  if (number == " + second +
           ") wrong_kernel<" + second + "><<<1, 32>>>(nullptr);\n}\n";
  };
  for (const std::string& compiler : host_compilers()) {
    sandbox box;
    box.write("kernels.cuh", header);
    box.write("one.cu", unit("launch_one", "1", "2"));
    box.write("another.cu", unit("launch_another", "3", "4"));
    box.write("main.cu", R"(#include <cstdlib>
#include "kernels.cuh"
int main(int, char** given) {
  const int number = std::atoi(given[1]);
  if (number == 0) wrong_kernel<0><<<1, 32>>>(nullptr);
  launch_one(number);
  launch_another(number);
  return cudaDeviceSynchronize() ? 7 : 0;
}
)");
    const outcome built =
        box.run("SIMCU_CXX=" + compiler + " SIMCU --no-strict --check main.cu one.cu another.cu -o prog");
    ASSERT_EQ(built.status, 0) << built.output;
    for (int i = 0; i < 5; ++i) {
      const outcome got = box.run("./prog " + std::to_string(i));
      EXPECT_TRUE(names(got.output, "kernels.cuh:5")) << compiler << " " << i << "\n" << got.output;
    }
  }
}

}  // namespace
