// SPDX-License-Identifier: Apache-2.0
// One program with many parts. `parted WHAT` runs a part with the device in a separate process, and
// `ONE_PROCESS=1 parted WHAT` in one process. Both print the same text, except for the last line.
#include <simcu/parted.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#define SAY(call)                                                                    \
  do {                                                                               \
    const cudaError_t said = (call);                                                 \
    if (said != cudaSuccess) std::printf("%s: %s\n", #call, cudaGetErrorName(said)); \
  } while (0)

struct pair {
  int first, second;
};
__constant__ int factor;
__device__ int counter;
__managed__ int managed = 40, many_managed[1000];

template <class T>
__global__ void add(T* to, T what, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) to[i] += what;
}
__global__ void scale(int* to, pair by) { to[threadIdx.x] = to[threadIdx.x] * factor * by.first + by.second; }
__global__ void count() { atomicAdd(&counter, 1); }
__global__ void say() { printf("a kernel says %d\n", counter); }
__global__ void outside(int* p) { p[1 << 24] = 1; }
__global__ void fill_all(int* p) { p[0] = static_cast<int>(threadIdx.x); }
extern __shared__ int s_words[];
__global__ void large(int* to) {
  s_words[threadIdx.x] = 1;
  to[threadIdx.x] = s_words[threadIdx.x];
}

int* allocate(std::size_t words) {
  int* p = nullptr;
  SAY(cudaMalloc(&p, words * sizeof(int)));
  SAY(cudaMemset(p, 0, words * sizeof(int)));
  return p;
}

void copies() {
  int* const d = allocate(32);
  const int three = 3;
  SAY(cudaMemcpyToSymbol(factor, &three, sizeof three));
  add<<<1, 32>>>(d, 5, 32);
  scale<<<1, 32>>>(d, pair{2, 1});
  SAY(cudaGetLastError());
  int h[32] = {}, counted = 0;
  SAY(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  count<<<3, 32>>>();
  SAY(cudaMemcpyFromSymbol(&counted, counter, sizeof counted));
  std::printf("%d %d\n", h[31], counted);
  say<<<1, 1>>>();
  SAY(cudaDeviceSynchronize());
  SAY(cudaMemcpy(d, h, sizeof h + 4, cudaMemcpyHostToDevice));
  SAY(cudaFree(d));
  SAY(cudaFree(d));
  std::vector<char> large(3 << 20, 7);  // too large for one transfer through the window
  char* to = nullptr;
  SAY(cudaMalloc(&to, large.size()));
  SAY(cudaMemcpy(to, large.data(), large.size(), cudaMemcpyDefault));
  large.assign(large.size(), 0);
  SAY(cudaMemcpy(large.data(), to, large.size(), cudaMemcpyDefault));
  std::printf("%d %d\n", large.front(), large.back());
}

void shared_memory() {
  managed += 1;
  add<<<1, 1>>>(&managed, 1, 1);
  add<<<4, 256>>>(many_managed, 9, 1000);
  int *m = nullptr, *pinned = nullptr;
  SAY(cudaMallocManaged(&m, 4096));
  SAY(cudaMallocHost(&pinned, 4096));
  std::memset(m, 0, 4096);
  std::memset(pinned, 0, 4096);
  add<<<1, 32>>>(m, 2, 32);
  add<<<1, 32>>>(pinned, 3, 32);
  SAY(cudaDeviceSynchronize());
  std::printf("%d %d %d %d\n", managed, many_managed[999], m[31], pinned[31]);
  SAY(cudaFree(m));
  SAY(cudaFreeHost(pinned));
  SAY(cudaMallocManaged(&m, 4096));
  SAY(cudaDeviceReset());
  add<<<1, 1>>>(&managed, 1, 1);
  SAY(cudaDeviceSynchronize());
  std::printf("%d\n", managed);
}

void launches() {
  int* const d = allocate(1024);
  add<<<0, 32>>>(d, 1, 1);
  SAY(cudaGetLastError());
  large<<<1, 32, 100000>>>(d);
  SAY(cudaGetLastError());
  SAY(cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
  large<<<1, 32, 100000>>>(d);
  SAY(cudaGetLastError());
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  SAY(cudaStreamCreate(&stream));
  SAY(cudaEventCreate(&event));
  add<<<4, 256, 0, stream>>>(d, 2, 1000);
  SAY(cudaEventRecord(event, stream));
  SAY(cudaEventSynchronize(event));
  int one = 0;
  SAY(cudaMemcpyAsync(&one, d, sizeof one, cudaMemcpyDeviceToHost, stream));
  SAY(cudaStreamSynchronize(stream));
  int what = 4, n = 32;
  void* arguments[] = {const_cast<int**>(&d), &what, &n};
  SAY(cudaLaunchKernel(add<int>, dim3(1), dim3(32), arguments, 0, nullptr));
  SAY(cudaMemcpy(&one, d, sizeof one, cudaMemcpyDeviceToHost));
  std::printf("%d\n", one);
}

void kernel_fails() {
  int* const d = allocate(32);
  outside<<<1, 1>>>(d);
  SAY(cudaDeviceSynchronize());
  SAY(cudaMalloc(reinterpret_cast<void**>(&managed), 4));
}
// Fails even without --check, because the host's memory is not in the device's process.
void kernel_uses_host_memory() {
  std::vector<int> small(100), large(1 << 20);
  for (int* p : {small.data(), large.data()}) {
    add<<<1, 32>>>(p, 1, 32);
    SAY(cudaDeviceSynchronize());
  }
}
void races() {
  fill_all<<<1, 64>>>(allocate(1));
  SAY(cudaDeviceSynchronize());
}
void leaves_memory() { (void)allocate(100); }
void uses_device_memory() { std::printf("%d\n", *allocate(1)); }
void uses_a_null_pointer() { std::printf("%d\n", *static_cast<volatile int*>(nullptr)); }
void exits() { std::exit(3); }
void aborts() { std::abort(); }

// Either nothing new is sent, or something new each time.
void chooses(bool by_chance) {
  std::mt19937 chance(1);
  int* const d = allocate(1024);
  for (int i = 0; i < 256; ++i) add<<<1, 32>>>(d, by_chance ? static_cast<int>(chance() % 1024) : 5, 32);
  for (int i = 0; i < 256; ++i) SAY(cudaMemset(d + (by_chance ? chance() % 512 : 7), 0, 16));
}

void writes(bool by_chance) {
  std::mt19937 chance(1);
  unsigned* pinned = nullptr;
  SAY(cudaMallocHost(&pinned, 4096));
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 1024; ++k) pinned[k] = by_chance ? chance() : 5;
    add<<<1, 32>>>(reinterpret_cast<int*>(pinned), 0, 32);
    SAY(cudaDeviceSynchronize());
  }
}

// Writes to all open descriptors, as if it were the host half of the program.
void garbles(unsigned seed) {
  std::mt19937 chance(seed);
  std::string packet(1 + chance() % 300, '\0');
  for (char& c : packet) c = static_cast<char>(chance() % (chance() % 2 == 0 ? 32 : 256));
  const auto length = static_cast<std::uint32_t>(packet.size() - 5);
  if (chance() % 4 != 0 && packet.size() > 5) std::memcpy(&packet[1], &length, sizeof length);  // one record
  for (int fd = 3; fd < 16; ++fd)
    if (send(fd, packet.data(), packet.size(), MSG_NOSIGNAL) > 0)
      for (char byte[4096]; recv(fd, byte, sizeof byte, MSG_DONTWAIT) > 0;) {
      }
  usleep(1000);
}

void host(const std::string& what) {
  static const std::map<std::string, std::function<void()>> all = {
      {"copies", copies},
      {"shared_memory", shared_memory},
      {"launches", launches},
      {"kernel_fails", kernel_fails},
      {"kernel_uses_host_memory", kernel_uses_host_memory},
      {"races", races},
      {"leaves_memory", leaves_memory},
      {"uses_device_memory", uses_device_memory},
      {"uses_a_null_pointer", uses_a_null_pointer},
      {"exits", exits},
      {"aborts", aborts},
      {"repeats", [] { chooses(false); }},
      {"chooses", [] { chooses(true); }},
      {"writes_the_same", [] { writes(false); }},
      {"writes", [] { writes(true); }},
  };
  if (what.rfind("garbles:", 0) == 0)
    for (unsigned i = 0; i < 20; ++i) garbles(static_cast<unsigned>(std::atoi(what.c_str() + 8)) + i);
  else
    all.at(what)();
}

std::string wanted;

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  if (std::getenv("ONE_PROCESS") != nullptr) {
    host(what);
    return 0;
  }
  switch (simcu::part()) {
    case simcu::half::none:
      return 4;
    case simcu::half::host:
      wanted = what;
      simcu::run_apart([] {
        simcu::tell_symbols();
        host(wanted);
        (void)simcu::ask_device(7, "this is the end");
      });
    case simcu::half::device:
      simcu::log_crossing(true);
  }
  while (const auto asked = simcu::serve_host()) {
    const bool last = asked->what == 7 && asked->bytes == "this is the end";
    simcu::answer_host(last ? "" : "?");
    if (last) break;
  }
  const simcu::crossed crossed = simcu::take_crossed();
  if (const char* file = std::getenv("TOLD")) {
    std::FILE* to = std::fopen(file, "w");
    if (to == nullptr || std::fwrite(crossed.told.data(), 1, crossed.told.size(), to) != crossed.told.size())
      return 5;
    std::fclose(to);
  }
  simcu::end_as_host();
}
