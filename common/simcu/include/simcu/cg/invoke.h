// SPDX-License-Identifier: Apache-2.0
// invoke_one: one thread of a group calls a function; invoke_one_broadcast also passes the result to all of
// them.
#pragma once
#include <utility>

#include "simcu/cg/tile.h"

namespace cooperative_groups {

template <class Group, class Function, class... Arguments>
void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
}

template <class Group, class Function, class... Arguments>
auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments) {
  using result_type = std::decay_t<decltype(function(std::forward<Arguments>(arguments)...))>;
  result_type result{};
  if (group.thread_rank() == 0)
    result = std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups
