// SPDX-License-Identifier: Apache-2.0
// Says whether this process has the simulated device, the host's code, or both (simcu/parted.h).
#pragma once

namespace simcu {

enum class side { both, device, host };
inline side the_side = side::both;

}  // namespace simcu
