// SPDX-License-Identifier: Apache-2.0
#include "link/protocol.h"

#include <sched.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <mutex>

namespace simcu {

bool send_packet(int socket, const std::string& bytes) {
  ssize_t sent = 0;
  do sent = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(bytes.size());
}

std::optional<std::string> receive_packet(int socket) {
  // Not thread-local: kernels can load thread-local variables, and must not find unlogged bytes there.
  static const auto room = std::make_unique<std::array<char, kLongestPacket>>();
  static std::mutex in_use;
  const std::lock_guard<std::mutex> lock(in_use);
  ssize_t size = 0;
  // The answer usually comes soon, and a few yields take less time than a wake-up.
  constexpr int kGivesWay = 3;
  for (int turn = 0; turn <= kGivesWay; ++turn) {
    const int wait = turn == kGivesWay ? 0 : MSG_DONTWAIT;
    do size = recv(socket, room->data(), room->size(), MSG_TRUNC | wait);
    while (size < 0 && errno == EINTR);
    if (size >= 0 || errno != EAGAIN) break;
    sched_yield();
  }
  if (size <= 0 || static_cast<std::size_t>(size) > room->size()) return {};
  std::string packet(room->data(), static_cast<std::size_t>(size));
  std::fill_n(room->begin(), packet.size(), '\0');
  return packet;
}

}  // namespace simcu
