// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "simcu/device_attributes.h"

namespace simcu {

// Returns false if there is no such attribute.
bool device_attribute(cudaDeviceAttr attribute, int* value);

}  // namespace simcu
