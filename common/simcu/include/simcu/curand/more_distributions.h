// SPDX-License-Identifier: Apache-2.0
// The distributions that cuRAND makes from pairs of normal numbers and from uniform ones. Part of
// distributions.h.
#pragma once

// One of a pair now, and the other one with the next call of the same function.
namespace simcu {
enum extra_number { kNone, kNormal, kLogNormal };
template <class Number, class Pair>
Number one_of_pair(int* flag, Number* extra, extra_number kind, Pair pair) {
  if (*flag == kind) {
    *flag = kNone;
    return *extra;
  }
  const auto both = pair();
  *extra = both.y;
  *flag = kind;
  return both.x;
}
}  // namespace simcu

template <class State>
float curand_normal(State* state) {
  return simcu::one_of_pair(&state->boxmuller_flag, &state->boxmuller_extra, simcu::kNormal,
                            [=] { return curand_normal2(state); });
}
template <class State>
double curand_normal_double(State* state) {
  return simcu::one_of_pair(&state->boxmuller_flag_double, &state->boxmuller_extra_double, simcu::kNormal,
                            [=] { return curand_normal2_double(state); });
}

template <class State>
float2 curand_log_normal2(State* state, float mean, float stddev) {
  const float2 pair = curand_normal2(state);
  return {expf(mean + stddev * pair.x), expf(mean + stddev * pair.y)};
}
template <class State>
double2 curand_log_normal2_double(State* state, double mean, double stddev) {
  const double2 pair = curand_normal2_double(state);
  return {std::exp(mean + stddev * pair.x), std::exp(mean + stddev * pair.y)};
}
template <class State>
float curand_log_normal(State* state, float mean, float stddev) {
  return simcu::one_of_pair(&state->boxmuller_flag, &state->boxmuller_extra, simcu::kLogNormal,
                            [=] { return curand_log_normal2(state, mean, stddev); });
}
template <class State>
double curand_log_normal_double(State* state, double mean, double stddev) {
  return simcu::one_of_pair(&state->boxmuller_flag_double, &state->boxmuller_extra_double, simcu::kLogNormal,
                            [=] { return curand_log_normal2_double(state, mean, stddev); });
}
inline float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean, float stddev) {
  const float4 n = curand_normal4(state);
  return {expf(mean + stddev * n.x), expf(mean + stddev * n.y), expf(mean + stddev * n.z),
          expf(mean + stddev * n.w)};
}

// From 64 to 4000 after W. Hörmann, The transformed rejection method for generating Poisson random variables
// (1993): the same distribution as cuRAND's, other numbers. Below and above cuRAND's numbers.
template <class State>
unsigned int curand_poisson(State* state, double lambda) {
  if (lambda < 64) {
    unsigned int k = 0;
    for (float p = expf(static_cast<float>(lambda)); (p *= curand_uniform(state)) > 1.0f;) ++k;
    return k;
  }
  if (lambda > 4000)
    return static_cast<unsigned int>(
        std::floor(std::sqrt(lambda) * curand_normal_double(state) + lambda + 0.5));
  const double b = 0.931 + 2.53 * std::sqrt(lambda), a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), v_r = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const double u = curand_uniform_double(state) - 0.5, v = curand_uniform_double(state);
    const double us = 0.5 - std::fabs(u), k = std::floor((2 * a / us + b) * u + lambda + 0.43);
    if (us >= 0.07 && v <= v_r) return static_cast<unsigned int>(k);
    if (k < 0 || (us < 0.013 && v > us)) continue;
    if (std::log(v) + std::log(inverse_alpha) - std::log(a / (us * us) + b) <=
        k * std::log(lambda) - lambda - std::lgamma(k + 1))
      return static_cast<unsigned int>(k);
  }
}
template <class State>
uint4 curand_poisson4(State* state, double lambda) {
  const unsigned a = curand_poisson(state, lambda), b = curand_poisson(state, lambda);
  const unsigned c = curand_poisson(state, lambda), d = curand_poisson(state, lambda);
  return {a, b, c, d};
}
