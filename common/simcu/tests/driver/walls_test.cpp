// SPDX-License-Identifier: Apache-2.0
// Tests that host code cannot use device memory, and that kernels cannot use the host's system and libraries.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "toolbox.h"

namespace {

std::string by_number(const std::vector<std::string>& statements) {
  std::string text;
  for (std::size_t i = 0; i < statements.size(); ++i)
    text += "  if (std::atoi(given[1]) == " + std::to_string(i) + ") { " + statements[i] + " }\n";
  return text;
}

TEST(Failures, HostCodeCannotUseDeviceMemory) {
  const std::vector<std::string> statements = {"std::sort(d_p, d_p + 64);", "h[0] = d_p[7];", "d_p[7] = 1;",
                                               "std::memcpy(h, d_p, sizeof h);",
                                               "h[0] = *std::min_element(d_p, d_p + 9);"};
  sandbox box;
  box.write("prog.cu", R"(#include <algorithm>
#include <cstring>
#include <cstdio>
#include <cstdlib>
__global__ void fill(int* p) { p[threadIdx.x] = 64 - threadIdx.x; }
int main(int, char** given) {
  int *d_p, h[64];
  cudaMalloc(&d_p, sizeof h);
  fill<<<1, 64>>>(d_p);
  cudaDeviceSynchronize();
)" + by_number(statements) +
                           "  std::printf(\"%d\\n\", h[0]);\n}\n");
  ASSERT_EQ(box.run("SIMCU --no-strict prog.cu -o prog").status, 0);
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const outcome got = box.run("./prog " + std::to_string(i));
    EXPECT_EQ(got.status, 128 + 11) << statements[i] << got.output;
    EXPECT_SAYS(got, "host code used device memory, at byte ");
    EXPECT_SAYS(got, "copy it with cudaMemcpy");
  }
}

// A stray index can lead anywhere, so the message mentions cudaMalloc only if an allocation is near.
TEST(Failures, AStrayIndexOfTheHostIsNotCalledDeviceMemory) {
  sandbox box;
  box.write("prog.cu", "int main() { int* d_p; cudaMalloc(&d_p, 256); d_p[1000000000] = 1; }\n");
  ASSERT_EQ(box.run("SIMCU --no-strict prog.cu -o prog").status, 0);
  const outcome got = box.run("./prog");
  EXPECT_EQ(got.status, 128 + 11) << got.output;
  EXPECT_SAYS(got, "host code used the address 0x");
  EXPECT_DOES_NOT_SAY(got, "cudaMalloc");
}

// A library or a file that isn't instrumented may make the access.
TEST(Failures, ACheckedProgramTellsWhoseLineUsedDeviceMemory) {
  sandbox box;
  box.write("other.cpp", "void put(int* p) { *p = 1; }\n");
  box.write("prog.cu", R"(#include <algorithm>
#include <cstdio>
void put(int*);
int main(int, char** argv) {
  int* d_p;
  cudaMalloc(&d_p, 256);
  cudaMemset(d_p, 1, 256);
  if (argv[1][0] == 's') std::sort(d_p, d_p + 64);
  if (argv[1][0] == 'p') std::puts(reinterpret_cast<char*>(d_p));
  put(d_p);
}
)");
  EXPECT_EQ(box.run("SIMCU --no-strict --check prog.cu other.cpp -o prog").status, 0);
  const auto expect = [&](const char* argument, const char* does, const char* line) {
    const outcome got = box.run(std::string("./prog ") + argument);
    EXPECT_EQ(got.status, 99) << got.output;
    const std::string told = std::string("device-pointer: host code ") + does + " device memory";
    EXPECT_SAYS(got, told);
    EXPECT_SAYS(got, line);
  };
  expect("sort", "reads", "prog.cu:8\n");
  expect("puts", "reads", "prog.cu:9\n");
#if defined(__x86_64__)
  expect("other file", "writes", "other.cpp:1\n");
#endif
}

TEST(Failures, NorCanTheSystemForHostCode) {
  const outcome got = run_program(R"(#include <unistd.h>
#include <cerrno>
int main() {
  int* d_p;
  cudaMalloc(&d_p, 256);
  cudaMemset(d_p, 65, 256);
  return write(1, d_p, 256) == -1 && errno == EFAULT ? 0 : 1;
}
)");
  EXPECT_EQ(got.status, 0) << got.output;
  EXPECT_EQ(got.output, "");
}

TEST(Failures, HostCodeCannotUseTheDevicesVariables) {
  const std::vector<std::string> statements = {"",
                                               "std::sort(d_kept, d_kept + 64);",
                                               "d_pair.b = 3;",
                                               "std::printf(\"%f\", c_x[1]);",
                                               "std::printf(\"%d\", d_static);",
                                               "if (write(1, d_kept, 4) != -1 || errno != EFAULT) abort();"};
  for (const std::string& compiler : host_compilers()) {
    sandbox box;
    box.write("prog.cu", R"(#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
__device__ unsigned d_kept[64];
__device__ struct pair { int a, b; } d_pair;
__device__ int d_set = 5;
static __device__ int d_static;
__constant__ float c_x[4] = {1, 2, 3, 4};
__managed__ int m_v;
int h_set = 3, h_zero;
__global__ void k() {
  d_kept[threadIdx.x] = 64 - threadIdx.x;
  if (threadIdx.x == 0) d_pair.a = 1, m_v = 9, d_static = d_set;
}
int main(int, char** given) {
  k<<<1, 64>>>();
  cudaDeviceSynchronize();
  int kept, set;
  void* address;
  cudaMemcpyFromSymbol(&kept, d_kept, sizeof kept, 4);
  cudaMemcpyFromSymbol(&set, d_static, sizeof set);
  cudaGetSymbolAddress(&address, d_kept);
  cudaMemset(address, 0, 4);
  if (kept != 63 || set != 5 || m_v != 9 || h_set + h_zero++ != 3) return 1;
)" + by_number(statements) + "}\n");
    const outcome built = box.run("SIMCU_CXX=" + compiler + " SIMCU --no-strict prog.cu -o prog");
    ASSERT_EQ(built.status, 0) << built.output;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const outcome got = box.run("./prog " + std::to_string(i));
      const bool uses = i > 0 && statements[i].find("write(") == std::string::npos;
      EXPECT_EQ(got.status, uses ? 128 + 11 : 0) << statements[i] << got.output;
      if (uses) {
        EXPECT_SAYS(got, "host code used the device's variable `");
      }
    }
  }
}

// Linux 5.11 on x86-64 can report system calls by kernels.
#ifdef __x86_64__
TEST(Failures, ACheckedKernelCannotCallTheSystem) {
  const outcome got = run_program(R"(#include <unistd.h>
__global__ void k() { (void)!write(1, "told", 4); }
int main() {
  k<<<1, 1>>>();
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
)",
                                  "--check", "SIMCU_EXITCODE=0 ./prog");
  EXPECT_EQ(got.status, 0) << got.output;
  EXPECT_SAYS(got, "a kernel calls the operating system");
  EXPECT_DOES_NOT_SAY(got, "told");
}

TEST(Failures, ACheckedKernelCannotCallTheProgramsHostFunctions) {
  sandbox box;
  box.write("prog.cu", R"(#include <cstdlib>
#include <cstring>
int plain(int x) { return x + 1; }
template <class T>
T generic(T x) { return x + 1; }
struct base { __device__ virtual int run(int x) const { return x; } };
struct derived : base {
  int run(int x) const override { return x + 1; }
  static int alone(int x) { return x + 1; }
};
using function = int (*)(int);
__global__ void by_pointer(function f, int* out) { *out = f(1); }
__global__ void by_table(const base* b, int* out) { *out = b->run(1); }
int main(int, char** given) {
  const function all[] = {plain, generic<int>, &derived::alone};
  int* d_out;
  base* d_base;
  const derived one;
  cudaMalloc(&d_out, sizeof *d_out);
  cudaMalloc(&d_base, sizeof one);
  cudaMemcpy(static_cast<void*>(d_base), &one, sizeof one, cudaMemcpyHostToDevice);
  const int which = std::atoi(given[1]);
  if (which < 3)
    by_pointer<<<1, 1>>>(all[which], d_out);
  else
    by_table<<<1, 1>>>(d_base, d_out);
  const bool failed = cudaDeviceSynchronize() == cudaErrorLaunchFailure;
  cudaFree(d_out);
  cudaFree(d_base);
  return failed && all[which % 3](1) == 2 ? 0 : 1;  // the host may call them
}
)");
  ASSERT_EQ(box.run("SIMCU --no-strict --check prog.cu -o prog").status, 0);
  for (const auto& [argument, name] :
       {std::pair{"0", "plain"}, {"1", "generic"}, {"2", "alone"}, {"3", "run"}}) {
    const outcome got = box.run(std::string("SIMCU_EXITCODE=0 ./prog ") + argument);
    EXPECT_EQ(got.status, 0) << got.output;
    EXPECT_SAYS(got, std::string("a kernel calls ") + name + " through a pointer: host functions");
  }
}

// A timer's handler is host code, even if it interrupts a kernel. (Its loads and stores still count as the
// kernel's.)
TEST(Failures, AHandlerMayInterruptACheckedKernel) {
  const outcome got = run_program(R"(#include <csignal>
#include <sys/time.h>
__attribute__((noinline)) static void nothing() {}
static void tick(int) { nothing(); }
__global__ void k(int* out) { for (int i = 0; i < 2000000; ++i) out[0] += i; }
int main() {
  std::signal(SIGALRM, tick);
  const itimerval often{{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &often, nullptr);
  int* d_out;
  cudaMalloc(&d_out, 4);
  cudaMemset(d_out, 0, 4);
  k<<<1, 1>>>(d_out);
  const bool good = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(d_out);
  return good ? 0 : 1;
}
)",
                                  "--check");
  EXPECT_EQ(got.status, 0) << got.output;
}

TEST(Failures, ACheckedKernelCannotCallTheHostsLibraries) {
  const outcome got = run_program(R"(#include <cstdlib>
#include <cstring>
__global__ void k(unsigned long (*function)(const char*, char**, int), unsigned long* out) {
  *out = function("7", nullptr, 10);
}
int main() {
  unsigned long* d_out;
  cudaMalloc(&d_out, sizeof *d_out);
  k<<<1, 1>>>(strtoul, d_out);
  const bool failed = cudaDeviceSynchronize() == cudaErrorLaunchFailure;
  cudaFree(d_out);
  return failed ? 0 : 1;
}
)",
                                  "--check", "SIMCU_EXITCODE=0 ./prog");
  EXPECT_EQ(got.status, 0) << got.output;
  EXPECT_SAYS(got, "through a pointer: host functions cannot be called on the device");
  EXPECT_SAYS(got, "prog.cu:4");
}

TEST(Failures, ACheckedKernelCallsItsOwnFunctionsByPointers) {
  const outcome got = run_program(R"(#include <cmath>
#include <cstdio>
#include <cstdlib>
__device__ int twice(int x) { return 2 * x; }
double twice(double x) { return 2 * x; }
__device__ int (*d_function)(int) = twice;
struct shape { __device__ virtual int area(int side) const { return side; } };
struct square : shape { __device__ int area(int side) const override { return side * side; } };
__device__ float sum8(float a, float b, float c, float d, float e, float f, float g, float h) {
  return a + b + c + d + e + f + g + h;
}
__global__ void k(float* out) {
  square one;
  const shape* s = &one;
  double (*root)(double) = sqrt;
  int (*magnitude)(int) = abs;
  int (*next)(int) = [](int x) { return x + 1; };
  float (*sum)(float, float, float, float, float, float, float, float) = sum8;
  volatile auto choice = sum;
  *out = d_function(3) + s->area(4) + next(5) + magnitude(-9) + static_cast<float>(root(49.0)) + choice(1, 2, 3, 4, 5, 6, 7, 8);
}
int main() {
  float *d_out, out;
  cudaMalloc(&d_out, sizeof *d_out);
  k<<<1, 1>>>(d_out);
  cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaFree(d_out);
  std::printf("%g\n", out * twice(0.5));
}
)",
                                  "--check");
  EXPECT_EQ(got.status, 0) << got.output;
  EXPECT_EQ(got.output, "80\n") << got.output;
}
#endif

TEST(DeviceMemory, IsOpenForWhoeverMayUseIt) {
  const outcome got = run_program(R"(#include <thread>
#include <vector>
#include <atomic>
__global__ void add(int* p, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] += 1; }
std::atomic<int> wrong{0};
void work(int me) {
  for (int round = 0; round < 50; ++round) {
    const int n = 1000 + 700 * me;
    int *d_p, *managed;
    std::vector<int> h(n, round);
    if (cudaMalloc(&d_p, n * sizeof(int)) || cudaMallocManaged(&managed, 64)) ++wrong;
    managed[3] = me;
    cudaMemcpy(d_p, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    add<<<2 - me % 2, 32>>>(d_p, me % 2 ? n : 0);
    add<<<1, 32>>>(d_p, n);
    cudaMemcpy(h.data(), d_p, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int value : h) if (value != round + 1 + me % 2) ++wrong;
    if (managed[3] != me) ++wrong;
    if (round % 3) cudaFree(d_p);
    cudaFree(managed);
  }
}
int main() {
  std::vector<std::thread> threads;
  for (int me = 0; me < 6; ++me) threads.emplace_back(work, me);
  for (std::thread& t : threads) t.join();
  return wrong || cudaDeviceSynchronize() ? 1 : 0;
}
)");
  EXPECT_EQ(got.status, 0) << got.output;
}

}  // namespace
