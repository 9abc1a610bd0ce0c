// SPDX-License-Identifier: Apache-2.0
// A file in memory that a runner gets by its descriptor: a memfd on Linux, and plain memory in a web page
// (grader/page).
#pragma once
#include <cstddef>

namespace verifier::memory_file {

// Zeros. Nobody can change the size; `final`: nobody can add another seal, as the runner may do once it has
// written. Throws judgement (not_your_code) if the system refuses, as all functions here do.
int make(const char* name, std::size_t bytes, bool final);
// All its bytes, which from now on can only be written here, until unmap().
unsigned char* map_sealed(int file, std::size_t bytes);
void unmap(unsigned char* mapped, std::size_t bytes);
// Copies what is at `offset`; returns how many bytes there were, at most `bytes`.
std::size_t read(int file, void* to, std::size_t bytes, std::size_t offset);
// Does nothing with -1.
void close(int file);

}  // namespace verifier::memory_file
