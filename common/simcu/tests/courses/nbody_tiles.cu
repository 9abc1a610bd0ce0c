// SPDX-License-Identifier: Apache-2.0
// N bodies: tiles of float4 positions, dynamic shared memory, two buffers that change places.
#include <math.h>

#include "helper.h"

__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai) {
  float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
  float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + 0.01f;
  float invDist = rsqrtf(distSqr);
  float s = bj.w * invDist * invDist * invDist;
  ai.x += r.x * s, ai.y += r.y * s, ai.z += r.z * s;
  return ai;
}
__global__ void integrate(const float4* oldPos, float4* newPos, float4* vel, float dt, int n) {
  extern __shared__ float4 shPosition[];
  int gtid = blockIdx.x * blockDim.x + threadIdx.x;
  float4 p = oldPos[gtid];
  float3 acc = {0, 0, 0};
  for (int tile = 0; tile < n / (int)blockDim.x; ++tile) {
    shPosition[threadIdx.x] = oldPos[tile * blockDim.x + threadIdx.x];
    __syncthreads();
#pragma unroll 4
    for (int i = 0; i < (int)blockDim.x; ++i) acc = bodyBodyInteraction(p, shPosition[i], acc);
    __syncthreads();
  }
  float4 v = vel[gtid];
  v.x += acc.x * dt, v.y += acc.y * dt, v.z += acc.z * dt;
  p.x += v.x * dt, p.y += v.y * dt, p.z += v.z * dt;
  newPos[gtid] = p;
  vel[gtid] = v;
}
int main() {
  const int n = 128;
  std::vector<float4> pos(n), vel(n, make_float4(0, 0, 0, 0));
  unsigned s = 21;
  for (float4& p : pos)
    p = make_float4(nextRandom(s) % 100 * 0.02f - 1, nextRandom(s) % 100 * 0.02f - 1,
                    nextRandom(s) % 100 * 0.02f - 1, 1);
  DeviceArray<float4> a(pos), b(n), v(vel);
  float4 *from = a.data, *to = b.data;
  for (int step = 0; step < 3; ++step) {
    integrate<<<n / 64, 64, 64 * sizeof(float4)>>>(from, to, v.data, 0.001f, n);
    getLastCudaError("integrate");
    std::swap(from, to);
  }
  float px = 0, py = 0, pz = 0;  // momentum is kept
  for (float4 u : v.get()) px += u.x, py += u.y, pz += u.z;
  return fabs(px) < 1e-2 && fabs(py) < 1e-2 && fabs(pz) < 1e-2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
