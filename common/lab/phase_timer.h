// SPDX-License-Identifier: Apache-2.0
// Times the phases of a sort: CUDA events and NVTX ranges on a GPU, wall time on the simulated device.
//
//   lab::phase_timer timer;
//   timer.start("histogram"); …launches… timer.stop();
//   timer.start("scan");      …          timer.stop();
//
// A phase that is started again adds to its time. Entry points take a `lab::phase_timer*` that may be null:
// lab::timed_phase phase(timer, "scan");   // RAII, does nothing if timer is null
#pragma once
#include <cuda_runtime.h>

#include <chrono>
#include <string>
#include <vector>

namespace lab {

struct phase_time {
  std::string name;
  double ms;
};

class phase_timer {
 public:
  void start(const std::string& phase);
  void stop();
  const std::vector<phase_time>& phases() const;  // in the order of their first start

 private:
};

}  // namespace lab
