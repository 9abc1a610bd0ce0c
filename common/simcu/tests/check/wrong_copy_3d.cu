// expect: bad-copy at 14
// SPDX-License-Identifier: Apache-2.0
// says: cudaMemcpy3D
// A box that is one slice deeper than its memory: told as the call that the program makes.
#include <cstdlib>

int main() {
  cudaPitchedPtr box;
  cudaMalloc3D(&box, make_cudaExtent(64, 4, 4));
  void* h_box = std::calloc(5, box.pitch * 4);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(h_box, box.pitch, 64, 4), copy.dstPtr = box;
  copy.extent = make_cudaExtent(64, 4, 5), copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  std::free(h_box);
  cudaFree(box.ptr);
  return cudaGetLastError() != cudaErrorInvalidValue;
}
