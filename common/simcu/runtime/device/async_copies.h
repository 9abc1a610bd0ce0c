// SPDX-License-Identifier: Apache-2.0
// The copies of one block that nobody has waited for (simcu/async_copy.h).
#pragma once
#include <vector>

#include "simcu/async_copy.h"

namespace simcu {

class async_copies {
 public:
  void start(unsigned rank, void* to, const void* from, std::size_t bytes, copy_group group);
  void commit(unsigned rank);
  void finish(unsigned rank, unsigned prior);
  void finish(copy_group over);
  void forget() { copies_.clear(), groups_.clear(); }

 private:
  struct copy {
    unsigned rank, number;  // of the group's thread; unused for a barrier's copies
    copy_group group;
    char* to;
    std::vector<char> bytes;
  };
  template <class Over>
  void finish_those(Over over);
  unsigned& groups_of(unsigned rank);

  std::vector<copy> copies_;      // in the order of their starts
  std::vector<unsigned> groups_;  // that each thread has committed
};

}  // namespace simcu
