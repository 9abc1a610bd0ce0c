// SPDX-License-Identifier: Apache-2.0
// Inline PTX: special registers, statements, memory, atomics, warps. ptx_test.cpp sees to it that no row of
// simcu's table is missing here, in inline_ptx_arithmetic.cu and in inline_ptx_registers.cu.
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
  unsigned at[6];
  asm("mov.u32 %0, %%tid.x; mov.u32 %1, %%tid.z; mov.u32 %2, %%ntid.y; mov.u32 %3, %%ntid.z; "
      "mov.u32 %4, %%ctaid.y; mov.u32 %5, %%ctaid.z;"
      : "=r"(at[0]), "=r"(at[1]), "=r"(at[2]), "=r"(at[3]), "=r"(at[4]), "=r"(at[5]));
  EXPECT(at[0] == threadIdx.x && at[1] == 0 && at[2] == blockDim.y && at[3] == 1 && at[4] == 0 && at[5] == 0);
  asm("mov.u32 %0, %%nctaid.x; mov.u32 %1, %%nctaid.y; mov.u32 %2, %%nctaid.z;"
      : "=r"(at[0]), "=r"(at[1]), "=r"(at[2]));
  EXPECT(at[0] == gridDim.x && at[1] == 1 && at[2] == 1);
  asm volatile("mov.u32 %0, %%nwarpid; mov.u32 %1, %%nsmid;" : "=r"(at[0]), "=r"(at[1]));
  EXPECT(at[0] >= 2 && at[1] > 0);
  unsigned long long cycles;
  asm volatile("mov.u64 %0, %%clock64; mov.u32 %1, %%globaltimer_lo;" : "=l"(cycles), "=r"(at[0]));
  EXPECT(cycles != 0);
  unsigned long long before, after;
  unsigned sm, ticks;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(before));
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  asm volatile("mov.u32 %0, %%clock;" : "=r"(ticks)::"memory");
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(after));
  EXPECT(after >= before && sm < 1000 && ticks + 1 != 0);
}

// Several instructions, comments, blocks and registers in one statement.
__global__ void statements() {
  const unsigned t = threadIdx.x, a = 0x9e3779b9u * (t + 1), b = 0x85ebca6bu ^ (t << 7), c = t * 77;
  unsigned d = a;
  asm("add.u32 %0, %0, %1;\n\t"
      "xor.b32 %0, %0, %2;  // twice"
      : "+r"(d)
      : "r"(b), "r"(c));
  EXPECT(d == ((a + b) ^ c));
  asm("{\n\t.reg .pred p;\n\t.reg .u32 twice;\n\tadd.u32 twice, %1, %1;\n\tsetp.lt.s32 p, %1, "
      "%2;\n\tselp.b32 %0, twice, %2, p;\n\t}"
      : "=r"(d)
      : "r"(a), "r"(b));
  EXPECT(d == (int(a) < int(b) ? a + a : b));
  asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(c), "n"(0xe8));
  EXPECT(d == ((a & b) | (a & c) | (b & c)));
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

#define LOAD(op, c, T)                                              \
  do {                                                              \
    T x_;                                                           \
    asm volatile(op " %0, [%1];" : "=" c(x_) : "l"(in) : "memory"); \
    EXPECT(x_ == *reinterpret_cast<const T*>(in));                  \
  } while (0)
#define STORE(op, c, T)                                                                       \
  do {                                                                                        \
    asm volatile(op " [%0], %1;" ::"l"(out), c(static_cast<T>(threadIdx.x + 40)) : "memory"); \
    EXPECT(*reinterpret_cast<T*>(out) == static_cast<T>(threadIdx.x + 40));                   \
  } while (0)

// One thread. The loads find bytes that are the same in every type's lowest ones.
__global__ void loads_and_stores(const unsigned long long* in, unsigned long long* out,
                                 unsigned long long address_of_constant) {
  unsigned narrow;
  asm volatile("ld.global.u8 %0, [%1];" : "=r"(narrow) : "l"(in));
  EXPECT(narrow == (*in & 255));
  asm volatile("ld.global.s8 %0, [%1];" : "=r"(narrow) : "l"(in));
  EXPECT(int(narrow) == static_cast<signed char>(*in));
  LOAD("ld.global.ca.u16", "h", unsigned short);
  LOAD("ld.global.cg.s16", "h", short);
  LOAD("ld.global.cs.s32", "r", int);
  LOAD("ld.global.lu.u64", "l", unsigned long long);
  LOAD("ld.global.cv.s64", "l", long long);
  LOAD("ld.weak.global.f32", "f", float);
  LOAD("ld.volatile.global.f64", "d", double);
  LOAD("ld.relaxed.cta.u32", "r", unsigned);
  LOAD("ld.relaxed.gpu.u32", "r", unsigned);
  LOAD("ld.acquire.sys.u32", "r", unsigned);
  STORE("st.global.u16", "h", unsigned short);
  STORE("st.global.cg.s16", "h", short);
  STORE("st.global.wb.s32", "r", int);
  STORE("st.global.wt.u64", "l", unsigned long long);
  STORE("st.weak.global.s64", "l", long long);
  STORE("st.volatile.global.f32", "f", float);
  STORE("st.relaxed.cta.global.f64", "d", double);
  STORE("st.relaxed.gpu.u32", "r", unsigned);
  STORE("st.release.sys.u32", "r", unsigned);
  STORE("st.release.gpu.u32", "r", unsigned);
  asm volatile("st.global.u8 [%0], %1; st.global.s8 [%0+1], %1;" ::"l"(out), "r"(0x1234u) : "memory");
  EXPECT((*out & 0xffff) == 0x3434);
  unsigned long long x, y, address;
  asm volatile("ld.global.v2.u64 {%0, %1}, [%2];" : "=l"(x), "=l"(y) : "l"(in) : "memory");
  asm volatile("st.global.v2.u64 [%0], {%2, %1};" : : "l"(out), "l"(x), "l"(y) : "memory");
  EXPECT(x == in[0] && y == in[1] && out[0] == y && out[1] == x);
  asm volatile("st.global.v4.u32 [%0], {%1, 0, 1, -1};" ::"l"(out), "r"(7u) : "memory");
  EXPECT(out[0] == 7 && out[1] == 0xffffffff00000001ull);
  asm("cvta.to.global.u64 %0, %1;" : "=l"(address) : "l"(in));
  asm volatile("{ .reg .u64 p; cvta.global.u64 p, %1; ld.u64 %0, [p+8]; }" : "=l"(x) : "l"(address));
  EXPECT(x == in[1]);
  asm volatile("{ .reg .u64 p; cvta.to.const.u64 p, %1; ld.const.u32 %0, [p]; }"
               : "=r"(narrow)
               : "l"(address_of_constant));
  EXPECT(narrow == 4711);
  asm volatile("prefetch.global.L1 [%0]; prefetchu.L1 [%0]; nanosleep.u32 20;" ::"l"(in));
  if (in == nullptr) asm volatile("trap;");
}

// Shared memory by its own addresses, of 32 or 64 bits.
__global__ void shared_memory(unsigned* out) {
  __shared__ unsigned s_tile[64], s_sums[4];
  const unsigned t = threadIdx.x, at = static_cast<unsigned>(__cvta_generic_to_shared(&s_tile[t]));
  unsigned sums, got, is_shared, is_global;
  asm("{ .reg .u64 wide; cvta.to.shared.u64 wide, %1; cvt.u32.u64 %0, wide; }" : "=r"(sums) : "l"(s_sums));
  if (t < 4) s_sums[t] = 0;
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(t * 3) : "memory");
  asm volatile("barrier.sync 0;" ::: "memory");
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(got) : "r"(at ^ 4));
  EXPECT(got == (t ^ 1) * 3);
  asm volatile("atom.shared.add.u32 %0, [%1], 1;" : "=r"(got) : "r"(sums) : "memory");
  EXPECT(got < 64);
  asm volatile("red.shared.add.u32 [%0+4], %1;" ::"r"(sums), "r"(t) : "memory");
  asm volatile("barrier.cta.sync 0;" ::: "memory");
  EXPECT(s_sums[0] == 64 && s_sums[1] == 2016);
  unsigned long long generic;
  asm("{ .reg .u64 wide; cvt.u64.u32 wide, %1; cvta.shared.u64 %0, wide; }" : "=l"(generic) : "r"(at));
  EXPECT(generic == reinterpret_cast<unsigned long long>(&s_tile[t]) &&
         __cvta_shared_to_generic(at) == &s_tile[t]);
  asm("{ .reg .pred p, q; isspacep.shared p, %2; isspacep.global q, %3; selp.u32 %0, 1, 0, p; selp.u32 %1, "
      "1, 0, q; }"
      : "=r"(is_shared), "=r"(is_global)
      : "l"(&s_tile[t]), "l"(out));
  EXPECT(is_shared == 1 && is_global == 1);
}

// Words into shared memory while the thread works; of the last one half is zero.
__global__ void async_copies(const unsigned* in) {
  __shared__ alignas(16) unsigned s_words[16];
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(s_words));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(in) : "memory");
  asm volatile("cp.async.commit_group;" ::: "memory");
  asm volatile("cp.async.ca.shared.global.L2::128B [%0+16], [%1+16], 4;" ::"r"(at), "l"(in) : "memory");
  asm volatile("cp.async.ca.shared.global [%0+24], [%1+24], 8, %2;" ::"r"(at), "l"(in), "r"(4) : "memory");
  asm volatile("cp.async.commit_group;" ::: "memory");
  asm volatile("cp.async.wait_group 1;" ::: "memory");
  EXPECT(s_words[0] == in[0] && s_words[3] == in[3]);
  asm volatile("cp.async.wait_all;" ::: "memory");
  EXPECT(s_words[4] == in[4] && s_words[6] == in[6] && s_words[7] == 0);
}

#define ATOMIC(op, start, by, want)                                                                \
  do {                                                                                             \
    *word = start;                                                                                 \
    unsigned old_;                                                                                 \
    asm volatile("atom.global." op " %0, [%1], %2;" : "=r"(old_) : "l"(word), "r"(by) : "memory"); \
    EXPECT(old_ == (start) && *word == (want));                                                    \
  } while (0)
#define REDUCE(op, start, by, want)                                              \
  do {                                                                           \
    *word = start;                                                               \
    asm volatile("red.global." op " [%0], %1;" ::"l"(word), "r"(by) : "memory"); \
    EXPECT(*word == (want));                                                     \
  } while (0)

// One thread.
__global__ void atomics(volatile unsigned* word) {
  ATOMIC("add.u32", 5u, 7u, 12u);
  ATOMIC("min.s32", 5u, -7, unsigned(-7));
  ATOMIC("relaxed.cta.max.u32", 5u, 7u, 7u);
  ATOMIC("acquire.gpu.and.b32", 5u, 6u, 4u);
  ATOMIC("acq_rel.sys.or.b32", 5u, 6u, 7u);
  ATOMIC("relaxed.gpu.xor.b32", 5u, 6u, 3u);
  ATOMIC("exch.b32", 5u, 6u, 6u);
  ATOMIC("inc.u32", 5u, 5u, 0u);
  ATOMIC("dec.u32", 0u, 9u, 9u);
  REDUCE("add.u32", 5u, 7u, 12u);
  REDUCE("min.u32", 5u, 7u, 5u);
  REDUCE("max.s32", 5u, -7, 5u);
  REDUCE("and.b32", 5u, 6u, 4u);
  REDUCE("or.b32", 5u, 6u, 7u);
  REDUCE("xor.b32", 5u, 6u, 3u);
  REDUCE("inc.u32", 5u, 9u, 6u);
  REDUCE("dec.u32", 5u, 9u, 4u);
  unsigned old;
  *word = 5;
  asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "l"(word), "r"(5u), "r"(8u) : "memory");
  EXPECT(old == 5 && *word == 8);
  asm volatile("membar.cta; membar.sys; fence.acq_rel.cta; fence.acq_rel.gpu; fence.acq_rel.sys;" ::
                   : "memory");
  asm volatile("fence.sc.cta; fence.sc.gpu; fence.sc.sys;" ::: "memory");
}

// What a shuffle gives, and whether its source was in the segment.
#define SHUFFLE(kind, by, c, source, inside)                                                            \
  do {                                                                                                  \
    unsigned got_, in_;                                                                                 \
    asm volatile("{ .reg .pred p; shfl.sync." kind ".b32 %0|p, %2, %3, %4, -1; selp.u32 %1, 1, 0, p; }" \
                 : "=r"(got_), "=r"(in_)                                                                \
                 : "r"(t * 10), "r"(by), "r"(c));                                                       \
    EXPECT(in_ == (inside) && got_ == ((inside) ? (source) : t) * 10);                                  \
  } while (0)

__global__ void warps() {
  const unsigned t = threadIdx.x;
  unsigned got, votes, same, any, all;
  SHUFFLE("up", 3, 0, t - 3, t >= 3);
  SHUFFLE("up", 3, 24 << 8, t - 3, t % 8 >= 3);
  SHUFFLE("down", 3, 31, t + 3, t + 3 < 32);
  SHUFFLE("down", 2, 24 << 8 | 5, t + 2, t % 8 + 2 <= 5);  // the segment's last lane that counts is the sixth
  SHUFFLE("bfly", 16, 31, t ^ 16, true);
  SHUFFLE("bfly", 4, 28 << 8 | 31, t ^ 4, (t & 4) != 0);  // to lower lanes all may reach
  SHUFFLE("idx", 5, 31, 5, true);
  SHUFFLE("idx", 5, 24 << 8 | 31, (t & 24) | 5, true);
  asm volatile("shfl.sync.bfly.b32 %0, %1, 16, 0x1f, 0xffffffff;" : "=r"(got) : "r"(t));
  EXPECT(got == (t ^ 16));
  // An inclusive sum, as a library of primitives has it.
  unsigned sum = t + 1;
  for (int d = 1; d < 32; d *= 2)
    asm volatile(
        "{ .reg .u32 r0; .reg .pred p; shfl.sync.up.b32 r0|p, %0, %1, 0, 0xffffffff; @p add.u32 %0, r0, %0; }"
        : "+r"(sum)
        : "r"(d));
  EXPECT(sum == (t + 1) * (t + 2) / 2);
  asm volatile("{\n .reg .pred p;\n setp.ne.u32 p, %1, 0;\n vote.sync.ballot.b32 %0, p, 0xffffffff;\n}"
               : "=r"(votes)
               : "r"(t & 1));
  EXPECT(votes == 0xaaaaaaaau);
  asm volatile(
      "{ .reg .pred p, q, r; setp.eq.u32 p, %2, 9; vote.sync.any.pred q, p, -1; vote.sync.all.pred r, p, -1; "
      "selp.u32 %0, 1, 0, q; selp.u32 %1, 1, 0, r; }"
      : "=r"(any), "=r"(all)
      : "r"(t));
  EXPECT(any == 1 && all == 0);
  asm volatile("activemask.b32 %0;" : "=r"(got));
  EXPECT(got >> t & 1);
  asm volatile("match.any.sync.b32 %0, %1, -1;" : "=r"(got) : "r"(t % 2));
  EXPECT(got == (t % 2 ? 0xaaaaaaaau : 0x55555555u));
  asm volatile("match.any.sync.b64 %0, %1, -1;" : "=r"(got) : "l"(static_cast<unsigned long long>(t) << 40));
  EXPECT(got == 1u << t);
  asm volatile("{ .reg .pred p; match.all.sync.b32 %0|p, %2, -1; selp.u32 %1, 1, 0, p; }"
               : "=r"(got), "=r"(same)
               : "r"(42));
  EXPECT(got == ~0u && same == 1);
  asm volatile("redux.sync.add.u32 %0, %1, -1;" : "=r"(got) : "r"(t));
  EXPECT(got == 496);
  asm volatile("redux.sync.add.s32 %0, %1, -1;" : "=r"(got) : "r"(-1));
  EXPECT(int(got) == -32);
  asm volatile("redux.sync.min.u32 %0, %1, -1;" : "=r"(got) : "r"(t + 5));
  EXPECT(got == 5);
  asm volatile("redux.sync.max.u32 %0, %1, -1;" : "=r"(got) : "r"(t - 1));
  EXPECT(got == ~0u);
  asm volatile("redux.sync.min.s32 %0, %1, -1;" : "=r"(got) : "r"(int(t) - 3));
  EXPECT(int(got) == -3);
  asm volatile("redux.sync.max.s32 %0, %1, -1;" : "=r"(got) : "r"(int(t) - 40));
  EXPECT(int(got) == -9);
  asm volatile("redux.sync.and.b32 %0, %1, -1;" : "=r"(got) : "r"(t | 64));
  EXPECT(got == 64);
  asm volatile("redux.sync.or.b32 %0, %1, -1;" : "=r"(got) : "r"(t));
  EXPECT(got == 31);
  asm volatile("redux.sync.xor.b32 %0, %1, -1;" : "=r"(got) : "r"(t));
  EXPECT(got == 0);
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
}

__constant__ unsigned c_number = 4711;

int main() {
  unsigned h_in[64], *d_in, *d_out, *d_counters, wrong = 1, counters[3];
  for (unsigned i = 0; i < 64; ++i) h_in[i] = i * 2654435761u;
  cudaMalloc(&d_in, sizeof h_in);
  cudaMalloc(&d_out, sizeof h_in);
  cudaMalloc(&d_counters, sizeof counters);
  cudaMemcpy(d_in, h_in, sizeof h_in, cudaMemcpyHostToDevice);
  cudaMemset(d_counters, 0, sizeof counters);
  registers<<<3, dim3(16, 4)>>>();
  statements<<<1, 64>>>();
  memory<<<1, 64>>>(d_in, d_out, d_counters);
  warps<<<1, 32>>>();
  shared_memory<<<1, 64>>>(d_out);
  atomics<<<1, 1>>>(d_out);
  async_copies<<<1, 1>>>(d_in);
  const unsigned long long h_pattern[2] = {0x4045000040450085ull, 0x1122334455667788ull};
  void* constant;
  cudaGetSymbolAddress(&constant, c_number);
  cudaMemcpy(d_in, h_pattern, sizeof h_pattern, cudaMemcpyHostToDevice);
  loads_and_stores<<<1, 1>>>(reinterpret_cast<unsigned long long*>(d_in),
                             reinterpret_cast<unsigned long long*>(d_out),
                             reinterpret_cast<unsigned long long>(constant));
  cudaMemcpyFromSymbol(&wrong, d_wrong, sizeof wrong);
  cudaMemcpy(counters, d_counters, sizeof counters, cudaMemcpyDeviceToHost);
  std::printf("%s: %u wrong, counters %u %u %u\n", cudaGetErrorString(cudaGetLastError()), wrong, counters[0],
              counters[1], counters[2]);
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_counters);
  return 0;
}
