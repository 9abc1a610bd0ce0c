// SPDX-License-Identifier: Apache-2.0
// The linker's part in making __device__ and __constant__ variables inaccessible to host code: it puts the
// variables on separate whole pages, which runtime/memory/arena.cpp makes inaccessible. Separate pages are
// also used for __managed__ variables, so that two processes can share them.
#pragma once
#include "options.h"
#include "process.h"

namespace simcu_driver {

// Returns the linker's options, and writes its script into `folder`. Returns nothing if the program is not an
// executable, or for a linker that would replace its own script with this one. Device variables then stay
// accessible to host code.
words place_device_variables(const options& o, const temporary_folder& folder);

}  // namespace simcu_driver
