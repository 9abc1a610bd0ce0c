// SPDX-License-Identifier: Apache-2.0
// What a device answers to wrong calls, line by line. Plain CUDA: run it on a real device to get the answers
// that the simulated one has to give.
// Needs CUDA 13: cudaMemPrefetchAsync with a cudaMemLocation.
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
__global__ void misaligned_kernel(char* p) { *(volatile int*)(p + 1) = 1; }
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

const char* name(cudaError_t e) { return cudaGetErrorName(e); }
int line = 0;

// The answer of a call, then the last error as peeked and as read twice.
void show(const char* what, cudaError_t answer) {
  cudaError_t peeked = cudaPeekAtLastError(), read = cudaGetLastError(), again = cudaGetLastError();
  printf("%3d %s: %s", ++line, what, name(answer));
  if (peeked != answer || read != answer || again != cudaSuccess)
    printf(" [%s %s %s]", name(peeked), name(read), name(again));
  printf("\n");
  fflush(stdout);
}
#define CALL(call) show(#call, call)
#define LAUNCH(...)                            \
  do {                                         \
    __VA_ARGS__;                               \
    show(#__VA_ARGS__, cudaPeekAtLastError()); \
  } while (0)

void launches(int* d) {
  printf("# launches\n");
  LAUNCH(nothing_kernel<<<1, 1>>>());
  LAUNCH(nothing_kernel<<<0, 1>>>());
  LAUNCH(nothing_kernel<<<1, 0>>>());
  LAUNCH(nothing_kernel<<<dim3(1, 0, 1), 1>>>());
  LAUNCH(nothing_kernel<<<1, 1024>>>());
  LAUNCH(nothing_kernel<<<1, 1025>>>());
  LAUNCH(nothing_kernel<<<1, 2048>>>());
  LAUNCH(nothing_kernel<<<1, dim3(32, 33)>>>());
  LAUNCH(nothing_kernel<<<1, dim3(1, 1, 64)>>>());
  LAUNCH(nothing_kernel<<<1, dim3(1, 1, 65)>>>());
  LAUNCH(nothing_kernel<<<1, dim3(1, 1024)>>>());
  LAUNCH(nothing_kernel<<<1, dim3(1, 2000)>>>());
  LAUNCH(nothing_kernel<<<-1, 1>>>());
  LAUNCH(nothing_kernel<<<1, -1>>>());
  LAUNCH(nothing_kernel<<<dim3(1, 65535), 1>>>());
  LAUNCH(nothing_kernel<<<dim3(1, 65536), 1>>>());
  LAUNCH(nothing_kernel<<<dim3(1, 1, 65536), 1>>>());
  LAUNCH(nothing_kernel<<<2147483648u, 1>>>());
  LAUNCH(dynamic_kernel<<<1, 32, 48 * 1024>>>(d));
  LAUNCH(dynamic_kernel<<<1, 32, 48 * 1024 + 1>>>(d));
  LAUNCH(dynamic_kernel<<<1, 32, 1 << 20>>>(d));
  LAUNCH(static_kernel<<<1, 32>>>(d));
  LAUNCH(static_kernel<<<1, 32, 8 * 1024>>>(d));
  LAUNCH(static_kernel<<<1, 32, 8 * 1024 + 4>>>(d));
  CALL(cudaFuncSetAttribute(dynamic_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
  LAUNCH(dynamic_kernel<<<1, 32, 100000>>>(d));
  LAUNCH(dynamic_kernel<<<1, 32, 100004>>>(d));
  CALL(cudaFuncSetAttribute(dynamic_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
  CALL(cudaFuncSetAttribute(dynamic_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
  CALL(cudaFuncSetAttribute(dynamic_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 0));
  CALL(cudaFuncSetAttribute(dynamic_kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
  CALL(cudaFuncSetAttribute(dynamic_kernel, (cudaFuncAttribute)77, 1));
  CALL(cudaFuncSetAttribute((const void*)host_array, cudaFuncAttributeMaxDynamicSharedMemorySize, 1));
  LAUNCH(bounds_kernel<<<1, 128>>>(d));
  LAUNCH(bounds_kernel<<<1, 129>>>(d));
  void* args[] = {&d};
  CALL(cudaLaunchKernel((const void*)write_kernel, dim3(1), dim3(1), args, 0, 0));
  CALL(cudaLaunchKernel((const void*)write_kernel, dim3(1), dim3(0), args, 0, 0));
  CALL(cudaLaunchKernel((const void*)host_array, dim3(1), dim3(1), args, 0, 0));
  void* lacks[] = {nullptr};
  CALL(cudaLaunchKernel((const void*)write_kernel, dim3(1), dim3(1), nullptr, 0, 0));
  CALL(cudaLaunchCooperativeKernel((const void*)write_kernel, dim3(1), dim3(1), lacks, 0, 0));
  CALL(cudaLaunchCooperativeKernel((const void*)write_kernel, dim3(100000), dim3(1), args, 0, 0));
  CALL(cudaLaunchCooperativeKernel((const void*)write_kernel, dim3(1), dim3(2048), args, 0, 0));
  CALL(cudaDeviceSynchronize());
}

void sequences(int* d) {
  printf("# the last error\n");
  nothing_kernel<<<1, 5000>>>();
  int* p = nullptr;
  cudaError_t after = cudaMalloc(&p, 16);
  show("a successful call after a bad launch", after);
  nothing_kernel<<<1, 5000>>>();
  after = cudaDeviceSynchronize();
  show("synchronising after a bad launch", after);
  nothing_kernel<<<1, 5000>>>();
  nothing_kernel<<<1, 1>>>();
  show("a good launch after a bad one", cudaPeekAtLastError());
  nothing_kernel<<<1, 5000>>>();
  after = cudaFree((void*)0x10);
  show("two different errors", after);
  cudaFree(p);
  (void)d;
}

void memory(int* d) {
  printf("# memory\n");
  int h[64] = {};
  int* p = nullptr;
  CALL(cudaMalloc((void**)nullptr, 16));
  p = h;
  CALL(cudaMalloc(&p, 0));
  printf("    null after zero bytes: %d\n", p == nullptr);
  CALL(cudaMalloc(&p, (size_t)1 << 50));
  CALL(cudaMalloc(&p, (size_t)-1));
  CALL(cudaMallocManaged(&p, 0));
  CALL(cudaMallocManaged(&p, 16, 99));
  size_t pitch = 0;
  CALL(cudaMallocPitch(&p, &pitch, 0, 10));
  CALL(cudaMallocHost(&p, 0));
  CALL(cudaHostAlloc(&p, 16, 0xff));
  CALL(cudaFree(nullptr));
  CALL(cudaFree(h));
  CALL(cudaFree(d + 1));
  cudaMalloc(&p, 256);
  CALL(cudaFree(p));
  CALL(cudaFree(p));
  CALL(cudaFreeHost(nullptr));
  CALL(cudaFreeHost(h));
  CALL(cudaFreeHost(d));
  int* pinned = nullptr;
  cudaMallocHost(&pinned, 4096);
  CALL(cudaFree(pinned));
  CALL(cudaFreeHost(pinned));
  printf("# copies\n");
  CALL(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy(d, h, 0, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy(nullptr, h, 0, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy(nullptr, h, 4, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy(d, nullptr, 4, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy(d, h, 4, (cudaMemcpyKind)9));
  CALL(cudaMemcpy(h, d, 4, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy(d, h, 4, cudaMemcpyDeviceToHost));
  CALL(cudaMemcpy(d, h, 4, cudaMemcpyDeviceToDevice));
  CALL(cudaMemcpy(h, d, 4, cudaMemcpyDeviceToDevice));
  CALL(cudaMemcpy(d + 8, d, 4, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy(d + 8, d, 4, cudaMemcpyDeviceToHost));
  CALL(cudaMemcpy(h + 8, h, 4, cudaMemcpyHostToHost));
  CALL(cudaMemcpy(h + 8, h, 4, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy(h, d, 4, cudaMemcpyDefault));
  CALL(cudaMemcpyAsync(h, d, 4, cudaMemcpyHostToDevice, 0));
  CALL(cudaMemset(nullptr, 0, 4));
  CALL(cudaMemset(nullptr, 0, 0));
  CALL(cudaMemset(h, 0, 4));
  CALL(cudaMemcpy2D(d, 16, h, 16, 32, 2, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2D(d, 16, h, 8, 16, 2, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2D(d, 16, h, 16, 0, 2, cudaMemcpyHostToDevice));
  CALL(cudaMemset2D(d, 16, 0, 32, 2));
  printf("# symbols\n");
  CALL(cudaMemcpyToSymbol(d_array, h, sizeof d_array));
  CALL(cudaMemcpyToSymbol(d_array, h, sizeof d_array + 4));
  CALL(cudaMemcpyToSymbol(d_array, h, 4, sizeof d_array - 4));
  CALL(cudaMemcpyToSymbol(d_array, h, 4, sizeof d_array));
  CALL(cudaMemcpyToSymbol(c_array, h, sizeof c_array, 0, cudaMemcpyDeviceToHost));
  CALL(cudaMemcpyToSymbol(host_array, h, 4));
  CALL(cudaMemcpyFromSymbol(h, d_value, 8));
  CALL(cudaMemcpyFromSymbol(h, d_value, 4, 0, cudaMemcpyHostToDevice));
  CALL(cudaMemcpyFromSymbol(h, host_array, 4));
  void* address = nullptr;
  size_t size = 0;
  CALL(cudaGetSymbolAddress(&address, host_array));
  CALL(cudaGetSymbolSize(&size, host_array));
  printf("# registered memory\n");
  void* page = aligned_alloc(4096, 8192);
  CALL(cudaHostRegister(nullptr, 4096, 0));
  CALL(cudaHostRegister(page, 0, 0));
  CALL(cudaHostRegister(page, 4096, 0));
  CALL(cudaHostRegister(page, 4096, 0));
  CALL(cudaFreeHost(page));
  CALL(cudaHostUnregister(page));
  CALL(cudaHostUnregister(page));
  CALL(cudaHostGetDevicePointer(&address, h, 0));
  cudaPointerAttributes attributes;
  CALL(cudaPointerGetAttributes(&attributes, h));
  CALL(cudaPointerGetAttributes(&attributes, nullptr));
  CALL(cudaPointerGetAttributes(nullptr, d));
  cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
  CALL(cudaMemPrefetchAsync(nullptr, 4, here, 0, 0));
  CALL(cudaMemPrefetchAsync(d, 4, here, 0, 0));
  CALL(cudaMemAdvise(d, 4, cudaMemAdviseSetReadMostly, here));
  CALL(cudaFreeAsync(nullptr, 0));
}

void streams_and_events() {
  printf("# streams and events\n");
  cudaStream_t stream;
  cudaEvent_t event, other, untimed;
  float ms = 0;
  CALL(cudaStreamCreate(nullptr));
  CALL(cudaStreamCreateWithFlags(&stream, 77));
  CALL(cudaStreamCreateWithPriority(&stream, 0, 99));
  CALL(cudaStreamDestroy(stream));
  CALL(cudaStreamDestroy(nullptr));
  CALL(cudaStreamSynchronize(nullptr));
  CALL(cudaStreamQuery(nullptr));
  CALL(cudaEventCreate(nullptr));
  CALL(cudaEventCreateWithFlags(&event, 0xff));
  CALL(cudaEventCreateWithFlags(&event, cudaEventInterprocess));
  cudaEventCreate(&event);
  cudaEventCreate(&other);
  cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
  CALL(cudaEventQuery(event));
  CALL(cudaEventSynchronize(event));
  CALL(cudaEventElapsedTime(&ms, event, other));
  cudaEventRecord(event);
  CALL(cudaEventElapsedTime(&ms, event, other));
  cudaEventRecord(untimed);
  cudaDeviceSynchronize();
  CALL(cudaEventElapsedTime(&ms, event, untimed));
  CALL(cudaEventElapsedTime(&ms, event, nullptr));
  CALL(cudaEventElapsedTime(nullptr, event, event));
  CALL(cudaEventElapsedTime(&ms, event, event));
  CALL(cudaEventRecord(nullptr));
  CALL(cudaEventDestroy(nullptr));
  CALL(cudaStreamWaitEvent(0, nullptr, 0));
  CALL(cudaStreamWaitEvent(0, event, 77));
  CALL(cudaLaunchHostFunc(0, nullptr, nullptr));
  CALL(cudaStreamAddCallback(0, nullptr, nullptr, 0));
}

void device() {
  printf("# device\n");
  int v = 0, blocks = 0;
  size_t n = 0;
  cudaDeviceProp prop;
  CALL(cudaGetDeviceCount(nullptr));
  CALL(cudaGetDevice(nullptr));
  CALL(cudaSetDevice(-1));
  CALL(cudaSetDevice(99));
  CALL(cudaGetDeviceProperties(&prop, 99));
  CALL(cudaGetDeviceProperties(nullptr, 0));
  CALL(cudaDeviceGetAttribute(&v, (cudaDeviceAttr)100000, 0));
  CALL(cudaDeviceGetAttribute(&v, (cudaDeviceAttr)0, 0));
  CALL(cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 99));
  CALL(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
  CALL(cudaDeviceGetLimit(&n, (cudaLimit)99));
  CALL(cudaDeviceGetLimit(nullptr, cudaLimitStackSize));
  CALL(cudaDeviceGetLimit(&n, cudaLimitDevRuntimeSyncDepth));
  CALL(cudaDeviceSetLimit((cudaLimit)99, 1));
  CALL(cudaDeviceSetCacheConfig((cudaFuncCache)99));
  CALL(cudaSetDeviceFlags(0x1000));
  CALL(cudaChooseDevice(nullptr, &prop));
  CALL(cudaDeviceCanAccessPeer(&v, 0, 99));
  CALL(cudaDeviceEnablePeerAccess(0, 0));
  CALL(cudaMemGetInfo(nullptr, nullptr));
  CALL(cudaRuntimeGetVersion(nullptr));
  CALL(cudaProfilerStart());
  CALL(cudaProfilerStop());
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, nothing_kernel, 32, 0));
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing_kernel, 0, 0));
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing_kernel, -5, 0));
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing_kernel, 2048, 0));
  printf("    blocks of 2048 threads: %d\n", blocks);
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing_kernel, 32, 1 << 20));
  printf("    blocks with 1 MiB of shared memory: %d\n", blocks);
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void*)host_array, 32, 0));
  cudaFuncAttributes attributes;
  CALL(cudaFuncGetAttributes(&attributes, (const void*)host_array));
  CALL(cudaFuncGetAttributes(nullptr, nothing_kernel));
  CALL(cudaFuncGetAttributes(&attributes, bounds_kernel));
  printf("    threads allowed by launch bounds: %d\n", attributes.maxThreadsPerBlock);
}

// In a process of its own: what every call says after a kernel has failed.
int fault(const char* kind) {
  int *d, h = 0;
  char* bytes;
  cudaEvent_t event;
  cudaStream_t stream;
  cudaMalloc(&d, 64);
  cudaMalloc(&bytes, 64);
  cudaEventCreate(&event);
  cudaStreamCreate(&stream);
  if (!strcmp(kind, "assert")) assert_kernel<<<1, 1>>>(1);
  if (!strcmp(kind, "trap")) trap_kernel<<<1, 1>>>();
  if (!strcmp(kind, "null")) write_kernel<<<1, 1>>>(nullptr);
  if (!strcmp(kind, "wild")) write_kernel<<<1, 1>>>((int*)((char*)d + (1ll << 45)));
  if (!strcmp(kind, "misaligned")) misaligned_kernel<<<1, 1>>>(bytes);
  show("synchronise", cudaDeviceSynchronize());
  show("synchronise again", cudaDeviceSynchronize());
  CALL(cudaMalloc(&d, 16));
  CALL(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost));
  CALL(cudaFree(d));
  CALL(cudaEventQuery(event));
  CALL(cudaEventRecord(event));
  CALL(cudaEventDestroy(event));
  CALL(cudaStreamQuery(0));
  CALL(cudaStreamDestroy(stream));
  CALL(cudaMallocHost(&d, 16));
  size_t a = 0, b = 0;
  CALL(cudaMemGetInfo(&a, &b));
  int v = 0;
  CALL(cudaGetDevice(&v));
  CALL(cudaSetDevice(0));
  CALL(cudaGetDeviceCount(&v));
  CALL(cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 0));
  cudaDeviceProp prop;
  CALL(cudaGetDeviceProperties(&prop, 0));
  CALL(cudaRuntimeGetVersion(&v));
  LAUNCH(nothing_kernel<<<1, 1>>>());
  LAUNCH(nothing_kernel<<<1, 5000>>>());
  CALL(cudaDeviceReset());
  return 0;
}

// What surprises: the kind of a copy may say host where the memory is the device's.
void surprises(int* d) {
  printf("# surprises\n");
  int *other, *pinned, host[4] = {};
  cudaMalloc(&other, 64);
  cudaMallocHost(&pinned, 64);
  CALL(cudaMemcpy(d, other, 4, cudaMemcpyHostToHost));
  CALL(cudaMemcpy(pinned, d, 4, cudaMemcpyHostToHost));
  CALL(cudaMemcpyToSymbol(d_value, d, 4, 0, cudaMemcpyHostToDevice));
  CALL(cudaMemcpyFromSymbol(d, d_value, 4, 0, cudaMemcpyDeviceToHost));
  CALL(cudaMemcpyToSymbol(d_value, host, 4, 0, cudaMemcpyDeviceToDevice));
  CALL(cudaDeviceSetLimit(cudaLimitStackSize, 1 << 30));
  cudaFreeHost(pinned);
  cudaFree(other);
}

int main(int argc, char** argv) {
  if (argc > 1) return fault(argv[1]);
  int* d;
  cudaMalloc(&d, 4096);
  launches(d);
  sequences(d);
  memory(d);
  streams_and_events();
  device();
  surprises(d);
  for (const char* kind : {"assert", "trap", "null", "wild", "misaligned"}) {
    printf("# after a fault: %s\n", kind);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      execl("/proc/self/exe", argv[0], kind, (char*)nullptr);
      _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("    exit %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  }
  return 0;
}
