// SPDX-License-Identifier: Apache-2.0
// Pinned, mapped, registered and managed memory, stream-ordered allocation, and what pointers say about
// themselves.
// Needs CUDA 13: cudaMemPrefetchAsync with a cudaMemLocation.
#include <cstdio>
#include <cstdlib>

__global__ void add_kernel(int* p, int n, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] += value;
}

const char* type_of(const void* p) {
  cudaPointerAttributes a;
  if (cudaPointerGetAttributes(&a, p) != cudaSuccess) return "error";
  switch (a.type) {
    case cudaMemoryTypeUnregistered:
      return "unregistered";
    case cudaMemoryTypeHost:
      return "host";
    case cudaMemoryTypeDevice:
      return "device";
    case cudaMemoryTypeManaged:
      return "managed";
  }
  return "?";
}

int main() {
  const int n = 1000;
  const size_t bytes = n * sizeof(int);
  int *pinned, *mapped, *mapped_on_device, *managed, *device, *ordered, *pageable = (int*)malloc(bytes);
  cudaMallocHost(&pinned, bytes);
  cudaHostAlloc(&mapped, bytes, cudaHostAllocMapped);
  cudaMallocManaged(&managed, bytes);
  cudaMalloc(&device, bytes);
  for (int i = 0; i < n; ++i) pinned[i] = mapped[i] = managed[i] = pageable[i] = i;

  cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, 0);
  add_kernel<<<4, 256>>>(device, n, 5);
  cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, 0);
  cudaStreamSynchronize(0);
  printf("pinned %d %d\n", pinned[0], pinned[999]);

  cudaHostGetDevicePointer(&mapped_on_device, mapped, 0);
  add_kernel<<<4, 256>>>(mapped_on_device, n, 7);
  cudaDeviceSynchronize();
  printf("mapped %d %d\n", mapped[0], mapped[999]);

  cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
  printf("%s\n", cudaGetErrorName(cudaMemPrefetchAsync(managed, bytes, here, 0, 0)));
  printf("%s\n", cudaGetErrorName(cudaMemAdvise(managed, bytes, cudaMemAdviseSetReadMostly, here)));
  add_kernel<<<4, 256>>>(managed, n, 9);
  cudaDeviceSynchronize();
  printf("managed %d %d\n", managed[0], managed[999]);

  printf("%s\n", cudaGetErrorName(cudaHostRegister(pageable, bytes, cudaHostRegisterDefault)));
  int* registered = nullptr;
  cudaHostGetDevicePointer(&registered, pageable, 0);
  add_kernel<<<4, 256>>>(registered, n, 11);
  cudaDeviceSynchronize();
  printf("registered %d %d\n", pageable[0], pageable[999]);
  printf("%s %s %s %s %s\n", type_of(pinned), type_of(mapped + 3), type_of(managed), type_of(device + 10),
         type_of(pageable));
  cudaHostUnregister(pageable);
  int local = 0;
  printf("%s %s\n", type_of(pageable), type_of(&local));

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocAsync(&ordered, bytes, stream);
  cudaMemsetAsync(ordered, 0, bytes, stream);
  add_kernel<<<4, 256, 0, stream>>>(ordered, n, 13);
  cudaMemcpyAsync(pinned, ordered, bytes, cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(ordered, stream);
  cudaStreamSynchronize(stream);
  printf("ordered %d %d\n", pinned[0], pinned[999]);

  size_t free_before = 0, free_after = 0, total = 0;
  char* big;
  cudaMemGetInfo(&free_before, &total);
  cudaMalloc(&big, 64 << 20);
  cudaMemGetInfo(&free_after, &total);
  printf("%d %d\n", free_before - free_after >= (64u << 20), free_after < total);
  printf("%s %s %s %s\n", cudaGetErrorName(cudaFree(big)), cudaGetErrorName(cudaFreeHost(pinned)),
         cudaGetErrorName(cudaFree(managed)), cudaGetErrorName(cudaFreeHost(mapped)));
  cudaStreamDestroy(stream);
  cudaFree(device);
  free(pageable);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
