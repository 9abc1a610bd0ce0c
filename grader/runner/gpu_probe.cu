// SPDX-License-Identifier: Apache-2.0
// Prints the GPU's compute capability, such as 75, or the reason why none can be used, with status 1.
// common/build/gpu.sh runs it before anything else is built.
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
