// SPDX-License-Identifier: Apache-2.0
#include "device/async_copies.h"

#include <algorithm>
#include <cstring>

#include "base/observer.h"
#include "device/block.h"
#include "device/worker.h"

namespace simcu {
namespace {

// No thread of the block may come in between.
class undisturbed {
 public:
  undisturbed() : was_(preemptible) { preemptible = 0; }
  ~undisturbed() { preemptible = was_; }
  undisturbed(const undisturbed&) = delete;

 private:
  char was_;
};

async_copies& of_block() { return this_worker->running()->copies; }
unsigned rank() { return this_worker->running()->current(); }

}  // namespace

unsigned& async_copies::groups_of(unsigned rank) {
  if (rank >= groups_.size()) groups_.resize(rank + 1);
  return groups_[rank];
}

void async_copies::start(unsigned rank, void* to, const void* from, std::size_t bytes, copy_group group) {
  const char* source = static_cast<const char*>(from);
  copies_.push_back({rank, groups_of(rank), group, static_cast<char*>(to), {source, source + bytes}});
  if (the_observer) the_observer->async_copy_begins(to, from, bytes);
}

void async_copies::commit(unsigned rank) { ++groups_of(rank); }

template <class Over>
void async_copies::finish_those(Over over) {
  for (const copy& c : copies_) {
    if (!over(c)) continue;
    std::memcpy(c.to, c.bytes.data(), c.bytes.size());
    if (the_observer) the_observer->async_copy_ends(c.to, c.bytes.size());
  }
  copies_.erase(std::remove_if(copies_.begin(), copies_.end(), over), copies_.end());
}

void async_copies::finish(unsigned rank, unsigned prior) {
  if (copies_.empty()) return;
  const unsigned committed = groups_of(rank);
  const unsigned below = prior == kAll ? committed + 1 : committed > prior ? committed - prior : 0;
  finish_those([=](const copy& c) { return !c.group.barrier && c.rank == rank && c.number < below; });
}

void async_copies::finish(copy_group over) {
  finish_those([=](const copy& c) {
    return c.group.barrier == over.barrier && static_cast<int>(c.group.phase - over.phase) <= 0;
  });
}

void note_async_copy(void* to, const void* from, std::size_t bytes, copy_group group) {
  const undisturbed here;
  of_block().start(rank(), to, from, bytes, group);
}
void commit_async_copies() {
  const undisturbed here;
  of_block().commit(rank());
}
void finish_async_copies(unsigned prior) {
  const undisturbed here;
  of_block().finish(rank(), prior);
}
void finish_async_copies(copy_group over) {
  const undisturbed here;
  of_block().finish(over);
}

}  // namespace simcu
