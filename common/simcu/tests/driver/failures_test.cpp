// SPDX-License-Identifier: Apache-2.0
// What a program says when a kernel goes wrong while it runs: the place is the user's line, whatever the host
// compiler.
#include <gtest/gtest.h>

#include <string>

#include "toolbox.h"

namespace {

struct failing_kernel {
  const char*
      body;  // of a kernel with the parameter `int* p` (null), from line 3 on; one block of 32 threads
  const char* place;  // what the report must say
};

TEST(Failures, NameTheUsersLine) {
  for (const std::string& compiler : host_compilers()) {
    for (const failing_kernel& f : {
             failing_kernel{"if (threadIdx.x == 3)\n  __trap();\n", "prog.cu:4"},
             {"p[1] = 1;\n", "prog.cu:3"},
             {"__shfl_sync(1,\n  1, 0);\n", "prog.cu:3"},
             {"if (threadIdx.x < 5)\n  __syncthreads();\nelse\n  __syncthreads_or(1);\n", "prog.cu:4"},
             {"if (threadIdx.x < 5)\n  __syncthreads();\nelse\n  __syncwarp();\n",
              "prog.cu:6 with mask 0xffffffff"},
             {"auto group = cooperative_groups::this_thread_block();\nif (threadIdx.x < 5) "
              "__syncthreads();\nelse\n"
              "  group.sync();\n",
              "prog.cu:6"},
             {"atomicAdd(p, 1);\n", "prog.cu:3"},
             {"int flag = 0;\nvolatile int* waits = &flag;\nwhile (*waits == 0);\n", "still running at"},
             {"while (threadIdx.x != 32) {\n}\n", "still running"},
         }) {
      sandbox box;
      box.write("prog.cu",
                std::string("#include <cooperative_groups.h>\n__global__ void wrong_kernel(int* p) {\n") +
                    f.body +
                    "(void)p;\n}\nint main() {\n  wrong_kernel<<<1, 32>>>(nullptr);\n"
                    "  return cudaDeviceSynchronize() ? 7 : 0;\n}\n");
      const outcome got =
          box.run("SIMCU_CXX=" + compiler + " SIMCU prog.cu -o prog && SIMCU_TIMEOUT=1 ./prog");
      EXPECT_EQ(got.status, 7) << got.output;
      EXPECT_NE(got.output.find("wrong_kernel"), std::string::npos) << got.output;
      EXPECT_NE(got.output.find(f.place), std::string::npos) << f.body << got.output;
    }
  }
}

// Only the leader's value matters; the other lanes' variable may be unset.
// Nothing lies before the first allocation that an index below 0 could reach unseen.
TEST(Failures, BeforeTheFirstAllocationNothingIsTheirs) {
  for (const std::string offset : {"1", "1024", "100000"}) {
    sandbox box;
    box.write("prog.cu", "__global__ void k(int* p) { p[-" + offset + R"(] = 1; }
int main() {
  int* d_p;
  cudaMalloc(&d_p, 8);
  k<<<1, 1>>>(d_p);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
)");
    const outcome got = box.run("SIMCU prog.cu -o prog && ./prog");
    EXPECT_EQ(got.status, 0) << got.output;
    if (offset == "1")
      EXPECT_NE(got.output.find("4 bytes before the start of the 8-byte allocation"), std::string::npos)
          << got.output;
  }
}

TEST(Warnings, NoneForAValueThatOnlyTheLeaderSets) {
  sandbox box;
  box.write("prog.cu",
            "__global__ void k(int* p) {\n  int base;\n  if (threadIdx.x == 0) base = atomicAdd(p, 32);\n"
            "  base = __shfl_sync(0xffffffff, base, 0);\n  p[base + threadIdx.x] = 1;\n}\nint main() {}\n");
  const outcome got = box.run("SIMCU -O2 -Wall -Wextra prog.cu -o prog");
  EXPECT_EQ(got.status, 0);
  EXPECT_EQ(got.output, "");
}

}  // namespace
