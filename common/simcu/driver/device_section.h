// SPDX-License-Identifier: Apache-2.0
// The linker's part in making __device__ and __constant__ variables inaccessible to host code. It puts them
// on separate whole pages, which runtime/memory/arena.cpp closes. __managed__ ones also get separate pages,
// which two processes can share.
#pragma once
#include "options.h"
#include "process.h"

namespace simcu_driver {

// The linker's options, with a script that is written into `folder`. Empty if the program is not an
// executable, or for a linker that would replace its own script with this one: then such variables stay open
// to host code.
words place_device_variables(const options& o, const temporary_folder& folder);

}  // namespace simcu_driver
