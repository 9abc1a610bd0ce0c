// SPDX-License-Identifier: Apache-2.0
// Linux's memory calls that the runtime uses. Here memory is one array: it cannot be protected, and released
// pages become zero.
#pragma once
#include <sys/types.h>

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 16
#define MAP_ANONYMOUS 32
#define MAP_NORESERVE 64
#define MAP_FAILED (reinterpret_cast<void*>(-1))
#define MADV_DONTNEED 4
#define MADV_HUGEPAGE 14
#define MFD_CLOEXEC 1

extern "C" {
void* mmap(void* where, size_t bytes, int protection, int flags, int file, off_t from);
int munmap(void* where, size_t bytes);
inline int mprotect(void*, size_t, int) { return 0; }
int madvise(void* where, size_t bytes, int advice);
inline int memfd_create(const char*, unsigned) { return -1; }
}
