// SPDX-License-Identifier: Apache-2.0
// Parts of CUDA that simcu does not have. Using one of them is a compile error that names it.
#pragma once

#include "simcu/error_codes.h"

#define SIMCU_UNSUPPORTED(name, what)                                                          \
  template <class... Arguments>                                                                \
  inline cudaError_t name(Arguments&&...) {                                                    \
    static_assert(sizeof...(Arguments) > 1000, "simcu does not support " what " (" #name ")"); \
    return cudaErrorNotSupported;                                                              \
  }

SIMCU_UNSUPPORTED(cudaIpcGetMemHandle, "memory shared between processes")
SIMCU_UNSUPPORTED(cudaIpcOpenMemHandle, "memory shared between processes")

#define SIMCU_UNSUPPORTED_DEVICE(name, what)                                                   \
  template <class... Arguments>                                                                \
  inline int name(Arguments&&...) {                                                            \
    static_assert(sizeof...(Arguments) > 1000, "simcu does not support " what " (" #name ")"); \
    return 0;                                                                                  \
  }
SIMCU_UNSUPPORTED_DEVICE(__shfl, "the shuffles without a mask, which CUDA has removed: use __shfl_sync")
SIMCU_UNSUPPORTED_DEVICE(__shfl_up, "the shuffles without a mask, which CUDA has removed: use __shfl_up_sync")
SIMCU_UNSUPPORTED_DEVICE(__shfl_down,
                         "the shuffles without a mask, which CUDA has removed: use __shfl_down_sync")
SIMCU_UNSUPPORTED_DEVICE(__shfl_xor,
                         "the shuffles without a mask, which CUDA has removed: use __shfl_xor_sync")
SIMCU_UNSUPPORTED_DEVICE(__ballot, "the votes without a mask, which CUDA has removed: use __ballot_sync")
SIMCU_UNSUPPORTED_DEVICE(__any, "the votes without a mask, which CUDA has removed: use __any_sync")
SIMCU_UNSUPPORTED_DEVICE(__all, "the votes without a mask, which CUDA has removed: use __all_sync")
#undef SIMCU_UNSUPPORTED
#undef SIMCU_UNSUPPORTED_DEVICE
