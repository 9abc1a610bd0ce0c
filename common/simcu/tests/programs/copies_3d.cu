// SPDX-License-Identifier: Apache-2.0
// A 3-D stencil in pitched memory: cudaMalloc3D, cudaMemcpy3D in both directions, a box copied out of the
// middle.
#include <cstdio>
#include <vector>

__global__ void smooth(cudaPitchedPtr in, cudaPitchedPtr out, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
            z = blockIdx.z;
  if (x >= nx || y >= ny) return;
  const auto at = [&](cudaPitchedPtr p, int i, int j, int k) -> float& {
    return *reinterpret_cast<float*>(static_cast<char*>(p.ptr) + (k * p.ysize + j) * p.pitch +
                                     i * sizeof(float));
  };
  const bool inside = x > 0 && y > 0 && z > 0 && x < nx - 1 && y < ny - 1 && z < nz - 1;
  at(out, x, y, z) = inside ? at(in, x - 1, y, z) + at(in, x + 1, y, z) + at(in, x, y - 1, z) +
                                  at(in, x, y + 1, z) + at(in, x, y, z - 1) + at(in, x, y, z + 1) -
                                  6 * at(in, x, y, z)
                            : 0;
}

int main() {
  constexpr int kX = 20, kY = 12, kZ = 8;
  std::vector<float> h_in(kX * kY * kZ), h_out(kX * kY * kZ, -1);
  for (int i = 0; i < kX * kY * kZ; ++i) h_in[i] = static_cast<float>((i * i) % 17);
  const cudaExtent extent = make_cudaExtent(kX * sizeof(float), kY, kZ);
  cudaPitchedPtr d_in, d_out;
  cudaMalloc3D(&d_in, extent);
  cudaMalloc3D(&d_out, extent);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(h_in.data(), kX * sizeof(float), kX, kY);
  copy.dstPtr = d_in;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  smooth<<<dim3((kX + 7) / 8, (kY + 7) / 8, kZ), dim3(8, 8)>>>(d_in, d_out, kX, kY, kZ);
  copy.srcPtr = d_out;
  copy.dstPtr = make_cudaPitchedPtr(h_out.data(), kX * sizeof(float), kX, kY);
  copy.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3D(&copy);
  double sum = 0;
  for (const float v : h_out) sum += v;

  float box[2][2][2];
  cudaMemcpy3DParms part = {};
  part.srcPtr = d_in;
  part.srcPos = make_cudaPos(5 * sizeof(float), 4, 3);
  part.dstPtr = make_cudaPitchedPtr(box, 2 * sizeof(float), 2, 2);
  part.extent = make_cudaExtent(2 * sizeof(float), 2, 2);
  part.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3D(&part);
  std::printf("sum %g, box %g %g %g %g\n", sum, box[0][0][0], box[0][0][1], box[0][1][0], box[1][1][1]);
  cudaFree(d_in.ptr);
  cudaFree(d_out.ptr);
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
