// SPDX-License-Identifier: Apache-2.0
// Thrust's random number generators, which give the same numbers as on a GPU.
#pragma once
#include <cstdint>
#include <utility>

namespace thrust {

template <class UInt, UInt A, UInt C, UInt M>
class linear_congruential_engine {
 public:
  using result_type = UInt;
  static constexpr UInt multiplier = A, increment = C, modulus = M, default_seed = 1;
  static constexpr UInt min = C == 0 ? 1 : 0, max = M - 1;

  explicit linear_congruential_engine(UInt s = default_seed) { seed(s); }
  void seed(UInt s = default_seed) { x_ = C % M == 0 && s % M == 0 ? 1 % M : s % M; }
  UInt operator()() { return x_ = step(x_, A, C); }
  // One iteration per bit of n, by repeated squaring.
  void discard(unsigned long long n) {
    for (UInt a = A, c = C; n != 0; n /= 2) {
      if (n % 2 != 0) x_ = step(x_, a, c);
      c = step(c, a, c);
      a = step(a, a, 0);
    }
  }
  friend bool operator==(const linear_congruential_engine& a, const linear_congruential_engine& b) {
    return a.x_ == b.x_;
  }
  friend bool operator!=(const linear_congruential_engine& a, const linear_congruential_engine& b) {
    return a.x_ != b.x_;
  }

 private:
  static UInt step(UInt x, UInt a, UInt c) {
    return static_cast<UInt>((static_cast<std::uint64_t>(a) * x + c) % M);
  }
  UInt x_ = 0;
};
using minstd_rand0 = linear_congruential_engine<std::uint32_t, 16807, 0, 2147483647>;
using minstd_rand = linear_congruential_engine<std::uint32_t, 48271, 0, 2147483647>;
using default_random_engine = minstd_rand;

// Numbers in [a, b).
template <class Real = double>
class uniform_real_distribution {
 public:
  using result_type = Real;
  using param_type = std::pair<Real, Real>;
  explicit uniform_real_distribution(Real a = 0, Real b = 1) : range_(a, b) {}
  explicit uniform_real_distribution(const param_type& range) : range_(range) {}
  void reset() {}
  template <class Engine>
  Real operator()(Engine& engine) const {
    return (*this)(engine, range_);
  }
  template <class Engine>
  Real operator()(Engine& engine, const param_type& range) const {
    const Real drawn =
        static_cast<Real>(engine() - Engine::min) / (Real(1) + static_cast<Real>(Engine::max - Engine::min));
    return drawn * (range.second - range.first) + range.first;
  }
  Real a() const { return range_.first; }
  Real b() const { return range_.second; }

 private:
  param_type range_;
};

// Numbers in [a, b].
template <class Int = int>
class uniform_int_distribution {
 public:
  using result_type = Int;
  using param_type = std::pair<Int, Int>;
  explicit uniform_int_distribution(Int a = 0, Int b = static_cast<Int>(~0ull >> (65 - 8 * sizeof(Int))))
      : range_(a, b) {}
  explicit uniform_int_distribution(const param_type& range) : range_(range) {}
  void reset() {}
  template <class Engine>
  Int operator()(Engine& engine) const {
    return (*this)(engine, range_);
  }
  template <class Engine>
  Int operator()(Engine& engine, const param_type& range) const {
    return static_cast<Int>(uniform_real_distribution<double>(static_cast<double>(range.first),
                                                              static_cast<double>(range.second) + 1)(engine));
  }
  Int a() const { return range_.first; }
  Int b() const { return range_.second; }

 private:
  param_type range_;
};

namespace random {
using thrust::default_random_engine;
using thrust::linear_congruential_engine;
using thrust::minstd_rand;
using thrust::minstd_rand0;
using thrust::uniform_int_distribution;
using thrust::uniform_real_distribution;
}  // namespace random

}  // namespace thrust
