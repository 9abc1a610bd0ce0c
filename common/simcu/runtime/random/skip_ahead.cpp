// SPDX-License-Identifier: Apache-2.0
// Skipping ahead in cuRAND's generators: both are linear, so n steps are one matrix, found by squaring.
#include <array>
#include <atomic>
#include <cstdint>
#include <new>

#include "simcu/curand/generators.h"
#include "simcu/kernel.h"

namespace simcu {
namespace {

// XORWOW's state without its counter: a matrix over the field of two elements, one column for each bit.
using bits = std::array<std::uint32_t, 5>;
using xorwow_matrix = std::array<bits, 160>;

bits times(const xorwow_matrix& m, const bits& v) {
  bits out{};
  for (int bit = 0; bit < 160; ++bit)
    if (v[bit / 32] >> bit % 32 & 1)
      for (int k = 0; k < 5; ++k) out[k] ^= m[bit][k];
  return out;
}

xorwow_matrix one_step() {
  xorwow_matrix m{};
  for (int bit = 0; bit < 160; ++bit) {
    bits v{};
    v[bit / 32] = 1u << bit % 32;
    const std::uint32_t t = v[0] ^ v[0] >> 2;
    m[bit] = {v[1], v[2], v[3], v[4], (v[4] ^ v[4] << 4) ^ (t ^ t << 1)};
  }
  return m;
}

using mrg_matrix = std::array<std::array<std::uint64_t, 3>, 3>;

mrg_matrix times(const mrg_matrix& a, const mrg_matrix& b, std::uint64_t modulus) {
  mrg_matrix out{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) out[i][j] = (out[i][j] + a[i][k] * b[k][j] % modulus) % modulus;
  return out;
}

// The 2^k-th powers of a matrix, each from the one before; squaring one (25 600 bits) takes 0.1 ms.
template <class Matrix, int Powers>
struct powers {
  std::array<Matrix, Powers> of;
  template <class Square>
  powers(const Matrix& first, Square square) {
    of[0] = first;
    for (int k = 1; k < Powers; ++k) of[k] = square(of[k - 1]);
  }
};

void skip(unsigned (&s)[3], const powers<mrg_matrix, 191>& all, unsigned long long n, int log2,
          std::uint64_t modulus) {
  for (int k = log2; n != 0; n >>= 1, ++k) {
    if ((n & 1) == 0) continue;
    std::array<std::uint64_t, 3> out{};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) out[i] = (out[i] + all.of[k][i][j] * s[j] % modulus) % modulus;
    for (int i = 0; i < 3; ++i) s[i] = static_cast<unsigned>(out[i]);
  }
}

struct all_powers {
  powers<xorwow_matrix, 131> xorwow{one_step(), [](const xorwow_matrix& m) {
                                      xorwow_matrix square;
                                      for (int bit = 0; bit < 160; ++bit) square[bit] = times(m, m[bit]);
                                      return square;
                                    }};
  powers<mrg_matrix, 191> mrg1{{{{{0, 1, 0}}, {{0, 0, 1}}, {{kMrgModulus1 - 810728, 1403580, 0}}}},
                               [](const mrg_matrix& m) { return times(m, m, kMrgModulus1); }};
  powers<mrg_matrix, 191> mrg2{{{{{0, 1, 0}}, {{0, 0, 1}}, {{kMrgModulus2 - 1370589, 0, 527612}}}},
                               [](const mrg_matrix& m) { return times(m, m, kMrgModulus2); }};
};

// The first call makes them, 25 ms of work that a program without cuRAND is spared. Not a function's static:
// that is locked while it is made, and a kernel's threads share OS threads.
const all_powers& matrices() {
  alignas(all_powers) static unsigned char room[sizeof(all_powers)];
  enum { none, being_made, made };
  static std::atomic<int> state{none};
  int found = none;
  // The thread that makes them must not be preempted: the others of its OS thread would wait for it one after
  // another, each for its whole turn.
  const char was = preemptible;
  preemptible = 0;
  if (state.compare_exchange_strong(found, being_made)) {
    new (room) all_powers;
    state = made;
  }
  preemptible = was;
  while (state != made) {
  }  // by another thread, in 25 ms; a kernel may not call the system to wait
  return *std::launder(reinterpret_cast<const all_powers*>(room));
}

}  // namespace

void skip_xorwow(unsigned (&v)[5], unsigned long long n, int log2) {
  bits state = {v[0], v[1], v[2], v[3], v[4]};
  const auto& powers = matrices().xorwow.of;
  for (int k = log2; n != 0; n >>= 1, ++k)
    if (n & 1) state = times(powers[k], state);
  for (int i = 0; i < 5; ++i) v[i] = state[i];
}

void skip_mrg32k3a(unsigned (&s1)[3], unsigned (&s2)[3], unsigned long long n, int log2) {
  skip(s1, matrices().mrg1, n, log2, kMrgModulus1);
  skip(s2, matrices().mrg2, n, log2, kMrgModulus2);
}

}  // namespace simcu
