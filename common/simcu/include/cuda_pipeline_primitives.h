// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies of one thread, as functions of C.
#pragma once
#include "cuda_runtime.h"
#ifdef __SIMCU_STRICT__
#pragma clang force_cuda_host_device begin
#endif
#include "simcu/async_copy.h"
#include "simcu/error_codes.h"

// 4, 8 or 16 bytes, of which the last `zfill` are zero and not copied.
[[gnu::always_inline]] inline void __pipeline_memcpy_async(void* dst_shared, const void* src_global,
                                                           size_t size_and_align, size_t zfill = 0,
                                                           simcu::location where = SIMCU_HERE) {
  const auto addresses = reinterpret_cast<size_t>(dst_shared) | reinterpret_cast<size_t>(src_global);
  if ((size_and_align != 4 && size_and_align != 8 && size_and_align != 16) ||
      addresses % size_and_align != 0 || zfill > size_and_align)
    simcu::fail_kernel(
        cudaErrorMisalignedAddress,
        "__pipeline_memcpy_async copies 4, 8 or 16 bytes between addresses that are multiples of "
        "that",
        where);
  simcu::start_async_copy(dst_shared, src_global, size_and_align - zfill);
  for (size_t i = size_and_align - zfill; i < size_and_align; ++i) static_cast<char*>(dst_shared)[i] = 0;
}
inline void __pipeline_commit() { simcu::commit_async_copies(); }
// For all commits but the latest `prior`.
inline void __pipeline_wait_prior(size_t prior) { simcu::finish_async_copies(static_cast<unsigned>(prior)); }
#ifdef __SIMCU_STRICT__
#pragma clang force_cuda_host_device end
#endif
