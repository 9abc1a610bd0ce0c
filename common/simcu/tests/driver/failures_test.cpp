// SPDX-License-Identifier: Apache-2.0
// What a program says when a kernel goes wrong while it runs; lines_test.cpp: at which line.
#include <gtest/gtest.h>

#include <iterator>
#include <string>
#include <vector>

#include "toolbox.h"

namespace {

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
    if (offset == "1") {
      EXPECT_NE(got.output.find("4 bytes before the start of the 8-byte allocation"), std::string::npos)
          << got.output;
    }
  }
}

// As on a GPU: between launches and copies, host code cannot use what cudaMalloc gave out.
TEST(Failures, HostCodeCannotUseDeviceMemory) {
  for (const std::string statement :
       {"std::sort(d_p, d_p + 64);", "h[0] = d_p[7];", "d_p[7] = 1;", "std::memcpy(h, d_p, sizeof h);",
        "h[0] = *std::min_element(d_p, d_p + 9);"}) {
    sandbox box;
    box.write("prog.cu", R"(#include <algorithm>
#include <cstring>
#include <cstdio>
__global__ void fill(int* p) { p[threadIdx.x] = 64 - threadIdx.x; }
int main() {
  int *d_p, h[64];
  cudaMalloc(&d_p, sizeof h);
  fill<<<1, 64>>>(d_p);
  cudaDeviceSynchronize();
  )" + statement + "\n  std::printf(\"%d\\n\", h[0]);\n}\n");
    const outcome got = box.run("SIMCU prog.cu -o prog && ./prog");
    EXPECT_EQ(got.status, 128 + 11) << got.output;
    EXPECT_NE(got.output.find("host code used device memory, at byte "), std::string::npos) << got.output;
    EXPECT_NE(got.output.find("copy it with cudaMemcpy"), std::string::npos) << got.output;
  }
}

// A checked program tells of it as a finding: also where a library does it, or a file that isn't
// instrumented.
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
  EXPECT_EQ(box.run("SIMCU --check prog.cu other.cpp -o prog").status, 0);
  const auto expect = [&](const char* argument, const char* does, const char* line) {
    const outcome got = box.run(std::string("./prog ") + argument);
    EXPECT_EQ(got.status, 99) << got.output;
    const std::string told = std::string("device-pointer: host code ") + does + " device memory";
    EXPECT_NE(got.output.find(told), std::string::npos) << got.output;
    EXPECT_NE(got.output.find(line), std::string::npos) << got.output;
  };
  expect("sort", "reads", "prog.cu:8\n");
  expect("puts", "reads", "prog.cu:9\n");
#if defined(__x86_64__)
  expect("other file", "writes", "other.cpp:1\n");
#endif
}

TEST(Failures, NorCanTheSystemForHostCode) {
  sandbox box;
  box.write("prog.cu", R"(#include <unistd.h>
#include <cerrno>
int main() {
  int* d_p;
  cudaMalloc(&d_p, 256);
  cudaMemset(d_p, 65, 256);
  return write(1, d_p, 256) == -1 && errno == EFAULT ? 0 : 1;
}
)");
  const outcome got = box.run("SIMCU prog.cu -o prog && ./prog");
  EXPECT_EQ(got.status, 0) << got.output;
  EXPECT_EQ(got.output, "");
}

// Nor the device's variables, wherever they are declared; but what the API does with them works.
TEST(Failures, HostCodeCannotUseTheDevicesVariables) {
  const std::vector<std::string> statements = {"",
                                               "std::sort(d_kept, d_kept + 64);",
                                               "d_pair.b = 3;",
                                               "std::printf(\"%f\", c_x[1]);",
                                               "std::printf(\"%d\", d_static);",
                                               "if (write(1, d_kept, 4) != -1 || errno != EFAULT) abort();"};
  std::string chosen;  // each by its number on the command line
  for (std::size_t i = 0; i < statements.size(); ++i)
    chosen += "  if (std::atoi(given[1]) == " + std::to_string(i) + ") { " + statements[i] + " }\n";
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
)" + chosen + "}\n");
    const outcome built = box.run("SIMCU_CXX=" + compiler + " SIMCU prog.cu -o prog");
    ASSERT_EQ(built.status, 0) << built.output;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const outcome got = box.run("./prog " + std::to_string(i));
      const bool uses = i > 0 && statements[i].find("write(") == std::string::npos;
      EXPECT_EQ(got.status, uses ? 128 + 11 : 0) << statements[i] << got.output;
      if (uses) {
        EXPECT_NE(got.output.find("host code used the device's variable `"), std::string::npos) << got.output;
      }
    }
  }
}

// There is no operating system on a GPU. (Where Linux can tell: 5.11, x86-64.)
#ifdef __x86_64__
TEST(Failures, ACheckedKernelCannotCallTheSystem) {
  sandbox box;
  box.write("prog.cu", R"(#include <unistd.h>
__global__ void k() { (void)!write(1, "told", 4); }
int main() {
  k<<<1, 1>>>();
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
)");
  const outcome got = box.run("SIMCU --check --no-strict prog.cu -o prog && SIMCU_EXITCODE=0 ./prog");
  EXPECT_EQ(got.status, 0) << got.output;
  EXPECT_NE(got.output.find("a kernel calls the operating system"), std::string::npos) << got.output;
  EXPECT_EQ(got.output.find("told"), std::string::npos) << got.output;
}

TEST(Failures, ACheckedKernelCannotCallTheHostsLibraries) {
  sandbox box;
  box.write("prog.cu", R"(#include <cstdlib>
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
)");
  const outcome got = box.run("SIMCU --check prog.cu -o prog && SIMCU_EXITCODE=0 ./prog");
  EXPECT_EQ(got.status, 0) << got.output;
  EXPECT_NE(got.output.find("by a pointer: host functions cannot be called on the device"), std::string::npos)
      << got.output;
  EXPECT_NE(got.output.find("prog.cu:4"), std::string::npos) << got.output;
}

// What a GPU can call by a pointer: functions of the program's, virtual ones, lambdas, mathematics.
TEST(Failures, ACheckedKernelCallsItsOwnFunctionsByPointers) {
  sandbox box;
  box.write("prog.cu", R"(#include <cmath>
#include <cstdio>
#include <cstdlib>
__device__ int twice(int x) { return 2 * x; }
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
  std::printf("%g\n", out);
}
)");
  const outcome got = box.run("SIMCU --check prog.cu -o prog && ./prog");
  EXPECT_EQ(got.status, 0) << got.output;
  EXPECT_EQ(got.output, "80\n") << got.output;
}
#endif

// Launches and copies of several host threads, allocations that come and go meanwhile, managed memory.
TEST(DeviceMemory, IsOpenForWhoeverMayUseIt) {
  sandbox box;
  box.write("prog.cu", R"(#include <thread>
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
  const outcome got = box.run("SIMCU prog.cu -o prog && ./prog");
  EXPECT_EQ(got.status, 0) << got.output;
}

// Only the leader's value matters; the other lanes' variable may be unset.
TEST(Warnings, NoneForAValueThatOnlyTheLeaderSets) {
  sandbox box;
  box.write("prog.cu",
            "__global__ void k(int* p) {\n  int base;\n  if (threadIdx.x == 0) base = atomicAdd(p, 32);\n"
            "  base = __shfl_sync(0xffffffff, base, 0);\n  p[base + threadIdx.x] = 1;\n}\nint main() {}\n");
  const outcome got = box.run("SIMCU -O2 -Wall -Wextra prog.cu -o prog");
  EXPECT_EQ(got.status, 0);
  EXPECT_EQ(got.output, "");
}

// g++ looks for a comment, which is not in the text after the preprocessor.
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
  EXPECT_NE(got.output.find("may fall through"), std::string::npos) << got.output;
}

// CUDA says "invalid argument" for all of them.
TEST(Failures, ARefusedLaunchNamesTheNumberAndTheLimit) {
  sandbox box;
  box.write("prog.cu", R"(#include <cooperative_groups.h>
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
  const outcome got = box.run("SIMCU prog.cu -o prog && ./prog");
  EXPECT_EQ(got.status, 0) << got.output;
  const char* const said[] = {
      "simcu: the launch of `k` at prog.cu:8 was refused: a block of (2048,1,1) has 2048 threads, and at "
      "most 1024 are possible (cudaErrorInvalidValue)\n",
      "`k` at prog.cu:9 was refused: the grid is (0,1,1), and each number must be 1 or more",
      "`k` at prog.cu:10 was refused: gridDim.y is 70000, and at most 65535 is possible",
      "`k` at prog.cu:11 was refused: blockDim.z is 65, and at most 64 is possible",
      "`k` at prog.cu:12 was refused: the dynamic shared memory is 300000, and at most 232448 bytes",
      "` at prog.cu:13 was refused: a block has 65 threads, and its __launch_bounds__ promise at most 64",
      "`with_shared` at prog.cu:14 was refused: it asks for 50000 bytes of dynamic shared memory, and 49152 "
      "are left",
      "`whole_grid` was refused: the grid has 100000 blocks, and 16 of this size are on the device at once",
      "the launch of a kernel was refused: a block of (1025,1,1) has 1025 threads",
      "`k` at prog.cu:18 was refused"};
  std::size_t lines = 0;
  for (const char c : got.output) lines += c == '\n';
  EXPECT_EQ(lines, std::size(said)) << got.output;
  for (const char* text : said)
    EXPECT_NE(got.output.find(text), std::string::npos) << text << "\n" << got.output;
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
      "SIMCU prog.cu -o prog && ./prog a 5000000000 && ./prog a -3000000000 && ./prog a 2000000 && ./prog n "
      "7 && ./prog m 3000000");
  EXPECT_EQ(got.status, 0) << got.output;
  for (const char* text :
       {"prog.cu:2\n  it would be `d_out[5000000000]` (of 1000 elements), or `d_in[",
        "`d_out[-3000000000]` (of 1000 ", "prog.cu:2\n  it would be `d_out[2000000]` (of 1000 elements)\n",
        "prog.cu:2\n  it would be `d_out[7]`, and `d_out` is null\n",
        // Into the middle of an allocation: how many elements are the array's is not known.
        "prog.cu:2\n  it would be `d_out[3000000]`\n"})
    EXPECT_NE(got.output.find(text), std::string::npos) << text << "\n" << got.output;
#if defined(__x86_64__)  // where the processor tells writes from reads: nothing is written through const
  const outcome written = box.run("./prog c 5000000000");
  EXPECT_NE(written.output.find("it would be `d_out[5000000000]` (of 1000 elements)\n"), std::string::npos)
      << written.output;
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
  const outcome got = box.run("SIMCU -w prog.cu -o prog && ulimit -s 8192 && { ./prog; ./prog deep; }");
  EXPECT_EQ(got.status, 128 + 11) << got.output;
  std::size_t count = 0;
  for (std::size_t at = 0; (at = got.output.find("host code used up its stack", at)) != std::string::npos;
       ++at)
    ++count;
  EXPECT_EQ(count, 2u) << got.output;
}

// The line of a crash is looked up in the crashed process: also where malloc itself has crashed, and cannot
// be used for that.
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
      box.run("SIMCU -g -w prog.cu -o prog && ./prog; ./prog in a_library; ./prog broken_heap");
  EXPECT_EQ(got.status, 128 + 11) << got.output;
  EXPECT_NE(got.output.find("host code used the address (nil), at "), std::string::npos) << got.output;
  EXPECT_NE(got.output.find("prog.cu:7\n"), std::string::npos) << got.output;
  EXPECT_NE(got.output.find("host code used the address 0xfa0, in the call at "), std::string::npos)
      << got.output;
  EXPECT_NE(got.output.find("prog.cu:10\n"), std::string::npos) << got.output;
  EXPECT_NE(got.output.find("host code used the address 0x20\n"), std::string::npos) << got.output;
}

// A failed kernel makes later calls fail, and a program that looks at no results goes on with what they
// haven't set.
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
  ASSERT_EQ(box.run("SIMCU --check -g prog.cu -o prog").status, 0);
  for (const auto& [command, status] : {std::pair{"./prog", 128 + 11}, std::pair{"./prog throws", 128 + 6}}) {
    const outcome got = box.run(command);
    EXPECT_EQ(got.status, status) << got.output;
    EXPECT_NE(got.output.find("simcu: out-of-bounds (global) in kernel `k`: "), std::string::npos)
        << got.output;
  }
}

}  // namespace
