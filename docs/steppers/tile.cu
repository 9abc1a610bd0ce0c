// SPDX-License-Identifier: Apache-2.0
// Runs chapter 01's pattern, a tile with two barriers, in one block of four threads over two tiles. A line of
// stdin has the barriers, "11", "01" or "10", and a value of SIMCU_SCHEDULE. The answer is a line of JSON
// with the reports of launches, each of which watches one element of the keys, the tile or the output. Built
// with `simcu --check`.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "lab/device_buffer.h"
#include "simcu/report.h"

using std::uint32_t;
constexpr int kTile = 4, kKeys = 8;  // threads per block and keys per tile; all keys

__device__ uint32_t distance(uint32_t a, uint32_t b) { return a < b ? b - a : a - b; }

template <bool First, bool Second>
__global__ void tiled_kernel(const uint32_t* keys, int n, uint32_t* farthest) {
  __shared__ uint32_t s_tile[kTile];
  const uint32_t key = keys[threadIdx.x];
  uint32_t most = 0;
  for (int begin = 0; begin < n; begin += kTile) {
    s_tile[threadIdx.x] = keys[begin + threadIdx.x];
    if (First) __syncthreads();
    for (int j = 0; j < kTile; ++j) {
      const uint32_t other = s_tile[j];
      most = max(most, distance(key, other));
    }
    if (Second) __syncthreads();
  }
  farthest[threadIdx.x] = most;
}

static std::vector<uint32_t> run(const std::string& barriers) {
  const std::vector<uint32_t> keys = {20, 7, 31, 12, 55, 3, 24, 40};
  const lab::device_buffer<uint32_t> d_keys(keys);
  lab::device_buffer<uint32_t> d_farthest(kTile);
  const auto kernel = barriers == "11"   ? tiled_kernel<true, true>
                      : barriers == "01" ? tiled_kernel<false, true>
                                         : tiled_kernel<true, false>;
  kernel<<<1, kTile>>>(d_keys.data(), kKeys, d_farthest.data());
  CUDA_CHECK_LAUNCH("tiled_kernel");
  return d_farthest.download();
}

int main() {
  for (std::string barriers, schedule; std::cin >> barriers >> schedule;) {
    std::string answer;
    setenv("SIMCU_SCHEDULE", schedule.c_str(), 1);
    for (const auto& [array, elements] :
         {std::pair<std::string, int>{"keys", kKeys}, {"s_tile", kTile}, {"farthest", kTile}})
      for (int i = 0; i < elements; ++i) {
        setenv("SIMCU_WATCH", (array + "[" + std::to_string(i) + "]").c_str(), 1);
        run(barriers);
        answer += (answer.empty() ? "[" : ",") + simcu::take_report();
      }
    std::replace(answer.begin(), answer.end(), '\n', ' ');
    std::cout << answer << "]" << std::endl;
  }
}
