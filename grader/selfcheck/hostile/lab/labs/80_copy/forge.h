// SPDX-License-Identifier: Apache-2.0
// For submissions that talk to the grader in the runner's place, from a constructor. Descriptor 3 is the
// socket. grader/runner/protocol.h describes the messages.
#pragma once
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <string>

inline void say(const std::string& text) { send(3, text.data(), text.size(), MSG_NOSIGNAL); }

inline void greet() {
  say(R"({"kind":"ready","id":0,"text":"","error":"","values":{},"phases":[],"device":"forged","simulated":true})");
}

// Returns the number of the next request; `fds` gets its descriptors. Ends the process if there is none.
inline std::string next_request(int* fds) {
  static char text[1 << 16];
  alignas(cmsghdr) char control[256];
  iovec part{text, sizeof text};
  msghdr header{};
  header.msg_iov = &part, header.msg_iovlen = 1;
  header.msg_control = control, header.msg_controllen = sizeof control;
  const ssize_t size = recvmsg(3, &header, 0);
  if (size <= 0) _exit(0);
  for (cmsghdr* c = CMSG_FIRSTHDR(&header); c != nullptr; c = CMSG_NXTHDR(&header, c))
    for (int i = 0; i < 2; ++i) fds[i] = reinterpret_cast<int*>(CMSG_DATA(c))[i];
  const std::string request(text, static_cast<std::size_t>(size));
  const std::size_t at = request.find("\"id\":") + 5;
  return request.substr(at, request.find_first_not_of("0123456789", at) - at);
}

inline std::string reply(const std::string& kind, const std::string& id, const std::string& phases = "[]") {
  return "{\"kind\":\"" + kind + "\",\"id\":" + id +
         ",\"text\":\"forged\",\"error\":\"\",\"values\":{},\"phases\":" + phases +
         ",\"device\":\"\",\"simulated\":true}";
}
