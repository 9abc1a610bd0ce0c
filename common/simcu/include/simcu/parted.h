// SPDX-License-Identifier: Apache-2.0
// For programs that run foreign code and must know what its host part and its kernels did. The simulated
// device becomes a separate process. The device's process holds device memory, the arguments of launches, the
// checkers' findings and all counts. The host's process is a child of the device's process. It runs the host
// code and has none of the device's data. Everything that the host sends to the device goes through one
// socket and is counted.
//
//   if (simcu::part() == simcu::half::host) simcu::run_apart(run_host);  // never returns
//   while (auto asked = simcu::serve_host()) simcu::answer_host(do_it(asked->what, asked->bytes));
//
// Without a call of part(), there is one process, and everything works as usual. With two processes, memory
// that CUDA did not allocate cannot be registered for kernels (cudaHostRegister).
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
// Serves the device until the host sends a request for the program, and returns that request. Returns nothing
// when the host's process has ended.
std::optional<asked> serve_host();
void answer_host(std::string_view bytes);
// Returns whether the host's process has ended. If false, the process is still running, or has closed its end
// of the socket without ending.
bool host_has_ended();
// Ends this process as the host's process ended: by the same signal, or with the same exit status.
[[noreturn]] void end_as_host();
// The data that crossed between the processes since the last call. `told`: the numbers and bytes that the
// host sent. These bytes and the program are enough to repeat the run, so their compressed length bounds the
// information that the host sent. `more`: the number of bytes that were not kept. `received`: the number of
// bytes of device memory that the host received.
struct crossed {
  std::string told;
  std::size_t more = 0, received = 0;
};
crossed take_crossed();
void log_crossing(bool on);  // off at first: nothing is kept

// ---- in the host's process ----
// Calls `body` on a thread whose stack and heap are at addresses where the device's process has no memory. A
// kernel that gets such an address fails, as on a GPU. Ends the process when `body` returns.
[[noreturn]] void run_apart(void (*body)());
// Sends the device the list of the program's __device__ variables. Call the function when the program's
// static objects exist.
void tell_symbols();
// Sends a request to the program in the device's process and waits for the answer; ends this process if there
// is no answer.
std::string ask_device(std::uint32_t what, std::string_view bytes);
// Registers and forgets device memory that the program allocated in the device's process.
void learn_memory(const void* p, std::size_t bytes);
void forget_memory(const void* p);
// Allocates memory that both processes share; returns null if none is left. shared_offset converts an address
// for the other process.
void* take_shared(std::size_t bytes);
void give_shared(void* p);
std::size_t shared_offset(const void* p);
// ---- in the device's process ----
void* at_shared_offset(std::size_t offset, std::size_t bytes);  // null if outside that memory

}  // namespace simcu
