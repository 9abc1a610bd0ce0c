// SPDX-License-Identifier: Apache-2.0
// How cuRAND starts a generator, and its next 32 bits.
#pragma once
#include "simcu/curand/generators.h"

inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                        curandStateXORWOW_t* state) {
  const unsigned t0 = 1099087573u * (static_cast<unsigned>(seed) ^ 0xaad26b49u);
  const unsigned t1 = 2591861531u * (static_cast<unsigned>(seed >> 32) ^ 0xf7dcefddu);
  state->d = 6615241u + t1 + t0;
  state->v[0] = 123456789u + t0;
  state->v[1] = 362436069u ^ t0;
  state->v[2] = 521288629u + t1;
  state->v[3] = 88675123u ^ t1;
  state->v[4] = 5783321u + t0;
  simcu::forget_extra(state);
  if (subsequence != 0) skipahead_sequence(subsequence, state);
  if (offset != 0) skipahead(offset, state);
}
inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                        curandStatePhilox4_32_10_t* state) {
  state->ctr = {0, 0, 0, 0};
  state->key = {static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)};
  state->STATE = 0;
  simcu::forget_extra(state);
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
}
inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                        curandStateMRG32k3a_t* state) {
  const auto times = [](unsigned long long a, unsigned long long modulus) {
    return static_cast<unsigned>(a * 12345u % modulus);
  };
  const unsigned a = seed != 0 ? static_cast<unsigned>(seed) ^ 0x55555555u : 1;
  const unsigned b = seed != 0 ? static_cast<unsigned>(seed >> 32) ^ 0xAAAAAAAAu : 1;
  for (int i = 0; i < 3; ++i) {
    state->s1[i] = times(i == 1 ? b : a, simcu::kMrgModulus1);
    state->s2[i] = times(i == 1 ? a : b, simcu::kMrgModulus2);
  }
  simcu::forget_extra(state);
  if (subsequence != 0) skipahead_subsequence(subsequence, state);
  if (offset != 0) skipahead(offset, state);
}

inline unsigned int curand(curandStateXORWOW_t* state) {
  const unsigned t = state->v[0] ^ state->v[0] >> 2, last = state->v[4];
  for (int i = 0; i < 4; ++i) state->v[i] = state->v[i + 1];
  state->v[4] = (last ^ last << 4) ^ (t ^ t << 1);
  state->d += 362437u;
  return state->v[4] + state->d;
}
inline unsigned int curand(curandStatePhilox4_32_10_t* state) {
  const uint4 x = state->output;
  const unsigned given = state->STATE;
  if (given == 3) simcu::add_to_philox(state, 1, false);
  state->STATE = (given + 1) & 3;
  return given == 0 ? x.x : given == 1 ? x.y : given == 2 ? x.z : x.w;
}
inline uint4 curand4(curandStatePhilox4_32_10_t* state) {
  const uint4 old = state->output;
  simcu::add_to_philox(state, 1, false);
  const uint4 next = state->output;
  const unsigned x[] = {old.x, old.y, old.z, old.w, next.x, next.y, next.z};
  const unsigned* first = x + (state->STATE & 3);
  return {first[0], first[1], first[2], first[3]};
}

namespace simcu {
// In [1, kMrgModulus1].
inline double next_of(curandStateMRG32k3a_t* state) {
  const unsigned long long m1 = kMrgModulus1, m2 = kMrgModulus2;
  const unsigned long long p1 = (1403580ull * state->s1[1] + 810728ull * (m1 - state->s1[0])) % m1;
  const unsigned long long p2 = (527612ull * state->s2[2] + 1370589ull * (m2 - state->s2[0])) % m2;
  for (int i = 0; i < 2; ++i) state->s1[i] = state->s1[i + 1], state->s2[i] = state->s2[i + 1];
  state->s1[2] = static_cast<unsigned>(p1);
  state->s2[2] = static_cast<unsigned>(p2);
  return static_cast<double>(p1 <= p2 ? p1 + m1 - p2 : p1 - p2);
}
}  // namespace simcu
inline unsigned int curand(curandStateMRG32k3a_t* state) {
  return static_cast<unsigned int>(simcu::next_of(state) * 1.000000048662);
}
