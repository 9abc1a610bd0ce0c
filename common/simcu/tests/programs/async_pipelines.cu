// SPDX-License-Identifier: Apache-2.0
// Tiles that come in the background: with a barrier of the block, a pipeline of each thread, and a pipeline
// whose first warp brings what the others sum up.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

constexpr int kTile = 128, kTiles = 12;

#pragma nv_diag_suppress static_var_with_dynamic_init
__global__ void with_barrier(const float* in, float* out) {
  using barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ barrier s_loaded;
  __shared__ alignas(16) float s_tile[kTile];
  const auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&s_loaded, block.size());
  block.sync();
  float sum = 0;
  for (int tile = 0; tile < kTiles; ++tile) {
    cuda::memcpy_async(block, s_tile, in + tile * kTile, cuda::aligned_size_t<16>(sizeof s_tile), s_loaded);
    barrier::arrival_token token = s_loaded.arrive();
    s_loaded.wait(std::move(token));
    sum += s_tile[kTile - 1 - threadIdx.x];
    block.sync();
  }
  out[threadIdx.x] = sum;
}

__global__ void with_own_pipeline(const float4* in, float* out) {
  __shared__ float4 s_quads[2][kTile];
  auto pipe = cuda::make_pipeline();
  float sum = 0;
  for (int next = 0, now = 0; now < kTiles / 4; ++now) {
    for (; next < kTiles / 4 && next < now + 2; ++next) {
      pipe.producer_acquire();
      cuda::memcpy_async(&s_quads[next % 2][threadIdx.x], &in[next * kTile + threadIdx.x],
                         cuda::aligned_size_t<alignof(float4)>(sizeof(float4)), pipe);
      pipe.producer_commit();
    }
    if (now + 1 < kTiles / 4)
      cuda::pipeline_consumer_wait_prior<1>(pipe);
    else
      pipe.consumer_wait();
    const float4 v = s_quads[now % 2][threadIdx.x];  // its own, so no barrier is needed
    sum += v.x + v.y + v.z + v.w;
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

__global__ void with_roles(const float* in, float* out) {
  constexpr int kStages = 3;
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> s_state;
  __shared__ float s_tiles[kStages][kTile];
  const auto block = cg::this_thread_block();
  const bool brings = block.thread_rank() < 32;
  auto pipe = cuda::make_pipeline(block, &s_state,
                                  brings ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  if (brings) {
    const auto warp = cg::tiled_partition<32>(block);
    for (int tile = 0; tile < kTiles; ++tile) {
      pipe.producer_acquire();
      cuda::memcpy_async(warp, s_tiles[tile % kStages], in + tile * kTile, sizeof s_tiles[0], pipe);
      pipe.producer_commit();
    }
    return;
  }
  const int t = static_cast<int>(block.thread_rank()) - 32;
  float sum = 0;
  for (int tile = 0; tile < kTiles; ++tile) {
    pipe.consumer_wait();
    sum += s_tiles[tile % kStages][kTile - 1 - t];
    pipe.consumer_release();
  }
  out[t] = sum;
}

// Two copies of the block, of which the later may still be under way.
__global__ void with_groups(const float* in, float* out) {
  __shared__ float s_tiles[2][kTile];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, s_tiles[0], in, sizeof s_tiles[0]);
  float sum = 0;
  for (int tile = 0; tile < kTiles; ++tile) {
    if (tile + 1 < kTiles) {
      cg::memcpy_async(block, s_tiles[(tile + 1) % 2], in + (tile + 1) * kTile, sizeof s_tiles[0]);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    sum += s_tiles[tile % 2][kTile - 1 - threadIdx.x];
    block.sync();
  }
  out[threadIdx.x] = sum;
}

void report(const char* name, const float* d_out) {
  float h_out[kTile], sum = 0;
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  for (const float x : h_out) sum += x;
  std::printf("%s: %g %g, in all %g (%s)\n", name, h_out[0], h_out[kTile - 1], sum,
              cudaGetErrorString(cudaGetLastError()));
  cudaMemset(const_cast<float*>(d_out), 0, sizeof h_out);
}

int main() {
  float h_in[kTile * kTiles], *d_in, *d_out;
  for (int i = 0; i < kTile * kTiles; ++i) h_in[i] = static_cast<float>(i % 97);
  cudaMalloc(&d_in, sizeof h_in);
  cudaMalloc(&d_out, kTile * sizeof(float));
  cudaMemcpy(d_in, h_in, sizeof h_in, cudaMemcpyHostToDevice);
  with_barrier<<<1, kTile>>>(d_in, d_out);
  report("barrier", d_out);
  with_own_pipeline<<<1, kTile>>>(reinterpret_cast<const float4*>(d_in), d_out);
  report("own pipeline", d_out);
  with_roles<<<1, kTile + 32>>>(d_in, d_out);
  report("roles", d_out);
  with_groups<<<1, kTile>>>(d_in, d_out);
  report("groups", d_out);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
