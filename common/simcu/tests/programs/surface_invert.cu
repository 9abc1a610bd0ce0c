// SPDX-License-Identifier: Apache-2.0
// Pixels changed in place through a surface, then read through a texture as fractions of 255.
#include <cstdio>

__global__ void invert(cudaSurfaceObject_t image, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  uchar4 pixel;
  surf2Dread(&pixel, image, x * static_cast<int>(sizeof(uchar4)), y);
  pixel = make_uchar4(255 - pixel.x, 255 - pixel.y, 255 - pixel.z, pixel.w);
  surf2Dwrite(pixel, image, x * static_cast<int>(sizeof(uchar4)), y);
}

__global__ void brightness(float* out, cudaTextureObject_t image, int width) {
  const float4 pixel = tex2D<float4>(image, threadIdx.x, blockIdx.x);
  out[blockIdx.x * width + threadIdx.x] = (pixel.x + pixel.y + pixel.z) / 3;
}

int main() {
  constexpr int kWidth = 32, kHeight = 16;
  static uchar4 h_image[kHeight][kWidth];
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x)
      h_image[y][x] =
          make_uchar4(static_cast<unsigned char>(8 * x), static_cast<unsigned char>(16 * y), 51, 255);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, kWidth, kHeight, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(array, 0, 0, h_image, sizeof h_image[0], sizeof h_image[0], kHeight,
                      cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  invert<<<dim3(2, 2), dim3(16, 8)>>>(surface, kWidth, kHeight);

  cudaTextureDesc how = {};
  how.readMode = cudaReadModeNormalizedFloat;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  float* d_out;
  cudaMalloc(&d_out, kWidth * kHeight * sizeof(float));
  brightness<<<kHeight, kWidth>>>(d_out, texture, kWidth);
  static float out[kHeight][kWidth];
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%.6f %.6f %.6f\n", out[0][0], out[3][7], out[15][31]);
  cudaDestroyTextureObject(texture);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
  cudaFree(d_out);
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
