// SPDX-License-Identifier: Apache-2.0
// Accesses of 8 and 16 bytes in shared memory, which show which parts of a warp are served together.
#include "patterns.h"

// Lane l reads element where[l]. Lanes with a negative number take no part.
template <class T>
__device__ void read_elements(const int* where, T* out) {
  __shared__ T s_values[256];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < 256; i += blockDim.x) s_values[i] = out[i];
  __syncthreads();
  const int from = where[t % 32];
  if (from >= 0) out[256 + blockIdx.x * blockDim.x + t] = s_values[from];
}
__global__ void read_doubles_kernel(const int* where, double* out) { read_elements(where, out); }
__global__ void read_vectors_kernel(const int* where, uint4* out) { read_elements(where, out); }

struct pattern {
  const char* name;
  int (*of)(int lane);
};
const pattern kPatterns[] = {
    {"lanes 0 and 1 alike", [](int l) { return l / 2; }},
    {"lanes 0 and 2 alike", [](int l) { return l % 2 + l / 4 * 2; }},
    {"lanes 0 and 4 alike", [](int l) { return l % 4 + l / 8 * 4; }},
    {"lanes 0 and 8 alike", [](int l) { return l % 8 + l / 16 * 8; }},
    {"lanes 0 and 16 alike", [](int l) { return l % 16; }},
    {"lanes 0 and 31 alike", [](int l) { return l < 16 ? l : 31 - l; }},
    {"four lanes alike", [](int l) { return l / 4; }},
    {"two elements", [](int l) { return l / 16; }},
    {"two elements, by turns", [](int l) { return l % 2; }},
    {"even lanes", [](int l) { return l % 2 ? -1 : l / 2; }},
    {"every fourth lane", [](int l) { return l % 4 ? -1 : l / 4; }},
    {"lanes 0 and 1 of every four", [](int l) { return l % 4 > 1 ? -1 : l / 2; }},
    {"first half", [](int l) { return l < 16 ? l : -1; }},
    {"first quarter", [](int l) { return l < 8 ? l : -1; }},
    {"lanes 4 to 19", [](int l) { return l >= 4 && l < 20 ? l : -1; }},
    {"pairs 16 apart", [](int l) { return l / 2 * 16; }},
    {"pairs of far ones", [](int l) { return l / 2 * 7 % 16; }},
    {"pairs, the second half like the first", [](int l) { return l / 2 % 8; }},
    {"even lanes, 8 apart", [](int l) { return l % 2 ? -1 : l / 2 * 8; }},
    {"pairs, except for one lane", [](int l) { return l == 31 ? 14 : l / 2; }},
    {"pairs in the first half alone", [](int l) { return l < 16 ? l / 2 : l; }},
};

int main() {
  constexpr int blocks = 4;
  auto* d_out = device_array<uint4>(256 + blocks * kThreads);
  for (const pattern& p : kPatterns) {
    std::vector<int> where(32);
    for (int l = 0; l < 32; ++l) where[l] = p.of(l);
    const int* d_where = on_device(where);
    const std::string name = p.name;
    LAUNCH((name + ", 8 bytes").c_str(),
           read_doubles_kernel<<<blocks, kThreads>>>(d_where, reinterpret_cast<double*>(d_out)));
    LAUNCH((name + ", 16 bytes").c_str(), read_vectors_kernel<<<blocks, kThreads>>>(d_where, d_out));
  }
  CHECK(cudaDeviceSynchronize());
}
