// SPDX-License-Identifier: Apache-2.0
// cuRAND's generators on the host. The numbers are made here, in cuRAND's old order: 4096 sequences of XORWOW
// or MRG32k3a take turns, Philox and MT19937 have one.
#include <random>
#include <type_traits>
#include <variant>
#include <vector>

#include "curand_kernel.h"

namespace simcu {

struct mt19937_state {
  std::mt19937 bits;
  int boxmuller_flag = 0, boxmuller_flag_double = 0;
  float boxmuller_extra = 0;
  double boxmuller_extra_double = 0;
};
inline unsigned int curand(mt19937_state* state) { return static_cast<unsigned int>(state->bits()); }
inline double curand_uniform_double(mt19937_state* state) {
  const unsigned low = curand(state);
  return uniform_of(low, curand(state));
}
inline void curand_init(unsigned long long seed, unsigned long long, unsigned long long offset,
                        mt19937_state* state) {
  *state = {};
  state->bits.seed(static_cast<std::mt19937::result_type>(seed));
  state->bits.discard(offset);
}

constexpr std::size_t kSequences = 4096;

}  // namespace simcu

struct curandGenerator_st {
  std::variant<std::vector<curandStateXORWOW>, std::vector<curandStateMRG32k3a>,
               std::vector<curandStatePhilox4_32_10>, std::vector<simcu::mt19937_state>>
      sequences;
  bool on_host = false, ready = false;
  cudaStream_t stream = nullptr;
  unsigned long long seed = 0, offset = 0;
  std::size_t next = 0;

  void start() {
    if (ready) return;
    ready = true;
    std::visit(
        [&](auto& list) {
          using state = typename std::decay_t<decltype(list)>::value_type;
          const bool many =
              std::is_same_v<state, curandStateXORWOW> || std::is_same_v<state, curandStateMRG32k3a>;
          list.resize(many ? simcu::kSequences : 1);
          for (std::size_t i = 0; i < list.size(); ++i)
            curand_init(seed, i, offset / list.size() + (i < offset % list.size() ? 1 : 0), &list[i]);
          next = offset % list.size();
        },
        sequences);
  }

  // Numbers as `draw(state)` gives them.
  template <class T, class Draw>
  curandStatus_t fill(T* out, std::size_t count, Draw draw) {
    if (out == nullptr && count != 0) return CURAND_STATUS_LAUNCH_FAILURE;
    start();
    std::vector<T> made(on_host ? 0 : count);
    T* to = on_host ? out : made.data();
    std::visit(
        [&](auto& list) {
          for (std::size_t i = 0; i < count; ++i, next = (next + 1) % list.size()) to[i] = draw(&list[next]);
        },
        sequences);
    if (on_host) return CURAND_STATUS_SUCCESS;
    const cudaError_t error = cudaMemcpyAsync(out, to, count * sizeof(T), cudaMemcpyHostToDevice, stream);
    return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
  }
};

namespace {

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool on_host) {
  if (generator == nullptr) return CURAND_STATUS_INITIALIZATION_FAILED;
  auto* g = new curandGenerator_st;
  g->on_host = on_host;
  switch (type) {
    case CURAND_RNG_PSEUDO_DEFAULT:
    case CURAND_RNG_PSEUDO_XORWOW:
      g->sequences.emplace<0>();
      break;
    case CURAND_RNG_PSEUDO_MRG32K3A:
      g->sequences.emplace<1>();
      break;
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
      g->sequences.emplace<2>();
      break;
    case CURAND_RNG_PSEUDO_MTGP32:
    case CURAND_RNG_PSEUDO_MT19937:
      g->sequences.emplace<3>();
      break;
    default:
      delete g;
      return CURAND_STATUS_TYPE_ERROR;
  }
  *generator = g;
  return CURAND_STATUS_SUCCESS;
}

template <class Change>
curandStatus_t change(curandGenerator_t generator, Change what) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  what(*generator);
  return CURAND_STATUS_SUCCESS;
}

template <class T, class Draw>
curandStatus_t fill(curandGenerator_t generator, T* out, std::size_t count, Draw draw) {
  return generator == nullptr ? CURAND_STATUS_NOT_INITIALIZED : generator->fill(out, count, draw);
}

// Normal numbers come in pairs, except with Philox.
template <class T, class Draw>
curandStatus_t fill_pairs(curandGenerator_t generator, T* out, std::size_t count, Draw draw) {
  if (generator != nullptr && count % 2 != 0 && generator->sequences.index() != 2)
    return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  return fill(generator, out, count, draw);
}

}  // namespace

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t rng_type) {
  return create(generator, rng_type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t rng_type) {
  return create(generator, rng_type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  delete generator;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetVersion(int* version) {
  if (version == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  return change(generator, [&](curandGenerator_st& g) { g.stream = stream; });
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  return change(generator, [&](curandGenerator_st& g) { g.seed = seed, g.ready = false; });
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  return change(generator, [&](curandGenerator_st& g) { g.offset = offset, g.ready = false; });
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (order < CURAND_ORDERING_PSEUDO_BEST || order > CURAND_ORDERING_PSEUDO_DYNAMIC)
    return CURAND_STATUS_OUT_OF_RANGE;
  return change(generator, [](curandGenerator_st&) {});
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return change(generator, [](curandGenerator_st& g) { g.start(); });
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* outputPtr, size_t num) {
  return fill(generator, outputPtr, num, [](auto* state) { return curand(state); });
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* outputPtr, size_t num) {
  return fill(generator, outputPtr, num, [](auto* state) { return curand_uniform(state); });
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* outputPtr, size_t num) {
  return fill(generator, outputPtr, num, [](auto* state) { return curand_uniform_double(state); });
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* outputPtr, size_t num, float mean,
                                    float stddev) {
  const auto draw = [=](auto* state) { return mean + stddev * curand_normal(state); };
  return fill_pairs(generator, outputPtr, num, draw);
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* outputPtr, size_t num,
                                          double mean, double stddev) {
  const auto draw = [=](auto* state) { return mean + stddev * curand_normal_double(state); };
  return fill_pairs(generator, outputPtr, num, draw);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* outputPtr, size_t num, float mean,
                                       float stddev) {
  const auto draw = [=](auto* state) { return curand_log_normal(state, mean, stddev); };
  return fill_pairs(generator, outputPtr, num, draw);
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* outputPtr, size_t num,
                                             double mean, double stddev) {
  const auto draw = [=](auto* state) { return curand_log_normal_double(state, mean, stddev); };
  return fill_pairs(generator, outputPtr, num, draw);
}
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* outputPtr, size_t num,
                                     double lambda) {
  if (!(lambda > 0)) return CURAND_STATUS_OUT_OF_RANGE;
  return fill(generator, outputPtr, num, [=](auto* state) { return curand_poisson(state, lambda); });
}

}  // extern "C"
