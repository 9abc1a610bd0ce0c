// SPDX-License-Identifier: Apache-2.0
// Compares the results of wrong calls with those that a real device gave, and prints the differences. Needs
// CUDA 13 for cudaMemPrefetchAsync with a cudaMemLocation.
#include <cuda_profiler_api.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__device__ int d_value;
__device__ int d_array[10];
__constant__ float c_array[4];
int host_array[10];

__global__ void nothing_kernel() {}
__global__ void write_kernel(int* p) { p[threadIdx.x] = 1; }
__global__ void assert_kernel(int x) { assert(x == 0 && "never"); }
__global__ void trap_kernel() { __trap(); }
__global__ void dynamic_kernel(int* p) {
  extern __shared__ int s_data[];
  s_data[threadIdx.x] = 1;
  if (p) *p = s_data[0];
}
__global__ void static_kernel(int* p) {
  __shared__ int s_data[40 * 256];
  s_data[threadIdx.x] = 1;
  __syncthreads();
  if (p) *p = s_data[0];
}
__global__ void __launch_bounds__(128) bounds_kernel(int* p) {
  if (p) *p = 1;
}

constexpr cudaError_t cudaErrorSuccess = cudaSuccess;  // named like the other errors
int answers = 0, others = 0;

// Checks the call's result and the last error: peeking at it and reading it must both give this error, and
// reading it again must give none.
void compare(const char* what, cudaError_t expected, cudaError_t answer) {
  cudaError_t peeked = cudaPeekAtLastError(), read = cudaGetLastError(), again = cudaGetLastError();
  ++answers;
  if (answer == expected && peeked == answer && read == answer && again == cudaSuccess) return;
  ++others;
  printf("%s: %s and not %s; then %s, %s, %s\n", what, cudaGetErrorName(answer), cudaGetErrorName(expected),
         cudaGetErrorName(peeked), cudaGetErrorName(read), cudaGetErrorName(again));
}
#define IS(error, call) compare(#call, cudaError##error, call)
#define LAUNCH_IS(error, ...)                                       \
  do {                                                              \
    __VA_ARGS__;                                                    \
    compare(#__VA_ARGS__, cudaError##error, cudaPeekAtLastError()); \
  } while (0)
#define HOLDS(condition) compare(#condition, cudaSuccess, condition ? cudaSuccess : cudaErrorUnknown)

void launches(int* d) {
  LAUNCH_IS(Success, nothing_kernel<<<1, 1>>>());
  LAUNCH_IS(InvalidValue, nothing_kernel<<<0, 1>>>());
  LAUNCH_IS(InvalidValue, nothing_kernel<<<1, 0>>>());
  LAUNCH_IS(InvalidValue, nothing_kernel<<<dim3(1, 0, 1), 1>>>());
  LAUNCH_IS(Success, nothing_kernel<<<1, 1024>>>());
  LAUNCH_IS(InvalidValue, nothing_kernel<<<1, 1025>>>());
  LAUNCH_IS(InvalidValue, nothing_kernel<<<1, 2048>>>());
  LAUNCH_IS(InvalidValue, nothing_kernel<<<1, dim3(32, 33)>>>());
  LAUNCH_IS(Success, nothing_kernel<<<1, dim3(1, 1, 64)>>>());
  LAUNCH_IS(InvalidValue, nothing_kernel<<<1, dim3(1, 1, 65)>>>());
  LAUNCH_IS(Success, nothing_kernel<<<1, dim3(1, 1024)>>>());
  LAUNCH_IS(InvalidValue, nothing_kernel<<<1, dim3(1, 2000)>>>());
  LAUNCH_IS(InvalidValue, nothing_kernel<<<-1, 1>>>());
  LAUNCH_IS(InvalidValue, nothing_kernel<<<1, -1>>>());
  LAUNCH_IS(Success, nothing_kernel<<<dim3(1, 65535), 1>>>());
  LAUNCH_IS(InvalidValue, nothing_kernel<<<dim3(1, 65536), 1>>>());
  LAUNCH_IS(InvalidValue, nothing_kernel<<<dim3(1, 1, 65536), 1>>>());
  LAUNCH_IS(InvalidValue, nothing_kernel<<<2147483648u, 1>>>());
  LAUNCH_IS(Success, dynamic_kernel<<<1, 32, 48 * 1024>>>(d));
  LAUNCH_IS(InvalidValue, dynamic_kernel<<<1, 32, 48 * 1024 + 1>>>(d));
  LAUNCH_IS(InvalidValue, dynamic_kernel<<<1, 32, 1 << 20>>>(d));
  LAUNCH_IS(Success, static_kernel<<<1, 32>>>(d));
  LAUNCH_IS(Success, static_kernel<<<1, 32, 8 * 1024>>>(d));
  LAUNCH_IS(InvalidValue, static_kernel<<<1, 32, 8 * 1024 + 4>>>(d));
  IS(Success, cudaFuncSetAttribute(dynamic_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
  LAUNCH_IS(Success, dynamic_kernel<<<1, 32, 100000>>>(d));
  LAUNCH_IS(InvalidValue, dynamic_kernel<<<1, 32, 100004>>>(d));
  IS(InvalidValue,
     cudaFuncSetAttribute(dynamic_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
  IS(InvalidValue, cudaFuncSetAttribute(dynamic_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
  IS(Success, cudaFuncSetAttribute(dynamic_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 0));
  IS(InvalidValue, cudaFuncSetAttribute(dynamic_kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
  IS(InvalidValue, cudaFuncSetAttribute(dynamic_kernel, (cudaFuncAttribute)77, 1));
  IS(InvalidResourceHandle,
     cudaFuncSetAttribute((const void*)host_array, cudaFuncAttributeMaxDynamicSharedMemorySize, 1));
  LAUNCH_IS(Success, bounds_kernel<<<1, 128>>>(d));
  LAUNCH_IS(InvalidValue, bounds_kernel<<<1, 129>>>(d));
  void* args[] = {&d};
  IS(Success, cudaLaunchKernel((const void*)write_kernel, dim3(1), dim3(1), args, 0, 0));
  IS(InvalidValue, cudaLaunchKernel((const void*)write_kernel, dim3(1), dim3(0), args, 0, 0));
  IS(InvalidResourceHandle, cudaLaunchKernel((const void*)host_array, dim3(1), dim3(1), args, 0, 0));
  void* lacks[] = {nullptr};
  IS(InvalidValue, cudaLaunchKernel((const void*)write_kernel, dim3(1), dim3(1), nullptr, 0, 0));
  IS(InvalidValue, cudaLaunchCooperativeKernel((const void*)write_kernel, dim3(1), dim3(1), lacks, 0, 0));
  IS(CooperativeLaunchTooLarge,
     cudaLaunchCooperativeKernel((const void*)write_kernel, dim3(100000), dim3(1), args, 0, 0));
  IS(InvalidValue, cudaLaunchCooperativeKernel((const void*)write_kernel, dim3(1), dim3(2048), args, 0, 0));
  IS(Success, cudaDeviceSynchronize());
}

void last_error() {
  int* p = nullptr;
  nothing_kernel<<<1, 5000>>>();
  cudaError_t after = cudaMalloc(&p, 16);
  IS(InvalidValue,
     after == cudaSuccess ? cudaPeekAtLastError() : cudaErrorUnknown);  // a bad launch's error remains
  nothing_kernel<<<1, 5000>>>();
  after = cudaDeviceSynchronize();
  IS(InvalidValue, after == cudaSuccess ? cudaPeekAtLastError() : cudaErrorUnknown);
  nothing_kernel<<<1, 5000>>>();
  nothing_kernel<<<1, 1>>>();
  IS(InvalidValue, cudaPeekAtLastError());
  nothing_kernel<<<1, 5000>>>();
  IS(InvalidValue, cudaFree((void*)0x10));
  cudaFree(p);
}

void memory(int* d) {
  int h[64] = {};
  int* p = nullptr;
  IS(InvalidValue, cudaMalloc((void**)nullptr, 16));
  p = h;
  IS(Success, cudaMalloc(&p, 0));
  HOLDS(p == nullptr);
  IS(MemoryAllocation, cudaMalloc(&p, (size_t)1 << 50));
  IS(MemoryAllocation, cudaMalloc(&p, (size_t)-1));
  IS(Success, cudaMallocManaged(&p, 0));
  IS(InvalidValue, cudaMallocManaged(&p, 16, 99));
  size_t pitch = 0;
  IS(Success, cudaMallocPitch(&p, &pitch, 0, 10));
  IS(Success, cudaMallocHost(&p, 0));
  IS(InvalidValue, cudaHostAlloc(&p, 16, 0xff));
  IS(Success, cudaFree(nullptr));
  IS(InvalidValue, cudaFree(h));
  IS(InvalidValue, cudaFree(d + 1));
  cudaMalloc(&p, 256);
  IS(Success, cudaFree(p));
  IS(InvalidValue, cudaFree(p));
  IS(Success, cudaFreeHost(nullptr));
  IS(InvalidValue, cudaFreeHost(h));
  IS(InvalidValue, cudaFreeHost(d));
  int* pinned = nullptr;
  cudaMallocHost(&pinned, 4096);
  IS(InvalidValue, cudaFree(pinned));
  IS(Success, cudaFreeHost(pinned));
  IS(Success, cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  IS(Success, cudaMemcpy(d, h, 0, cudaMemcpyHostToDevice));
  IS(Success, cudaMemcpy(nullptr, h, 0, cudaMemcpyHostToDevice));
  IS(InvalidValue, cudaMemcpy(nullptr, h, 4, cudaMemcpyHostToDevice));
  IS(InvalidValue, cudaMemcpy(d, nullptr, 4, cudaMemcpyHostToDevice));
  IS(InvalidMemcpyDirection, cudaMemcpy(d, h, 4, (cudaMemcpyKind)9));
  IS(InvalidValue, cudaMemcpy(h, d, 4, cudaMemcpyHostToDevice));
  IS(InvalidValue, cudaMemcpy(d, h, 4, cudaMemcpyDeviceToHost));
  IS(InvalidValue, cudaMemcpy(d, h, 4, cudaMemcpyDeviceToDevice));
  IS(InvalidValue, cudaMemcpy(h, d, 4, cudaMemcpyDeviceToDevice));
  IS(Success, cudaMemcpy(d + 8, d, 4, cudaMemcpyHostToDevice));
  IS(Success, cudaMemcpy(d + 8, d, 4, cudaMemcpyDeviceToHost));
  IS(Success, cudaMemcpy(h + 8, h, 4, cudaMemcpyHostToHost));
  IS(InvalidValue, cudaMemcpy(h + 8, h, 4, cudaMemcpyHostToDevice));
  IS(Success, cudaMemcpy(h, d, 4, cudaMemcpyDefault));
  IS(InvalidValue, cudaMemcpyAsync(h, d, 4, cudaMemcpyHostToDevice, 0));
  IS(InvalidValue, cudaMemset(nullptr, 0, 4));
  IS(Success, cudaMemset(nullptr, 0, 0));
  IS(InvalidValue, cudaMemset(h, 0, 4));
  IS(InvalidPitchValue, cudaMemcpy2D(d, 16, h, 16, 32, 2, cudaMemcpyHostToDevice));
  IS(InvalidPitchValue, cudaMemcpy2D(d, 16, h, 8, 16, 2, cudaMemcpyHostToDevice));
  IS(Success, cudaMemcpy2D(d, 16, h, 16, 0, 2, cudaMemcpyHostToDevice));
  IS(InvalidValue, cudaMemset2D(d, 16, 0, 32, 2));
  IS(Success, cudaMemcpyToSymbol(d_array, h, sizeof d_array));
  IS(InvalidValue, cudaMemcpyToSymbol(d_array, h, sizeof d_array + 4));
  IS(Success, cudaMemcpyToSymbol(d_array, h, 4, sizeof d_array - 4));
  IS(InvalidValue, cudaMemcpyToSymbol(d_array, h, 4, sizeof d_array));
  IS(InvalidMemcpyDirection, cudaMemcpyToSymbol(c_array, h, sizeof c_array, 0, cudaMemcpyDeviceToHost));
  IS(InvalidSymbol, cudaMemcpyToSymbol(host_array, h, 4));
  IS(InvalidValue, cudaMemcpyFromSymbol(h, d_value, 8));
  IS(InvalidMemcpyDirection, cudaMemcpyFromSymbol(h, d_value, 4, 0, cudaMemcpyHostToDevice));
  IS(InvalidSymbol, cudaMemcpyFromSymbol(h, host_array, 4));
  void* address = nullptr;
  size_t size = 0;
  IS(InvalidSymbol, cudaGetSymbolAddress(&address, host_array));
  IS(InvalidSymbol, cudaGetSymbolSize(&size, host_array));
  void* page = aligned_alloc(4096, 8192);
  IS(InvalidValue, cudaHostRegister(nullptr, 4096, 0));
  IS(InvalidValue, cudaHostRegister(page, 0, 0));
  IS(Success, cudaHostRegister(page, 4096, 0));
  IS(HostMemoryAlreadyRegistered, cudaHostRegister(page, 4096, 0));
  IS(InvalidValue, cudaFreeHost(page));
  IS(Success, cudaHostUnregister(page));
  IS(HostMemoryNotRegistered, cudaHostUnregister(page));
  IS(InvalidValue, cudaHostGetDevicePointer(&address, h, 0));
  cudaPointerAttributes attributes;
  IS(Success, cudaPointerGetAttributes(&attributes, h));
  IS(Success, cudaPointerGetAttributes(&attributes, nullptr));
  IS(InvalidValue, cudaPointerGetAttributes(nullptr, d));
  cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
  IS(InvalidValue, cudaMemPrefetchAsync(nullptr, 4, here, 0, 0));
  IS(InvalidValue, cudaMemPrefetchAsync(d, 4, here, 0, 0));
  IS(InvalidValue, cudaMemAdvise(d, 4, cudaMemAdviseSetReadMostly, here));
  IS(Success, cudaFreeAsync(nullptr, 0));
}

void streams_and_events() {
  cudaStream_t stream;
  cudaEvent_t event, other, untimed;
  float ms = 0;
  IS(InvalidValue, cudaStreamCreate(nullptr));
  IS(InvalidValue, cudaStreamCreateWithFlags(&stream, 77));
  IS(Success, cudaStreamCreateWithPriority(&stream, 0, 99));
  IS(Success, cudaStreamDestroy(stream));
  IS(InvalidResourceHandle, cudaStreamDestroy(nullptr));
  IS(Success, cudaStreamSynchronize(nullptr));
  IS(Success, cudaStreamQuery(nullptr));
  IS(InvalidValue, cudaEventCreate(nullptr));
  IS(InvalidValue, cudaEventCreateWithFlags(&event, 0xff));
  IS(InvalidValue, cudaEventCreateWithFlags(&event, cudaEventInterprocess));
  cudaEventCreate(&event);
  cudaEventCreate(&other);
  cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
  IS(Success, cudaEventQuery(event));
  IS(Success, cudaEventSynchronize(event));
  IS(InvalidResourceHandle, cudaEventElapsedTime(&ms, event, other));
  cudaEventRecord(event);
  IS(InvalidResourceHandle, cudaEventElapsedTime(&ms, event, other));
  cudaEventRecord(untimed);
  cudaDeviceSynchronize();
  IS(InvalidResourceHandle, cudaEventElapsedTime(&ms, event, untimed));
  IS(InvalidResourceHandle, cudaEventElapsedTime(&ms, event, nullptr));
  IS(InvalidValue, cudaEventElapsedTime(nullptr, event, event));
  IS(Success, cudaEventElapsedTime(&ms, event, event));
  IS(InvalidResourceHandle, cudaEventRecord(nullptr));
  IS(InvalidResourceHandle, cudaEventDestroy(nullptr));
  IS(InvalidResourceHandle, cudaStreamWaitEvent(0, nullptr, 0));
  IS(InvalidValue, cudaStreamWaitEvent(0, event, 77));
  IS(InvalidValue, cudaLaunchHostFunc(0, nullptr, nullptr));
}

void device() {
  int v = 0, blocks = 0;
  size_t n = 0;
  cudaDeviceProp prop;
  IS(InvalidValue, cudaGetDeviceCount(nullptr));
  IS(InvalidValue, cudaGetDevice(nullptr));
  IS(InvalidDevice, cudaSetDevice(-1));
  IS(InvalidDevice, cudaSetDevice(99));
  IS(InvalidDevice, cudaGetDeviceProperties(&prop, 99));
  IS(InvalidValue, cudaGetDeviceProperties(nullptr, 0));
  IS(InvalidValue, cudaDeviceGetAttribute(&v, (cudaDeviceAttr)100000, 0));
  IS(InvalidValue, cudaDeviceGetAttribute(&v, (cudaDeviceAttr)0, 0));
  IS(InvalidDevice, cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 99));
  IS(InvalidValue, cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
  IS(InvalidValue, cudaDeviceGetLimit(&n, (cudaLimit)99));
  IS(InvalidValue, cudaDeviceGetLimit(nullptr, cudaLimitStackSize));
  IS(UnsupportedLimit, cudaDeviceGetLimit(&n, cudaLimitDevRuntimeSyncDepth));
  IS(InvalidValue, cudaDeviceSetLimit((cudaLimit)99, 1));
  IS(InvalidValue, cudaDeviceSetCacheConfig((cudaFuncCache)99));
  IS(InvalidValue, cudaSetDeviceFlags(0x1000));
  IS(InvalidDevice, cudaDeviceCanAccessPeer(&v, 0, 99));
  IS(PeerAccessUnsupported, cudaDeviceEnablePeerAccess(0, 0));
  IS(Success, cudaMemGetInfo(nullptr, nullptr));
  IS(InvalidValue, cudaRuntimeGetVersion(nullptr));
  IS(Success, cudaProfilerStart());
  IS(Success, cudaProfilerStop());
  IS(InvalidValue, cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, nothing_kernel, 32, 0));
  IS(InvalidValue, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing_kernel, 0, 0));
  IS(InvalidValue, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing_kernel, -5, 0));
  IS(Success, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing_kernel, 2048, 0));
  HOLDS(blocks == 0);
  IS(Success, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing_kernel, 32, 1 << 20));
  HOLDS(blocks == 0);
  IS(InvalidResourceHandle,
     cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void*)host_array, 32, 0));
  cudaFuncAttributes attributes;
  IS(InvalidResourceHandle, cudaFuncGetAttributes(&attributes, (const void*)host_array));
  IS(InvalidValue, cudaFuncGetAttributes(nullptr, nothing_kernel));
  IS(Success, cudaFuncGetAttributes(&attributes, bounds_kernel));
  HOLDS(attributes.maxThreadsPerBlock == 128);
}

// Each call runs in a separate process, after a kernel has failed. Returns how many results differ.
int fault(const char* kind) {
  int *d, h = 0, v = 0;
  size_t a = 0, b = 0;
  cudaDeviceProp prop;
  cudaEvent_t event;
  cudaStream_t stream;
  cudaMalloc(&d, 64);
  cudaEventCreate(&event);
  cudaStreamCreate(&stream);
  cudaError_t failed = cudaErrorIllegalAddress;
  if (!strcmp(kind, "assert")) failed = cudaErrorAssert, assert_kernel<<<1, 1>>>(1);
  if (!strcmp(kind, "trap")) failed = cudaErrorLaunchFailure, trap_kernel<<<1, 1>>>();
  if (!strcmp(kind, "null")) write_kernel<<<1, 1>>>(nullptr);
  if (!strcmp(kind, "wild")) write_kernel<<<1, 1>>>((int*)((char*)d + (1ll << 45)));
#define FAILS(call) compare(#call, failed, call)
  FAILS(cudaDeviceSynchronize());
  FAILS(cudaDeviceSynchronize());
  FAILS(cudaMalloc(&d, 16));
  FAILS(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost));
  FAILS(cudaFree(d));
  FAILS(cudaEventQuery(event));
  FAILS(cudaEventRecord(event));
  FAILS(cudaEventDestroy(event));
  FAILS(cudaStreamQuery(0));
  FAILS(cudaStreamDestroy(stream));
  FAILS(cudaMallocHost(&d, 16));
  FAILS(cudaMemGetInfo(&a, &b));
  IS(Success, cudaGetDevice(&v));
  IS(Success, cudaSetDevice(0));
  IS(Success, cudaGetDeviceCount(&v));
  IS(Success, cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 0));
  IS(Success, cudaGetDeviceProperties(&prop, 0));
  IS(Success, cudaRuntimeGetVersion(&v));
  nothing_kernel<<<1, 1>>>();
  FAILS(cudaPeekAtLastError());
  nothing_kernel<<<1, 5000>>>();
  FAILS(cudaPeekAtLastError());
  IS(Success, cudaDeviceReset());
  return others + (answers != 21);
}

// Calls with surprising results. For example, a copy's kind may say host even if the memory is the device's.
void surprises(int* d) {
  int *other, *pinned, host[4] = {};
  cudaMalloc(&other, 64);
  cudaMallocHost(&pinned, 64);
  IS(Success, cudaMemcpy(d, other, 4, cudaMemcpyHostToHost));
  IS(Success, cudaMemcpy(pinned, d, 4, cudaMemcpyHostToHost));
  IS(Success, cudaMemcpyToSymbol(d_value, d, 4, 0, cudaMemcpyHostToDevice));
  IS(Success, cudaMemcpyFromSymbol(d, d_value, 4, 0, cudaMemcpyDeviceToHost));
  IS(InvalidValue, cudaMemcpyToSymbol(d_value, host, 4, 0, cudaMemcpyDeviceToDevice));
  IS(InvalidValue, cudaDeviceSetLimit(cudaLimitStackSize, 1 << 30));
  cudaFreeHost(pinned);
  cudaFree(other);
}

int main(int argc, char** argv) {
  if (argc > 1) return fault(argv[1]);
  int* d;
  cudaMalloc(&d, 4096);
  launches(d);
  last_error();
  memory(d);
  streams_and_events();
  device();
  surprises(d);
  for (const char* kind : {"assert", "trap", "null", "wild"}) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      execl("/proc/self/exe", argv[0], kind, (char*)nullptr);
      _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ++answers;
    if (status == 0) continue;
    ++others;
    printf("after %s: see above\n", kind);
  }
  printf("%d answers, %d others\n", answers, others);
  return others != 0;
}
