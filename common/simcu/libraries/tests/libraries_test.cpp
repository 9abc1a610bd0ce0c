// SPDX-License-Identifier: Apache-2.0
// Tests the driver's and the runtime's messages about Thrust and CUB calls.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "refusal.h"
#include "toolbox.h"

namespace {

const refusal kRefusals[] = {
    {"thrust", "#include <cstdio>\n#include <thrust/shuffle.h>\n", 2,
     "simcu does not support this part of Thrust"},
    {"cub", "#include \"cub/device/device_merge.cuh\"\n", 1, "simcu does not support this part of CUB"},
    {"cub_name",
     "#include <cub/cub.cuh>\nint main() {\n  size_t n;\n  cub::DeviceMerge::MergeKeys(nullptr, n);\n}\n", 4,
     "simcu does not support this part of CUB (cub::DeviceMerge)"},
    {"cub_member",
     "#include <cub/cub.cuh>\nint main() {\n  size_t n;\n  cub::DeviceScan::InclusiveScanInit(nullptr, n);\n}\n",
     4, "simcu does not support this part of CUB (cub::DeviceScan::InclusiveScanInit)"},
    {"thrust_name",
     "#include <thrust/unique.h>\nint* f(int* a) {\n  return thrust::shuffle_copy(a, a + 1, a);\n}\n", 3,
     "simcu does not support this part of Thrust (thrust::shuffle_copy)"},
    {"thrust_unary_function",
     "#include <thrust/functional.h>\nstruct f : thrust::unary_function<int, float> {};\n", 2,
     "CUDA 13 has removed thrust::unary_function: leave this base class out"},
    {"assertion_in_a_template",
     "#include <cub/cub.cuh>\ntemplate <int N>\n__device__ int sum(int x) {\n  __shared__ typename "
     "cub::WarpReduce<int, N>::TempStorage s;\n  return cub::WarpReduce<int, N>(s).Sum(x);\n}\n__global__ void "
     "k(int* p) { *p = sum<64>(*p); }\n",
     4, "error: a logical warp has from 1 to 32 threads"},
};

class LibraryRefusals : public testing::TestWithParam<refusal> {};

TEST_P(LibraryRefusals, NameTheFeatureAndTheLine) { expect_refused(GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, LibraryRefusals, testing::ValuesIn(kRefusals),
                         [](const auto& info) { return std::string(info.param.name); });

// The refusal precedes any compiler's error, and simcu's own CUB headers come before a toolkit's.
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

// A CUB primitive in a block of the wrong size is undefined with CUB, and reported here.
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
  EXPECT_SAYS(got, "cub::BlockReduce is for a block of (128,1,1), but this block is (256,1,1)");
  EXPECT_SAYS(got, "prog.cu:5");
}

// With CUB, the first sort is undefined and the second sorts nothing. Both are silent.
TEST(Cub, RefusesASortWithoutPlace) {
  sandbox box;
  box.write("prog.cu", R"(#include <cub/cub.cuh>
int main(int argc, char**) {
  unsigned* d_keys;
  cudaMalloc(&d_keys, 4000);
  cudaMemset(d_keys, 1, 4000);
  void* d_temp = nullptr;
  size_t bytes = 0;
  cub::DeviceRadixSort::SortKeys(d_temp, bytes, d_keys, d_keys + 500, 500);
  if (argc == 1) cudaMalloc(&d_temp, bytes);
  const int from = argc == 1 ? 100 : 500;
  cub::DeviceRadixSort::SortKeys(d_temp, bytes, d_keys, d_keys + from, 500);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
)");
  const outcome overlap = box.run("SIMCU prog.cu -o prog && ./prog");
  EXPECT_EQ(overlap.status, 0) << overlap.output;
  EXPECT_SAYS(overlap, "its input and its output overlap");
  EXPECT_SAYS(overlap, "prog.cu:11");
  const outcome null = box.run("./prog null");
  EXPECT_EQ(null.status, 0) << null.output;
  EXPECT_SAYS(null, "its temporary storage is null again");
  EXPECT_SAYS(null, "prog.cu:11");
}

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
    EXPECT_SAYS(got, said);
}

// The preprocessor prints real paths, by which simcu must recognise its own headers.
TEST(Thrust, HeadersAreFoundThroughASymbolicLink) {
  sandbox box;
  box.write("prog.cu", "#include <thrust/device_vector.h>\nint main() {}\n");
  const outcome got =
      box.run("lib=$(dirname '" SIMCU_PROGRAM
              "')/../lib && mkdir home && ln -s $lib home/lib && ln -s '" SIMCU_INCLUDE
              "' home/include && export SIMCU_HOME=$PWD/home && SIMCU prog.cu -o prog && ./prog");
  EXPECT_EQ(got.status, 0) << got.output;
}

// The checkers know a device_vector's end.
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
  EXPECT_SAYS(got, "simcu: out-of-bounds");
  EXPECT_SAYS(got, "prog.cu:3");
  EXPECT_SAYS(got, "simcu: host-pointer in kernel `thrust::sort`");
  EXPECT_SAYS(got, "caught\n");
  // Without the checkers, the call's place comes only from the host's stack.
  box.write("null.cu", R"(#include <thrust/device_ptr.h>
#include <thrust/fill.h>
void clear(thrust::device_ptr<int> data) {
  thrust::fill(data, data + 4, 0);
}
int main() { clear(nullptr); }
)");
  const outcome failed = box.run("SIMCU null.cu -o null && ./null");
  EXPECT_SAYS(failed, "null.cu:4, failed: an illegal memory access");
}

}  // namespace
