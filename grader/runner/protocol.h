// SPDX-License-Identifier: Apache-2.0
// The messages between verifier and runner, used by both sides.
//
// There is one SOCK_SEQPACKET socket, with one JSON message per packet. The runner sends the first message
// (`ready` or `device_unavailable`). Then each request carries two memfds of equal size: the input image,
// which is sealed against writes, and the output image, which the runner fills before it answers. A request
// for the checkers' report carries a third memfd for its text, all zeros. Before the answer, or before the
// process ends without an answer, the runner may send faults, in which the simulated device reports a
// failure. The verifier trusts only the kind of an answer or fault, and checks the buffers itself.
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
constexpr std::size_t kMaxMessage = 64 * 1024;  // a longer packet is not an answer
constexpr std::size_t kMaxText = 8 * 1024;      // limit for a text in an answer; longer texts are cut
constexpr std::size_t kMaxReport =
    16 * 1024 * 1024;                    // limit for the checkers' report; a longer one is an error
constexpr std::size_t kAlignment = 256;  // bytes; the alignment of payloads in an image, as with cudaMalloc
constexpr std::size_t kGuardBefore = 4 * 1024;  // bytes before each payload; a multiple of kAlignment
constexpr std::size_t kGuardAfter =
    8 * 1024 + 1024;  // larger than 1024 doubles, which a block could store past the end

// The kinds of the runner's messages.
enum class reply {
  ready,               // the process has a device and waits for requests
  answered,            // the exercise returned, and the output image is filled
  refused,             // the exercise returned an error status; the output image is filled
  not_implemented,     // the student's code reached LAB_TODO
  cuda_error,          // a CUDA call or a kernel failed
  student_exception,   // the student's code threw
  bad_request,         // tests.cpp and adapter.cu do not match: the grader's fault
  device_unavailable,  // there is no GPU, or its driver does not match: not the code's fault
  runner_fault         // the runner itself failed (out of host memory, a broken request): the grader's fault
};
const char* name_of(reply kind);
std::optional<reply> reply_named(const std::string& name);

// A buffer, and the place of its payload in the image.
struct buffer_layout {
  std::string name;
  std::string type;  // the element type in messages: "uint32"
  std::size_t element_size = 0;
  std::size_t count = 0;   // elements
  std::size_t offset = 0;  // where the payload begins in the image; a multiple of kAlignment
  bool null = false;       // the exercise gets a null pointer; there is no payload
  bool unset = false;      // an output, whose initial content the exercise does not read

  std::size_t bytes() const { return element_size * count; }
  std::size_t begin() const { return offset - kGuardBefore; }  // the start of the guard before the payload
  std::size_t end() const { return offset + bytes() + kGuardAfter; }  // the end of the guard after it
};

// A request as the runner receives it. Its buffers are in memfds.
struct request_message {
  std::uint64_t id = 0;  // random; the answer repeats it
  std::string exercise;
  std::string schedule;          // SIMCU_SCHEDULE, empty for unset
  std::string watch;             // SIMCU_WATCH, empty for unset
  bool counters = false;         // SIMCU_COUNTERS
  double kernel_seconds = 0;     // SIMCU_TIMEOUT
  std::size_t report_bytes = 0;  // size of the third memfd, for the checkers' report; 0: no report
  std::map<std::string, std::int64_t> params;
  std::vector<buffer_layout> buffers;
  std::size_t image_bytes = 0;  // the size of each image
};

// An answer, as the verifier receives it.
struct reply_message {
  reply kind = reply::runner_fault;
  std::uint64_t id = 0;
  std::string text;   // the refusal, the LAB_TODO's text, the error or what(); can be empty
  std::string error;  // cuda_error: the error's name, such as "cudaErrorIllegalAddress"
  std::map<std::string, double> values;                // ready: "shared_of_block" and "memory", bytes
  std::vector<std::pair<std::string, double>> phases;  // name, milliseconds
  // On the simulated device: the number of bytes that host code sent to the device (simcu/parted.h). They are
  // in the third memfd, after the report and its 0. told_more counts the further bytes, which were not kept.
  std::uint64_t told = 0, told_more = 0;
  std::string device;      // ready: "NVIDIA H200", "simulated device"
  bool simulated = false;  // ready
};

// Conversion to and from JSON. Parsing accepts only well-formed messages whose fields have the right types
// and whose buffers are inside the image. For any other text it returns nullopt; it never throws.
std::string to_text(const request_message& message);
std::string to_text(const reply_message& message);
std::optional<request_message> parse_request(const std::string& text);
std::optional<reply_message> parse_reply(const std::string& text);

// ---- the socket ----

enum class received { message, nothing, closed, too_long };
// Sends one packet with the given file descriptors. Returns false if the other side has closed the socket.
bool send_packet(int socket, const std::string& text, const std::vector<int>& fds = {});
// Sends a fault: `record` is a JSON object (simcu::fault_listener). Async-signal-safe.
bool send_fault(int socket, const char* record, std::size_t size);
// Returns the record in this packet, if it is a fault. The record can be any text.
std::optional<std::string> fault_in(const std::string& packet);
// Sends and reads the text of the LAB_TODO that was reached. It is sent at once, in case the request never
// gets an answer.
bool send_unwritten(int socket, const char* text);
std::optional<std::string> unwritten_in(const std::string& packet);
// Receives one packet and its file descriptors, in `fds` (close-on-exec, owned by the caller). Without
// `wait`, returns `nothing` if there is no packet.
received receive_packet(int socket, bool wait, std::string& text, std::vector<int>& fds);

}  // namespace protocol
