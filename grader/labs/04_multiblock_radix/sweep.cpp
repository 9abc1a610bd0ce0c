// SPDX-License-Identifier: Apache-2.0
// One point of `make sweep LAB=04`.
#include "sweep.h"

using namespace verifier;

LAB_SWEEP(Lab04) {
  return request("sort")
      .param("bits", at.bits)
      .param("block_size", at.block_size)
      .param("tile", at.tile)
      .in_out("keys", keys)
      .output<std::uint32_t>("scratch", keys.size())
      .timeout(120);
}
