// SPDX-License-Identifier: Apache-2.0
// Tests that code that nvcc refuses is refused at the user's line, in nvcc's words. Skipped if there is no
// clang++.
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
  const char* line;
  const char* sentence;
};

// All cases are in one program per host compiler, because compiling takes a long time.
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
     "experimental flag '--expt-relaxed-constexpr'"},
    {"constexpr_in_a_constant", "__global__ void k12(int* p) { constexpr int most = next(4); *p = most; }",
     "calling a constexpr __host__ function(\"next\") from a __global__ function is not allowed"},
    {"maximum", "__global__ void k13(int* p) { *p = std::max(p[1], 3); }",
     "calling a constexpr __host__ function(\"max\") from a __global__ function is not allowed"},
    {"limits", "__global__ void k14(int* p) { *p = std::numeric_limits<int>::max(); }",
     "calling a constexpr __host__ function(\"max\") from a __global__ function is not allowed"},
    {"bounds_of_an_array", "__global__ void k15(int* p) { int a[next(3)]; a[*p] = 1; *p = a[p[1]]; }",
     "calling a constexpr __host__ function(\"next\") from a __global__ function is not allowed"},
    {"subscript", "__global__ void k16(int* p) { std::array<int, 2> a{1, 2}; *p = a[*p]; }",
     "calling a constexpr __host__ function(\"operator[]\") from a __global__ function is not allowed"},
    {"function_object", "__global__ void k17(int* p) { *p = std::plus<int>()(1, 2); }",
     "calling a constexpr __host__ function(\"operator()\") from a __global__ function is not allowed"},
    {"constructor",
     "struct s18 { constexpr s18(int x) : v(x) {} int v; };  __global__ void k18(int* p) { s18 s(3); "
     "*p = s.v; }",
     "calling a constexpr __host__ function(\"s18\") from a __global__ function is not allowed"},
    {"operator", "struct s19 { s19& operator=(int); };  __global__ void k19(s19* p) { *p = 3; }",
     "calling a __host__ function(\"operator=\") from a __global__ function is not allowed"},
    {"destructor",
     "struct s20 { ~s20() { on_host(1); } int v; };  __global__ void k20(int* p) { s20 s; *p = s.v; }",
     "calling a __host__ function(\"~s20\") from a __global__ function is not allowed"},
    {"through_both",
     "__host__ __device__ int both21(int x) { return on_host(x); }  __global__ void k21(int* p) { "
     "*p = both21(1); }",
     "calling a __host__ function(\"on_host\") from a __host__ __device__ function is not allowed (where "
     "nvcc"},
    {"through_both_constexpr",
     "__host__ __device__ int both22(int x) { return std::min(x, 3); }  "
     "__global__ void k22(int* p) { *p = both22(1); }",
     "calling a constexpr __host__ function(\"min<int>\") from a __host__ __device__ function is not "
     "allowed"},
    {"runtime_api", "__global__ void k9(int* p) { cudaMemset(p, 0, 4); }",
     "calling a __host__ function(\"cudaMemset\") from a __global__ function is not allowed"},
    {"host_variable", "int h_count;  __global__ void k10(int* p) { *p = h_count; }",
     "identifier \"h_count\" is undefined in device code"},
    {"device_function", "__device__ int on_device(int x) { return x; }  int h23() { return on_device(3); }",
     "calling a __device__ function(\"on_device\") from a __host__ function is not allowed"},
    {"device_function_through_a_template",
     "struct s24 { __device__ int operator()() const { return 1; } };  "
     "template <class F> int h24(F f) { return f(); }  int calls24() { return h24(s24()); }",
     "calling a __device__ function(\"operator()\") from a __host__ function is not allowed"},
    {"no_kernel", "void launch_it() { on_host<<<1, 1>>>(3); }",
     "a host function call cannot be configured: \"on_host\""},
    {"not_configured", "__global__ void k11() {}  void call_it() { k11(); }",
     "a __global__ function call must be configured: launch \"k11\""},
    {"kernel_in_a_kernel", "__global__ void k25(int* p) { if (--*p > 0) k25(p); }",
     "a __global__ function call must be configured: \"k25\" is a kernel"},
    {"kernel_in_a_template",
     "template <class T> __global__ void k26(T* p) { k26(p); }  void l26() { k26<<<1, 1>>>((int*)nullptr); }",
     "a __global__ function call must be configured: \"k26\" is a kernel"},
};

TEST(Strict, RefusesWhatNvccRefuses) {
  if (!has_clang()) GTEST_SKIP() << "there is no clang++";
  sandbox box;
  std::string program =
      "#include <algorithm>\n#include <array>\n#include <functional>\n#include <limits>\n#include "
      "<vector>\nint on_host(int x) { return x; }\nconstexpr int next(int x) { return x + 1; }\n";
  int line = 8;
  for (const refused& r : kRefused) program += std::string(r.line) + "\n";
  box.write("prog.cu", program + "int main() {}\n");
  const outcome got = box.run("SIMCU -c prog.cu -o prog.o");
  EXPECT_EQ(got.status, 1) << got.output;
  EXPECT_FALSE(box.has("prog.o"));
  for (const refused& r : kRefused)
    EXPECT_SAYS(got, "prog.cu:" + std::to_string(line++) + ": error: " + r.sentence) << r.name;
  EXPECT_EQ(box.run("SIMCU --no-strict -c prog.cu -o prog.o").output.find("__host__ function"),
            std::string::npos);
}

// clang accepts these functions, but the checkers do not see their loads and stores.
TEST(Strict, RefusesTheHostCompilersOwnFunctions) {
  sandbox box;
  box.write("wrong.cu", R"(__global__ void k1(char* p) { __builtin_strcpy(p, p + 9); }
__device__ int f2(int* p) { auto same = [&] { return __builtin_memcmp(p, p + 1, 4); }; return same(); }
__global__ void k3(int* p) { __builtin_ia32_movnti(p, 3); }
)");
  const outcome refused = box.run("SIMCU -c wrong.cu -o wrong.o");
  EXPECT_EQ(refused.status, 1) << refused.output;
  for (const char* sentence :
       {"wrong.cu:1: error: calling a __host__ function(\"__builtin_strcpy\") from a __global__",
        "wrong.cu:2: error: calling a __host__ function(\"__builtin_memcmp\") from a __device__",
        "wrong.cu:3: error: calling a __host__ function(\"__builtin_ia32_movnti\")"})
    EXPECT_SAYS(refused, sentence);
  // nvcc also has these built-in functions for a device.
  box.write("right.cu", R"(#include <cstring>
__global__ void k1(char* p) { __builtin_memcpy(p, p + 12, 12); __builtin_memset(p, __builtin_abs(-1), 4); }
__host__ __device__ int both(const int* p) {
#ifdef __CUDA_ARCH__
  return p[0] == p[1];
#else
  return __builtin_memcmp(p, p + 1, 4) == 0;
#endif
}
__global__ void k2(int* p) { *p = both(p); }
int main() { int two[2] = {1, 1}; return __builtin_strlen("") == 0 && both(two) ? 0 : 1; }
)");
  const outcome taken = box.run("SIMCU right.cu -o right && ./right");
  EXPECT_EQ(taken.status, 0) << taken.output;
}

TEST(Strict, WithoutAFrontEndTheTranslatorLooks) {
  sandbox box;
  box.run("mkdir bin && for t in g++ as ld objcopy; do ln -s \"$(command -v $t)\" bin/; done");
  if (!box.has("bin/g++")) GTEST_SKIP() << "there is no g++";
  const std::string head =
      "#include <algorithm>\n#include <vector>\nint on_host(int x);\n__device__ int either(int); int "
      "either(int x);\n";
  box.write("wrong.cu", head +
                            "__global__ void k1(int* p) { std::sort(p, p + 9); }\n"
                            "__device__ int k2(int x) { return on_host(x); }\n"
                            "__global__ void k3(int* p) { *p = std::max(p[1], 3); }\n"
                            "void launch_it() { on_host<<<1, 1>>>(3); }\n");
  const std::string simcu = "PATH=$PWD/bin SIMCU ";
  const outcome got = box.run(simcu + "-c wrong.cu -o wrong.o");
  EXPECT_EQ(got.status, 1) << got.output;
  for (const char* error :
       {"wrong.cu:5: error: calling a __host__ function(\"sort\") from a __global__ function",
        "wrong.cu:6: error: calling a __host__ function(\"on_host\") from a __device__",
        "wrong.cu:7: error: calling a constexpr __host__ function(\"max\")",
        "wrong.cu:8: error: a host function call cannot be configured: \"on_host\""})
    EXPECT_SAYS(got, error);
  box.write("right.cu", head +
                            "__global__ void k1(int* p, int on_host) { int x(on_host); *p = either(x); }\n"
                            "__host__ __device__ int k2(int x) { return on_host(x) + std::min(x, 2); }\n"
                            "#if __cplusplus > 201703L\nconsteval int bits(int x) { return x; }\n"
                            "__device__ int k3() { return bits(3); }\n#endif\n"
                            "int on_host(int x) { return x; }\n__device__ int either(int x) { return x; }\n"
                            "int main() { std::vector<int> v(3); std::sort(v.begin(), v.end()); return "
                            "on_host(0) + k2(0); }\n");
  EXPECT_EQ(box.run(simcu + "right.cu -o right").output, "");
  EXPECT_EQ(box.run(simcu + "-std=c++20 -c right.cu -o right.o").output, "");
  const std::string marked = "grep -q simcu_was_not_checked_strictly right";
  EXPECT_EQ(box.run(marked).status, 0);
  EXPECT_EQ(box.run(simcu + "--no-strict right.cu -o right && ! " + marked).status, 0);
}

// A #line directive names a missing file, as in grading.
const std::string kNamed =
    "(echo '#line 1 \"elsewhere/handed_in.cu\"'; cat prog.cu) >part && echo '#include \"part\"' >named.cu && ";

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
int on_host(int x) { return x; }
// nvcc warns of these: no kernel calls them.
__host__ __device__ int not_called(int x) { return on_host(x) + std::max(x, 3); }
struct buffer { int* p = nullptr; __host__ __device__ ~buffer() { std::free(p); } };
template <int N> struct at_least_3 { static constexpr int value = std::max(N, 3); };
__host__ __device__ int either(int x) { return x > 0 ? either(x - 1) : 0; }
__device__ int d_value = next(4), d_values[] = {1,
  next(5)};
__constant__ float c_value[next(2)];
__global__ void __launch_bounds__(next(255)) k(int* p, float* f) {
  __shared__ int s_data[kMost];
  static_assert(kMost == 32, "");
  s_data[threadIdx.x % 32] = kLimit - at_least_3<2>::value - std::numeric_limits<int>::digits - int(sizeof(next(3)));
  __syncthreads();
  both<int> pair(1, 2);
  both<int> other = std::move(pair);
  int *q = p + 1, *r = p + 2;
  memcpy(r, q, 4), memset(q, 0, 4);
  f[0] = sqrtf(2.0f) + std::sqrt(3.0f) + std::abs(-2.0f) + fmaxf(1, 2) + powf(2, 3) + c_value[0];
  p[0] = min(p[1], 3) + max(2u, 3u) + abs(-3) + call([=](int x) { return x + other.a; }) + either(2) + d_value;
  atomicAdd(p, __shfl_sync(~0u, p[0], 0));
  cooperative_groups::this_thread_block().sync();
  printf("%d\n", p[0]);
  assert(p[0] != 7);
  new (q) int(4);
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
  const outcome named = box.run(kNamed + "SIMCU -c named.cu -o named.o");
  EXPECT_EQ(named.status, 0) << named.output;
}

// The compiler evaluates every call of a consteval function, but only some calls of a constexpr function.
TEST(Strict, TakesConstevalFunctionsOfTheHost) {
  sandbox box;
  box.write("prog.cu", R"(consteval int bins(int bits) { return 1 << bits; }
template <int N>
consteval int twice() { return 2 * N; }
__device__ unsigned digit(unsigned key) { return key & (bins(4) - 1); }
__global__ void k(unsigned* p) {
  __shared__ unsigned s_count[bins(8)];
  s_count[threadIdx.x] = digit(p[0]);
  p[0] = s_count[threadIdx.x] + twice<5>();
}
int main() { k<<<1, bins(8)>>>(nullptr); }
)");
  const outcome got = box.run("SIMCU -std=c++20 -c prog.cu -o prog.o");
  EXPECT_EQ(got.status, 0) << got.output;
  const outcome named = box.run(kNamed + "SIMCU -std=c++20 -c named.cu -o named.o");
  EXPECT_EQ(named.status, 0) << named.output;
}

}  // namespace
