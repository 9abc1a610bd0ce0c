// SPDX-License-Identifier: Apache-2.0
// A deliberate race. If a runner of the check build does not report it, its checkers do not work.
#include "lab/device_buffer.h"
#include "runner.h"

namespace {

__global__ void canary_kernel(unsigned* d_cell) { *d_cell = blockIdx.x; }

}  // namespace

RUNNER_EXERCISE(canary) {
  lab::device_buffer<unsigned> d_cell(1);
  canary_kernel<<<static_cast<unsigned>(call.param("blocks")), 1>>>(d_cell.data());
  CUDA_CHECK_LAUNCH("canary_kernel");
}
