// SPDX-License-Identifier: Apache-2.0
// Makes fibers without progress yield, and stops kernels that run too long.
#pragma once

namespace simcu {

class worker;

class watched_run {
 public:
  explicit watched_run(worker& w);
  ~watched_run();
  watched_run(const watched_run&) = delete;
  watched_run& operator=(const watched_run&) = delete;

 private:
  worker& worker_;
};

}  // namespace simcu
