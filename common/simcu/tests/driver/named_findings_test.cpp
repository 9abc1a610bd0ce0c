// SPDX-License-Identifier: Apache-2.0
// What a finding calls an element whose array came in a structure, and how it shows what was in it.
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
    EXPECT_NE(got.output.find("element 124 (of 4 bytes each) of the array that `a` points to (its pointer at "
                              "byte 8; cudaMalloc number 2)"),
              std::string::npos)
        << got.output;
    EXPECT_NE(got.output.find("earlier write of 4 bytes (4294967295 (signed: -1)) by"), std::string::npos)
        << got.output;
  }
}

}  // namespace
