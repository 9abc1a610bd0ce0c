// SPDX-License-Identifier: Apache-2.0
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "protocol.h"

namespace protocol {
namespace {

constexpr std::size_t kMaxFds = 4;
constexpr std::size_t kMaxUnwritten = 200;  // bytes per text
constexpr char kFaultBegins[] = R"({"kind":"fault","fault":)";
constexpr char kFaultEnds[] = "}";
// Not JSON, because this code must not allocate memory.
constexpr char kUnwrittenBegins[] = "unwritten:";

bool send_whole(int socket, const msghdr& header, std::size_t size) {
  ssize_t sent;
  do sent = sendmsg(socket, &header, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(size);
}

bool send_parts(int socket, iovec* parts, std::size_t count) {
  std::size_t size = 0;
  for (std::size_t i = 0; i < count; ++i) size += parts[i].iov_len;
  if (size > kMaxMessage) return false;
  msghdr header{};
  header.msg_iov = parts;
  header.msg_iovlen = count;
  return send_whole(socket, header, size);
}

}  // namespace

bool send_packet(int socket, const std::string& text, const std::vector<int>& fds) {
  iovec part{const_cast<char*>(text.data()), text.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(kMaxFds * sizeof(int))] = {};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  if (!fds.empty() && fds.size() <= kMaxFds) {
    header.msg_control = control;
    header.msg_controllen = CMSG_SPACE(fds.size() * sizeof(int));
    cmsghdr* rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(fds.size() * sizeof(int));
    std::memcpy(CMSG_DATA(rights), fds.data(), fds.size() * sizeof(int));
  }
  return send_whole(socket, header, text.size());
}

bool send_fault(int socket, const char* record, std::size_t size) {
  iovec parts[3] = {{const_cast<char*>(kFaultBegins), sizeof kFaultBegins - 1},
                    {const_cast<char*>(record), size},
                    {const_cast<char*>(kFaultEnds), sizeof kFaultEnds - 1}};
  return send_parts(socket, parts, 3);
}

std::optional<std::string> fault_in(const std::string& packet) {
  constexpr std::size_t kBegin = sizeof kFaultBegins - 1, kEnd = sizeof kFaultEnds - 1;
  if (packet.rfind(kFaultBegins, 0) != 0 || packet.size() < kBegin + kEnd) return std::nullopt;
  return packet.substr(kBegin, packet.size() - kBegin - kEnd);
}

bool send_unwritten(int socket, const char* text) {
  iovec parts[2] = {{const_cast<char*>(kUnwrittenBegins), sizeof kUnwrittenBegins - 1},
                    {const_cast<char*>(text), strnlen(text, kMaxUnwritten)}};
  return send_parts(socket, parts, 2);
}

std::optional<std::string> unwritten_in(const std::string& packet) {
  constexpr std::size_t kBegin = sizeof kUnwrittenBegins - 1;
  if (packet.rfind(kUnwrittenBegins, 0) != 0) return std::nullopt;
  return packet.substr(kBegin, kMaxUnwritten);
}

received receive_packet(int socket, bool wait, std::string& text, std::vector<int>& fds) {
  text.resize(kMaxMessage);
  fds.clear();
  iovec part{text.data(), text.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(kMaxFds * sizeof(int))] = {};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof control;
  ssize_t size;
  do size = recvmsg(socket, &header, MSG_CMSG_CLOEXEC | (wait ? 0 : MSG_DONTWAIT));
  while (size < 0 && errno == EINTR);
  if (size < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? received::nothing : received::closed;
  for (cmsghdr* rights = CMSG_FIRSTHDR(&header); rights != nullptr; rights = CMSG_NXTHDR(&header, rights)) {
    if (rights->cmsg_level != SOL_SOCKET || rights->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (rights->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    fds.resize(count);
    std::memcpy(fds.data(), CMSG_DATA(rights), count * sizeof(int));
  }
  if ((header.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0) return received::too_long;
  if (size == 0 && fds.empty()) return received::closed;
  text.resize(static_cast<std::size_t>(size));
  return received::message;
}

}  // namespace protocol
