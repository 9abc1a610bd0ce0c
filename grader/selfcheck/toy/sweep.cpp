// SPDX-License-Identifier: Apache-2.0
#include "sweep.h"

using namespace verifier;

LAB_SWEEP(Lab90) {
  return request("sort_digits")
      .param("bits", at.bits)
      .param("block_size", at.block_size)
      .param("tile", at.tile)
      .in_out("keys", keys);
}
