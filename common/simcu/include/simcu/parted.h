// SPDX-License-Identifier: Apache-2.0
// For programs that run somebody else's host code and kernels, and must know what each of them did: the
// simulated device becomes a process of its own. The device's process has device memory, the arguments of
// launches, the checkers' findings and all counts. Its child, the host's process, runs the host's code and
// has none of them. All that crosses from the host to the device goes through one socket, and is counted.
//
//   if (simcu::part() == simcu::half::host) simcu::run_apart(run_host);  // never returns
//   while (auto asked = simcu::serve_host()) simcu::answer_host(do_it(asked->what, asked->bytes));
//
// If part() was not called, there is one process, and everything works as usual. In two, memory that was not
// allocated by CUDA cannot be registered for kernels (cudaHostRegister).
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace simcu {

enum class half { device, host, none };
// Call this before any foreign code has run, any kernel was launched, or any thread was started. `none`: the
// system refuses a second process.
half part();

// A request of the host's process to the program in the device's process.
struct asked {
  std::uint32_t what;
  std::string bytes;
};

// ---- in the device's process ----
// Serves the device until the host asks the program something; nothing: the host's process has ended.
std::optional<asked> serve_host();
void answer_host(std::string_view bytes);
// Whether the host's process has ended. If not, it is still running, or it has closed its end of the socket
// without ending.
bool host_has_ended();
// Ends this process in the same way as the host's has ended: by the same signal, or with the same exit
// status.
[[noreturn]] void end_as_host();
// The data that crossed since the last call. `told`: the numbers and bytes that the host sent. Together with
// the program they are enough to do the same again, so their compressed length bounds the information that
// the host sent. `more`: bytes that were not kept. `received`: bytes of device memory that came back.
struct crossed {
  std::string told;
  std::size_t more = 0, received = 0;
};
crossed take_crossed();
void log_crossing(bool on);  // off at the beginning: nothing is kept

// ---- in the host's process ----
// Calls it on a thread whose stack and heap are at addresses where the device's process has no memory. So a
// kernel that gets such an address fails, as on a GPU. Ends the process when it returns.
[[noreturn]] void run_apart(void (*body)());
// Tells the device of the __device__ variables that the program has: once its static objects are there.
void tell_symbols();
// Asks the program in the device's process and waits for the answer; ends this process if there is none.
std::string ask_device(std::uint32_t what, std::string_view bytes);
// Device memory that the program allocated and freed in the device's process.
void learn_memory(const void* p, std::size_t bytes);
void forget_memory(const void* p);
// Memory that both processes share, or null if there is none left. shared_offset converts an address for the
// other half.
void* take_shared(std::size_t bytes);
void give_shared(void* p);
std::size_t shared_offset(const void* p);
// ---- in the device's ----
void* at_shared_offset(std::size_t offset, std::size_t bytes);  // null: not in that memory

}  // namespace simcu
