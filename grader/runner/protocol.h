// SPDX-License-Identifier: Apache-2.0
// The messages between verifier and runner: JSON packets on one SOCK_SEQPACKET socket. The runner first sends
// `ready` or `device_unavailable`. Each request carries memfds of equal size: the sealed input image, and the
// output image, which the runner fills before it answers. A memfd of zeros for the checkers' report can
// follow. Before the answer, or before the process ends, the runner may send faults, the failures of the
// simulated device. The verifier trusts only a message's kind, and checks the buffers itself.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace protocol {

constexpr int kControlFd = 3;                   // the runner's end of the socket
constexpr std::size_t kMaxMessage = 64 * 1024;  // bytes of a packet
constexpr std::size_t kMaxText = 8 * 1024;      // bytes of a text in an answer; longer texts are cut
constexpr std::size_t kMaxReport =
    16 * 1024 * 1024;                           // bytes of the checkers' report; a longer one is an error
constexpr std::size_t kAlignment = 256;         // of payloads in an image, as with cudaMalloc
constexpr std::size_t kGuardBefore = 4 * 1024;  // a multiple of kAlignment
constexpr std::size_t kGuardAfter =
    8 * 1024 + 1024;  // more than 1024 doubles, which a block could store past the end

enum class reply {
  ready,               // the process has a device and waits for requests
  answered,            // the exercise returned
  refused,             // the exercise returned an error status
  not_implemented,     // the student's code reached LAB_TODO
  cuda_error,          // a CUDA call or a kernel failed
  student_exception,   // the student's code threw
  bad_request,         // tests.cpp and adapter.cu do not match
  device_unavailable,  // no GPU, or its driver does not match
  runner_fault         // the grader's fault: out of host memory, or a broken request
};
const char* name_of(reply kind);
std::optional<reply> reply_named(const std::string& name);

// A buffer, and the place of its payload in the image.
struct buffer_layout {
  std::string name;
  std::string type;  // "uint32"
  std::size_t element_size = 0;
  std::size_t count = 0;   // elements
  std::size_t offset = 0;  // of the payload; a multiple of kAlignment
  bool null = false;       // the exercise gets a null pointer; there is no payload
  bool unset = false;      // an output, whose initial content the exercise does not read

  std::size_t bytes() const { return element_size * count; }
  std::size_t begin() const { return offset - kGuardBefore; }         // with the guard
  std::size_t end() const { return offset + bytes() + kGuardAfter; }  // with the guard
};

// A request as the runner receives it. Its buffers are in memfds.
struct request_message {
  std::uint64_t id = 0;  // random; the answer repeats it
  std::string exercise;
  std::string schedule;          // SIMCU_SCHEDULE, empty for unset
  std::string watch;             // SIMCU_WATCH, empty for unset
  bool counters = false;         // SIMCU_COUNTERS
  double kernel_seconds = 0;     // SIMCU_TIMEOUT
  std::size_t report_bytes = 0;  // size of the third memfd; 0 without a report
  std::map<std::string, std::int64_t> params;
  std::vector<buffer_layout> buffers;
  std::size_t image_bytes = 0;  // of each image
};

// An answer as the verifier receives it.
struct reply_message {
  reply kind = reply::runner_fault;
  std::uint64_t id = 0;
  std::string text;   // the refusal, the LAB_TODO's text, the error or what(); can be empty
  std::string error;  // cuda_error: such as "cudaErrorIllegalAddress"
  std::map<std::string, double> values;                // ready: "shared_of_block" and "memory", bytes
  std::vector<std::pair<std::string, double>> phases;  // name, milliseconds
  // `told` counts the bytes that host code sent to the simulated device (simcu/parted.h), which follow the
  // report's 0 in the third memfd. `told_more` counts bytes that were not kept, and buffers in host memory.
  std::uint64_t told = 0, told_more = 0;
  std::string device;      // ready: "NVIDIA H200", "simulated device"
  bool simulated = false;  // ready
};

// Parsing returns nullopt unless the fields have the right types and the buffers are inside the image. Never
// throws.
std::string to_text(const request_message& message);
std::string to_text(const reply_message& message);
std::optional<request_message> parse_request(const std::string& text);
std::optional<reply_message> parse_reply(const std::string& text);

enum class received { message, nothing, closed, too_long };
// Returns false if the other side has closed the socket.
bool send_packet(int socket, const std::string& text, const std::vector<int>& fds = {});
// `record` is a JSON object (simcu::fault_listener). Async-signal-safe.
bool send_fault(int socket, const char* record, std::size_t size);
// Returns the record if the packet is a fault. The record can be any text.
std::optional<std::string> fault_in(const std::string& packet);
// A LAB_TODO that was reached is sent at once, because the request may never get an answer.
bool send_unwritten(int socket, const char* text);
std::optional<std::string> unwritten_in(const std::string& packet);
// Receives one packet and, in `fds`, its descriptors (close-on-exec, owned by the caller). Without `wait`,
// returns `nothing` if there is no packet.
received receive_packet(int socket, bool wait, std::string& text, std::vector<int>& fds);

}  // namespace protocol
