// SPDX-License-Identifier: Apache-2.0
// The value of every device attribute.
#pragma once
#include "simcu/device_attributes.h"

namespace simcu {

// False if there is no such attribute.
bool device_attribute(cudaDeviceAttr attribute, int* value);

}  // namespace simcu
