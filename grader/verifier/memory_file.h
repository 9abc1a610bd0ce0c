// SPDX-License-Identifier: Apache-2.0
// A file in memory that is passed to a runner by its descriptor: a memfd on Linux, and plain memory in a web
// page (grader/page).
#pragma once
#include <cstddef>

namespace verifier::memory_file {

// Makes a file of zeros whose size is fixed. With `final`, no process can add another seal; otherwise the
// runner can do so once it has written. All functions here throw judgement (not_your_code) if a system call
// fails.
int make(const char* name, std::size_t bytes, bool final);
// Maps the whole file. Until unmap(), only this process can write to it, through this mapping.
unsigned char* map_sealed(int file, std::size_t bytes);
void unmap(unsigned char* mapped, std::size_t bytes);
// Copies at most `bytes` bytes from `offset` on, and returns how many it copied.
std::size_t read(int file, void* to, std::size_t bytes, std::size_t offset);
// Does nothing with -1.
void close(int file);

}  // namespace verifier::memory_file
