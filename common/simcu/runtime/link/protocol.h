// SPDX-License-Identifier: Apache-2.0
// The messages from the host's process to the device's process, if the program has two (parted.h).
//
// The host sends packets through one SOCK_SEQPACKET socket. A packet is a list of records: one byte
// (`crossing`), a four-byte length, and that many bytes. The device answers each packet once, for its last
// record. Copied data goes through a window of shared pages.
//
// The device trusts nothing that it reads. Addresses must be in live allocations, in variables or in the
// window, and kernels must be instantiated by simcu's headers. A packet that breaks these rules ends the
// device's process.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/handles.h"
#include "base/observer.h"

namespace simcu {

enum class crossing : std::uint8_t {
  // ---- answered ----
  allocate,      // bytes, kind, callers: address, or 0
  release,       // address, transfer if in a stream, callers: whether it was an allocation
  free_bytes,    // : bytes
  copy,          // to, from, bytes, which sides are in the window, whether to tell the observer:
  fill,          // address, value, bytes:
  launch,        // configuration, kernel, arguments: an error, a fault, bytes of its __shared__ variables
  flush_output,  // :
  pin,           // address in the window, bytes, flags, callers:
  unpin,         // address, callers:
  reset,         // :
  host_access,   // address, bytes, write, strong, code address, callers:
  host_fault,    // address, write, code address, callers:
  host_dies,     // :
  programs,      // a number and bytes: bytes (the program's own, include/simcu/parted.h)
  // ---- not answered ----
  known,               // bytes, which later records refer to by number
  symbols,             // the __device__ variables, once
  allow_shared,        // kernel, bytes
  set_print_capacity,  // bytes
  transfer,            // from here on: runtime/base/observer.h
  allocated_in_stream,
  free_refused,
  transfer_refused,
  event_recorded,
  stream_waits,
  host_waits_for_stream,
  host_waits_for_event,
  host_waits_for_device,
  shift,
  fault  // a record of a failure in host code (include/simcu/report.h)
};
constexpr bool is_answered(crossing c) { return c <= crossing::programs; }
// The behaviour of kernels can depend on these records.
constexpr bool kernels_see(crossing c) {
  switch (c) {
    case crossing::allocate:
    case crossing::release:
    case crossing::copy:
    case crossing::fill:
    case crossing::launch:
    case crossing::pin:
    case crossing::unpin:
    case crossing::reset:
    case crossing::allow_shared:
      return true;
    default:
      return false;
  }
}

constexpr char kEndOfAnswer = '.';  // an empty packet would look like the end of the connection
constexpr std::size_t kLongestPacket = 128 << 10;
constexpr std::size_t kWindow = std::size_t{1} << 30;  // bytes of address space; pages are allocated on use
constexpr std::size_t kStaging = 1 << 20;              // at its start: data of one copy, or of a part of it

struct sent_stream {
  cudaStream_t plain;  // a default stream, if `named` has the number 0
  CUstream_st named;
};
struct sent_transfer {
  device_transfer what;
  sent_stream stream;
};

// Returns false on failure.
bool send_packet(int socket, const std::string& bytes);
// Returns nothing if the other side has closed the socket or the packet is too long.
std::optional<std::string> receive_packet(int socket);

}  // namespace simcu
