// SPDX-License-Identifier: Apache-2.0
// cuRAND: the numbers of its three generators in kernels, with subsequences and offsets, and what the host's
// generators give on the whole.
#include <curand.h>
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>

template <class State>
__global__ void start(State* states, unsigned long long seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, i * 1000003ull, i % 5, &states[i]);
}

template <class State>
__global__ void draw(State* states, unsigned* bits, double* numbers) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  State state = states[i];
  bits[2 * i] = curand(&state);
  double* out = numbers + 6 * i;
  out[0] = curand_uniform(&state);
  out[1] = curand_uniform_double(&state);
  out[2] = curand_normal(&state);
  out[3] = curand_normal(&state);
  out[4] = curand_normal_double(&state);
  out[5] = curand_log_normal(&state, 0.5f, 0.25f);
  skipahead(1000ull, &state);
  bits[2 * i + 1] = curand_poisson(&state, 8.5);
  states[i] = state;
}

template <class State>
void show(const char* name) {
  constexpr int kStates = 64, kShown = 3;
  State* states;
  unsigned *d_bits, bits[2 * kStates];
  double *d_numbers, numbers[6 * kStates];
  cudaMalloc(&states, kStates * sizeof(State));
  cudaMalloc(&d_bits, sizeof bits);
  cudaMalloc(&d_numbers, sizeof numbers);
  start<<<2, kStates / 2>>>(states, 20260923ull);
  draw<<<2, kStates / 2>>>(states, d_bits, d_numbers);
  cudaMemcpy(bits, d_bits, sizeof bits, cudaMemcpyDeviceToHost);
  cudaMemcpy(numbers, d_numbers, sizeof numbers, cudaMemcpyDeviceToHost);
  for (int i = kStates - kShown; i < kStates; ++i) {
    const double* n = numbers + 6 * i;
    std::printf("%s %d: %u %.7f %.9f %.3f %.3f %.6f %.3f %u\n", name, i, bits[2 * i], n[0], n[1], n[2], n[3],
                n[4], n[5], bits[2 * i + 1]);
  }
  cudaFree(states);
  cudaFree(d_bits);
  cudaFree(d_numbers);
}

// Sums of uniform and normal numbers: near 1/2 and 0 each.
void show_host(const char* name, curandRngType_t type) {
  constexpr int kCount = 20000;
  curandGenerator_t generator;
  const int created = curandCreateGenerator(&generator, type);
  curandSetPseudoRandomGeneratorSeed(generator, 1234ull);
  float *d_numbers, numbers[kCount];
  cudaMalloc(&d_numbers, sizeof numbers);
  double means[2];
  for (double& mean : means) {
    const bool uniform = &mean == means;
    const int made = uniform ? curandGenerateUniform(generator, d_numbers, kCount)
                             : curandGenerateNormal(generator, d_numbers, kCount, 0.0f, 1.0f);
    cudaMemcpy(numbers, d_numbers, sizeof numbers, cudaMemcpyDeviceToHost);
    mean = made;
    for (const float x : numbers) mean += x / kCount;
  }
  std::printf("%s on the host: %d, %s, %s, odd count %d\n", name, created,
              std::fabs(means[0] - 0.5) < 0.02 ? "uniform" : "wrong",
              std::fabs(means[1]) < 0.05 ? "normal" : "wrong",
              curandGenerateNormal(generator, d_numbers, 3, 0.0f, 1.0f));
  curandDestroyGenerator(generator);
  cudaFree(d_numbers);
}

int main() {
  show<curandStateXORWOW_t>("XORWOW");
  show<curandStatePhilox4_32_10_t>("Philox");
  show<curandStateMRG32k3a_t>("MRG32k3a");
  show_host("XORWOW", CURAND_RNG_PSEUDO_DEFAULT);
  show_host("Philox", CURAND_RNG_PSEUDO_PHILOX4_32_10);
  show_host("MRG32k3a", CURAND_RNG_PSEUDO_MRG32K3A);
  return 0;
}
