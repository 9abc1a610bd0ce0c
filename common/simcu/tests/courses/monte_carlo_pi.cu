// SPDX-License-Identifier: Apache-2.0
// Pi by dice: states of the generator in global memory, warp sums, an atomic on 64 bits.
#include <math.h>

#include "helper.h"

__global__ void setup(unsigned* states, unsigned seed) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  unsigned s = seed + id * 2654435761u;
  for (int i = 0; i < 8; ++i) nextRandom(s);
  states[id] = s;
}
__global__ void pi_kernel(unsigned* states, unsigned long long* inside, int tries) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  unsigned state = states[id], count = 0;
  for (int i = 0; i < tries; ++i) {
    float x = nextRandom(state) * 2.3283064e-10f, y = nextRandom(state) * 2.3283064e-10f;
    if (x * x + y * y <= 1.0f) ++count;
  }
  states[id] = state;
  count = __reduce_add_sync(0xffffffff, count);
  if (threadIdx.x % warpSize == 0) atomicAdd(inside, (unsigned long long)count);
}
int main() {
  const int threads = 512, tries = 60;
  DeviceArray<unsigned> states(threads);
  DeviceArray<unsigned long long> inside(1);
  inside.zero();
  setup<<<threads / 128, 128>>>(states.data, 1234);
  for (int round = 0; round < 2; ++round) pi_kernel<<<threads / 128, 128>>>(states.data, inside.data, tries);
  double pi = 4.0 * inside.get()[0] / (2.0 * threads * tries);
  return fabs(pi - 3.14159265) < 0.05 ? EXIT_SUCCESS : EXIT_FAILURE;
}
