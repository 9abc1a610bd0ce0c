// SPDX-License-Identifier: Apache-2.0
// Prints the compute capability of the GPU that programs use here, such as 75. If no GPU can be used, prints
// the reason and exits with status 1. common/build/gpu.sh compiles and runs this program before anything else
// is built.
#include <cstdio>

#include "gpu.h"

int main() {
  const runner::gpu_answer answer = runner::ask_gpu();
  if (answer.why_not.empty())
    std::printf("%d\n", answer.capability);
  else
    std::printf("%s\n", answer.why_not.c_str());
  return answer.why_not.empty() ? 0 : 1;
}
