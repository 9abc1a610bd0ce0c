// SPDX-License-Identifier: Apache-2.0
// Resizing an image with the texture unit: clamped addresses, linear filtering. The fractions used here are
// exact in the unit's eight bits.
#include <cstdio>
#include <vector>

__global__ void resize(float* out, int width, int height, cudaTextureObject_t image, float scale) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[y * width + x] = tex2D<float>(image, (x + 0.5f) * scale, (y + 0.5f) * scale);
}

int main() {
  constexpr int kWidth = 64, kHeight = 32;
  std::vector<float> h_image(kWidth * kHeight);
  for (int i = 0; i < kWidth * kHeight; ++i) h_image[i] = static_cast<float>((i * 37) % 101);

  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, kWidth, kHeight);
  cudaMemcpy2DToArray(array, 0, 0, h_image.data(), kWidth * sizeof(float), kWidth * sizeof(float), kHeight,
                      cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  how.filterMode = cudaFilterModeLinear;
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t image = 0;
  cudaCreateTextureObject(&image, &resource, &how, nullptr);

  constexpr int kWide = 2 * kWidth, kHigh = 2 * kHeight;
  float* d_out;
  cudaMalloc(&d_out, kWide * kHigh * sizeof(float));
  resize<<<dim3(kWide / 16, kHigh / 16), dim3(16, 16)>>>(d_out, kWide, kHigh, image, 0.5f);
  std::vector<float> out(kWide * kHigh);
  cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (const float v : out) sum += v;
  std::printf("%g %g %g %g sum %.4f\n", out[0], out[1], out[kWide + 1], out[kWide * kHigh - 1], sum);
  cudaDestroyTextureObject(image);
  cudaFreeArray(array);
  cudaFree(d_out);
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
