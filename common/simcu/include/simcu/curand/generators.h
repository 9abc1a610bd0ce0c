// SPDX-License-Identifier: Apache-2.0
// cuRAND's generators for kernels: their states, curand_init(), curand(), and skipping ahead.
// After G. Marsaglia, Xorshift RNGs (2003); J. K. Salmon et al., Parallel random numbers: as easy as 1, 2, 3
// (2011); P. L'Ecuyer, Good parameters for combined multiple recursive random number generators (1999).
#pragma once
#include "simcu/vector_types.h"

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;  // how many of `output` were returned
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t, curandState, curandState_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

namespace simcu {
// Skips n * 2^log2 numbers of the generator with this state (without XORWOW's counter `d`).
void skip_xorwow(unsigned (&v)[5], unsigned long long n, int log2);
void skip_mrg32k3a(unsigned (&s1)[3], unsigned (&s2)[3], unsigned long long n, int log2);

constexpr unsigned long long kMrgModulus1 = 4294967087u, kMrgModulus2 = 4294944443u;

template <class State>
void forget_extra(State* state) {
  state->boxmuller_flag = state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
}
// `skip(part...)` works on a copy, so that --check sees what is read and written.
inline void skip(curandStateXORWOW* state, unsigned long long n, int log2) {
  unsigned v[5] = {state->v[0], state->v[1], state->v[2], state->v[3], state->v[4]};
  skip_xorwow(v, n, log2);
  for (int i = 0; i < 5; ++i) state->v[i] = v[i];
}
inline void skip(curandStateMRG32k3a* state, unsigned long long n, int log2) {
  unsigned s1[3] = {state->s1[0], state->s1[1], state->s1[2]};
  unsigned s2[3] = {state->s2[0], state->s2[1], state->s2[2]};
  skip_mrg32k3a(s1, s2, n, log2);
  for (int i = 0; i < 3; ++i) state->s1[i] = s1[i], state->s2[i] = s2[i];
}

inline uint4 philox_rounds(uint4 c, uint2 key) {
  for (int round = 0; round < 10; ++round, key.x += 0x9E3779B9u, key.y += 0xBB67AE85u) {
    const unsigned long long a = 0xD2511F53ull * c.x, b = 0xCD9E8D57ull * c.z;
    c = {static_cast<unsigned>(b >> 32) ^ c.y ^ key.x, static_cast<unsigned>(b),
         static_cast<unsigned>(a >> 32) ^ c.w ^ key.y, static_cast<unsigned>(a)};
  }
  return c;
}
// Adds to the 128-bit counter, from its low or its high half on.
inline void add_to_philox(curandStatePhilox4_32_10* state, unsigned long long n, bool high) {
  uint4 c = state->ctr;
  const unsigned long long low = c.x | static_cast<unsigned long long>(c.y) << 32;
  unsigned long long top = c.z | static_cast<unsigned long long>(c.w) << 32;
  const unsigned long long sum = high ? low : low + n;
  top += high ? n : sum < low;
  c = {static_cast<unsigned>(sum), static_cast<unsigned>(sum >> 32), static_cast<unsigned>(top),
       static_cast<unsigned>(top >> 32)};
  state->ctr = c;
  state->output = philox_rounds(c, state->key);
}
}  // namespace simcu

inline void skipahead(unsigned long long n, curandStateXORWOW_t* state) {
  simcu::skip(state, n, 0);
  state->d += 362437u * static_cast<unsigned>(n);
}
inline void skipahead_sequence(unsigned long long n, curandStateXORWOW_t* state) {
  simcu::skip(state, n, 67);
}
inline void skipahead(unsigned long long n, curandStateMRG32k3a_t* state) { simcu::skip(state, n, 0); }
inline void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  simcu::skip(state, n, 76);
}
inline void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  simcu::skip(state, n, 127);
}
inline void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  const unsigned given = state->STATE + (n & 3);
  state->STATE = given & 3;
  simcu::add_to_philox(state, n / 4 + given / 4, false);
}
inline void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  simcu::add_to_philox(state, n, true);
}
