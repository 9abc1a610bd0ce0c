// SPDX-License-Identifier: Apache-2.0
// For programs that run foreign code and must know what its host part and its kernels did. The host's code
// becomes a child process that has none of the device's data and sends everything through one counted socket.
//
//   if (simcu::part() == simcu::half::host) simcu::run_apart(run_host);  // never returns
//   while (auto asked = simcu::serve_host()) simcu::answer_host(do_it(asked->what, asked->bytes));
//
// Without a call of part(), there is one process. With two, cudaHostRegister refuses memory that CUDA did not
// allocate.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace simcu {

enum class half { device, host, none };
// Call this before any foreign code runs, any kernel is launched, or any thread is started. Returns `none` if
// the system refuses a second process.
half part();

// A request from the host's process to the program in the device's process.
struct asked {
  std::uint32_t what;
  std::string bytes;
};

// ---- in the device's process ----
// Serves the device until the host sends a request for the program; returns nothing when the host has ended.
std::optional<asked> serve_host();
void answer_host(std::string_view bytes);
// If false, the host's process is still running, or has closed its end of the socket without ending.
bool host_has_ended();
// This process ends by the same signal, or with the same exit status.
[[noreturn]] void end_as_host();
// The data that crossed since the last call. `told`: the numbers and bytes from the host, enough to repeat
// the run. `more`: the number of bytes that were not kept. `received`: bytes of device memory that the host
// got.
struct crossed {
  std::string told;
  std::size_t more = 0, received = 0;
};
crossed take_crossed();
void log_crossing(bool on);  // off at first: nothing is kept

// ---- in the host's process ----
// Calls `body` on a thread whose stack and heap are at addresses where the device's process has no memory.
// Ends the process when `body` returns.
[[noreturn]] void run_apart(void (*body)());
// Sends the device the program's __device__ variables. Call it when the program's static objects exist.
void tell_symbols();
// Sends a request to the program in the device's process and waits for the answer; without one, ends this
// process.
std::string ask_device(std::uint32_t what, std::string_view bytes);
// Registers and forgets device memory that the program allocated in the device's process.
void learn_memory(const void* p, std::size_t bytes);
void forget_memory(const void* p);
// Memory that both processes share; null if none is left. shared_offset converts an address for the other
// process.
void* take_shared(std::size_t bytes);
void give_shared(void* p);
std::size_t shared_offset(const void* p);
// ---- in the device's process ----
void* at_shared_offset(std::size_t offset, std::size_t bytes);  // null if outside that memory

}  // namespace simcu
