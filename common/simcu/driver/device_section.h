// SPDX-License-Identifier: Apache-2.0
// The linker's part in closing __device__ and __constant__ variables to host code: whole pages of their own
// (runtime/memory/arena.cpp closes them). __managed__ ones have theirs, too, which two processes can share.
#pragma once
#include "options.h"
#include "process.h"

namespace simcu_driver {

// The linker's options, with a script that is written into `folder`. None where the program is no
// executable, or for a linker that would take the script for the whole of its own: there such variables stay
// open to host code.
words place_device_variables(const options& o, const temporary_folder& folder);

}  // namespace simcu_driver
