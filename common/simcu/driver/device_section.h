// SPDX-License-Identifier: Apache-2.0
// Puts __device__, __constant__ and __managed__ variables on whole pages: runtime/memory/arena.cpp makes the
// first two kinds inaccessible to host code, and two processes can share the third.
#pragma once
#include "options.h"
#include "process.h"

namespace simcu_driver {

// Writes a linker script into `folder` and returns the linker's options. Returns nothing if the program is
// not an executable, or if the script would replace the linker's own: device variables then stay accessible
// to host code.
words place_device_variables(const options& o, const temporary_folder& folder);

}  // namespace simcu_driver
