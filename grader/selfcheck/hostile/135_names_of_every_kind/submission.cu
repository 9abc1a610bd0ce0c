// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <new>
// None of these functions replaces the function of the same name that the runner, the language or the system
// library calls.
int main() { std::abort(); }
void operator delete(void*) noexcept { std::abort(); }
extern "C" {
int runner_main = 1;
// The runner also has this template, which is a weak symbol.
void _ZNSt6vectorIN6runner13mapped_bufferESaIS1_EE17_M_realloc_insertIJS1_EEEvN9__gnu_cxx17__normal_iteratorIPS1_S3_EEDpOT_() {
  std::abort();
}
int munmap(void*, std::size_t) noexcept { std::abort(); }
long recvmsg(int, void*, int) { std::abort(); }
}
__global__ void reverse_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[n - 1 - i] = in[i];
}
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  if (n > 0) reverse_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_in, d_out, n);
  return {};
}
