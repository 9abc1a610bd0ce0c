// SPDX-License-Identifier: Apache-2.0
// Turns a failed CUDA call into an exception that says which call failed, where and why.
//
//   CUDA_CHECK(cudaMemcpy(d_keys, h_keys, bytes, cudaMemcpyHostToDevice));
//   rank_kernel<<<grid, block>>>(d_keys, n);
//   CUDA_CHECK_LAUNCH("rank_kernel");
#pragma once
#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

namespace lab {

// what() reads, for example, "rank.cu:41: cudaMalloc(&d_keys, bytes) failed: out of memory
// (cudaErrorMemoryAllocation, 2)". `cold` makes rarely used code small and quick to compile.
class cuda_error : public std::runtime_error {
 public:
  __attribute__((cold)) cuda_error(cudaError_t code, const char* call, const char* file, int line)
      : std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + call +
                           " failed: " + cudaGetErrorString(code) + " (" + cudaGetErrorName(code) + ", " +
                           std::to_string(static_cast<int>(code)) + ")"),
        code_(code),
        call_(call),
        file_(file),
        line_(line) {}
  cudaError_t code() const { return code_; }
  const std::string& call() const { return call_; }  // as written in the source, or "launch of KERNEL"
  const std::string& file() const { return file_; }
  int line() const { return line_; }

 private:
  cudaError_t code_;
  std::string call_;
  std::string file_;
  int line_;
};

inline void check_cuda(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  cudaGetLastError();  // clears the error, so that the next launch does not report it again
  throw cuda_error(code, call, file, line);
}

// Adds a hint, because CUDA reports only "invalid argument".
[[noreturn]] __attribute__((cold, noinline)) inline void refused_launch(cudaError_t code, const char* call,
                                                                        const char* file, int line) {
  cudaGetLastError();
  const bool vague = code == cudaErrorInvalidValue || code == cudaErrorInvalidConfiguration;
  const std::string hint = std::string(call) +
                           " (does it ask for 0 blocks or 0 threads, too many threads per block, or too much "
                           "shared memory? Or did an earlier CUDA call fail without a check?)";
  throw cuda_error(code, vague ? hint.c_str() : call, file, line);
}

inline void check_launch(cudaError_t code, const char* call, const char* file, int line) {
  if (code != cudaSuccess) refused_launch(code, call, file, line);
}

}  // namespace lab

// Evaluates the call once. Throws lab::cuda_error unless it returns cudaSuccess.
#define CUDA_CHECK(call) ::lab::check_cuda((call), #call, __FILE__, __LINE__)

// Use this after a launch: throws if the launch itself was refused (bad grid, too much shared memory, …).
// It does not wait. The next checked call that synchronises reports errors inside the kernel.
#define CUDA_CHECK_LAUNCH(kernel_name) \
  ::lab::check_launch(cudaGetLastError(), "launch of " kernel_name, __FILE__, __LINE__)
