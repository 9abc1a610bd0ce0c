// expect: bad-copy at 19
// expect: bad-fill at 20
// SPDX-License-Identifier: Apache-2.0
// says: cudaMemcpy3D
// A box that is one slice deeper than its memory: told as the call that the program makes, and nothing of it
// is copied.
#include <cstdlib>
#include <cstring>

int main() {
  cudaPitchedPtr box;
  cudaMalloc3D(&box, make_cudaExtent(64, 4, 4));
  char* h_box = (char*)std::malloc(box.pitch * 20);
  std::memset(h_box, 1, box.pitch * 20);
  cudaMemset3D(box, 7, make_cudaExtent(64, 4, 4));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(h_box, box.pitch, 64, 4), copy.dstPtr = box;
  copy.extent = make_cudaExtent(64, 4, 5), copy.kind = cudaMemcpyHostToDevice;
  if (cudaMemcpy3D(&copy) != cudaErrorInvalidValue) return 1;
  if (cudaMemset3D(box, 9, make_cudaExtent(64, 4, 5)) != cudaErrorInvalidValue) return 2;
  cudaMemcpy(h_box, box.ptr, 64, cudaMemcpyDeviceToHost);
  const bool untouched = h_box[0] == 7;
  std::free(h_box);
  cudaFree(box.ptr);
  return untouched ? 0 : 3;
}
