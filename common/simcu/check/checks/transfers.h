// SPDX-License-Identifier: Apache-2.0
// Races that involve host code: unordered copies and fills, and host accesses to memory that the device may
// still use. Also reports host code that dereferences a pointer to device memory.
#pragma once
#include <vector>

#include "base/observer.h"
#include "state/state.h"

namespace simcu::check {

class transfers {
 public:
  explicit transfers(const state& s) : state_(s) {}
  void launch_begins();
  // Copies and fills are numbered together with launches.
  void begins(std::uint32_t number, const device_transfer& what);
  void allocates(std::uint32_t number, const device_transfer& what, const void* pc);
  void frees(std::uint32_t number, const device_transfer& what);
  void forget_finished();
  bool any_concurrent() const { return !concurrent_.empty(); }
  void access_of_kernel(event e);
  // Returns the launches whose flags the host has polled here, which count as over from now on.
  std::vector<std::uint32_t> access_of_host(const event& e);
  void host_fault(const void* address, bool wrote, const void* pc);

 private:
  // One side of a copy or fill that the host has not waited for, or memory that is being allocated.
  struct open_transfer {
    std::uint32_t number;
    std::uintptr_t at;
    std::size_t bytes;
    bool write;
    const void* pc;
    bool allocation = false;
  };
  struct sides {
    const char* message;  // "two copies or fills use"
    const char* advice;
  };
  template <class Over, class Race>
  void each_open_access(std::uintptr_t from, std::size_t bytes, Over is_over, Race race) const;
  bool kept_by_device(std::uintptr_t a) const;
  static access describe(const open_transfer& t, bool write);
  void race(const sides& what, const char* kernel, std::uintptr_t at, unsigned bytes, const access& now_side,
            const access& earlier);
  void device_pointer(const event& e, const memory_info& m);

  const state& state_;
  std::vector<open_transfer> open_;
  std::vector<open_transfer> concurrent_;
};

}  // namespace simcu::check
