// SPDX-License-Identifier: Apache-2.0
// Every block has its own arena, in which a __shared__ declaration is a slot.
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "base/faults.h"
#include "base/machine.h"
#include "base/observer.h"
#include "base/settings.h"
#include "device/block.h"
#include "device/fault.h"
#include "device/worker.h"
#include "simcu/device_model.h"

namespace simcu {
namespace {
constexpr std::size_t kGap = 128;       // keeps the arrays' banks
constexpr std::size_t kAllGaps = 4096;  // for all gaps of a block; later arrays are adjacent
// So that unset words are never zero by chance.
constexpr int kSharedPoison = 0xA5;
std::mutex numbering;
int slot_count = 0;
std::map<int, void (*)(const void*)>& tellers() {
  static auto* t = new std::map<int, void (*)(const void*)>;
  return *t;
}
}  // namespace

void number_shared_slot(volatile int& slot, void (*tell)(const void*)) {
  const char was = preemptible;
  preemptible = 0;  // another thread of this worker would wait for the lock forever
  {
    const std::lock_guard<std::mutex> lock(numbering);
    if (slot == 0) {
      if (the_observer && tell) tellers()[slot_count + 1] = tell;
      slot = ++slot_count;
    }
  }
  preemptible = was;
}

block::~block() {
  if (shared_) munmap(shared_, shared_capacity_ + page_size());
}

void block::begin_shared(std::size_t dynamic_bytes) {
  const std::size_t wanted = dynamic_bytes + model::kSharedPerBlock + (the_observer ? kAllGaps : 0);
  if (wanted > shared_capacity_) {
    if (shared_) munmap(shared_, shared_capacity_ + page_size());
    shared_capacity_ = whole_pages(wanted);
    void* memory = mmap(nullptr, shared_capacity_ + page_size(), PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory, shared_capacity_, PROT_READ | PROT_WRITE) != 0) {
      tell_end("this process cannot get " + std::to_string(shared_capacity_) +
               " bytes for a block's shared memory");
      std::abort();
    }
    shared_ = static_cast<char*>(memory);
  }
  dynamic_bytes_ = shared_used_ = dynamic_bytes;
  shared_gaps_ = 0;
  if (dynamic_bytes) std::memset(shared_, kSharedPoison, dynamic_bytes);
  ++shared_round_;
}

void* block::shared_storage(int slot, std::size_t bytes, std::size_t alignment, const char* name) {
  if (static_cast<std::size_t>(slot) >= slots_.size()) slots_.resize(static_cast<std::size_t>(slot) + 1);
  auto& entry = slots_[static_cast<std::size_t>(slot)];
  if (entry.round != shared_round_) {
    if (alignment < 16) alignment = 16;
    const std::size_t offset = (shared_used_ + alignment - 1) / alignment * alignment;
    const std::size_t declared = offset + bytes - dynamic_bytes_;
    if (declared > model::kSharedPerBlock || offset + bytes > this_device().shared_of_block())
      fail_too_much_shared(declared, dynamic_bytes_);
    shared_used_ = offset + bytes;
    if (the_observer && shared_gaps_ + kGap + alignment <= kAllGaps)
      shared_gaps_ = (shared_gaps_ + kGap + alignment - 1) / alignment * alignment;
    entry = {shared_round_, shared_ + offset + shared_gaps_};
    std::memset(entry.address, kSharedPoison, bytes);
    if (the_observer) {
      the_observer->shared_appears(*this, entry.address, bytes, name);
      if (const auto teller = tellers().find(slot); teller != tellers().end()) teller->second(entry.address);
    }
  }
  return entry.address;
}

}  // namespace simcu
