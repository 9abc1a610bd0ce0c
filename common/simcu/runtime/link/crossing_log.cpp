// SPDX-License-Identifier: Apache-2.0
#include "link/crossing_log.h"

#include <algorithm>
#include <cstring>

#include "memory/arena.h"
#include "simcu/host.h"
#include "simcu/kernel.h"

extern "C" char __executable_start;

namespace simcu {

void crossing_log::add(std::string_view bytes) {
  if (!on_) return;
  const std::size_t kept = std::min(bytes.size(), kMost - std::min(kMost, text_.size()));
  text_ += bytes.substr(0, kept);
  left_out_ += bytes.size() - kept;
}

std::uint64_t crossing_log::number_of(const void* allocation) {
  const auto [known, fresh] = numbers_.try_emplace(allocation, numbers_.size() + free_.size());
  if (fresh && !free_.empty()) {
    known->second = *free_.begin();
    free_.erase(free_.begin());
  }
  return known->second;
}

void crossing_log::allocated(const void* address) { (void)number_of(address); }

// The distance is the same in every run.
void crossing_log::code(const void* address) {
  number(static_cast<std::uint64_t>(static_cast<const char*>(address) - &__executable_start));
}

void crossing_log::gone(const void* address) {
  const auto known = numbers_.find(address);
  if (known == numbers_.end()) return;
  free_.insert(known->second);
  numbers_.erase(known);
}

void crossing_log::place(const void* address) {
  const memory_info in = in_device_range(address) ? describe_pointer(address) : memory_info{};
  if (in.live) {
    begin('!');
    number(number_of(in.base));
    number(static_cast<std::uint64_t>(static_cast<const char*>(address) - static_cast<const char*>(in.base)));
  } else if (find_symbol_around(address) != nullptr) {
    begin('.');
    code(address);
  } else {
    begin('?');  // the value may be any number
    number(reinterpret_cast<std::uintptr_t>(address));
  }
}

void crossing_log::words(std::string_view arguments) {
  constexpr std::size_t kWord = sizeof(void*);
  for (; arguments.size() >= kWord; arguments.remove_prefix(kWord)) {
    const void* address = nullptr;
    std::memcpy(&address, arguments.data(), kWord);
    if (in_device_range(address))
      place(address);
    else
      begin('='), data(arguments.substr(0, kWord));
  }
  data(arguments);
}

std::string crossing_log::take() {
  std::string result = std::move(text_);
  text_.clear();
  left_out_ = 0;
  return result;
}

}  // namespace simcu
