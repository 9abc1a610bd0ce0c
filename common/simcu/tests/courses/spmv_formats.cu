// SPDX-License-Identifier: Apache-2.0
// Sparse matrix times vector: COO with atomics, CSR with a warp for each row, ELL.
#include "helper.h"

__global__ void spmv_coo(int nnz, const int* row, const int* col, const float* value, const float* x,
                         float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nnz) atomicAdd(&y[row[i]], x[col[i]] * value[i]);
}
__global__ void spmv_csr_vector(int rows, const int* ptr, const int* col, const float* value, const float* x,
                                float* y) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
  if (warp >= rows) return;
  float sum = 0;
  for (int i = ptr[warp] + lane; i < ptr[warp + 1]; i += 32) sum += value[i] * x[col[i]];
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (lane == 0) y[warp] = sum;
}
__global__ void spmv_ell(int rows, int width, const int* length, const int* col, const float* value,
                         const float* x, float* y) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int k = 0; k < width && k < length[r]; ++k) sum += value[k * rows + r] * x[col[k * rows + r]];
  y[r] = sum;
}

int main() {
  const int rows = 90;
  std::vector<int> row, col, ptr(1, 0), length;
  std::vector<float> value, x(rows), want(rows);
  int width = 0;
  for (int r = 0; r < rows; ++r) {
    for (int k = 0; k < r % 11 * (r % 3); ++k)
      row.push_back(r), col.push_back((r * 7 + k * 13) % rows), value.push_back(k % 5 - 2);
    ptr.push_back(col.size());
    length.push_back(ptr[r + 1] - ptr[r]);
    if (length[r] > width) width = length[r];
    x[r] = r % 6;
  }
  for (size_t i = 0; i < row.size(); ++i) want[row[i]] += value[i] * x[col[i]];
  std::vector<int> ellCol(width * rows);
  std::vector<float> ellValue(width * rows);
  for (int r = 0; r < rows; ++r)
    for (int k = 0; k < length[r]; ++k)
      ellCol[k * rows + r] = col[ptr[r] + k], ellValue[k * rows + r] = value[ptr[r] + k];
  DeviceArray<int> dRow(row), dCol(col), dPtr(ptr), dLength(length), dEllCol(ellCol);
  DeviceArray<float> dValue(value), dEllValue(ellValue), dX(x), y(rows);
  y.zero();
  spmv_coo<<<divUp(row.size(), 128), 128>>>(row.size(), dRow.data, dCol.data, dValue.data, dX.data, y.data);
  bool ok = y.get() == want;
  spmv_csr_vector<<<divUp(rows * 32, 128), 128>>>(rows, dPtr.data, dCol.data, dValue.data, dX.data, y.data);
  ok = ok && y.get() == want;
  spmv_ell<<<divUp(rows, 64), 64>>>(rows, width, dLength.data, dEllCol.data, dEllValue.data, dX.data, y.data);
  return ok && y.get() == want ? EXIT_SUCCESS : EXIT_FAILURE;
}
