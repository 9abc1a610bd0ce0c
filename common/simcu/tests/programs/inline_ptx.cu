// SPDX-License-Identifier: Apache-2.0
// The inline PTX of books and courses, each row against the same in C++.
#include <cstdio>

__device__ unsigned d_wrong;
__device__ void expect(bool right, int line) {
  if (!right && atomicAdd(&d_wrong, 1u) < 5) printf("line %d is wrong in thread %d\n", line, threadIdx.x);
}
#define EXPECT(condition) expect(condition, __LINE__)

__device__ unsigned lane_id() {
  unsigned lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

__device__ __forceinline__ unsigned bfe(unsigned x, unsigned start, unsigned length) {
  unsigned out;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(out) : "r"(x), "r"(start), "r"(length));
  return out;
}

__global__ void registers() {
  const unsigned t = threadIdx.x + blockDim.x * threadIdx.y;
  unsigned warp, lt, le, gt, ge, eq, tid, ntid, ctaid;
  EXPECT(lane_id() == t % 32);
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
  asm("mov.u32 %0, %%lanemask_le;" : "=r"(le));
  asm("mov.u32 %0, %%lanemask_gt;" : "=r"(gt));
  asm("mov.u32 %0, %%lanemask_ge;" : "=r"(ge));
  asm("mov.u32 %0, %%lanemask_eq;" : "=r"(eq));
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
  asm("mov.u32 %0, %%tid.y;\n\tmov.u32 %1, %%ntid.x;\n\tmov.u32 %2, %%ctaid.x;"
      : "=r"(tid), "=r"(ntid), "=r"(ctaid));
  EXPECT(eq == 1u << t % 32 && lt == eq - 1 && le == (lt | eq) && gt == ~le && ge == ~lt && warp < 32);
  EXPECT(tid == threadIdx.y && ntid == blockDim.x && ctaid == blockIdx.x);
  unsigned long long before, after;
  unsigned sm, ticks;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(before));
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  asm volatile("mov.u32 %0, %%clock;" : "=r"(ticks)::"memory");
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(after));
  EXPECT(after >= before && sm < 1000 && ticks + 1 != 0);
}

__global__ void integers() {
  const unsigned t = threadIdx.x, a = 0x9e3779b9u * (t + 1), b = 0x85ebca6bu ^ (t << 7), c = t * 77;
  unsigned d;
  int s;
  unsigned long long w;
  EXPECT(bfe(a, 4, 8) == (a >> 4 & 255) && bfe(a, 28, 8) == a >> 28 && bfe(a, 3, 0) == 0);
  asm("bfe.s32 %0, %1, %2, %3;" : "=r"(s) : "r"(int(a)), "r"(20), "r"(12));
  EXPECT(s == int(a) >> 20);
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(8), "r"(16));
  EXPECT(d == ((b & 0xff0000ffu) | (a & 0xffffu) << 8));
  asm("prmt.b32 %0, %1, %2, 0x3210;" : "=r"(d) : "r"(a), "r"(b));
  EXPECT(d == a);
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  EXPECT(d == (a ^ b ^ c));
  asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(c), "n"(0xe8));
  EXPECT(d == ((a & b) | (a & c) | (b & c)));
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  EXPECT(d == __funnelshift_l(a, b, c));
  asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  EXPECT(d == a * b + c);
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(w) : "r"(a), "r"(b));
  EXPECT(w == (unsigned long long)a * b);
  asm("mul.hi.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
  EXPECT(d == __umulhi(a, b));
  asm("popc.b32 %0, %1;" : "=r"(d) : "r"(a));
  EXPECT(int(d) == __popc(a));
  asm("clz.b32 %0, %1;" : "=r"(d) : "r"(c));
  EXPECT(int(d) == __clz(c));
  asm("bfind.u32 %0, %1;" : "=r"(d) : "r"(c));
  EXPECT(int(d) == 31 - __clz(c));
  asm("brev.b32 %0, %1;" : "=r"(d) : "r"(a));
  EXPECT(d == __brev(a));
  d = a;
  asm("add.u32 %0, %0, %1;\n\t"
      "xor.b32 %0, %0, %2;  // twice"
      : "+r"(d)
      : "r"(b), "r"(c));
  EXPECT(d == ((a + b) ^ c));
  asm("{\n\t.reg .pred p;\n\t.reg .u32 twice;\n\tadd.u32 twice, %1, %1;\n\tsetp.lt.s32 p, %1, "
      "%2;\n\tselp.b32 %0, twice, "
      "%2, p;\n\t}"
      : "=r"(d)
      : "r"(a), "r"(b));
  EXPECT(d == (int(a) < int(b) ? a + a : b));
  asm("shl.b32 %0, %1, 33;" : "=r"(d) : "r"(a));
  EXPECT(d == 0);
  float x = 1.5f * t, y;
  asm("fma.rn.f32 %0, %1, %2, 0f3F800000;" : "=f"(y) : "f"(x), "f"(2.0f));
  EXPECT(y == 3.0f * t + 1.0f);
  asm("mov.b32 %0, %1;" : "=r"(d) : "f"(x));
  EXPECT(d == __float_as_uint(x));
  asm volatile("" ::: "memory");
}

__global__ void memory(const unsigned* in, unsigned* out, unsigned* counters) {
  const unsigned t = threadIdx.x;
  unsigned d, old;
  uint4 v;
  asm volatile("ld.global.nc.L1::no_allocate.u32 %0, [%1];" : "=r"(d) : "l"(in + t));
  EXPECT(d == in[t]);
  asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4+16];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(in));
  EXPECT(v.x == in[4] && v.w == in[7]);
  asm volatile("st.global.cs.u32 [%0], %1;" ::"l"(out + t), "r"(d + 1) : "memory");
  EXPECT(out[t] == in[t] + 1);
  asm volatile("prefetch.global.L2 [%0];" ::"l"(in));
  asm volatile("red.global.add.u32 [%0], %1;" ::"l"(counters), "r"(2u) : "memory");
  asm volatile("atom.global.max.u32 %0, [%1], %2;" : "=r"(old) : "l"(counters + 1), "r"(t) : "memory");
  asm volatile("atom.add.release.gpu.global.u32 %0, [%1+8], 1;" : "=r"(old) : "l"(counters) : "memory");
  EXPECT(old < blockDim.x);
  asm volatile("membar.gl;" ::: "memory");
  asm volatile("bar.sync 0;" ::: "memory");
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(d) : "l"(counters) : "memory");
  EXPECT(d == 2 * blockDim.x);
}

__global__ void warps() {
  const unsigned t = threadIdx.x;
  unsigned got, votes;
  asm volatile("shfl.sync.bfly.b32 %0, %1, 16, 0x1f, 0xffffffff;" : "=r"(got) : "r"(t));
  EXPECT(got == (t ^ 16));
  asm volatile("shfl.sync.idx.b32 %0, %1, %2, %3, %4;"
               : "=r"(got)
               : "r"(t), "r"(3), "r"(0x1f), "r"(0xffffffffu));
  EXPECT(got == (t & ~31u) + 3);
  asm volatile("{\n .reg .pred p;\n setp.ne.u32 p, %1, 0;\n vote.sync.ballot.b32 %0, p, 0xffffffff;\n}"
               : "=r"(votes)
               : "r"(t & 1));
  EXPECT(votes == 0xaaaaaaaau);
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
}

int main() {
  unsigned h_in[64], *d_in, *d_out, *d_counters, wrong = 1, counters[3];
  for (unsigned i = 0; i < 64; ++i) h_in[i] = i * 2654435761u;
  cudaMalloc(&d_in, sizeof h_in);
  cudaMalloc(&d_out, sizeof h_in);
  cudaMalloc(&d_counters, sizeof counters);
  cudaMemcpy(d_in, h_in, sizeof h_in, cudaMemcpyHostToDevice);
  cudaMemset(d_counters, 0, sizeof counters);
  registers<<<3, dim3(16, 4)>>>();
  integers<<<1, 64>>>();
  memory<<<1, 64>>>(d_in, d_out, d_counters);
  warps<<<1, 64>>>();
  cudaMemcpyFromSymbol(&wrong, d_wrong, sizeof wrong);
  cudaMemcpy(counters, d_counters, sizeof counters, cudaMemcpyDeviceToHost);
  std::printf("%s: %u wrong, counters %u %u %u\n", cudaGetErrorString(cudaGetLastError()), wrong, counters[0],
              counters[1], counters[2]);
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_counters);
}
