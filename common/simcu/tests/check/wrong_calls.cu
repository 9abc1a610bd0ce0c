// SPDX-License-Identifier: Apache-2.0
// Host calls that fail, in programs that ignore the returned error.
#include <cstdlib>

#include "cases.h"

// expect: clean
__global__ void printing_kernel(int* out) {
  out[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 3) printf("thread %d has %d and %s\n", threadIdx.x, out[threadIdx.x], "text");
}
CASE(printing) { printing_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: clean
// Copies and fills end where their allocation ends. A call may say that one side is the host's even if both
// are device memory.
__device__ int table[64];
CASE(wrong_copy_none) {
  int *d_data, *d_other, *h_pinned, *managed, h_data[64] = {};
  bool good = cudaMalloc(&d_data, 256) == cudaSuccess && cudaMalloc(&d_other, 256) == cudaSuccess;
  good &= cudaMallocHost(&h_pinned, 256) == cudaSuccess && cudaMallocManaged(&managed, 256) == cudaSuccess;
  good &= cudaMemset(d_data, 0, 256) == cudaSuccess && cudaMemset2D(d_other, 128, 0, 64, 2) == cudaSuccess;
  good &= cudaMemcpy(d_data, h_data, 256, cudaMemcpyHostToDevice) == cudaSuccess;
  good &= cudaMemcpy(d_data + 1, h_pinned + 1, 252, cudaMemcpyHostToDevice) == cudaSuccess;
  good &= cudaMemcpy2D(d_data, 128, h_data, 64, 64, 2, cudaMemcpyHostToDevice) == cudaSuccess;
  good &= cudaMemcpy(managed, h_data, 256, cudaMemcpyHostToHost) == cudaSuccess;
  good &= cudaMemcpy(d_other, d_data, 256, cudaMemcpyHostToDevice) == cudaSuccess;
  good &= cudaMemcpyToSymbol(table, h_data, 128, 128) == cudaSuccess;
  good &= cudaMemcpyFromSymbol(h_data, table, 256) == cudaSuccess;
  good &= cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice) == cudaSuccess &&
          cudaMemset(nullptr, 0, 0) == cudaSuccess;
  cudaFree(d_data);
  cudaFree(d_other);
  cudaFree(managed);
  cudaFreeHost(h_pinned);
  status |= !good;
}

// expect: bad-copy at a
// expect: bad-copy at b
// expect: bad-copy at c
// expect: bad-copy at d
// expect: bad-fill at e
// expect: bad-copy at g f
// expect: bad-fill at h f
// says: Are the two in the wrong order, or should the last argument be cudaMemcpyDeviceToHost?
// says: not the address of that pointer
// says: the source is a null pointer
// says: the destination is an allocation of 256 bytes, which has been freed
// says: the memory is host memory, but must be device memory
// One side of each copy is null, freed, or memory of another kind than the call says.
CASE(wrong_copy_other_memory) {
  int *d_data, *d_freed, h_data[64] = {};
  cudaMalloc(&d_data, 256);
  cudaMalloc(&d_freed, 256);
  cudaMemcpy(h_data, d_data, 256, cudaMemcpyHostToDevice);                 // a
  cudaMemcpy(&d_data, h_data, 256, cudaMemcpyHostToDevice);                // b
  cudaMemcpy(d_data, nullptr, 256, cudaMemcpyHostToDevice);                // c
  cudaMemcpy(h_data, h_data + 32, 128, cudaMemcpyDeviceToDevice);          // d
  cudaMemset(h_data, 0, 256);                                              // e
  cudaFree(d_freed);                                                       // f
  cudaMemcpyAsync(d_freed, h_data, 256, cudaMemcpyHostToDevice, nullptr);  // g
  cudaMemset(d_freed, 0, 256);                                             // h
  cudaFree(d_data);
  status |= cudaGetLastError() != cudaErrorInvalidValue;
}

// expect: bad-copy at a
// says: the source and the destination of a copy of 300 bytes overlap by 296 bytes
// Elements move by one place within their array, which is wrong. Moving 50 elements by 50 places is right.
CASE(wrong_copy_overlaps) {
  int first = 7;
  int* const data = zeros<int>(100);
  cudaMemcpy(data, &first, 4, cudaMemcpyHostToDevice);
  status |= cudaMemcpy(data + 1, data, 300, cudaMemcpyDeviceToDevice) != cudaSuccess;  // a
  cudaMemcpy(data + 50, data, 200, cudaMemcpyDeviceToDevice);
}

// expect: bad-copy at c b
// expect: bad-copy at d b
// expect: use-after-free at a
// says: the source of a copy is pinned host memory of 256 bytes, which has been freed
// says: the destination of a copy is pinned host memory of 256 bytes, which has been freed
// says: reads 4 bytes of pinned host memory that was freed
__global__ void wrong_copy_pinned_freed_kernel(int* d_data, const int* mapped) { *d_data = mapped[7]; }  // a
CASE(wrong_copy_pinned_freed) {
  int *h_pinned, *h_next;
  const cudaStream_t one = stream();
  int* const d_data = zeros<int>(64);
  cudaMallocHost(&h_pinned, 256);
  cudaMallocHost(&h_next, 256);
  cudaMemcpyAsync(h_pinned, d_data, 256, cudaMemcpyDeviceToHost, one);

  cudaFreeHost(h_pinned);  // b

  cudaMemcpyAsync(d_data, h_pinned, 256, cudaMemcpyHostToDevice, one);  // c
  cudaMemcpy(h_pinned + 2, d_data, 16, cudaMemcpyDeviceToHost);         // d
  wrong_copy_pinned_freed_kernel<<<1, 1>>>(d_data, h_pinned);
  cudaDeviceSynchronize();
  cudaFreeHost(h_next);
}

// expect: bad-copy at a
// expect: bad-copy at b
// expect: bad-copy at c
// expect: bad-fill at d
// says: (cudaErrorInvalidPitchValue): the destination has rows of 64 bytes, which begin only 16 bytes apart
// says: the source has rows of 64 bytes, which begin only 16 bytes apart
// says: cudaMemcpy2D fails (cudaErrorInvalidValue): the destination has rows of 64 bytes
// says: (cudaErrorInvalidValue): the memory has rows of 64 bytes, which begin only 16 bytes apart
// The pitch is in elements instead of bytes, so rows would overlap. A fill of one row needs no pitch.
CASE(wrong_copy_pitch) {
  constexpr int kWidth = 16, kRows = 4;
  constexpr size_t kBytes = kWidth * sizeof(int);
  int *d_data, h_data[kWidth * kRows] = {};
  cudaMalloc(&d_data, sizeof h_data);
  cudaMemcpy2D(d_data, kWidth, h_data, kBytes, kBytes, kRows, cudaMemcpyHostToDevice);                // a
  cudaMemcpy2DAsync(h_data, kBytes, d_data, kWidth, kBytes, kRows, cudaMemcpyDeviceToHost, nullptr);  // b
  cudaMemcpy2D(d_data, kWidth, h_data, kBytes, kBytes, 1, cudaMemcpyHostToDevice);                    // c
  cudaMemset2D(d_data, kWidth, 0, kBytes, kRows);                                                     // d
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  std::printf("%s\n", cudaGetErrorName(cudaMemset2D(d_data, kWidth, 0, kBytes, 1)));
  cudaFree(d_data);
}

// expect: bad-copy at d a
// expect: bad-copy at e a
// expect: bad-copy at f a
// expect: bad-copy at g b
// expect: bad-copy at h
// expect: bad-fill at i c
// expect: bad-fill at j a
// says: the destination is an allocation of 256 bytes, but 260 bytes are to be written
// says: the source is an allocation of 256 bytes, but 256 bytes are to be read, starting at byte 4 of it
// says: the destination is an allocation of 256 bytes, but 320 bytes (5 rows of 64 bytes, 64 bytes apart)
// says: the destination is the variable `table` of 256 bytes, but 260 bytes are to be written
// says: is a sizeof missing in its cudaMalloc?
// The calls do nothing and return an error, which is ignored.
CASE(wrong_copy_too_long) {
  int *d_data, *h_pinned, *d_small, h_data[80] = {};
  cudaMalloc(&d_data, 256);                                                   // a
  cudaMallocHost(&h_pinned, 64);                                              // b
  cudaMalloc(&d_small, 64);                                                   // c
  cudaMemcpy(d_data, h_data, 260, cudaMemcpyHostToDevice);                    // d
  cudaMemcpyAsync(h_data, d_data + 1, 256, cudaMemcpyDeviceToHost, nullptr);  // e
  cudaMemcpy2D(d_data, 64, h_data, 64, 64, 5, cudaMemcpyHostToDevice);        // f
  cudaMemcpy(d_data, h_pinned, 68, cudaMemcpyHostToDevice);                   // g
  cudaMemcpyToSymbol(table, h_data, 260);                                     // h
  cudaMemset(d_small, 0, 64 * sizeof *d_small);                               // i
  cudaMemset2DAsync(d_data, 128, 0, 64, 3, nullptr);                          // j
  cudaFree(d_data);
  cudaFree(d_small);
  cudaFreeHost(h_pinned);
  status |= cudaGetLastError() != cudaErrorInvalidValue;
}

// expect: bad-free at c a
// expect: bad-free at d
// expect: bad-free at e b
// expect: bad-free at f
// says: the pointer points 12 bytes inside an allocation of 256 bytes
// says: the pointer points 64 bytes past the end of the 256-byte allocation
// says: the pointer points to the device variable `words`
// The freed pointer has moved since its allocation, or comes from no allocation.
__device__ int words[4];
CASE(wrong_free_inside) {
  int *d_data, *h_data, *d_table;
  cudaMalloc(&d_data, 256);      // a
  cudaMallocHost(&h_data, 256);  // b
  cudaGetSymbolAddress(reinterpret_cast<void**>(&d_table), words);
  cudaFree(d_data + 3);   // c
  cudaFree(d_data + 80);  // d
  cudaFree(d_data);
  cudaFreeHost(h_data + 1);  // e
  cudaFreeHost(h_data);
  cudaFree(d_table);  // f
  status |= cudaGetLastError() != cudaErrorInvalidValue;
}

// expect: clean
// All memory is freed once, with the right function, and null pointers may be freed. Calls that fail for
// other reasons are not reported.
CASE(wrong_free_none) {
  int *d_data, *h_data, *d_async, *d_managed, *d_much;
  bool good = true;
  for (int round = 0; round < 3; ++round) {
    good &= cudaMalloc(&d_data, 256) == cudaSuccess;
    good &= cudaMallocHost(&h_data, 256) == cudaSuccess;
    good &= cudaMallocAsync(&d_async, 256, nullptr) == cudaSuccess;
    good &= cudaMallocManaged(&d_managed, 256) == cudaSuccess;
    good &= cudaFree(d_data) == cudaSuccess && cudaFreeHost(h_data) == cudaSuccess;
    good &= cudaFreeAsync(d_async, nullptr) == cudaSuccess && cudaFree(d_managed) == cudaSuccess;
    good &= cudaFree(nullptr) == cudaSuccess && cudaFreeHost(nullptr) == cudaSuccess;
  }
  int* h_own = static_cast<int*>(std::malloc(256));
  cudaPointerAttributes what;
  good &= cudaPointerGetAttributes(&what, h_own) == cudaSuccess;
  good &= cudaMalloc(&d_much, std::size_t{1} << 50) == cudaErrorMemoryAllocation;
  good &= cudaHostUnregister(h_own) == cudaErrorHostMemoryNotRegistered;
  cudaGetLastError();
  std::free(h_own);
  status |= !good;
}

// expect: bad-free at d
// expect: bad-free at e
// expect: bad-free at f b
// expect: bad-free at g a
// expect: bad-free at h c
// says: use free for memory from malloc
// says: Memory from cudaMallocHost is freed with cudaFreeHost.
// says: Device memory is freed with cudaFree.
// says: Release memory from cudaHostRegister with cudaHostUnregister
CASE(wrong_free_other_kind) {
  int *d_data, *h_pinned, *h_data = static_cast<int*>(std::malloc(256)),
                          *h_registered = static_cast<int*>(std::malloc(256));
  cudaMalloc(&d_data, 256);                                      // a
  cudaMallocHost(&h_pinned, 256);                                // b
  cudaHostRegister(h_registered, 256, cudaHostRegisterDefault);  // c

  cudaFree(h_data);            // d
  cudaFreeHost(h_data);        // e
  cudaFree(h_pinned);          // f
  cudaFreeHost(d_data);        // g
  cudaFreeHost(h_registered);  // h
  cudaFree(d_data);
  cudaFreeHost(h_pinned);
  cudaHostUnregister(h_registered);
  std::free(h_data);
  std::free(h_registered);
  status |= cudaGetLastError() != cudaErrorInvalidValue;
}

// expect: bad-free at b a
// expect: bad-free at c a
// expect: bad-free at e d
// says: cudaFree fails (cudaErrorInvalidValue): this memory has already been freed
// says: freed before, at
// says: cudaFreeAsync fails
// says: cudaFreeHost fails
CASE(wrong_free_twice) {
  int *d_data, *h_data;
  cudaMalloc(&d_data, 256);
  cudaMallocHost(&h_data, 256);
  cudaFree(d_data);                // a
  cudaFree(d_data);                // b
  cudaFreeAsync(d_data, nullptr);  // c
  cudaFreeHost(h_data);            // d
  cudaFreeHost(h_data);            // e
  status |= cudaGetLastError() != cudaErrorInvalidValue;
}
