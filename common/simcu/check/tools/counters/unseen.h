// SPDX-License-Identifier: Apache-2.0
// What changes in device memory while a kernel runs though no store of the kernel's was seen: code that isn't
// instrumented has stored it, such as the library's own or a thread of the host's.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace simcu::check::counting {

class unseen_stores {
 public:
  // Before a launch: keeps what is in these allocations (address, bytes), which must be open. All of them, or
  // none if they are more than can be kept.
  void begin(const std::map<const void*, std::size_t>& allocations);
  void stored(std::uintptr_t address, std::size_t bytes);  // by an instrumented store or atomic operation
  // After the launch: bytes of these allocations that have changed and were not stored to. Those that have
  // been freed are not looked at.
  std::uint64_t end(const std::map<const void*, std::size_t>& allocations);

 private:
  struct kept {
    std::vector<unsigned char> bytes;
    std::vector<bool> stored;
  };
  std::map<std::uintptr_t, kept> kept_;
  std::map<std::uintptr_t, kept>::iterator last_ = kept_.end();  // that was stored to
};

}  // namespace simcu::check::counting
