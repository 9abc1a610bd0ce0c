// SPDX-License-Identifier: Apache-2.0
// cudaMallocPitch, cudaMemcpy2D, cudaMemset, cudaMemset2D and copies within the device.
#include <cstdio>

__global__ void scale_kernel(float* data, size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    float* row = (float*)((char*)data + y * pitch);
    row[x] *= 2;
  }
}

int main() {
  const int width = 100, height = 30;
  static float h[height][width], back[height][width + 4];
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) h[y][x] = y * 1000 + x;
  float* d;
  size_t pitch = 0;
  printf("%s\n", cudaGetErrorName(cudaMallocPitch(&d, &pitch, width * sizeof(float), height)));
  printf("%d %d\n", pitch >= width * sizeof(float), (int)(pitch % 32));
  cudaMemcpy2D(d, pitch, h, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
  scale_kernel<<<dim3(4, 4), dim3(32, 8)>>>(d, pitch, width, height);
  cudaMemcpy2D(back, (width + 4) * sizeof(float), d, pitch, width * sizeof(float), height,
               cudaMemcpyDeviceToHost);
  printf("%g %g %g %g\n", back[0][1], back[29][99], back[10][50], back[29][100]);
  cudaMemset2D(d, pitch, 0, 50 * sizeof(float), 10);
  cudaMemcpy2DAsync(back, (width + 4) * sizeof(float), d, pitch, width * sizeof(float), height,
                    cudaMemcpyDeviceToHost, 0);
  cudaDeviceSynchronize();
  printf("%g %g %g\n", back[9][49], back[9][50], back[10][0]);

  int *a, *b, values[16];
  cudaMalloc(&a, sizeof values);
  cudaMalloc(&b, sizeof values);
  cudaMemset(a, 0x01, sizeof values);
  cudaMemset(b, 0, sizeof values);
  cudaMemcpy(b + 2, a, 4 * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaMemcpy(values, b, sizeof values, cudaMemcpyDefault);
  for (int v : values) printf("%x ", v);
  cudaMemsetAsync(b, 0xff, 8, 0);
  cudaMemcpyAsync(values, b, sizeof values, cudaMemcpyDeviceToHost, 0);
  cudaDeviceSynchronize();
  printf("\n%d %d %x\n%s\n", values[0], values[1], values[2], cudaGetErrorName(cudaGetLastError()));
  return 0;
}
