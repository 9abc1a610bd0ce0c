// SPDX-License-Identifier: Apache-2.0
// Times the phases of a sort: CUDA events and NVTX ranges on a GPU, wall time on the simulated device.
//
//   lab::phase_timer timer;
//   timer.start("histogram"); …launches… timer.stop();
//   timer.start("scan");      …          timer.stop();
//
// If a phase starts again, its times add up. Functions take a `lab::phase_timer*`, which can be null:
// lab::timed_phase phase(timer, "scan");   // RAII; does nothing if timer is null
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "lab/cuda_check.h"

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define LAB_HAS_NVTX 1
#else
#define LAB_HAS_NVTX 0
#endif

namespace lab {

// A phase and its time.
struct phase_time {
  std::string name;
  double ms;
};

// Measures the default stream's work, and host work while the device is idle. start and stop do not wait for
// the device; phases() does. Phases do not nest. On the simulated device, launches are synchronous, so
// events measure wall time.
class phase_timer {
 public:
  phase_timer() = default;
  phase_timer(const phase_timer&) = delete;
  phase_timer& operator=(const phase_timer&) = delete;
  ~phase_timer() {
    for (cudaEvent_t event : events_) cudaEventDestroy(event);
  }

  // Throws std::logic_error if a phase is running.
  void start(const std::string& phase) {
    if (running_)
      throw std::logic_error("phase_timer: \"" + phase + "\" begins while \"" +
                             phases_[spans_.back().phase].name + "\" runs, and phases do not nest");
    const std::size_t index = index_of(phase);
    const std::size_t begin = record();
    spans_.push_back({index, begin, 0});
    running_ = true;
#if LAB_HAS_NVTX
    nvtxRangePushA(phase.c_str());
#endif
  }

  // Throws std::logic_error if no phase is running.
  void stop() {
    if (!running_) throw std::logic_error("phase_timer: stop() without start()");
    running_ = false;
#if LAB_HAS_NVTX
    nvtxRangePop();
#endif
    spans_.back().end = record();
  }

  // Returns the phases in the order of their first start, with the times of all ended runs. Waits for the
  // device.
  const std::vector<phase_time>& phases() const {
    for (phase_time& phase : phases_) phase.ms = 0;
    for (const span& s : spans_) {
      if (s.end == 0) continue;
      float ms = 0;
      CUDA_CHECK(cudaEventSynchronize(events_[s.end]));
      CUDA_CHECK(cudaEventElapsedTime(&ms, events_[s.begin], events_[s.end]));
      phases_[s.phase].ms += ms;
    }
    return phases_;
  }

  double total_ms() const {
    double ms = 0;
    for (const phase_time& phase : phases()) ms += phase.ms;
    return ms;
  }

 private:
  struct span {
    std::size_t phase, begin, end;  // begin and end are indices of events; end is 0 until stop()
  };

  std::size_t index_of(const std::string& name) {
    for (std::size_t i = 0; i < phases_.size(); ++i)
      if (phases_[i].name == name) return i;
    phases_.push_back({name, 0});
    return phases_.size() - 1;
  }
  std::size_t record() {
    cudaEvent_t event = nullptr;
    CUDA_CHECK(cudaEventCreate(&event));
    events_.push_back(event);
    CUDA_CHECK(cudaEventRecord(event));
    return events_.size() - 1;
  }

  mutable std::vector<phase_time> phases_;
  std::vector<span> spans_;
  std::vector<cudaEvent_t> events_;
  bool running_ = false;
};

// Times its own lifetime as one phase of `timer`; does nothing if `timer` is null.
class timed_phase {
 public:
  timed_phase(phase_timer* timer, const char* phase) : timer_(timer) {
    if (timer_ != nullptr) timer_->start(phase);
  }
  ~timed_phase() {
    if (timer_ == nullptr) return;
    try {
      timer_->stop();
    } catch (const cuda_error&) {  // the next checked call throws the kernel's error, outside a destructor
    }
  }
  timed_phase(const timed_phase&) = delete;
  timed_phase& operator=(const timed_phase&) = delete;

 private:
  phase_timer* timer_;
};

}  // namespace lab
