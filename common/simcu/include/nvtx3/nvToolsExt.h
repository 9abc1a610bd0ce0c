// SPDX-License-Identifier: Apache-2.0
// NVTX's C functions without effect: no profiler watches a simulated device.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define NVTX_VERSION 3
typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration* nvtxDomainHandle_t;

static inline int nvtxRangePushA(const char*) { return 0; }
static inline int nvtxRangePushW(const wchar_t*) { return 0; }
static inline int nvtxRangePush(const char*) { return 0; }
static inline int nvtxRangePop(void) { return 0; }
static inline void nvtxMarkA(const char*) {}
static inline void nvtxMark(const char*) {}
static inline nvtxRangeId_t nvtxRangeStartA(const char*) { return 0; }
static inline nvtxRangeId_t nvtxRangeStart(const char*) { return 0; }
static inline void nvtxRangeEnd(nvtxRangeId_t) {}
static inline nvtxDomainHandle_t nvtxDomainCreateA(const char*) { return 0; }
static inline void nvtxDomainDestroy(nvtxDomainHandle_t) {}
static inline void nvtxNameOsThreadA(uint32_t, const char*) {}
