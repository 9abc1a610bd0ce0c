// SPDX-License-Identifier: Apache-2.0
// Tests that unsupported features fail at compile time, and that code that only looks similar compiles.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "refusal.h"
#include "toolbox.h"

namespace {

const refusal kRefusals[] = {
    {"ptx", "__device__ int f() {\n  int x;\n  asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(x));\n  return x;\n}\n",
     3, "simcu does not support inline PTX (asm)"},
    {"ptx_volatile", "__global__ void k() {\n  __asm__ __volatile__(\"bar.sync 1, 64;\");\n}\n", 2,
     "simcu does not support inline PTX (__asm__)"},
    {"half", "#include <cstdio>\n#include <cuda_fp16.h>\n", 2, "half precision and 8-bit floating point"},
    {"bfloat16", "#include <cuda_bf16.h>\n", 1, "simcu does not support bfloat16"},
    {"tensor_cores", "#include <mma.h>\n", 1, "simcu does not support tensor cores (nvcuda::wmma)"},
    {"dpx", "__device__ int f(int a, int b) {\n  return __vimax3_s32(a, b, 0);\n}\n", 2,
     "DPX (__vimax3_s32)"},
    {"simd", "__device__ unsigned f(unsigned a) {\n  return __vadd4(a, a);\n}\n", 2,
     "SIMD within a word (__vadd4)"},
    {"texture", "int main() {\n  cudaTextureObject_t t;\n}\n", 2, "textures, surfaces and arrays"},
    {"surface", "__global__ void k(unsigned long long s) {\n  surf2Dwrite(1, s, 0, 0);\n}\n", 2,
     "textures, surfaces and arrays (surf2Dwrite)"},
    {"mipmaps", "int main() { cudaMipmappedArray_t a;\n  cudaMallocMipmappedArray(&a, 0, {}, 1); }\n", 2,
     "textures, surfaces and arrays (cudaMallocMipmappedArray)"},
    {"copy_3d", "int main() {\n  cudaMemcpy3DParms p = {};\n}\n", 2,
     "3-D copies: copy plane by plane with cudaMemcpy2D (cudaMemcpy3DParms)"},
    {"malloc_in_kernel", "__global__ void k(int** p) {\n  *p = static_cast<int*>(malloc(4));\n}\n", 2,
     "simcu does not support malloc and new in kernels (malloc)"},
    {"new_in_kernel", "__device__ int* f() {\n  return new int[4];\n}\n__global__ void k() {}\n", 2,
     "simcu does not support malloc and new in kernels (new)"},
    {"special_function", "__global__ void k(double* p) {\n  *p = normcdfinv(*p);\n}\n", 2,
     "special functions of statistics and geometry (normcdfinv)"},
    {"old_header", "\n#include <sm_30_intrinsics.h>\n", 2, "this part of the CUDA Toolkit"},
    {"old_call", "int main() {\n  cudaSharedMemConfig c;\n  cudaDeviceGetSharedMemConfig(&c);\n}\n", 3,
     "this function of CUDA's runtime API (cudaDeviceGetSharedMemConfig)"},
    {"graph", "int main() {\n  cudaGraph_t g;\n}\n", 2, "graphs and stream capture (cudaGraph_t)"},
    {"capture", "int main() {\n  cudaStreamBeginCapture(0, 0);\n}\n", 2, "graphs and stream capture"},
    {"pool", "int main() {\n  cudaMemPool_t pool;\n}\n", 2, "memory pools (cudaMemPool_t)"},
    {"stream_attribute", "int main() {\n  cudaStreamSetAttribute(0, 0, 0);\n}\n", 2, "stream attributes"},
    {"launch_in_kernel", "__global__ void k() {}\n__global__ void p() {\n  k<<<1, 1>>>();\n}\n", 3,
     "simcu does not support launches from kernels"},
    {"rounding", "__global__ void k(float* p) {\n  *p = __fadd_rz(*p, 1);\n}\n", 2,
     "simcu does not support arithmetic that isn't rounded to nearest (__fadd_rz)"},
    {"dot_products", "__device__ int f(int a) {\n  return __dp4a(a, a, 0);\n}\n", 2,
     "dot products, averages and sums of differences of integers (__dp4a)"},
    {"shared_addresses", "__device__ size_t f(int* p) {\n  return __cvta_generic_to_shared(p);\n}\n", 2,
     "address conversions (__cvta_generic_to_shared)"},
    {"partition",
     "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n__global__ void k(int* p) {\n  "
     "p[0] = cg::labeled_partition(cg::coalesced_threads(), p[1]).size();\n}\n",
     4, "partitions of groups by a predicate or a label (labeled_partition)"},
    {"scan_of_a_group", "#include <cooperative_groups/scan.h>\n", 1, "scans of cooperative groups"},
    {"callback", "int main() {\n  cudaStreamAddCallback(0, nullptr, nullptr, 0);\n}\n", 2,
     "use cudaLaunchHostFunc instead (cudaStreamAddCallback)"},
    {"pipeline", "#include <cuda/pipeline>\n", 1, "this part of libcu++ (cuda::)"},
    {"async_copies", "#include <cooperative_groups/memcpy_async.h>\n", 1,
     "asynchronous copies into shared memory"},
    {"curand", "#include <curand_kernel.h>\n", 1, "simcu does not support cuRAND"},
    {"large_tile",
     "#include <cooperative_groups.h>\n__global__ void k() {\n  "
     "cooperative_groups::tiled_partition<64>(cooperative_groups::this_thread_block());\n}\n",
     3, "simcu does not support tiles of several warps"},
    {"texture_reference", "texture<float, 1> t;\n", 1, "textures"},
    {"clusters", "__global__ void __cluster_dims__(2, 1, 1) k() {}\n", 1, "thread block clusters"},
    {"ipc", "int main() { cudaIpcMemHandle_t h; }\n", 1, "memory shared between processes"},
    {"driver_api", "int main() { return cuInit(0); }\n", 1, "the driver API (cuInit)"},
    {"virtual_memory", "int main() { return cuMemAddressReserve(0, 0, 0, 0, 0); }\n", 1, "virtual memory"},
    {"windows", "#include <cstdio>\n#include <windows.h>\n", 2,
     "programs for Windows (#include <windows.h>)"},
    {"libcudacxx", "\n#include <cuda/std/mdspan>\n", 2, "this part of libcu++ (cuda::)"},
    {"cublas_header", "#include <cublas_v2.h>\n", 1, "cuBLAS"},
    {"launch_of_one_value", "__global__ void k() {}\nint main() { k<<<1>>>(); }\n", 2,
     "a launch takes two to four values, <<<blocks, threads, shared bytes, stream>>>, but this one has 1"},
    {"launch_of_five_values", "__global__ void k() {}\nint main() { k<<<1, dim3(1, 2), 0, 0, 0>>>(); }\n", 2,
     "a launch takes two to four values, <<<blocks, threads, shared bytes, stream>>>, but this one has 5"},
    {"shared_value", "__global__ void k() {\n  __shared__ int x = 3;\n}\n", 2,
     "cannot have an initial value"},
    {"shared_array_value", "__global__ void k() {\n  __shared__ int x[2], y[2] = {1, 2};\n}\n", 2,
     "`y` cannot have"},
    {"shared_member", "struct s {\n  static __shared__ int x;\n};\n", 2,
     "a member of a class cannot be __shared__"},
    {"shared_without_semicolon", "__global__ void k(int* p) {\n  __shared__ int x[2]\n  p[0] = x[0];\n}\n", 2,
     "a `;` is missing after the declaration of `x`"},
    {"removed_synchronize", "int main() {\n  cudaThreadSynchronize();\n}\n", 2, "use cudaDeviceSynchronize"},
    {"kernel_result", "__global__ int k() { return 1; }\n", 1, "`k` must return void"},
    {"empty_configuration", "__global__ void k() {}\nint main() { k<<<>>>(); }\n", 2,
     "at least the numbers of blocks"},
    {"no_arguments", "__global__ void k() {}\nint main() {\n  k<<<1, 1>>>;\n}\n", 3,
     "this `<<<` has no matching `>>>(`"},
    {"barrier_on_the_host",
     "int helper(int a) {\n  __syncthreads();\n  return a;\n}\nint main() { return helper(0); }\n", 2,
     "calling a __device__ function(\"__syncthreads\") from a __host__ function(\"helper\") is not allowed"},
    {"no_kernel", "int main() {\n  return <<<1, 1>>>(2);\n}\n", 2, "needs the name of a kernel"},
};

class Refusals : public testing::TestWithParam<refusal> {};

TEST_P(Refusals, NameTheFeatureAndTheLine) { expect_refused(GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, Refusals, testing::ValuesIn(kRefusals),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Translator, LeavesWhatOnlyLooksUnsupported) {
  sandbox box;
  box.write("prog.cu", R"(
struct image { int tex2D(int x) const { return x; } int cudaGraph = 1; };
namespace mine { int this_cluster = 2; }
int half = 3;
__host__ void host_only() { asm volatile("nop"); }
__global__ void k(int* out, int texture, int surface) { int half = texture; *out = half < surface; }
int main() {
  host_only();
  image i;
  return i.tex2D(half) + i.cudaGraph + mine::this_cluster - 6;
}
)");
  const outcome got = box.run("SIMCU prog.cu -o prog && ./prog");
  EXPECT_EQ(got.status, 0) << got.output;
}

// A lambda, a local class, or a function with an earlier __device__ declaration may be device code.
TEST(Translator, LeavesDeviceCodeWithinHostFunctions) {
  sandbox box;
  box.write("prog.cu", R"(
__device__ int sum(int);
int sum(int a) { __syncwarp(); return a; }
template <class F> __global__ void k(F f) { f(sum(1)); }
int main() {
  struct fence { __device__ void operator()(int) const { __threadfence(); } };
  k<<<1, 32>>>(fence());
  k<<<1, 32>>>([] __device__ (int) { __syncthreads(); });
  return cudaDeviceSynchronize();
}
)");
  const outcome got = box.run("SIMCU -w --extended-lambda prog.cu -o prog && ./prog");
  EXPECT_EQ(got.status, 0) << got.output;
}

// If the translator took this for a raw string, it would skip code that the compiler reads.
TEST(Translator, TakesTheSuffixOfAStringForNoRawString) {
  sandbox box;
  box.write("prog.cu", R"prog(
int operator""R(const char*, unsigned long) { return 0; }
__global__ void k() {}
int main() { const int a = "a"R"("; k<<<1, 1>>>(); const char* b = ")"; return a + cudaDeviceSynchronize() + (*b == 0); }
)prog");
  const outcome got = box.run("SIMCU -w prog.cu -o prog && ./prog");
  EXPECT_EQ(got.status, 0) << got.output;
}

TEST(Translator, RefusesEveryLineAtOnce) {
  sandbox box;
  box.write("prog.cu", "__device__ void f() { asm(\"exit;\"); }\n__device__ void g() { asm(\"exit;\"); }\n");
  const outcome got = box.run("SIMCU prog.cu -o prog");
  EXPECT_SAYS(got, "prog.cu:1:");
  EXPECT_SAYS(got, "prog.cu:2:");
}

// With nvcc, ptxas reports this. The sum over a kernel counts, even if template parameters determine it.
TEST(Translator, RefusesMoreStaticSharedMemoryThanThereIs) {
  for (const std::string& compiler : host_compilers()) {
    sandbox box;
    box.write("prog.cu", R"(__shared__ int of_the_file[12289];
__global__ void one() { __shared__ int x[20000]; x[0] = of_the_file[0]; }
__global__ void sum() {
  __shared__ int x[8000];
  if (x[0]) {
    __shared__ double y[3], z[4001];
    y[0] = z[1];
  }
}
template <int N> __global__ void both() {
  __shared__ int x[N], y[N];
  x[0] = y[0];
}
__global__ void in_turn() {
  { __shared__ int x[12288]; x[0] = 1; }
}
int main() { both<6144><<<1, 1>>>(); both<6145><<<1, 1>>>(); in_turn<<<1, 1>>>(); }
)");
    const outcome got = box.run("SIMCU_CXX=" + compiler + " SIMCU --no-strict -c prog.cu -o prog.o");
    EXPECT_EQ(got.status, 1) << got.output;
    std::size_t count = 0;
    for (std::size_t at = 0; (at = got.output.find(" error: ", at)) != std::string::npos; ++at) ++count;
    EXPECT_EQ(count, 4) << got.output;
    EXPECT_SAYS(got, "too much shared data: the __shared__ variables of a kernel can take 48 KiB");
    for (const char* line : {"1", "2", "6", "11"}) EXPECT_SAYS(got, "prog.cu:" + std::string(line) + ":");
  }
}

// If SIMCU_OLDEST_CUDA is before 13, these functions take kernels only as `const void*`.
TEST(OldestCuda, KernelsByTheirTypeAreCuda13s) {
  const std::vector<std::string> calls = {"cudaLaunchKernel", "cudaLaunchCooperativeKernel"};
  const auto program = [&](const std::string& kernel) {
    std::string text = "__global__ void k(int*) {}\nint main() {\n  void* a[1];\n";
    for (const std::string& call : calls) text += "  " + call + "(" + kernel + ", 1, 1, a);\n";
    return text + "}\n";
  };
  for (const std::string& compiler : host_compilers()) {
    sandbox box;
    const std::string simcu = "SIMCU_CXX=" + compiler + " SIMCU --no-strict -c prog.cu -o prog.o";
    box.write("prog.cu", program("k"));
    EXPECT_EQ(box.run(simcu).status, 0);
    EXPECT_EQ(box.run(simcu + " -DSIMCU_OLDEST_CUDA=13000").status, 0);
    const outcome got = box.run(simcu + " -DSIMCU_OLDEST_CUDA=11080");
    EXPECT_EQ(got.status, 1) << got.output;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      EXPECT_SAYS(got, "no instance of overloaded function " + calls[i] + " matches the argument list");
      EXPECT_SAYS(got, "prog.cu:" + std::to_string(4 + i) + ":");
    }
    box.write("prog.cu", program("(const void*)k"));
    EXPECT_EQ(box.run(simcu + " -DSIMCU_OLDEST_CUDA=11080").status, 0);
  }
}

}  // namespace
