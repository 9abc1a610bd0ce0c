// SPDX-License-Identifier: Apache-2.0
// What nvcc refuses and a host compiler would take: refused at the user's line, in nvcc's terms. And what
// nvcc takes is taken. Skipped where there is no clang++.
#include <gtest/gtest.h>

#include <string>

#include "toolbox.h"

namespace {

bool has_clang() {
  for (const std::string& compiler : host_compilers())
    if (compiler.find("clang") != std::string::npos) return true;
  return false;
}

struct refused {
  const char* name;
  const char* line;  // the third of the program
  const char* sentence;
};

// All in one program for each host compiler: compiling takes long.
const refused kRefused[] = {
    {"standard_function", "__global__ void k1(int* p) { std::sort(p, p + 9); }",
     "calling a __host__ function(\"sort\") from a __global__ function is not allowed"},
    {"own_function", "__device__ int k2(int x) { return on_host(x); }",
     "calling a __host__ function(\"on_host\") from a __device__ function is not allowed"},
    {"through_a_template",
     "template <class T> __device__ void k3(T* p) { std::sort(p, p + 2); }  __global__ void k4(int* p) { "
     "k3(p); }",
     "calling a __host__ function(\"sort\") from a __device__ function is not allowed"},
    {"template_without_a_word",
     "template <class T> T plain(T x) { return x; }  __global__ void k5(int* p) { *p = plain(3); }",
     "calling a __host__ function(\"plain\") from a __global__ function is not allowed"},
    {"member", "struct s6 { int get() { return 1; } };  __global__ void k6(int* p) { *p = s6{}.get(); }",
     "calling a __host__ function(\"get\") from a __global__ function is not allowed"},
    {"container", "__global__ void k7() { std::vector<int> v; }",
     "calling a __host__ function(\"std::vector<int>\") from a __global__ function is not allowed"},
    {"constexpr_at_run_time", "__global__ void k8(int* p) { *p = next(*p); }",
     "calling a constexpr __host__ function(\"next\") from a __global__ function is not allowed. The "
     "experimental flag "
     "'--expt-relaxed-constexpr'"},
    {"constexpr_in_a_constant", "__global__ void k12(int* p) { constexpr int most = next(4); *p = most; }",
     "calling a constexpr __host__ function(\"next\") from a __global__ function is not allowed"},
    {"runtime_api", "__global__ void k9(int* p) { cudaMemset(p, 0, 4); }",
     "calling a __host__ function(\"cudaMemset\") from a __global__ function is not allowed"},
    {"host_variable", "int h_count;  __global__ void k10(int* p) { *p = h_count; }",
     "identifier \"h_count\" is undefined in device code"},
    {"no_kernel", "void launch_it() { on_host<<<1, 1>>>(3); }",
     "a host function call cannot be configured: \"on_host\""},
    {"not_configured", "__global__ void k11() {}  void call_it() { k11(); }",
     "a __global__ function call must be configured: launch \"k11\""},
};

TEST(Strict, RefusesWhatNvccRefuses) {
  if (!has_clang()) GTEST_SKIP() << "there is no clang++";
  sandbox box;
  std::string program =
      "#include <algorithm>\n#include <vector>\nint on_host(int x) { return x; }\nconstexpr int next(int x) "
      "{ return x + 1; }\n";
  int line = 5;
  for (const refused& r : kRefused) program += std::string(r.line) + "\n";
  box.write("prog.cu", program + "int main() {}\n");
  const outcome got = box.run("SIMCU -c prog.cu -o prog.o");
  EXPECT_EQ(got.status, 1) << got.output;
  EXPECT_FALSE(box.has("prog.o"));
  for (const refused& r : kRefused)
    EXPECT_NE(got.output.find("prog.cu:" + std::to_string(line++) + ": error: " + r.sentence),
              std::string::npos)
        << r.name << "\n"
        << got.output;
  EXPECT_EQ(box.run("SIMCU --no-strict -c prog.cu -o prog.o").output.find("__host__ function"),
            std::string::npos);
}

TEST(Strict, TakesWhatNvccTakes) {
  sandbox box;
  box.write("prog.cu", R"(#include <algorithm>
#include <cassert>
#include <cmath>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <limits>
#include <new>
#include <utility>
constexpr int next(int x) { return x + 1; }
constexpr int kMost = next(31), kLimit = std::numeric_limits<int>::max();
template <class T> struct both { T a, b; __host__ __device__ both(T x, T y) : a(x), b(y) {} };
template <class F> __device__ int call(F f) { return f(3); }
__host__ __device__ int either(int x) { return x > 0 ? either(x - 1) : 0; }
__device__ int d_value = next(4);
__constant__ float c_value[next(2)];
__global__ void __launch_bounds__(next(255)) k(int* p, float* f) {
  __shared__ int s_data[kMost];
  static_assert(kMost == 32, "");
  s_data[threadIdx.x % 32] = kLimit;
  __syncthreads();
  both<int> pair(1, 2);
  both<int> other = std::move(pair);
  int* q = new int(3);
  int* r = static_cast<int*>(malloc(4));
  memcpy(r, q, 4), memset(q, 0, 4);
  f[0] = sqrtf(2.0f) + std::sqrt(3.0f) + std::abs(-2.0f) + fmaxf(1, 2) + powf(2, 3) + c_value[0];
  p[0] = min(p[1], 3) + max(2u, 3u) + abs(-3) + call([=](int x) { return x + other.a; }) + either(2) + d_value;
  atomicAdd(p, __shfl_sync(~0u, p[0], 0));
  cooperative_groups::this_thread_block().sync();
  printf("%d\n", p[0]);
  assert(p[0] != 7);
  new (q) int(4);
  delete q;
  free(r);
}
int main() {
  int* p = nullptr;
  std::sort(p, p);
  k<<<dim3(1), 32, 0, nullptr>>>(p, nullptr);
  std::printf("%d\n", std::max(1, either(2)));
}
)");
  const outcome got = box.run("SIMCU -c prog.cu -o prog.o");
  EXPECT_EQ(got.status, 0) << got.output;
}

}  // namespace
