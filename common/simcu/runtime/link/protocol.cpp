// SPDX-License-Identifier: Apache-2.0
#include "link/protocol.h"

#include <sys/socket.h>

#include <cerrno>

namespace simcu {

bool send_packet(int socket, const std::string& bytes) {
  ssize_t sent = 0;
  do sent = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(bytes.size());
}

std::optional<std::string> receive_packet(int socket) {
  static thread_local char room[kLongestPacket];
  ssize_t size = 0;
  do size = recv(socket, room, sizeof room, MSG_TRUNC);
  while (size < 0 && errno == EINTR);
  if (size <= 0 || static_cast<std::size_t>(size) > sizeof room) return {};
  return std::string(room, static_cast<std::size_t>(size));
}

}  // namespace simcu
