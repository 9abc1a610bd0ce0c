// SPDX-License-Identifier: Apache-2.0
#include "checks/initialised.h"

#include "checks/found.h"
#include "report/text.h"

namespace simcu::check {

void initialised::read(const event& e, const shadow_range& shadow) {
  if (shadow.initialised(e.address, e.bytes)) return;
  const bool shared = e.where == space::shared;
  found(state_, "uninitialised-read", shared ? "shared" : "global", e,
        access_verb(false, e.bytes) + " of " + state_.names.place_of(e.address, e.bytes).where.text +
            ", which nobody has written",
        shared ? "Shared memory starts with undefined contents: let every thread write its part, then "
                 "__syncthreads()."
               : "cudaMalloc does not clear memory: use cudaMemset, or write before you read.");
}

}  // namespace simcu::check
