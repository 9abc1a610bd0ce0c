// SPDX-License-Identifier: Apache-2.0
// Tests the messages for kernels that fail at run time. lines_test.cpp tests their line numbers.
#include <gtest/gtest.h>

#include <iterator>
#include <string>
#include <vector>

#include "toolbox.h"

namespace {

// A negative index cannot silently reach other memory before the first allocation.
TEST(Failures, BeforeTheFirstAllocationNothingIsTheirs) {
  sandbox box;
  box.write("prog.cu", R"(#include <cstdlib>
__global__ void k(int* p, int offset) { p[-offset] = 1; }
int main(int, char** given) {
  int* d_p;
  cudaMalloc(&d_p, 8);
  k<<<1, 1>>>(d_p, std::atoi(given[1]));
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
)");
  ASSERT_EQ(box.run("SIMCU --no-strict prog.cu -o prog").status, 0);
  for (const std::string offset : {"1", "1024", "100000"}) {
    const outcome got = box.run("./prog " + offset);
    EXPECT_EQ(got.status, 0) << got.output;
    if (offset == "1") {
      EXPECT_SAYS(got, "4 bytes before the start of the 8-byte allocation");
    }
  }
}

// Only the leader's value matters.
TEST(Warnings, NoneForAValueThatOnlyTheLeaderSets) {
  sandbox box;
  box.write("prog.cu",
            "__global__ void k(int* p) {\n  int base;\n  if (threadIdx.x == 0) base = atomicAdd(p, 32);\n"
            "  base = __shfl_sync(0xffffffff, base, 0);\n  p[base + threadIdx.x] = 1;\n}\nint main() {}\n");
  const outcome got = box.run("SIMCU --no-strict -O2 -Wall -Wextra prog.cu -o prog");
  EXPECT_EQ(got.status, 0);
  EXPECT_EQ(got.output, "");
}

// g++ looks for a comment, which the preprocessor has removed.
TEST(Warnings, NoneForACaseThatSaysItFallsThrough) {
  const auto with = [](const char* name, const char* comment) {
    return std::string("__device__ inline int ") + name + "(int n) {\n  switch (n) {\n    case 0: n = 2;  " +
           comment + "\n    case 1: n += 1;\n  }\n  return n;\n}\n";
  };
  sandbox box;
  box.write("f.h", with("f", "// falls through") + with("g", "/* FALLTHRU */") +
                       with("h", "// Else, fall through."));
  box.write("prog.cu", "#include \"f.h\"\n__global__ void k(int* p) { p[0] = f(p[1]); }\n");
  EXPECT_EQ(box.run("SIMCU -Wextra --no-strict -c prog.cu").output, "");
  box.write("f.h", with("f", "// goes on"));
  const outcome got = box.run("SIMCU -Wextra --no-strict -c prog.cu");
  EXPECT_EQ(got.status, 0);
  EXPECT_SAYS(got, "may fall through");
}

// CUDA returns "invalid argument" for all of these.
TEST(Failures, ARefusedLaunchNamesTheNumberAndTheLimit) {
  const outcome got = run_program(R"(#include <cooperative_groups.h>
__global__ void k(int*) {}
template <int N> __global__ void __launch_bounds__(64) bounded() {}
extern __shared__ int s_d[];
__global__ void with_shared() { __shared__ int x[1024]; x[0] = s_d[0] = 1; }
__global__ void whole_grid() { cooperative_groups::this_grid().sync(); }
int main() {
  k<<<1, 2048>>>(nullptr);
  k<<<0, 32>>>(nullptr);
  k<<<dim3(1, 70000), 32>>>(nullptr);
  k<<<1, dim3(1, 1, 65)>>>(nullptr);
  k<<<1, 32, 300000>>>(nullptr);
  bounded<3><<<1, 65>>>();
  with_shared<<<1, 1, 50000>>>();
  void* none[1];
  cudaLaunchCooperativeKernel(whole_grid, 100000, 1024, none);
  cudaLaunchKernel(whole_grid, 1, 1025, none);
  for (int i = 0; i < 9; ++i) k<<<1, 4096>>>(nullptr);
  return cudaGetLastError() == cudaErrorInvalidValue ? 0 : 1;
}
)");
  EXPECT_EQ(got.status, 0) << got.output;
  const char* const said[] = {
      "simcu: the launch of `k` at prog.cu:8 was refused: a block of (2048,1,1) has 2048 threads, but at "
      "most 1024 are possible (cudaErrorInvalidValue)\n",
      "`k` at prog.cu:9 was refused: the grid is (0,1,1), but each extent must be at least 1: are there no elements, or does a division round down?",
      "`k` at prog.cu:10 was refused: gridDim.y is 70000, but at most 65535 is possible",
      "`k` at prog.cu:11 was refused: blockDim.z is 65, but at most 64 is possible",
      "`k` at prog.cu:12 was refused: the dynamic shared memory is 300000, but at most 232448 bytes",
      "` at prog.cu:13 was refused: a block has 65 threads, but the kernel's __launch_bounds__ allow at most 64",
      "`with_shared` at prog.cu:14 was refused: it requests 50000 bytes of dynamic shared memory, but only 49152 "
      "are left",
      "`whole_grid` was refused: the grid has 100000 blocks, but only 16 of this size fit on the device at once",
      "prog.cu:17 was refused: a block of (1025,1,1) has 1025 threads",
      "`k` at prog.cu:18 was refused"};
  std::size_t lines = 0;
  for (const char c : got.output) lines += c == '\n';
  EXPECT_EQ(lines, std::size(said)) << got.output;
  for (const char* text : said) EXPECT_SAYS(got, text);
}

// A null in the list of argument addresses is refused, and an invalid address crashes.
TEST(Failures, ALaunchWithoutItsArgumentsNamesItsLine) {
  sandbox box;
  box.write("prog.cu", R"(#include <cooperative_groups.h>

__global__ void k(int* d, int n) { cooperative_groups::this_grid().sync(), d[threadIdx.x] = n; }
int main() {
  int* d;
  cudaMalloc(&d, 256);
  void *missing[] = {&d, nullptr}, *wild[] = {&d, reinterpret_cast<void*>(8)};
  if (cudaLaunchCooperativeKernel(k, 1, 32, missing) != cudaErrorInvalidValue) return 1;
  if (cudaLaunchKernel((void*)k, 1, 32, nullptr) != cudaErrorInvalidValue) return 2;
  if (cudaGetLastError() != cudaErrorInvalidValue || cudaDeviceSynchronize() != cudaSuccess) return 3;
  cudaLaunchCooperativeKernel(k, 1, 32, wild);
}
)");
  for (const char* check : {"", "--check "}) {
    EXPECT_EQ(box.run(std::string("SIMCU --no-strict ") + check + "prog.cu -o prog").status, 0);
    const outcome got = box.run("./prog");
    EXPECT_EQ(got.status, 128 + 11) << got.output;
    for (const char* said :
         {"prog.cu:8 was refused: args[1] is null, but args must hold the addresses of all 2 arguments "
          "(cudaErrorInvalidValue)",
          "prog.cu:9 was refused: args is null, but args must hold the addresses of all 2 arguments",
          "simcu: host code used the address 0x8, at "})
      EXPECT_SAYS(got, said) << check;
    EXPECT_SAYS(got, "prog.cu:11\n") << check;
  }
}

TEST(Failures, AnIllegalAddressNamesTheElement) {
  sandbox box;
  box.write("prog.cu", R"(#include <cstdlib>
__global__ void k(float* d_out, int* d_in, long long index) { d_out[index] = d_in[0]; }
__global__ void reads_only(float* d_out, const int* d_in, long long index) { d_out[index] = d_in[0]; }
int main(int, char** argv) {
  float* d_out = nullptr;
  int *d_in, *d_between;
  cudaMalloc(&d_in, 400);
  cudaMalloc(&d_between, 100 << 20);
  if (argv[1][0] != 'n') cudaMalloc(&d_out, 4000);
  if (argv[1][0] == 'm') d_out += 100;
  if (argv[1][0] == 'c')
    reads_only<<<1, 1>>>(d_out, d_in, std::atoll(argv[2]));
  else
    k<<<1, 1>>>(d_out, d_in, std::atoll(argv[2]));
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
)");
  const outcome got = box.run(
      "SIMCU --no-strict prog.cu -o prog && ./prog a 5000000000 && ./prog a -3000000000 && ./prog a 2000000 && ./prog n "
      "7 && ./prog m 3000000");
  EXPECT_EQ(got.status, 0) << got.output;
  for (const char* text :
       {"prog.cu:2\n  it would be `d_out[5000000000]` (of 1000 elements), or `d_in[",
        "`d_out[-3000000000]` (of 1000 ", "prog.cu:2\n  it would be `d_out[2000000]` (of 1000 elements)\n",
        "prog.cu:2\n  it would be `d_out[7]`, and `d_out` is null\n",
        // The pointer is inside an allocation, so the array's number of elements is unknown.
        "prog.cu:2\n  it would be `d_out[3000000]`\n"})
    EXPECT_SAYS(got, text);
#if defined(__x86_64__)  // the fault says that this is a write, so `d_in`, a pointer to const, is not named
  const outcome written = box.run("./prog c 5000000000");
  EXPECT_SAYS(written, "it would be `d_out[5000000000]` (of 1000 elements)\n");
#endif
}

TEST(Failures, TheHostsStackIsNamed) {
  sandbox box;
  box.write("prog.cu", R"(#include <cstdio>
volatile int deep = 1;
int down(int x) { volatile int room[1000]; room[0] = x; return deep ? down(x + 1) + room[0] : room[0]; }
int large() { volatile int room[20000000]; for (int i = 0; i < 20000000; i += 100) room[i] = i; return room[7]; }
__global__ void k() {}
int main(int argc, char**) {
  k<<<1, 1>>>();
  return argc > 1 ? down(3) : large();
}
)");
  const outcome got =
      box.run("SIMCU --no-strict -w prog.cu -o prog && ulimit -s 8192 && { ./prog; ./prog deep; }");
  EXPECT_EQ(got.status, 128 + 11) << got.output;
  std::size_t count = 0;
  for (std::size_t at = 0; (at = got.output.find("host code overflowed its stack", at)) != std::string::npos;
       ++at)
    ++count;
  EXPECT_EQ(count, 2u) << got.output;
}

// The crashed process looks up the line itself, even if malloc has crashed.
TEST(Failures, AHostCrashNamesItsLine) {
  sandbox box;
  box.write("prog.cu", R"(#include <cstdlib>
#include <cstring>
__global__ void k() {}
int main(int argc, char**) {
  k<<<1, 1>>>();
  cudaDeviceSynchronize();
  if (argc == 1) *static_cast<volatile int*>(nullptr) = 1;
  if (argc == 3) {
    volatile std::size_t bytes = 4000;
    std::memset(reinterpret_cast<char*>(bytes), 0, bytes);
  }
  auto* const p = static_cast<void* volatile*>(std::malloc(4000));
  void* volatile next = std::malloc(40);
  std::free(const_cast<void**>(p));
  p[1] = reinterpret_cast<void*>(16);  // where malloc keeps a list
  next = std::malloc(40000);
  return next != nullptr;
}
)");
  const outcome got =
      box.run("SIMCU --no-strict -g -w prog.cu -o prog && ./prog; ./prog in a_library; ./prog broken_heap");
  EXPECT_EQ(got.status, 128 + 11) << got.output;
  EXPECT_SAYS(got, "host code used a null pointer, at ");
  EXPECT_SAYS(got, "prog.cu:7\n");
  EXPECT_SAYS(got, "host code used the address 0xfa0, in the call at ");
  EXPECT_SAYS(got, "prog.cu:10\n");
  EXPECT_SAYS(got, "host code used the address 0x20\n");
}

// A program that ignores a failed kernel goes on with values that the calls have not set.
TEST(Failures, AHostCrashKeepsTheFindings) {
  sandbox box;
  box.write("prog.cu", R"(#include <stdexcept>
__global__ void k(int* p) { p[threadIdx.x + 1024] = 1; }
int main(int argc, char**) {
  int *d_p, *managed = nullptr;
  cudaMalloc(&d_p, 256);
  k<<<1, 64>>>(d_p);
  cudaDeviceSynchronize();
  if (argc > 1 && cudaMallocManaged(&managed, 256) != cudaSuccess) throw std::runtime_error("no memory");
  cudaMallocManaged(&managed, 256);
  managed[0] = 1;
  return 0;
}
)");
  ASSERT_EQ(box.run("SIMCU --no-strict --check -g prog.cu -o prog").status, 0);
  for (const auto& [command, status] : {std::pair{"./prog", 128 + 11}, std::pair{"./prog throws", 128 + 6}}) {
    const outcome got = box.run(command);
    EXPECT_EQ(got.status, status) << got.output;
    EXPECT_SAYS(got, "simcu: out-of-bounds (global) in kernel `k`: ");
  }
}

}  // namespace
