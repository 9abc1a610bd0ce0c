// SPDX-License-Identifier: Apache-2.0
// cub::DeviceFor: a function for each element, or for each number. Needs no storage.
#pragma once
#include "simcu/cub/device.h"

namespace cub {

struct DeviceFor {
  template <class N, class F, class = details::if_count<N>>
  static cudaError_t Bulk(N n, F f, cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return each("cub::DeviceFor::Bulk", n, stream, where, f);
  }
#define SIMCU_CUB_FOR_EACH(name, name_n, argument)                                                        \
  template <class In, class N, class F, class = details::if_count<N>>                                     \
  static cudaError_t name_n(In first, N n, F f, cudaStream_t stream = nullptr,                            \
                            location where = SIMCU_HERE) {                                                \
    return each("cub::DeviceFor::" #name_n, n, stream, where,                                             \
                [first = details::there(first), f](N i) mutable { f(argument(first[i])); });              \
  }                                                                                                       \
  template <class In, class F>                                                                            \
  static cudaError_t name(In first, In last, F f, cudaStream_t stream = nullptr,                          \
                          location where = SIMCU_HERE) {                                                  \
    return each("cub::DeviceFor::" #name, last - first, stream, where,                                    \
                [first = details::there(first), f](std::ptrdiff_t i) mutable { f(argument(first[i])); }); \
  }
  SIMCU_CUB_FOR_EACH(ForEach, ForEachN, )
  SIMCU_CUB_FOR_EACH(ForEachCopy, ForEachCopyN, details::value_of<In>)
#undef SIMCU_CUB_FOR_EACH

 private:
  template <class N, class F>
  static cudaError_t each(const char* name, N n, cudaStream_t stream, location where, F f) {
    if (!simcu::configure(dim3(1), dim3(1), 0, stream, where))
      simcu::run_library_kernel(
          name,
          [n, f]() mutable {
            for (N i = 0; i < n; ++i) f(i);
          },
          where);
    return static_cast<cudaError_t>(simcu::launch_result());
  }
};

}  // namespace cub
