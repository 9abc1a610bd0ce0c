// SPDX-License-Identifier: Apache-2.0
// Launches that do not run where they are asked for: nodes of graphs, and what kernels launch.
#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "simcu/host.h"
#include "simcu/kernel.h"

namespace simcu {

// What configure() checks and keeps for the stub that is called next.
struct configuration {
  dim3 grid, block;
  std::size_t dynamic_shared = 0;
  cudaStream_t stream = nullptr;
  bool cooperative = false;
  bool identify = false;
  const void* identity = nullptr;
  location where = {nullptr, 0};  // of the launch
};

// A copy of a kernel's arguments, aligned as any of them may have to be; null: there is no memory.
std::shared_ptr<void> copy_arguments(const void* closure, std::size_t bytes);

// A kernel with copies of its arguments: as on a GPU, they are copied byte by byte when it is launched.
class deferred_launch {
 public:
  deferred_launch(const configuration& how, const kernel_body& body);
  const configuration& how() const { return how_; }
  const kernel_body& body() const { return body_; }

 private:
  configuration how_;
  kernel_body body_;
  std::shared_ptr<void> closure_;
  std::optional<library_call> call_;
  std::vector<named_parameter> parameters_;
  std::vector<std::unique_ptr<char[]>> objects_;
};

// Runs it now, in `stream`. Host code only.
void launch_deferred(const deferred_launch& what, cudaStream_t stream);

// While it lives, this thread's launches are kept in `into` and not run.
class record_launches {
 public:
  explicit record_launches(std::vector<std::shared_ptr<deferred_launch>>& into);
  ~record_launches();
  record_launches(const record_launches&) = delete;
  record_launches& operator=(const record_launches&) = delete;
};

}  // namespace simcu
