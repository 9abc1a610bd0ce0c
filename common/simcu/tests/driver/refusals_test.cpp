// SPDX-License-Identifier: Apache-2.0
// What the simulated device does not have fails at compile time, with an error that names it and its line;
// and what only looks like it is left alone.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "toolbox.h"

namespace {

struct refusal {
  const char* name;
  const char* program;
  int line;
  const char* sentence;
};

const refusal kRefusals[] = {
    {"ptx",
     "__device__ int f() {\n  int x;\n  asm(\"tex.1d.v4 %0, %1;\" : \"=r\"(x) : \"r\"(x));\n  return x;\n}\n",
     3, "simcu does not support `tex.1d.v4` of inline PTX"},
    {"ptx_register", "__global__ void k(int* p) {\n  asm(\"mov.u32 %0, %%envreg3;\" : \"=r\"(*p));\n}\n", 2,
     "simcu does not support %envreg3 of inline PTX"},
    {"ptx_predicate", "__global__ void k() {\n  asm volatile(\"@p bar.sync 0;\");\n}\n", 2,
     "inline PTX: there is no predicate `p`"},
    {"ptx_name", "__global__ void k(int* p) {\n  asm(\"mov.u32 %[to], 1;\" : [to] \"=r\"(*p));\n}\n", 2,
     "inline PTX: CUDA has no operands by name (%[x]): number them, %0, %1"},
    {"ptx_carry", "__global__ void k(int* p) {\n  asm(\"addc.u32 %0, 0, 0;\" : \"=r\"(*p));\n}\n", 2,
     "inline PTX: what `addc.u32` adds comes from another asm statement"},
    {"ptx_branch", "__global__ void k() {\n  asm(\"DONE: bra DONE;\");\n}\n", 2,
     "simcu does not support labels and branches of inline PTX (DONE:)"},
    {"ptx_barrier", "__global__ void k() {\n  asm(\"bar.sync 1, 64;\");\n}\n", 2,
     "simcu does not support named barriers (bar.sync 1, 64)"},
    {"mipmaps", "int main() { cudaMipmappedArray_t a;\n  cudaMallocMipmappedArray(&a, 0, {}, 1); }\n", 2,
     "mipmapped arrays (cudaMallocMipmappedArray)"},
    {"conditional_nodes", "int main() { cudaGraphConditionalHandle h; }\n", 1, "conditional nodes of graphs"},
    {"texture_reference", "texture<float, 1> t;\n", 1, "textures"},
    {"clusters", "__global__ void __cluster_dims__(2, 1, 1) k() {}\n", 1, "thread block clusters"},
    {"ipc", "int main() { cudaIpcMemHandle_t h; }\n", 1, "memory shared between processes"},
    {"driver_api", "int main() { return cuInit(0); }\n", 1, "the driver API (cuInit)"},
    {"virtual_memory", "int main() { return cuMemAddressReserve(0, 0, 0, 0, 0); }\n", 1, "virtual memory"},
    {"thrust", "#include <cstdio>\n#include <thrust/shuffle.h>\n", 2,
     "simcu does not support this part of Thrust"},
    {"cub", "#include \"cub/device/device_merge.cuh\"\n", 1, "simcu does not support this part of CUB"},
    {"cub_name",
     "#include <cub/cub.cuh>\nint main() {\n  size_t n;\n  cub::DeviceMerge::MergeKeys(nullptr, n);\n}\n", 4,
     "simcu does not support this algorithm of CUB (cub::DeviceMerge)"},
    {"cub_member",
     "#include <cub/cub.cuh>\nint main() {\n  size_t n;\n  cub::DeviceScan::InclusiveScanInit(nullptr, n);\n}\n",
     4, "simcu does not support this algorithm of CUB (cub::DeviceScan::InclusiveScanInit)"},
    {"windows", "#include <cstdio>\n#include <windows.h>\n", 2,
     "programs for Windows (#include <windows.h>)"},
    {"libcudacxx", "\n#include <cuda/std/mdspan>\n", 2, "this part of libcu++ (cuda::)"},
    {"libcudacxx_min",
     "#include <cuda/atomic>\n__device__ int f(int a) {\n  return cuda::std::min(a, 1);\n}\n", 3,
     "namespace \"cuda::std\" has no member \"min\" without #include <cuda/std/functional>"},
    {"libcudacxx_span", "#include <cuda/std/utility>\n__device__ int f(cuda::std::span<int> s);\n", 2,
     "namespace \"cuda::std\" has no member \"span\" without #include <cuda/std/span>"},
    {"libcudacxx_vector", "#include <cuda/std/functional>\nint main() {\n  cuda::std::vector<int> v;\n}\n", 3,
     "namespace \"cuda::std\" has no member \"vector\""},
    {"curand_quasi",
     "#include <curand.h>\nint f(curandGenerator_t* g) {\n  return curandCreateGenerator(g, "
     "CURAND_RNG_QUASI_SOBOL32);\n}\n",
     3, "simcu does not support cuRAND's quasirandom generators (CURAND_RNG_QUASI_SOBOL32)"},
    {"thrust_name",
     "#include <thrust/unique.h>\nint* f(int* a) {\n  return thrust::shuffle_copy(a, a + 1, a);\n}\n", 3,
     "simcu does not support this part of Thrust (thrust::shuffle_copy)"},
    {"thrust_unary_function",
     "#include <thrust/functional.h>\nstruct f : thrust::unary_function<int, float> {};\n", 2,
     "CUDA 13 has removed thrust::unary_function: leave this base class out"},
    {"cublas_header", "#include <cublas_v2.h>\n", 1, "cuBLAS"},
    {"launch_of_one_value", "__global__ void k() {}\nint main() { k<<<1>>>(); }\n", 2,
     "a launch takes two to four values, <<<blocks, threads, shared bytes, stream>>>, and has 1"},
    {"launch_of_five_values", "__global__ void k() {}\nint main() { k<<<1, dim3(1, 2), 0, 0, 0>>>(); }\n", 2,
     "a launch takes two to four values, <<<blocks, threads, shared bytes, stream>>>, and has 5"},
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
     "no `>>>(` belongs to this `<<<`"},
    {"tile_of_wmma",
     "#include <mma.h>\nusing namespace nvcuda;\n__global__ void k() {\n  wmma::fragment<wmma::matrix_a, 16, "
     "16, 8, half, wmma::row_major> f;\n}\n",
     4, "error: simcu does not support tiles of this size and type"},
    {"assertion_in_a_template",
     "#include <cub/cub.cuh>\ntemplate <int N>\n__device__ int sum(int x) {\n  __shared__ typename "
     "cub::WarpReduce<int, N>::TempStorage s;\n  return cub::WarpReduce<int, N>(s).Sum(x);\n}\n__global__ void "
     "k(int* p) { *p = sum<64>(*p); }\n",
     4, "error: a logical warp has from 1 to 32 threads"},
    {"no_kernel", "int main() {\n  return <<<1, 1>>>(2);\n}\n", 2, "needs the name of a kernel"},
};

class Refusals : public testing::TestWithParam<refusal> {};

TEST_P(Refusals, NameTheFeatureAndTheLine) {
  for (const std::string& compiler : host_compilers()) {
    sandbox box;
    box.write("prog.cu", GetParam().program);
    const outcome got = box.run("SIMCU_CXX=" + compiler + " SIMCU prog.cu -o prog");
    EXPECT_EQ(got.status, 1) << got.output;
    EXPECT_NE(got.output.find("prog.cu:" + std::to_string(GetParam().line) + ": error: "), std::string::npos)
        << got.output;
    EXPECT_NE(got.output.find(GetParam().sentence), std::string::npos) << got.output;
    EXPECT_EQ(got.output.find("include/simcu/"), std::string::npos) << got.output;
    EXPECT_EQ(box.list(), std::vector<std::string>{"prog.cu"});
  }
}

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

// What a raw string would hide from the translator, the compiler would read.
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
  EXPECT_NE(got.output.find("prog.cu:1:"), std::string::npos) << got.output;
  EXPECT_NE(got.output.find("prog.cu:2:"), std::string::npos) << got.output;
}

// A library's header that simcu has none for is refused at the line that includes it, and not by what is
// wrong inside it. simcu's own headers of CUB come before those of a toolkit.
TEST(Translator, RefusesLibrariesThatAreInstalled) {
  for (const std::string& compiler : host_compilers()) {
    sandbox box;
    box.run("mkdir -p system/cub toolkit/cub");
    box.write("system/cub/device_scan.cuh", "#pragma once\n__device__ nonsense;\n");
    box.write("toolkit/cub/cub.cuh", "__device__ nonsense;\n");
    box.write("own.h", "#include <cub/cub.cuh>\n\n#include <cub/device_scan.cuh>\n");
    box.write("prog.cu", "#include <cuda/atomic>\n#include \"own.h\"\nint main() {}\n");
    for (const char* folder :
         {"-isystem system", "-isystem toolkit -isystem system", "-Itoolkit -isystem system"}) {
      const outcome got = box.run("SIMCU_CXX=" + compiler + " SIMCU " + folder + " prog.cu -o prog");
      EXPECT_EQ(got.status, 1);
      const std::string sentence =
          "own.h:3: error: simcu does not support this part of CUB (#include <cub/device_scan.cuh>)\n";
      EXPECT_TRUE(got.output == sentence || got.output == "./" + sentence) << folder << "\n" << got.output;
    }
  }
}

// A primitive of CUB in a block that it was not made for: undefined with CUB, and told here.
TEST(Cub, RefusesABlockOfAnotherSize) {
  sandbox box;
  box.write("prog.cu", R"(#include <cub/block/block_reduce.cuh>
__global__ void k(int* out) {
  using reduce = cub::BlockReduce<int, 128>;
  __shared__ reduce::TempStorage s_temp;
  const int sum = reduce(s_temp).Sum(1);
  if (threadIdx.x == 0) *out = sum;
}
int main() {
  int* d_out;
  cudaMalloc(&d_out, sizeof *d_out);
  k<<<1, 256>>>(d_out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
)");
  const outcome got = box.run("SIMCU prog.cu -o prog && ./prog");
  EXPECT_EQ(got.status, 0) << got.output;
  EXPECT_NE(got.output.find("cub::BlockReduce is for a block of (128,1,1), and this block is (256,1,1)"),
            std::string::npos)
      << got.output;
  EXPECT_NE(got.output.find("prog.cu:5"), std::string::npos) << got.output;
}

// The checkers see the arrays and the temporary storage of a device-wide algorithm.
TEST(Cub, DeviceWideAlgorithmsAreKernels) {
  sandbox box;
  box.write("prog.cu", R"(#include <cub/cub.cuh>
int main() {
  int in[4] = {1, 2, 3, 4}, *d_out, *d_in;
  cudaMalloc(&d_out, 16);
  cudaMalloc(&d_in, 16);
  cudaMemset(d_in, 0, 16);
  size_t bytes = 0;
  void* storage = nullptr;
  cub::DeviceScan::InclusiveSum(storage, bytes, in, d_out, 4);
  cudaMalloc(&storage, bytes);
  cub::DeviceScan::InclusiveSum(storage, bytes, in, d_out, 4);
  cub::DeviceRadixSort::SortKeys(nullptr, bytes, d_in, d_out, 1000);
  cub::DeviceRadixSort::SortKeys(storage, bytes, d_in, d_out, 4);
}
)");
  const outcome got = box.run("SIMCU --check prog.cu -o prog && ./prog");
  EXPECT_EQ(got.status, 99) << got.output;
  for (const char* said : {"simcu: host-pointer in kernel `cub::DeviceScan::InclusiveSum`",
                           "simcu: out-of-bounds (global) in kernel `cub::DeviceRadixSort::SortKeys`"})
    EXPECT_NE(got.output.find(said), std::string::npos) << got.output;
}

// The preprocessor prints real paths: our own headers are ours by whichever path simcu has found them.
TEST(Thrust, HeadersAreFoundThroughASymbolicLink) {
  sandbox box;
  box.write("prog.cu", "#include <thrust/device_vector.h>\nint main() {}\n");
  const outcome got =
      box.run("lib=$(dirname '" SIMCU_PROGRAM
              "')/../lib && mkdir home && ln -s $lib home/lib && ln -s '" SIMCU_INCLUDE
              "' home/include && export SIMCU_HOME=$PWD/home && SIMCU prog.cu -o prog && ./prog");
  EXPECT_EQ(got.status, 0) << got.output;
}

// A device_vector is device memory: the checkers know its end, and an algorithm that fails says so by an
// exception.
TEST(Thrust, VectorsAreDeviceMemory) {
  sandbox box;
  box.write("prog.cu", R"(#include <thrust/device_vector.h>
#include <thrust/sort.h>
__global__ void k(int* d_data) { d_data[threadIdx.x] = 1; }
int main() {
  thrust::device_vector<int> v(100);
  k<<<1, 101>>>(thrust::raw_pointer_cast(v.data()));
  int on_the_host[2] = {2, 1};
  thrust::sort(thrust::device, on_the_host, on_the_host + 2);
  try {
    thrust::device_vector<int> too_large(1ull << 60);
  } catch (const thrust::system_error&) {
    std::printf("caught\n");
  }
}
)");
  const outcome got = box.run("SIMCU --check prog.cu -o prog && ./prog");
  EXPECT_EQ(got.status, 99) << got.output;
  EXPECT_NE(got.output.find("simcu: out-of-bounds"), std::string::npos) << got.output;
  EXPECT_NE(got.output.find("prog.cu:3"), std::string::npos) << got.output;
  EXPECT_NE(got.output.find("simcu: host-pointer in kernel `thrust::sort`"), std::string::npos) << got.output;
  EXPECT_NE(got.output.find("caught\n"), std::string::npos) << got.output;
  // Without the checkers the place of the call is told as well, and there it comes from the host's stack
  // alone.
  box.write("null.cu", R"(#include <thrust/device_ptr.h>
#include <thrust/fill.h>
void clear(thrust::device_ptr<int> data) {
  thrust::fill(data, data + 4, 0);
}
int main() { clear(nullptr); }
)");
  const outcome failed = box.run("SIMCU null.cu -o null && ./null");
  EXPECT_NE(failed.output.find("null.cu:4, failed: an illegal memory access"), std::string::npos)
      << failed.output;
}

// ptxas says it in nvcc's place: the sum counts, also where a template decides it.
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
    EXPECT_NE(got.output.find("too much shared data: the __shared__ variables of a kernel may have 48 KiB"),
              std::string::npos);
    for (const char* line : {"1", "2", "6", "11"})
      EXPECT_NE(got.output.find("prog.cu:" + std::string(line) + ":"), std::string::npos) << got.output;
  }
}

// Before CUDA 13 nvcc takes kernels as `const void*` there. Where the caller names its oldest CUDA, so does
// simcu.
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
      EXPECT_NE(
          got.output.find("no instance of overloaded function " + calls[i] + " matches the argument list"),
          std::string::npos)
          << got.output;
      EXPECT_NE(got.output.find("prog.cu:" + std::to_string(4 + i) + ":"), std::string::npos) << got.output;
    }
    box.write("prog.cu", program("(const void*)k"));
    EXPECT_EQ(box.run(simcu + " -DSIMCU_OLDEST_CUDA=11080").status, 0);
  }
}

}  // namespace
