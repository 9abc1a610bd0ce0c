// SPDX-License-Identifier: Apache-2.0
// Letters of a text, counted in private histograms with aggregation and coarsening.
#include <string.h>

#include "helper.h"

#define NUM_BINS 7

__global__ void histo_private_kernel(const char* data, unsigned int length, unsigned int* histo) {
  __shared__ unsigned int histo_s[NUM_BINS];
  for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) histo_s[bin] = 0u;
  __syncthreads();
  unsigned int accumulator = 0;
  int prevBinIdx = -1;
  unsigned int tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned int i = tid; i < length; i += blockDim.x * gridDim.x) {
    int alphabet_position = data[i] - 'a';
    if (alphabet_position >= 0 && alphabet_position < 26) {
      int bin = alphabet_position / 4;
      if (bin == prevBinIdx) {
        ++accumulator;
      } else {
        if (accumulator > 0) atomicAdd(&(histo_s[prevBinIdx]), accumulator);
        accumulator = 1;
        prevBinIdx = bin;
      }
    }
  }
  if (accumulator > 0) atomicAdd(&(histo_s[prevBinIdx]), accumulator);
  __syncthreads();
  for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) {
    unsigned int binValue = histo_s[bin];
    if (binValue > 0) atomicAdd(&(histo[bin]), binValue);
  }
}

int main() {
  const char* sentence = "programming massively parallel processors, one letter at a time. ";
  std::vector<char> text;
  for (int i = 0; i < 50; ++i) text.insert(text.end(), sentence, sentence + strlen(sentence));
  unsigned want[NUM_BINS] = {};
  for (char c : text)
    if (c >= 'a' && c <= 'z') ++want[(c - 'a') / 4];
  DeviceArray<char> d_text(text);
  DeviceArray<unsigned> d_histo(NUM_BINS);
  d_histo.zero();
  histo_private_kernel<<<5, 96>>>(d_text.data, text.size(), d_histo.data);
  std::vector<unsigned> histo = d_histo.get();
  return memcmp(histo.data(), want, sizeof want) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
