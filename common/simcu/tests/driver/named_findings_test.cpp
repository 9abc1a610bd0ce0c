// SPDX-License-Identifier: Apache-2.0
// Tests how a finding names an element of an array that a structure points to.
#include <gtest/gtest.h>

#include "toolbox.h"

namespace {

TEST(NamedFindings, AnArrayInAStructureIsToldByElementsAndUnsigned) {
  sandbox box;
  box.write("prog.cu", R"(
struct arrays {
  const unsigned* in;
  unsigned* sums;
};
__global__ void k(arrays a) { a.sums[threadIdx.x + 124] = a.in[threadIdx.x] - blockIdx.x; }
int main() {
  unsigned *d_in, *d_out;
  cudaMalloc(&d_in, 4096);
  cudaMalloc(&d_out, 4096);
  cudaMemset(d_in, 0xff, 4096);
  k<<<2, 1>>>(arrays{d_in, d_out + 100});
  cudaDeviceSynchronize();
}
)");
  for (const std::string& compiler : host_compilers()) {
    const outcome got =
        box.run("SIMCU --no-strict --check -ccbin " + compiler + " prog.cu -o prog && ./prog");
    EXPECT_SAYS(got,
                "element 124 (of 4 bytes each) of the array that `a` points to (its pointer at "
                "byte 8; cudaMalloc number 2)");
    EXPECT_SAYS(got, "earlier write of 4 bytes (4294967295 (signed: -1)) by");
  }
}

// A scan without barriers is one mistake, but a race for each pair of its lines.
TEST(NamedFindings, ManyRacesOnOneArrayAreShownOnce) {
  const outcome got = run_program(R"(
__global__ void scan(int* out) {
  __shared__ volatile int s_sums[32];
  const int t = threadIdx.x;
  s_sums[t] = t;
  if (t >= 1) s_sums[t] += s_sums[t - 1];
  if (t >= 2) s_sums[t] += s_sums[t - 2];
  if (t >= 4) s_sums[t] += s_sums[t - 4];
  out[t] = s_sums[t];
}
int main() {
  int* d_out;
  cudaMalloc(&d_out, 128);
  scan<<<1, 32>>>(d_out);
  return cudaDeviceSynchronize();
}
)",
                                  "--check");
  EXPECT_EQ(got.status, 99) << got.output;
  const std::size_t first = got.output.find("simcu: race (shared)");
  EXPECT_NE(first, std::string::npos) << got.output;
  EXPECT_EQ(got.output.find("simcu: race (shared)", first + 1), std::string::npos) << got.output;
  EXPECT_SAYS(got, " more races on `s_sums` in lines 5, 6, 7, 8");
}

}  // namespace
