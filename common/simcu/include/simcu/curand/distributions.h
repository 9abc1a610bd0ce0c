// SPDX-License-Identifier: Apache-2.0
// cuRAND's numbers: 32 bits, uniform in (0, 1], normal (Box-Muller, in pairs), log-normal, Poisson.
#pragma once
#include <cmath>

#include "simcu/curand/init.h"
#include "simcu/math.h"

namespace simcu {
constexpr float kTwoToMinus32 = 2.3283064e-10f;
constexpr double kTwoToMinus53 = 1.1102230246251565e-16;
constexpr double kMrgNorm = 2.3283065498378288e-10;

inline double uniform_of(unsigned low, unsigned high) {
  const unsigned long long bits = low ^ static_cast<unsigned long long>(high) << 21;
  return static_cast<double>(bits) * kTwoToMinus53 + kTwoToMinus53 / 2;
}
inline float2 box_muller(float u, float angle) {
  const float s = sqrtf(-2.0f * logf(u));
  return {sinf(angle) * s, cosf(angle) * s};
}
inline double2 box_muller(double u, double half_turns) {
  const double s = std::sqrt(-2.0 * std::log(u));
  return {sinpi(half_turns) * s, cospi(half_turns) * s};
}
inline float2 normal_pair(unsigned x, unsigned y) {
  constexpr float kAngle = kTwoToMinus32 * 6.2831855f;
  return box_muller(std::fma(static_cast<float>(x), kTwoToMinus32, kTwoToMinus32 / 2),
                    std::fma(static_cast<float>(y), kAngle, kAngle / 2));
}
inline double2 normal_pair(uint4 x) { return box_muller(uniform_of(x.x, x.y), uniform_of(x.z, x.w) * 2.0); }
template <class State>
uint4 next_four(State* state) {
  const unsigned a = curand(state), b = curand(state), c = curand(state), d = curand(state);
  return {a, b, c, d};
}
inline uint4 next_four(curandStatePhilox4_32_10_t* state) { return curand4(state); }
}  // namespace simcu

template <class State>
float curand_uniform(State* state) {
  return static_cast<float>(curand(state)) * simcu::kTwoToMinus32 + simcu::kTwoToMinus32 / 2;
}
inline float curand_uniform(curandStateMRG32k3a_t* state) {
  return static_cast<float>(simcu::next_of(state) * simcu::kMrgNorm);
}
inline double curand_uniform_double(curandStateXORWOW_t* state) {
  const unsigned low = curand(state);
  return simcu::uniform_of(low, curand(state));
}
inline double curand_uniform_double(curandStatePhilox4_32_10_t* state) {
  return curand(state) * 2.3283064365386963e-10 + 2.3283064365386963e-10;
}
inline double curand_uniform_double(curandStateMRG32k3a_t* state) {
  return simcu::next_of(state) * simcu::kMrgNorm;
}
inline float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  const auto to_float = [](unsigned u) {
    return static_cast<float>(u) * simcu::kTwoToMinus32 + simcu::kTwoToMinus32 / 2;
  };
  return {to_float(x.x), to_float(x.y), to_float(x.z), to_float(x.w)};
}
inline double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return {simcu::uniform_of(x.x, x.y), simcu::uniform_of(x.z, x.w)};
}

template <class State>
float2 curand_normal2(State* state) {
  const unsigned x = curand(state);
  return simcu::normal_pair(x, curand(state));
}
inline float2 curand_normal2(curandStateMRG32k3a_t* state) {
  const float u = curand_uniform(state);
  return simcu::box_muller(u, curand_uniform(state) * 6.2831855f);
}
inline float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  const float2 a = simcu::normal_pair(x.x, x.y), b = simcu::normal_pair(x.z, x.w);
  return {a.x, a.y, b.x, b.y};
}
template <class State>
double2 curand_normal2_double(State* state) {
  return simcu::normal_pair(simcu::next_four(state));
}
inline double2 curand_normal2_double(curandStateMRG32k3a_t* state) {
  const double u = curand_uniform_double(state);
  return simcu::box_muller(u, curand_uniform_double(state) * 2.0);
}

#include "simcu/curand/more_distributions.h"
