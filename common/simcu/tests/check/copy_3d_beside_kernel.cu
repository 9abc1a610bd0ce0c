// expect: race global-cross-launch at 9 30
// SPDX-License-Identifier: Apache-2.0
// A kernel writes what an asynchronous copy of a volume in another stream takes to the host.
#include <cstdio>

__global__ void copy_3d_beside_kernel_kernel(cudaPitchedPtr volume) {
  const unsigned row = threadIdx.x / 8;
  char* const start = static_cast<char*>(volume.ptr) + row * volume.pitch;
  reinterpret_cast<int*>(start)[threadIdx.x % 8] = threadIdx.x;
}

int main() {
  const cudaExtent extent = make_cudaExtent(8 * sizeof(int), 4, 2);
  cudaPitchedPtr d_volume;
  int* h_volume;
  cudaMalloc3D(&d_volume, extent);
  cudaMallocHost(&h_volume, 64 * sizeof(int));
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  copy_3d_beside_kernel_kernel<<<1, 64, 0, a>>>(d_volume);

  cudaMemcpy3DParms copy = {};
  copy.srcPtr = d_volume;
  copy.dstPtr = make_cudaPitchedPtr(h_volume, 8 * sizeof(int), 8, 4);
  copy.extent = extent;
  copy.kind = cudaMemcpyDeviceToHost;

  // Nothing makes stream b wait for stream a.
  cudaMemcpy3DAsync(&copy, b);
  cudaDeviceSynchronize();
  cudaFreeHost(h_volume);
  cudaFree(d_volume.ptr);
  return 0;
}
