// SPDX-License-Identifier: Apache-2.0
// Sparse matrix times vector, the vector read through a texture of linear memory (tex1Dfetch).
#include <cstdio>
#include <vector>

__global__ void multiply(const int* start, const int* column, const float* value, cudaTextureObject_t x,
                         float* y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int i = start[row]; i < start[row + 1]; ++i) sum += value[i] * tex1Dfetch<float>(x, column[i]);
  y[row] = sum;
}

template <class T>
T* to_device(const std::vector<T>& from) {
  T* p;
  cudaMalloc(&p, from.size() * sizeof(T));
  cudaMemcpy(p, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}

int main() {
  constexpr int kRows = 200;
  std::vector<int> start = {0}, column;
  std::vector<float> value, x(kRows);
  for (int r = 0; r < kRows; ++r) {
    x[r] = static_cast<float>(r % 7);
    for (int k = 0; k <= r % 5; ++k)
      column.push_back((r * 3 + k * 11) % kRows), value.push_back(0.5f * k + 1);
    start.push_back(static_cast<int>(column.size()));
  }
  int *d_start = to_device(start), *d_column = to_device(column);
  float *d_value = to_device(value), *d_x = to_device(x), *d_y;
  cudaMalloc(&d_y, kRows * sizeof(float));

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = d_x;
  resource.res.linear.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  resource.res.linear.sizeInBytes = kRows * sizeof(float);
  cudaTextureDesc how = {};
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t vector = 0;
  cudaCreateTextureObject(&vector, &resource, &how, NULL);
  multiply<<<(kRows + 63) / 64, 64>>>(d_start, d_column, d_value, vector, d_y, kRows);
  std::vector<float> y(kRows);
  cudaMemcpy(y.data(), d_y, kRows * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int r = 0; r < kRows; ++r) {
    float sum = 0;
    for (int i = start[r]; i < start[r + 1]; ++i) sum += value[i] * x[column[i]];
    wrong += sum != y[r];
  }
  std::printf("%d wrong, y[17] = %g, y[199] = %g\n", wrong, y[17], y[199]);
  cudaDestroyTextureObject(vector);
  for (void* p : {(void*)d_start, (void*)d_column, (void*)d_value, (void*)d_x, (void*)d_y}) cudaFree(p);
  return 0;
}
