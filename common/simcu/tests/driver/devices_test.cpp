// SPDX-License-Identifier: Apache-2.0
// Tests that SIMCU_DEVICE sets a card's limits at run time and its architecture at compile time.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "simcu/device_model.h"
#include "toolbox.h"

namespace {

using simcu::model::device;

const char* const kAsksForLimits = R"(#include <cstdio>
__global__ void fills(int*) {
  extern __shared__ int s_words[];
  s_words[threadIdx.x] = 1;
}
__global__ void fills_both(int*) {
  __shared__ int s_own[64];
  extern __shared__ int s_words[];
  s_own[threadIdx.x] = s_words[threadIdx.x] = 1;
}
int main() {
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  int shared = 0, blocks = 0;
  cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  const auto largest = cudaFuncAttributeMaxDynamicSharedMemorySize;
  int allowed = cudaFuncSetAttribute(fills, largest, shared), more = cudaFuncSetAttribute(fills, largest, shared + 1);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fills, p.maxThreadsPerMultiProcessor == 1024 ? 512 : 768, 0);
  cudaGetLastError();
  std::printf("%s %d.%d, %d SMs of %d threads, %d blocks fit, %zu bytes, allowed %d, more %d\n", p.name, p.major, p.minor,
              p.multiProcessorCount, p.maxThreadsPerMultiProcessor, blocks, p.sharedMemPerBlockOptin, allowed, more);
  std::fflush(stdout);
  fills<<<1, 32, p.sharedMemPerBlockOptin>>>(nullptr);
  std::printf("as much as there is: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  std::fflush(stdout);
  fills<<<1, 32, p.sharedMemPerBlockOptin + 4>>>(nullptr);
  cudaGetLastError();
  cudaFuncSetAttribute(fills_both, largest, shared);
  fills_both<<<1, 32, p.sharedMemPerBlockOptin>>>(nullptr);
  cudaDeviceSynchronize();
}
)";

TEST(Devices, HaveTheLimitsOfTheirCards) {
  sandbox box;
  box.write("prog.cu", kAsksForLimits);
  ASSERT_EQ(box.run("SIMCU --no-strict prog.cu -o prog").status, 0);
  for (const device& d : simcu::model::kDevices) {
    const outcome got = box.run("SIMCU_DEVICE=" + std::string(d.key) + " ./prog");
    const bool chosen = &d != simcu::model::kDevices;
    const std::string name = d.name, bytes = std::to_string(d.shared_of_block()),
                      on = chosen ? " on " + name : "";
    const int blocks = d.max_threads / (d.max_threads == 1024 ? 512 : 768);
    const std::string first =
        name + (chosen ? " (simulated) " : " ") + std::to_string(d.major) + "." + std::to_string(d.minor) +
        ", " + std::to_string(d.multiprocessors()) + " SMs of " + std::to_string(d.max_threads) +
        " threads, " + std::to_string(blocks) + " blocks fit, " + bytes + " bytes, allowed 0, more 1\n";
    for (
        const std::string& said :
        {first, std::string("as much as there is: cudaSuccess\n"),
         "prog.cu:17 was refused: " + std::to_string(d.shared_of_block() + 1) +
             " bytes of dynamic shared memory are more than the " + bytes +
             " that a block of this kernel can have" + on + " (cudaErrorInvalidValue)",
         "`fills` at prog.cu:26 was refused: the dynamic shared memory is " +
             std::to_string(d.shared_of_block() + 4) + ", but at most " + bytes +
             " bytes per block are possible" + on + " (cudaErrorInvalidValue)",
         "`fills_both` failed: unspecified launch failure (cudaErrorLaunchFailure)\n  the kernel's __shared__ variables "
         "need 256 bytes besides the " +
             bytes + " of dynamic shared memory, but a block can have at most " + bytes + on})
      EXPECT_SAYS(got, said);
  }
}

TEST(Devices, AreCompiledFor) {
  sandbox box;
  box.write("prog.cu", "int main() {}\n");
  const auto architecture = [&](const std::string& variables, const std::string& options) {
    const std::string said = box.run(variables + " SIMCU --dryrun" + options + " prog.cu -o prog").output;
    const std::size_t at = said.find("__CUDA_ARCH__=");
    return at == std::string::npos ? -1 : std::atoi(said.c_str() + at + 14);
  };
  EXPECT_EQ(architecture("", ""), 900);
  EXPECT_EQ(architecture("SIMCU_DEVICE=t4", ""), 750);
  EXPECT_EQ(architecture("SIMCU_DEVICE=rtx5090", ""), 1200);
  EXPECT_EQ(architecture("SIMCU_DEVICE=t4", " -arch=sm_86"), 860);
  box.write(
      "sum.cu",
      "__global__ void k(unsigned* p) { p[0] = __reduce_add_sync(~0u, p[threadIdx.x]); }\nint main() {}\n");
  const outcome got = box.run("SIMCU_DEVICE=t4 SIMCU --no-strict sum.cu -o sum");
  EXPECT_EQ(got.status, 1);
  EXPECT_SAYS(got, "__reduce_add_sync");
}

TEST(Devices, AreKnown) {
  sandbox box;
  box.write("prog.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n");
  ASSERT_EQ(box.run("SIMCU --no-strict prog.cu -o prog").status, 0);
  for (const char* command : {"SIMCU_DEVICE=t5 ./prog", "SIMCU_DEVICE=t5 SIMCU prog.cu -o other"}) {
    const outcome got = box.run(command);
    EXPECT_EQ(got.status, 2) << got.output;
    EXPECT_SAYS(got, "SIMCU_DEVICE=t5");
    EXPECT_SAYS(got, simcu::model::all_names());
  }
}

}  // namespace
