// SPDX-License-Identifier: Apache-2.0
// A 3-D array behind a texture that is sampled between its texels.
#include <math.h>
#include <string.h>

#include "helper.h"

#define D 8
__global__ void sample(cudaTextureObject_t tex, float* out) {
  int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  out[(z * D + y) * D + x] = tex3D<float>(tex, x + 1.0f, y + 0.5f, z + 0.5f);
}
int main() {
  std::vector<float> volume(D * D * D);
  for (int i = 0; i < D * D * D; ++i) volume[i] = i % D * 2 + i / D % D * 10 + i / D / D;
  cudaArray_t array;
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaExtent extent = make_cudaExtent(D, D, D);
  checkCudaErrors(cudaMalloc3DArray(&array, &desc, extent));
  cudaMemcpy3DParms copy = {0};
  copy.srcPtr = make_cudaPitchedPtr(volume.data(), D * sizeof(float), D, D);
  copy.dstArray = array;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  checkCudaErrors(cudaMemcpy3D(&copy));
  cudaResourceDesc res;
  memset(&res, 0, sizeof res);
  res.resType = cudaResourceTypeArray;
  res.res.array.array = array;
  cudaTextureDesc td;
  memset(&td, 0, sizeof td);
  td.filterMode = cudaFilterModeLinear;
  for (int i = 0; i < 3; ++i) td.addressMode[i] = cudaAddressModeClamp;
  td.readMode = cudaReadModeElementType;
  cudaTextureObject_t tex;
  checkCudaErrors(cudaCreateTextureObject(&tex, &res, &td, nullptr));
  DeviceArray<float> out(D * D * D);
  sample<<<D, dim3(D, D)>>>(tex, out.data);
  std::vector<float> got = out.get();
  bool ok = true;
  for (int i = 0; i < D * D * D; ++i)
    ok = ok && fabsf(got[i] - (volume[i] + (i % D + 1 < D ? 1 : 0))) < 0.02f;
  checkCudaErrors(cudaDestroyTextureObject(tex));
  checkCudaErrors(cudaFreeArray(array));
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
