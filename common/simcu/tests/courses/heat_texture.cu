// SPDX-License-Identifier: Apache-2.0
// Heat in a plate: reads through a texture over pitched memory, writes to the other buffer.
#include <string.h>

#include "helper.h"

#define W 40
#define Hh 24
__global__ void blend_kernel(cudaTextureObject_t in, float* out, size_t pitch) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= W || y >= Hh) return;
  float t = tex2D<float>(in, x, y - 1), l = tex2D<float>(in, x - 1, y), c = tex2D<float>(in, x, y);
  float r = tex2D<float>(in, x + 1, y), b = tex2D<float>(in, x, y + 1);
  float* row = (float*)((char*)out + y * pitch);
  row[x] = c + 0.125f * (t + b + r + l - 4 * c);
}
static cudaTextureObject_t textureOf(float* data, size_t pitch) {
  cudaResourceDesc res;
  memset(&res, 0, sizeof(res));
  res.resType = cudaResourceTypePitch2D;
  res.res.pitch2D.devPtr = data;
  res.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  res.res.pitch2D.width = W;
  res.res.pitch2D.height = Hh;
  res.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc tex;
  memset(&tex, 0, sizeof(tex));
  tex.addressMode[0] = tex.addressMode[1] = cudaAddressModeClamp;
  tex.filterMode = cudaFilterModePoint;
  tex.readMode = cudaReadModeElementType;
  cudaTextureObject_t object = 0;
  checkCudaErrors(cudaCreateTextureObject(&object, &res, &tex, NULL));
  return object;
}
int main() {
  std::vector<float> a(W * Hh), b(W * Hh);
  for (int i = 0; i < W * Hh; ++i) a[i] = i % 37 == 0 ? 64 : 0;
  float* d[2];
  size_t pitch;
  cudaTextureObject_t tex[2];
  for (int i = 0; i < 2; ++i) {
    checkCudaErrors(cudaMallocPitch((void**)&d[i], &pitch, W * sizeof(float), Hh));
    tex[i] = textureOf(d[i], pitch);
  }
  checkCudaErrors(cudaMemcpy2D(d[0], pitch, a.data(), W * 4, W * 4, Hh, cudaMemcpyHostToDevice));
  for (int step = 0; step < 4; ++step) {
    blend_kernel<<<dim3(divUp(W, 16), divUp(Hh, 16)), dim3(16, 16)>>>(tex[step % 2], d[1 - step % 2], pitch);
    for (int y = 0; y < Hh; ++y)
      for (int x = 0; x < W; ++x) {
        float c = a[y * W + x], t = a[(y ? y - 1 : 0) * W + x], bt = a[(y + 1 < Hh ? y + 1 : y) * W + x];
        float l = a[y * W + (x ? x - 1 : 0)], r = a[y * W + (x + 1 < W ? x + 1 : x)];
        b[y * W + x] = c + 0.125f * (t + bt + r + l - 4 * c);
      }
    a.swap(b);
  }
  checkCudaErrors(cudaMemcpy2D(b.data(), W * 4, d[0], pitch, W * 4, Hh, cudaMemcpyDeviceToHost));
  bool ok = true;
  for (int i = 0; i < W * Hh; ++i) ok = ok && a[i] - b[i] < 1e-4f && b[i] - a[i] < 1e-4f;
  for (int i = 0; i < 2; ++i) {
    checkCudaErrors(cudaDestroyTextureObject(tex[i]));
    cudaFree(d[i]);
  }
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
