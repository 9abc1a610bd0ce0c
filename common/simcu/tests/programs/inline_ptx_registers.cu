// SPDX-License-Identifier: Apache-2.0
// Predicates, carries, conversions and moves of inline PTX, against the same in C++.
// Needs CUDA 12: outputs with & in their constraints.
#include <cmath>
#include <cstdio>

__device__ unsigned d_wrong;
__device__ void expect(bool right, int line) {
  if (!right && atomicAdd(&d_wrong, 1u) < 5) printf("line %d is wrong in thread %d\n", line, threadIdx.x);
}
#define EXPECT(condition) expect(condition, __LINE__)

#define ONE(op, c, T, want)                   \
  do {                                        \
    T d_;                                     \
    asm(op " %0, %1;" : "=" c(d_) : c(T(a))); \
    EXPECT(d_ == T(want));                    \
  } while (0)
using u16 = unsigned short;
using u32 = unsigned;
using u64 = unsigned long long;
using s64 = long long;

__device__ u64 mixed(u64 x) {
  x ^= x >> 31;
  x *= 0x9e3779b97f4a7c15ull;
  return x ^ x >> 29;
}

template <class T>
__device__ T number(int i) {
  return T(1.37) * (i - 20) + T(0.3);
}

// p is the first operand's lowest bit.
#define SELECT(op, c, T)                                                      \
  do {                                                                        \
    T d_;                                                                     \
    asm("{ .reg .pred %%p; setp.eq.u32 %%p, %3, 1; " op " %0, %1, %2, %%p; }" \
        : "=" c(d_)                                                           \
        : c(T(a)), c(T(b)), "r"(u32(threadIdx.x & 1)));                       \
    EXPECT(d_ == T(threadIdx.x & 1 ? T(a) : T(b)));                           \
  } while (0)
#define COMPARE(comparison, c, T, operation)                                                                \
  do {                                                                                                      \
    u32 d_;                                                                                                 \
    asm("{ .reg .pred p, q; setp." comparison " p|q, %1, %2; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }" \
        : "=&r"(d_)                                                                                         \
        : c(T(a)), c(T(b)));                                                                                \
    EXPECT(d_ == (T(a) operation T(b) ? 1 : 2));                                                            \
  } while (0)
#define LOGIC(op, want)                                                                         \
  do {                                                                                          \
    u32 d_;                                                                                     \
    asm("{ .reg .pred p, q, r; setp.lt.u32 p, %1, 32; setp.gt.u32 q, %2, 7; mov.pred r, q; " op \
        " @r mov.u32 %0, 1; @!r mov.u32 %0, 0; }"                                               \
        : "=r"(d_)                                                                              \
        : "r"(threadIdx.x), "r"(threadIdx.x & 15));                                             \
    EXPECT(d_ == u32(want));                                                                    \
  } while (0)

__global__ void predicates() {
  const u64 a = mixed(threadIdx.x), b = threadIdx.x % 3 ? mixed(a) : a;
  SELECT("selp.b16", "h", u16);
  SELECT("selp.u16", "h", u16);
  SELECT("selp.s16", "h", short);
  SELECT("selp.b32", "r", u32);
  SELECT("selp.u32", "r", u32);
  SELECT("selp.s32", "r", int);
  SELECT("selp.b64", "l", u64);
  SELECT("selp.u64", "l", u64);
  SELECT("selp.s64", "l", s64);
  SELECT("selp.f32", "f", float);
  SELECT("selp.f64", "d", double);
  COMPARE("eq.s32", "r", int, ==);
  COMPARE("ne.b64", "l", u64, !=);
  COMPARE("lt.s64", "l", s64, <);
  COMPARE("le.f32", "f", float, <=);
  COMPARE("gt.f64", "d", double, >);
  COMPARE("ge.s32", "r", int, >=);
  COMPARE("lo.u32", "r", u32, <);
  COMPARE("ls.u64", "l", u64, <=);
  COMPARE("hi.u32", "r", u32, >);
  COMPARE("hs.u16", "h", u16, >=);
  const bool p = threadIdx.x<32, q = (threadIdx.x & 15)> 7;
  LOGIC("and.pred r, p, q;", p && q);
  LOGIC("or.pred r, p, q;", p || q);
  LOGIC("xor.pred r, p, q;", p != q);
  LOGIC("not.pred r, p;", !p);
}

// What one word carries goes into the next.
#define CHAIN(low, high, c, T, expected_low, expected_high)  \
  do {                                                       \
    T x_, y_;                                                \
    asm(low " %0, %2, %3; " high " %1, %4, %5;"              \
        : "=&" c(x_), "=" c(y_)                              \
        : c(T(a)), c(T(b)), c(T(e)), c(T(f)));               \
    EXPECT(x_ == T(expected_low) && y_ == T(expected_high)); \
  } while (0)
#define CHAIN_OF_PRODUCTS(low, high, c, T, expected_low, expected_high) \
  do {                                                                  \
    T x_, y_;                                                           \
    asm(low " %0, %2, %3, %4; " high " %1, %2, %3, %5;"                 \
        : "=&" c(x_), "=" c(y_)                                         \
        : c(T(a)), c(T(b)), c(T(e)), c(T(f)));                          \
    EXPECT(x_ == T(expected_low) && y_ == T(expected_high));            \
  } while (0)

__global__ void carries() {
  const u64 a = mixed(threadIdx.x + 1), b = mixed(a), e = mixed(b), f = mixed(e);
  const bool c32 = u32(a) + u32(b) < u32(a), c64 = a + b < a, b32 = u32(a) < u32(b), b64 = a < b;
  CHAIN("add.cc.u32", "addc.u32", "r", u32, a + b, e + f + c32);
  CHAIN("add.cc.s32", "addc.s32", "r", int, a + b, e + f + c32);
  CHAIN("add.cc.u64", "addc.u64", "l", u64, a + b, e + f + c64);
  CHAIN("add.cc.s64", "addc.s64", "l", s64, a + b, e + f + c64);
  CHAIN("sub.cc.u32", "subc.u32", "r", u32, a - b, e - f - b32);
  CHAIN("sub.cc.s32", "subc.s32", "r", int, a - b, e - f - b32);
  CHAIN("sub.cc.u64", "subc.u64", "l", u64, a - b, e - f - b64);
  CHAIN("sub.cc.s64", "subc.s64", "l", s64, a - b, e - f - b64);
  const u64 product = u64(u32(a)) * u32(b), sum = u64(u32(product)) + u32(e);
  const u64 high = __umul64hi(a, b);
  const bool m64 = a * b + e < e;
  CHAIN_OF_PRODUCTS("mad.lo.cc.u32", "madc.hi.u32", "r", u32, sum, (product >> 32) + (sum >> 32) + f);
  CHAIN_OF_PRODUCTS("mad.lo.cc.u64", "madc.hi.u64", "l", u64, a * b + e, high + m64 + f);
  CHAIN_OF_PRODUCTS("mad.lo.cc.s32", "madc.lo.s32", "r", int, sum, product + (sum >> 32) + f);
  CHAIN_OF_PRODUCTS("mad.lo.cc.s64", "madc.lo.s64", "l", s64, a * b + e, a * b + m64 + f);
  const s64 signed_product = s64(int(a)) * int(b), signed_high = __mul64hi(a, b);
  CHAIN_OF_PRODUCTS("mad.lo.cc.s32", "madc.hi.s32", "r", int, sum,
                    u32(signed_product >> 32) + (sum >> 32) + f);
  CHAIN_OF_PRODUCTS("mad.lo.cc.s64", "madc.hi.s64", "l", s64, a * b + e, u64(signed_high) + m64 + f);
  const u64 over = (product >> 32) + u32(e);
  CHAIN_OF_PRODUCTS("mad.hi.cc.u32", "madc.lo.u32", "r", u32, over, product + (over >> 32) + f);
  CHAIN_OF_PRODUCTS("mad.hi.cc.u64", "madc.lo.u64", "l", u64, high + e, a * b + (high + e < e) + f);
  const bool s32_over = u32(signed_product >> 32) + u32(e) < u32(e), s64_over = u64(signed_high) + e < e;
  CHAIN_OF_PRODUCTS("mad.hi.cc.s32", "madc.lo.s32", "r", int, (signed_product >> 32) + e,
                    product + s32_over + f);
  CHAIN_OF_PRODUCTS("mad.hi.cc.s64", "madc.lo.s64", "l", s64, u64(signed_high) + e, a * b + s64_over + f);
}

// Of three words the first carries 1, the second what `carries` says, and the last is that: 0 + 0 + 1.
#define THROUGH(first, second, last, c, T, expected, carries)                           \
  do {                                                                                  \
    T x_, y_, z_;                                                                       \
    asm(first " %0, %3, %4; " second "; " last " %2, %5, %5;"                           \
        : "=&" c(x_), "=&" c(y_), "=&" c(z_)                                            \
        : c(T(first[0] == 's' ? 0 : -1)), c(T(1)), c(T(0)), c(T(a)), c(T(b)), c(T(e))); \
    EXPECT(x_ == T(first[0] == 's' ? -1 : 0) && y_ == T(expected) &&                    \
           z_ == T(first[0] == 's' ? 0 - (carries) : (carries)));                       \
  } while (0)

__global__ void carries_through() {
  const u64 a = mixed(threadIdx.x + 1), b = threadIdx.x & 1 ? mixed(a) : a, e = mixed(a ^ 1);
  const u32 a32 = a, b32 = b, e32 = e;
  THROUGH("add.cc.u32", "addc.cc.u32 %1, %6, %7", "addc.u32", "r", u32, a + b + 1, a32 + b32 + 1 <= a32);
  THROUGH("add.cc.s32", "addc.cc.s32 %1, %6, %7", "addc.s32", "r", int, a + b + 1, a32 + b32 + 1 <= a32);
  THROUGH("add.cc.u64", "addc.cc.u64 %1, %6, %7", "addc.u64", "l", u64, a + b + 1, a + b + 1 <= a);
  THROUGH("add.cc.s64", "addc.cc.s64 %1, %6, %7", "addc.s64", "l", s64, a + b + 1, a + b + 1 <= a);
  THROUGH("sub.cc.u32", "subc.cc.u32 %1, %6, %7", "subc.u32", "r", u32, a - b - 1, a32 <= b32);
  THROUGH("sub.cc.s32", "subc.cc.s32 %1, %6, %7", "subc.s32", "r", int, a - b - 1, a32 <= b32);
  THROUGH("sub.cc.u64", "subc.cc.u64 %1, %6, %7", "subc.u64", "l", u64, a - b - 1, a <= b);
  THROUGH("sub.cc.s64", "subc.cc.s64 %1, %6, %7", "subc.s64", "l", s64, a - b - 1, a <= b);
  const u32 low32 = a32 * b32 + e32 + 1, high32 = __umulhi(a32, b32) + e32 + 1;
  const u32 signed32 = u32(__mulhi(int(a32), int(b32))) + e32 + 1;
  const u64 low = a * b + e + 1, high = __umul64hi(a, b) + e + 1, signed64 = u64(__mul64hi(a, b)) + e + 1;
  THROUGH("add.cc.u32", "madc.lo.cc.u32 %1, %6, %7, %8", "addc.u32", "r", u32, low32, low32 <= e32);
  THROUGH("add.cc.s32", "madc.lo.cc.s32 %1, %6, %7, %8", "addc.s32", "r", int, low32, low32 <= e32);
  THROUGH("add.cc.u64", "madc.lo.cc.u64 %1, %6, %7, %8", "addc.u64", "l", u64, low, low <= e);
  THROUGH("add.cc.s64", "madc.lo.cc.s64 %1, %6, %7, %8", "addc.s64", "l", s64, low, low <= e);
  THROUGH("add.cc.u32", "madc.hi.cc.u32 %1, %6, %7, %8", "addc.u32", "r", u32, high32, high32 <= e32);
  THROUGH("add.cc.s32", "madc.hi.cc.s32 %1, %6, %7, %8", "addc.s32", "r", int, signed32, signed32 <= e32);
  THROUGH("add.cc.u64", "madc.hi.cc.u64 %1, %6, %7, %8", "addc.u64", "l", u64, high, high <= e);
  THROUGH("add.cc.s64", "madc.hi.cc.s64 %1, %6, %7, %8", "addc.s64", "l", s64, signed64, signed64 <= e);
}

#define CONVERT(op, cd, D, c, T, want)         \
  do {                                         \
    D d_;                                      \
    asm(op " %0, %1;" : "=" cd(d_) : c(T(a))); \
    EXPECT(d_ == D(want));                     \
  } while (0)

__global__ void conversions() {
  {
    const u64 a = mixed(threadIdx.x + 9);
    CONVERT("cvt.u64.u32", "l", u64, "r", u32, u32(a));
    CONVERT("cvt.s64.s32", "l", s64, "r", int, int(a));
    CONVERT("cvt.u32.u64", "r", u32, "l", u64, a);
    CONVERT("cvt.u32.u16", "r", u32, "h", u16, u16(a));
    CONVERT("cvt.s32.s16", "r", int, "h", short, short(a));
    CONVERT("cvt.u32.u8", "r", u32, "r", u32, u32(a) & 255);
    CONVERT("cvt.s32.s8", "r", int, "r", u32, int(static_cast<signed char>(a)));
    CONVERT("cvt.u8.u32", "r", u32, "r", u32, u32(a) & 255);
    CONVERT("cvt.rn.f32.s32", "f", float, "r", int, __int2float_rn(int(a)));
    CONVERT("cvt.rz.f32.u32", "f", float, "r", u32, __uint2float_rz(u32(a)));
    CONVERT("cvt.rm.f32.s64", "f", float, "l", s64, __ll2float_rd(a));
    CONVERT("cvt.rp.f32.u64", "f", float, "l", u64, __ull2float_ru(a));
    CONVERT("cvt.rn.f64.s32", "d", double, "r", int, double(int(a)));
    CONVERT("cvt.rn.f64.u64", "d", double, "l", u64, __ull2double_rn(a));
  }
  const float a = number<float>(threadIdx.x);
  CONVERT("cvt.rni.s32.f32", "r", int, "f", float, rintf(a));
  CONVERT("cvt.rzi.s32.f32", "r", int, "f", float, truncf(a));
  CONVERT("cvt.rmi.s32.f32", "r", int, "f", float, floorf(a));
  CONVERT("cvt.rpi.s64.f64", "l", s64, "d", double, ceil(double(a)));
  CONVERT("cvt.rzi.u32.f32", "r", u32, "f", float, a < 0 ? 0 : truncf(a));
  CONVERT("cvt.f64.f32", "d", double, "f", float, double(a));
  CONVERT("cvt.rn.f32.f64", "f", float, "d", double, a);
  CONVERT("cvt.rni.f32.f32", "f", float, "f", float, rintf(a));
  CONVERT("cvt.rmi.f64.f64", "d", double, "d", double, floor(double(a)));
}

// Moves keep bits; a pair of halves is a register of twice the width.
__global__ void moves() {
  const u64 a = mixed(threadIdx.x + 1);
  const double real = 1.0 / (threadIdx.x + 1);
  ONE("mov.b16", "h", u16, a);
  ONE("mov.u16", "h", u16, a);
  ONE("mov.s16", "h", short, a);
  ONE("mov.b32", "r", u32, a);
  ONE("mov.u32", "r", u32, a);
  ONE("mov.s32", "r", int, a);
  ONE("mov.b64", "l", u64, a);
  ONE("mov.u64", "l", u64, a);
  ONE("mov.s64", "l", s64, a);
  float f;
  double g;
  asm("mov.f32 %0, %1;" : "=f"(f) : "f"(float(real)));
  asm("mov.f64 %0, %1;" : "=d"(g) : "d"(real));
  EXPECT(f == float(real) && g == real);
  u32 low, high;
  u64 both;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(a));
  asm("mov.b64 %0, {%1, %2};" : "=l"(both) : "r"(high), "r"(low));
  EXPECT(low == u32(a) && high == a >> 32 && both == (a << 32 | a >> 32));
  u32 word;
  asm("{\n\t.reg .b16 lo, hi; /* halves */\n\tmov.b32 {lo, hi}, %1;\n\tmov.b32 %0, {hi, lo};\n\t}"
      : "=r"(word)
      : "r"(low));
  EXPECT(word == (low << 16 | low >> 16));
}

int main() {
  unsigned wrong = 1;
  predicates<<<1, 64>>>();
  carries<<<1, 64>>>();
  carries_through<<<1, 64>>>();
  conversions<<<1, 64>>>();
  moves<<<1, 64>>>();
  cudaMemcpyFromSymbol(&wrong, d_wrong, sizeof wrong);
  std::printf("%s: %u wrong\n", cudaGetErrorString(cudaGetLastError()), wrong);
  return 0;
}
