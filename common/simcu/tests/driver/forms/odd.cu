// SPDX-License-Identifier: Apache-2.0
// Text that could mislead a translator.
#include <cstdio>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "expect.h"

// A comment with k<<<1, 1>>>(x); and __shared__ int x = 1;
static const char* const kText = "k<<<1, 1>>>(x); __shared__ int x; /* printf( */";
static const char kQuote = '"', kEscaped = '\'';
static const std::string kRaw = R"x(__global__ void k() { )" printf("hello") <<<
}
)x";
constexpr int kMillion = 1'000'000;

template <class T, class U = std::vector<std::vector<std::vector<T>>>>
struct deep;
template <class T, class U>
std::ostream& operator<< (std::ostream& o, const deep<T, U>& d);
template <class T, class U>
struct deep {
  U u;
  friend std::ostream& operator<< <>(std::ostream& o, const deep& d);
};
template <class T, class U>
std::ostream& operator<< (std::ostream& o, const deep<T, U>& d) { return o << d.u.size() << 1; }
struct shifter {
  int v;
  __host__ __device__ shifter operator<<(int n) const { return {v << n}; }
  shifter& operator<<=(int n) { v <<= n; return *this; }
  __host__ __device__ shifter operator>>(int n) const { return {v >> n}; }
  shifter& operator>>=(int n) { v >>= n; return *this; }
  bool operator<(const shifter& o) const { return v < o.v; }
  bool operator()(int a, int b = 2) { return a < b; }
};
enum class color : unsigned { red = 1u << 3, green };
union both_of {
  int i;
  float f;
};
class base {
 public:
  virtual ~base() = default;
  virtual int f() const { return 1; }

 protected:
  int n_{3};
  std::map<int, std::vector<int>> map_{{1, {2, 3}}};
};
class derived final : public base {
 public:
  derived() : base(), m_{1, 2}, v_(2, 3) {}
  int f() const noexcept override { return n_ + m_[1] + v_[0] + map_[1][1]; }

 private:
  int m_[2];
  std::vector<int> v_;
  mutable std::map<int, std::vector<int>> map_ = {{1, {2, 3}}};
};
auto g_lambda = [](int x) { return x < 3 ? x << 1 : x >> 1; };
using function = int (*)(int, int);
int apply(function f, int a) { return f(a, 2); }
extern "C" int c_function(int x) { return x; }
typedef int (*array_function)(int (&)[3]);
int sum_of(int (&a)[3]) { return a[0] + a[1] + a[2]; }
int try_block() try { return 1; } catch (...) { return 2; }
static int designated[] = {[]() { return 1; }(), 2};

struct with_clock {
  static int clock(int) { return 5; }
  int printf = 1;
};
namespace mine {
int printf(const char* s) { return s[0]; }
int clock() { return 7; }
}  // namespace mine

#define CHECK(call)                                                    \
  do {                                                                 \
    cudaError_t status = (call);                                       \
    if (status != cudaSuccess) {                                       \
      fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, #call);        \
      exit(1);                                                         \
    }                                                                  \
  } while (0)
#define KERNEL(name, T) \
  __global__ void name##_kernel(T* out, int n) { __shared__ T s; s = T(n); *out = s; }
KERNEL(int_made, int)
KERNEL(float_made, float)
#define LAUNCH_AND_CHECK(k, ...) k<<<1, 1>>>(__VA_ARGS__); CHECK(cudaGetLastError())

template <int... I>
struct indices {};
template <class T, int... I>
__global__ void indices_kernel(T* out, indices<I...>) {
  __shared__ T values[sizeof...(I) + 1];
  ((values[I] = T(I)), ...);
  *out = (values[I] + ... + 0);
}
template <class F>
__global__ void apply_kernel(int n, F f) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) f(i);
}
template <class F>
void for_each(int n, F f) { apply_kernel<<<1, 4>>>(n, f); }

int launches_in_arguments(int* d) {
  int_made_kernel<<<1, 1>>>(d, 3);
  return fetch(d);
}

// A conditional expression selects arrays, and other code only looks like it.
int chosen(bool b, int i) {
  int one[3] = {1, 2, 3}, two[3] = {4, 5, 6};
  int *p = one, *q = two;
  const auto f = [&](bool x) { return x ? p : q; };
  (b ? one : two)[i] += 10;
  if (b ? i : 0) (b ? p : q)[0] = 7;
  const int sum = f(b ? true : false)[i] + ((b ? p : q))[i] + (f(b), b ? p + 0 : q)[0] + ((b ? one : two))[(b ? p : q)[0] % 3];
  const int more = sum > (b ? p : q)[1] ? -(b ? "abc" : "xyz")[i] : int{(b ? one : two)[1]};
  return sum + more + static_cast<int>(sizeof(b ? one : two)) + (b ? i : 2) * one[0];
}

// A call of the program's own overload stays unchanged, even as a statement.
__device__ short atomicExch(short* p, int value) { *p = static_cast<short>(value); return 0; }
__global__ void exchange_kernel(short* d, int* d_int) {
  atomicExch(d, 7);
  atomicExch(d_int, 8);
}

// Assigned values that are separate objects, and bit-fields, to which no reference can bind.
struct fields { unsigned low : 3, high : 5; int sign : 4; };
struct only_moved {
  int* p;
  __device__ explicit only_moved(int* q) : p(q) {}
  only_moved(const only_moved&) = delete;
  __device__ only_moved& operator=(only_moved&& o) { p = o.p; return *this; }
};
__device__ only_moved moved(int* p) { return only_moved(p); }
__device__ int doubled(int x) { return 2 * x; }
__device__ constexpr int square(int x) { int r = 0; r = x * x; return r; }
__global__ void assigning_kernel(int* out) {
  __shared__ fields s_fields[2];
  __shared__ shifter s_shifters[3];
  __shared__ int* s_pointers[2];
  __shared__ int (*s_function)(int);
  enum { kTwo = square(2) - 2, kThree = kTwo + 1 };
  constexpr int kNine = square(3), kTen = kNine + 1;
  int x = 1, *p = &x, &r = x;
  asm volatile("" : "+r"(x));  // hides the value from the compiler
  s_fields[0] = {1, 2, 3}, s_fields[1] = {};
  s_fields[0].low = (s_fields[0].high), s_fields[0].sign = -s_fields[0].sign;
  s_fields[1].low = s_fields[1].high = s_fields[0].low + 1u;
  r = x > 0 ? s_fields[1].low : s_fields[1].high;
  s_shifters[0] = shifter{1} << 2, s_shifters[1] = s_shifters[2] = (shifter{8} >> 1);
  s_pointers[0] = nullptr, s_pointers[1] = 0, s_pointers[0] = p + kThree - kThree;
  s_function = doubled;
  s_function = x ? &doubled : nullptr;
  only_moved m(out), *to = &m;
  *to = moved(out + kTen - kNine);
  for (int i = 0; i < 2; out[i] = s_function(x) + s_fields[0].sign, i = i + 1) {
  }
  if (x > 2) out[0] = *s_pointers[0] + s_shifters[0].v; else out[0] = -s_shifters[1].v;
  if (m.p == out + 1 && s_shifters[2].v == 4) out[1] = (int)(out[1] + 1l);
}

int main() {
  short* d_short = device_zeros<short>(1);
  int* d = device_zeros<int>(2);
  exchange_kernel<<<1, 1>>>(d_short, d);
  EXPECT(fetch(d_short) == 7 && fetch(d) == 8);
  float* d_float = device_zeros<float>(1);
  LAUNCH_AND_CHECK(int_made_kernel, d, 4);
  EXPECT(fetch(d) == 4);
  LAUNCH_AND_CHECK(float_made_kernel, d_float, 5);
  EXPECT(fetch(d_float) == 5);
  indices_kernel<<<1, 1>>>(d, indices<1, 2, 3>());
  EXPECT(fetch(d) == 6);
  for_each(2, [=] __device__(int i) { d[i] = i + 10; });
  EXPECT(fetch(d + 1) == 11);
  int arg = launches_in_arguments(d);
  int_made_kernel<<<1, 1>>>(d, arg + 1);
  EXPECT(fetch(d) == 4);
  CHECK(cudaDeviceSynchronize());

  std::ostringstream o;
  o << std::vector<std::vector<std::vector<int>>>(3).size() << deep<int>{{{}, {}}} << (1 << 2);
  EXPECT(o.str() == "3214");
  shifter s{3};
  s <<= 2;
  s >>= 1;
  EXPECT((s << 1 >> 1).v == 6 && (s < shifter{7}) && s(1));
  int a = 1, b = 2, c = 3;
  EXPECT((a < b && c > (a)));
  int three[3] = {1, 2, 3};
  array_function f = sum_of;
  EXPECT(f(three) == 6 && derived().f() == 3 + 2 + 3 + 3 && g_lambda(2) == 4);
  EXPECT(apply([](int x, int y) { return x * y; }, 4) == 8 && c_function(1) == try_block() && designated[0] == 1);
  EXPECT(mine::clock() == 7 && with_clock::clock(1) == 5 && mine::printf("a") == 'a' && with_clock().printf == 1);
  EXPECT(kMillion == 1000000 && kText[0] == 'k' && kQuote != kEscaped && kRaw.find('\n') < kRaw.size() - 1);
  EXPECT(static_cast<unsigned>(color::green) == 9 && sizeof(both_of) == 4);
  assigning_kernel<<<1, 1>>>(d);
  EXPECT(fetch(d) == 7 && fetch(d + 1) == 4);
  EXPECT(chosen(true, 1) == -36 && chosen(false, 2) == -67);
  return 0;
}
