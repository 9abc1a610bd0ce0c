// SPDX-License-Identifier: Apache-2.0
// Functions of whole and partial warps.
#include "both.h"

const unsigned kAll = 0xffffffff;

__global__ void votes_kernel(unsigned* out) {
  unsigned lane = threadIdx.x % 32;
  unsigned odd = __ballot_sync(kAll, lane & 1), first = __ballot_sync(kAll, lane < 5);
  int any = __any_sync(kAll, lane == 31), no = __any_sync(kAll, lane == 32);
  int all = __all_sync(kAll, lane < 32), not_all = __all_sync(kAll, lane != 3);
  if (threadIdx.x == 33) put(out, odd, first, any, no, all, not_all);
}

__global__ void branches_kernel(unsigned* out) {
  unsigned lane = threadIdx.x;
  if (lane < 12) {
    unsigned b = __ballot_sync(0x00000fff, lane % 4 == 0);
    if (lane == 3) out[0] = b;
  } else {
    unsigned b = __ballot_sync(0xfffff000, lane % 4 == 0);
    if (lane == 30) out[1] = b;
  }
  __syncwarp();
  unsigned mask = __ballot_sync(kAll, lane < 20);
  if (lane < 20) {
    int all = __all_sync(mask, lane < 20);
    if (lane == 0) out[2] = all;
  }
  if (lane == 0) out[3] = mask;
}

__global__ void active_kernel(unsigned* out) {
  unsigned whole = __activemask();
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = whole;
}

__global__ void exchange_kernel(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x * 2;
  __syncwarp();
  int v = s[31 - threadIdx.x];
  __syncwarp(kAll);
  s[threadIdx.x] = v + 1;
  __syncwarp();
  out[threadIdx.x] = s[(threadIdx.x + 1) % 32];
}

__global__ void shuffles_kernel(int* out, int width) {
  int lane = threadIdx.x, v = 100 + lane;
  out[lane] = __shfl_sync(kAll, v, 5, width);
  out[lane + 32] = __shfl_up_sync(kAll, v, 3, width);
  out[lane + 64] = __shfl_down_sync(kAll, v, 3, width);
  out[lane + 96] = __shfl_xor_sync(kAll, v, 6, width);
}

template <class T>
__global__ void type_kernel(double* out, T scale) {
  T v = scale * (T)(threadIdx.x + 1);
  T r = __shfl_sync(kAll, v, (threadIdx.x + 9) & 31);
  r = r + __shfl_xor_sync(kAll, v, 1);
  r = r + __shfl_up_sync(kAll, v, 1);
  r = r + __shfl_down_sync(kAll, v, 1);
  out[threadIdx.x] = (double)r;
}

template <class T>
void show_type(const char* name, T scale) {
  double* out = both<double>(32);
  type_kernel<T><<<1, 32>>>(out, scale);
  cudaDeviceSynchronize();
  printf("%s %.3f %.3f %.3f\n", name, out[0], out[17], out[31]);
}

__global__ void half_kernel(int* out) {
  int lane = threadIdx.x;
  if (lane < 16) {
    out[lane] = __shfl_sync(0x0000ffff, lane * lane, 15 - lane);
  } else {
    out[lane] = __shfl_down_sync(0xffff0000, lane, 8);
  }
}

__global__ void warp_sum_kernel(int* out) {
  int v = threadIdx.x;
  for (int offset = 16; offset > 0; offset /= 2) v += __shfl_down_sync(kAll, v, offset);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}

__global__ void match_kernel(unsigned* any, unsigned* all) {
  int lane = threadIdx.x, same = -1;
  any[lane] = __match_any_sync(kAll, lane / 5);
  any[32 + lane] = __match_any_sync(kAll, (unsigned long long)(lane % 3) << 40);
  any[64 + lane] = __match_any_sync(kAll, (lane & 8) ? 1.5f : -1.5f);
  any[96 + lane] = __match_any_sync(kAll, (double)(lane == 7));
  unsigned lanes = __match_all_sync(kAll, 42, &same);
  if (lane == 0) put(all, lanes, same);
  lanes = __match_all_sync(kAll, lane == 9 ? 1 : 0, &same);
  if (lane == 8) put(all + 2, lanes, same);
  if (lane >= 10) return;
  lanes = __match_all_sync(0x3ff, 2.5, &same);
  if (lane == 6) put(all + 4, lanes, same);
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
__global__ void reduce_kernel(long long* out) {
  int lane = threadIdx.x, s = lane - 20;
  unsigned u = 0x80000000u + lane;
  out[0] = __reduce_add_sync(kAll, s);
  out[1] = __reduce_min_sync(kAll, s);
  out[2] = __reduce_max_sync(kAll, s);
  out[3] = __reduce_min_sync(kAll, u);
  out[4] = __reduce_max_sync(kAll, u);
  out[5] = __reduce_add_sync(kAll, (unsigned)lane);
  out[6] = __reduce_and_sync(kAll, u | 0xf0);
  out[7] = __reduce_or_sync(kAll, (unsigned)lane << 3);
  out[8] = __reduce_xor_sync(kAll, 1u << (lane % 31));
  if (lane < 8) {
    long long part = __reduce_add_sync(0xff, lane);
    if (lane == 7) out[9] = part;
  }
}
#endif

int main() {
  unsigned* u = both<unsigned>(128);
  votes_kernel<<<1, 64>>>(u);
  show("%x", u, 6);
  branches_kernel<<<1, 32>>>(u);
  show("%08x", u, 4);
  active_kernel<<<1, 40>>>(u);
  show("%08x", u, 2);
  int* out = both<int>(128);
  exchange_kernel<<<1, 32>>>(out);
  show("%d", out, 32);
  for (int width = 32; width >= 2; width /= 2) {
    shuffles_kernel<<<1, 32>>>(out, width);
    show("%d", out, 128, 32);
  }
  show_type<int>("int", -3);
  show_type<unsigned>("unsigned", 3000000000u);
  show_type<long>("long", -3000000000L);
  show_type<unsigned long>("unsigned long", 3000000000UL);
  show_type<long long>("long long", -5000000000LL);
  show_type<unsigned long long>("unsigned long long", 1ULL << 40);
  show_type<float>("float", 0.5f);
  show_type<double>("double", 0.125);
  half_kernel<<<1, 32>>>(out);
  show("%d", out, 32);
  warp_sum_kernel<<<1, 128>>>(out);
  show("%d", out, 4);
  unsigned* all = both<unsigned>(6);
  match_kernel<<<1, 32>>>(u, all);
  show("%08x", u, 128, 32);
  show("%x", all, 6);
  long long* sums = both<long long>(10);
  reduce_kernel<<<1, 32>>>(sums);
  show("%lld", sums, 10);
  return 0;
}
