// SPDX-License-Identifier: Apache-2.0
#include "api/device_attributes.h"

#include "base/settings.h"
#include "simcu/device_model.h"

namespace simcu {

bool device_attribute(cudaDeviceAttr attribute, int* value) {
  using namespace model;
  const device& d = this_device();
  if (attribute < cudaDevAttrMaxThreadsPerBlock || attribute >= cudaDevAttrMax) return false;
  switch (attribute) {
#define SIMCU_ATTRIBUTE(name, number, of_device) \
  case cudaDevAttr##name:                        \
    *value = static_cast<int>(of_device);        \
    return true;
#include "simcu/attribute_table.h"
#undef SIMCU_ATTRIBUTE
    default:
      *value = 0;
      return true;
  }
}

}  // namespace simcu
