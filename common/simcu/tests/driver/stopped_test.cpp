// SPDX-License-Identifier: Apache-2.0
// Tests the messages of programs that never end, that are stopped, or that go on after a kernel has failed.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "toolbox.h"

namespace {

constexpr const char* kUntilItSaysThatItWaits =
    "SIMCU --no-strict prog.cu -o prog && mkfifo said && { timeout 600 ./prog >said 2>&1 & "
    "grep -m 1 -B 1 'If it waits' said; kill $!; }";

// Tries increasing times, until the output in the file `said` contains PATTERN.
std::string stopped_after(const std::string& signal, const std::string& pattern) {
  return "for seconds in 1 4 16 64 256; do timeout -s " + signal +
         " $seconds ./prog >said 2>&1; status=$?; grep -q '" + pattern +
         "' said && break; done; cat said; exit $status";
}

// Without a schedule or a time limit, only the user can end a kernel that waits for the host.
TEST(Failures, AKernelThatWaitsForTheHostSaysSo) {
  sandbox box;
  box.write("prog.cu", R"(
__global__ void k(volatile int* flag, int* data) {
  while (*flag == 0) {
  }
  *data = 1;
}
int main() {
  int *flag, *data;
  cudaMallocManaged(&flag, 4);
  cudaMallocManaged(&data, 4);
  *flag = 0;
  k<<<1, 32>>>(flag, data);
  *flag = 1;
  return cudaDeviceSynchronize();
}
)");
  const outcome got = box.run(kUntilItSaysThatItWaits);
  EXPECT_SAYS(got, "simcu: kernel `k` has been looping in one place, ");
  EXPECT_SAYS(got, "prog.cu:3 for 4 s\n");
  EXPECT_SAYS(got, "If it waits for the host");
}

// Many threads wait, and runtime functions are sometimes interrupted.
TEST(Failures, AKernelOfManyThreadsThatWaitSaysSo) {
  sandbox box;
  box.write("prog.cu", R"(
__global__ void k() {
  __shared__ int come;
  if (threadIdx.x == 0) come = 0;
  __syncthreads();
  if (threadIdx.x != 0) for (atomicAdd(&come, 1); atomicAdd(&come, 0) < blockDim.x;) __nanosleep(20);
}
int main() {
  k<<<1, 96>>>();
  return cudaDeviceSynchronize();
}
)");
  const outcome got = box.run(kUntilItSaysThatItWaits);
  EXPECT_SAYS(got, "simcu: kernel `k` has been looping in one place, ");
  EXPECT_SAYS(got, "prog.cu:6 for 4 s\n");
}

// A grader sets a limit per request, and one process serves many requests.
TEST(Failures, TheTimeLimitIsReadAtEachLaunch) {
  const outcome got = run_program(R"(#include <cstdlib>
__global__ void k(int times) { while (threadIdx.x < times); }
int main() {
  k<<<1, 1>>>(0);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  setenv("SIMCU_TIMEOUT", "0.25", 1);
  k<<<1, 1>>>(1);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 7 : 2;
}
)",
                                  "-w", "SIMCU_TIMEOUT=1000 ./prog");
  EXPECT_EQ(got.status, 7) << got.output;
  EXPECT_SAYS(got, "it did not finish within 0.25 s (SIMCU_TIMEOUT)");
}

TEST(Failures, ALocalArrayThatIsTooLargeUsesUpTheStack) {
  sandbox box;
  box.write("prog.cu", R"(
__global__ void k(int* out, int n) {
  int local[120000];
  for (int i = 0; i < n; ++i) local[i] = i ^ threadIdx.x;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += local[i * 7 % n];
  out[threadIdx.x] = sum;
}
int main() {
  int* d_out;
  cudaMalloc(&d_out, 4096);
  k<<<1, 64>>>(d_out, 100);
  return cudaDeviceSynchronize();
}
)");
  for (const std::string& compiler : host_compilers())
    for (const char* check : {"", "--check "}) {
      const std::string built = "SIMCU --no-strict -ccbin " + compiler + " " + check + "prog.cu -o prog && ";
      const outcome small = box.run(built + "./prog");
      EXPECT_SAYS(small, "the thread's stack overflowed");
      const outcome large = box.run("SIMCU_STACK_KIB=512 ./prog");
      EXPECT_EQ(large.output, "") << compiler << " " << check;
    }
}

TEST(Failures, AStoppedProgramTellsWhoListensWhatWasFound) {
  sandbox box;
  box.write("prog.cu", R"(#include <simcu/report.h>
#include <unistd.h>
__global__ void k(unsigned* out) {
  out[0] = threadIdx.x;
  __syncthreads();
  for (unsigned i = 0; i < 0xfffffff0u; ++i) out[threadIdx.x] += i;
}
int main() {
  simcu::listen_to_faults([](const char* record, std::size_t size) { (void)!write(1, record, size); });
  unsigned* d;
  cudaMalloc(&d, 4096);
  k<<<2, 64>>>(d);
  return cudaDeviceSynchronize();
}
)");
  const outcome got = box.run("SIMCU --no-strict --check prog.cu -o prog && export SIMCU_TIMEOUT=0 && " +
                              stopped_after("TERM", "race"));
  EXPECT_EQ(got.output.rfind(R"({"stopped":"outside")", 0), 0u) << got.output;
  EXPECT_SAYS(got, R"("kind":"race")");
}

// An H100 with CUDA 13 gives these results after an assertion, a trap, an illegal and a misaligned address.
TEST(Failures, AResetDoesNotBringTheDeviceBack) {
  sandbox box;
  box.write("prog.cu", R"(#include <cassert>
#include <cstdio>
#include <cstdlib>
__global__ void asserts(int x) { assert(x == 0); }
__global__ void traps() { __trap(); }
__global__ void writes(int* p) { *p = 1; }
__global__ void writes_four(int4* p) { *p = {1, 2, 3, 4}; }
__global__ void nothing() {}
void show(cudaError_t e) { std::printf("%s\n", cudaGetErrorName(e)); }
int main(int, char** given) {
  char* bytes;
  int n;
  cudaMalloc(&bytes, 64);
  switch (std::atoi(given[1])) {
    case 0: asserts<<<1, 1>>>(1); break;
    case 1: traps<<<1, 1>>>(); break;
    case 2: writes<<<1, 1>>>(nullptr); break;
    case 3: writes_four<<<1, 1>>>((int4*)(bytes + 1)); break;
  }
  cudaDeviceSynchronize();
  if (given[2]) cudaGetLastError();
  show(cudaDeviceReset());
  show(cudaGetLastError());
  show(cudaMalloc(&bytes, 4));
  nothing<<<1, 1>>>();
  show(cudaGetLastError());
  show(cudaGetDeviceCount(&n));
  show(cudaSetDevice(0));
  show(cudaDeviceReset());
  show(cudaFree(0));
}
)");
  const std::string gone = "cudaErrorDevicesUnavailable\n";
  const std::vector<std::string> faults = {"cudaErrorAssert", "cudaErrorLaunchFailure",
                                           "cudaErrorIllegalAddress", "cudaErrorMisalignedAddress"};
  outcome got = box.run("SIMCU --no-strict prog.cu -o prog && ./prog 0 2>&1 >said | grep Reset");
  EXPECT_SAYS(got, "cudaDeviceReset does not restore the device");
  for (std::size_t i = 0; i < faults.size(); ++i) {
    got = box.run("./prog " + std::to_string(i) + " 2>said");
    EXPECT_EQ(got.output, "cudaSuccess\n" + faults[i] + "\n" + gone + gone + "cudaSuccess\n" + gone +
                              "cudaSuccess\n" + gone);
  }
  got = box.run("./prog 1 read 2>said");
  EXPECT_EQ(got.output.rfind("cudaSuccess\ncudaSuccess\n" + gone, 0), 0u) << got.output;
  got = box.run("./prog 4");
  for (const std::string& line : faults) EXPECT_DOES_NOT_SAY(got, line);
  EXPECT_DOES_NOT_SAY(got, gone);
}

TEST(Failures, AfterAFailureNothingIsSaidOfLeaks) {
  sandbox box;
  box.write("prog.cu", R"(#include <cstdlib>
__global__ void k(int* p, int i) { p[i] = 1; }
int main(int, char** given) {
  int* d_p;
  cudaMalloc(&d_p, 64);
  k<<<1, 1>>>(d_p, std::atoi(given[1]));
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return 0;
}
)");
  const outcome right = box.run("SIMCU --no-strict --check prog.cu -o prog && SIMCU_LEAKS=1 ./prog 3");
  EXPECT_SAYS(right, "simcu: leak");
  const outcome wrong = box.run("SIMCU_LEAKS=1 ./prog 100000000");
  EXPECT_SAYS(wrong, "simcu: out-of-bounds");
  EXPECT_DOES_NOT_SAY(wrong, "simcu: leak");
}

// The reason for an endless loop is found before the loop, and must be reported when the program is stopped.
TEST(Failures, WhoeverStopsACheckedProgramIsToldWhatWasFound) {
  sandbox box;
  box.write("prog.cu", R"(
__global__ void k(const int* from, int* to, int n) {
  const int bound = from[n];
  while (to[0] != bound || n == 8) ++to[1];
}
int main() {
  int* d_p;
  cudaMalloc(&d_p, 32);
  cudaMemset(d_p, 0, 32);
  k<<<1, 1>>>(d_p, d_p, 8);
  return cudaDeviceSynchronize();
}
)");
  ASSERT_EQ(box.run("SIMCU --no-strict --check prog.cu -o prog").status, 0);
  for (const std::string signal : {"TERM", "INT"}) {
    const outcome got = box.run(stopped_after(signal, "out-of-bounds"));
    EXPECT_EQ(got.status, 124) << got.output;
    EXPECT_SAYS(got, "simcu: out-of-bounds (global) in kernel `k`: reads 4 bytes");
    EXPECT_SAYS(got, "prog.cu:3");
  }
}

}  // namespace
