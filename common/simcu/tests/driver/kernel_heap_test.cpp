// SPDX-License-Identifier: Apache-2.0
// The heap of kernels: what malloc and new give within cudaLimitMallocHeapSize, and what is said of null.
#include <gtest/gtest.h>

#include <string>

#include "toolbox.h"

namespace {

constexpr const char* kHeapProgram = R"(#include <cstdio>
__global__ void takes(size_t bytes, int* got) {
  int* p = static_cast<int*>(malloc(bytes));
  if (p != nullptr) {
    p[0] = 1;
    atomicAdd(got, p[0]);
  }
  __syncthreads();
  free(p);
}
__global__ void news(int* got) {
  volatile int* p = new int[1 << 18];
  if (p == nullptr) return;
  p[threadIdx.x] = 1;
  atomicAdd(got, p[threadIdx.x]);
}
int show(cudaError_t e) {
  size_t limit = 0;
  cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize);
  return std::printf("%s %zu\n", cudaGetErrorName(e), limit);
}
void show(int* d_got) {
  int got;
  const cudaError_t e = cudaMemcpy(&got, d_got, 4, cudaMemcpyDeviceToHost);
  cudaMemset(d_got, 0, 8);
  std::printf("%s %d\n", cudaGetErrorName(e), got);
}
int main() {
  int* d_got;
  cudaMalloc(&d_got, 8);
  cudaMemset(d_got, 0, 8);
  show(cudaSuccess);
  show(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1));
  show(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
  takes<<<1, 1024>>>(1 << 20, d_got);
  show(d_got);
  takes<<<1, 64>>>(64 << 20, d_got);
  show(d_got);
  takes<<<2, 1024>>>(1000, d_got);
  show(d_got);
  show(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
  news<<<1, 64>>>(d_got);
  show(d_got);
  takes<<<1, 64>>>(1, d_got);
  show(d_got);
  cudaDeviceReset();
  show(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 5 << 20));
  cudaMalloc(&d_got, 8);
  cudaMemset(d_got, 0, 8);
  news<<<1, 64>>>(d_got);
  show(d_got);
}
)";

// The limits and their errors are those of an H100, whose heap has a little less room than its size.
TEST(KernelHeap, HasRoomForItsLimitAndGivesNullBeyond) {
  sandbox box;
  box.write("prog.cu", kHeapProgram);
  for (const std::string& compiler : host_compilers())
    for (const char* check : {"", "--check "}) {
      const outcome got = box.run("SIMCU --no-strict -ccbin " + compiler + " " + check +
                                  "prog.cu -o prog && timeout 600 ./prog");
      EXPECT_EQ(got.output,
                "cudaSuccess 8388608\n"
                "cudaSuccess 4194304\n"
                "cudaSuccess 16777216\n"
                "cudaSuccess 16\n"    // 1 MiB
                "cudaSuccess 0\n"     // 64 MiB
                "cudaSuccess 2048\n"  // what the others had was given back
                "cudaErrorInvalidValue 16777216\n"
                "cudaSuccess 16\n"
                "cudaSuccess 0\n"
                "cudaSuccess 5242880\n"
                "cudaSuccess 5\n")
          << compiler << " " << check;
      EXPECT_EQ(got.status, 0) << compiler << " " << check;
    }
}

// Also where the element is far from the null pointer.
TEST(KernelHeap, AUseOfNullSaysThatItIsUsedUp) {
  sandbox box;
  box.write("prog.cu", R"(#include <cstdio>
__global__ void k(int* out) {
  volatile int* p = static_cast<int*>(malloc(64 << 20));
  p[(8 << 20) + threadIdx.x] = out[0];
}
int main() {
  int* d_out;
  cudaMalloc(&d_out, 4);
  cudaMemset(d_out, 0, 4);
  k<<<1, 32>>>(d_out);
  std::puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
)");
  const char* why =
      "malloc returned null because the heap of 8388608 bytes is used up: 67108864 bytes were asked for, and "
      "8388608 were left";
  const outcome plain = box.run("SIMCU --no-strict prog.cu -o prog && ./prog");
  EXPECT_NE(plain.output.find(why), std::string::npos) << plain.output;
  EXPECT_NE(plain.output.find("cudaErrorIllegalAddress"), std::string::npos) << plain.output;
  const outcome checked = box.run("SIMCU --no-strict --check prog.cu -o prog && ./prog");
  EXPECT_NE(checked.output.find(std::string("writes 4 bytes at or near the null pointer: ") + why),
            std::string::npos)
      << checked.output;
}

TEST(KernelHeap, NothingElseIsSaidOfItWhereAParameterIsNull) {
  sandbox box;
  box.write("prog.cu", R"(
__global__ void k(int* out) {
  if (malloc(64 << 20) == nullptr) out[0] = 1;
}
int main() {
  k<<<1, 1>>>(nullptr);
  cudaDeviceSynchronize();
}
)");
  const outcome got = box.run("SIMCU --no-strict --check prog.cu -o prog && ./prog");
  EXPECT_NE(got.output.find("Check that the pointer was set"), std::string::npos) << got.output;
  EXPECT_EQ(got.output.find("malloc returned null"), std::string::npos) << got.output;
}

TEST(KernelHeap, AKernelCannotFreeWhatIsNotItsHeaps) {
  sandbox box;
  box.write("prog.cu", R"(#include <cstdio>
__global__ void k(int* p) { free(p); }
__global__ void keeps(int** p) { *p = new int[4]; }
int main() {
  int *p, **kept;
  cudaMallocManaged(&kept, 8);
  keeps<<<1, 1>>>(kept);
  cudaDeviceSynchronize();
  std::puts(cudaGetErrorName(cudaFree(*kept)));
  cudaMalloc(&p, 4);
  k<<<1, 1>>>(p);
  std::puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
)");
  for (const char* check : {"", "--check "}) {
    const outcome got = box.run(std::string("SIMCU --no-strict ") + check + "prog.cu -o prog && ./prog");
    EXPECT_NE(got.output.find("a kernel frees what it did not get from malloc or new"), std::string::npos)
        << got.output;
    EXPECT_NE(got.output.find("cudaErrorInvalidValue\n"), std::string::npos) << got.output;
    EXPECT_NE(got.output.find("cudaErrorLaunchFailure\n"), std::string::npos) << got.output;
  }
}

// The host's are the library's, or the program's own.
TEST(KernelHeap, TheHostsMemoryIsTheHosts) {
  sandbox box;
  box.write("prog.cu", R"(#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>
int own = 0;
void* operator new(std::size_t n) {
  ++own;
  if (void* p = std::malloc(n)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
int main() {
  std::vector<int> v(5 << 20, 1);
  int* p = new int(3);
  std::printf("%d %d\n", v.back() + *p, own);
  delete p;
}
)");
  for (const std::string& compiler : host_compilers())
    for (const char* check : {"", "--check "})
      EXPECT_EQ(box.run("SIMCU --no-strict -w -ccbin " + compiler + " " + check + "prog.cu -o prog && ./prog")
                    .output,
                "4 2\n")
          << compiler << " " << check;
}

}  // namespace
