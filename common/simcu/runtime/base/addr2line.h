// SPDX-License-Identifier: Apache-2.0
// What addr2line says, read: for the runtime, which asks about its own program, and for whoever asks in its
// place because the program may start no process.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

namespace simcu {

inline bool is_known_line(const std::string& line) {
  const std::size_t colon = line.rfind(':');
  return colon != std::string::npos && colon > 0 && line[0] != '?' && line[colon + 1] != '?' &&
         line.substr(colon) != ":0";
}

// A line in a header of the simulated device.
inline bool is_devices_own_line(const std::string& line) {
  return line.find("/include/simcu/") != std::string::npos ||
         line.find("/include/cooperative_groups") != std::string::npos;
}

// Of the output of `addr2line -a -i`, for each address in its order: the innermost line that is not in a
// header of the simulated device (the lines that inlined functions were called from follow the innermost
// one); if all are, the innermost; "" if none is known.
inline std::vector<std::string> users_lines(const std::string& output) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < output.size();) {
    const std::size_t end = std::min(output.find('\n', at), output.size());
    std::string line = output.substr(at, end - at);
    at = end + 1;
    if (line.rfind("0x", 0) == 0 && line.find(':') == std::string::npos) {
      lines.emplace_back();
      continue;
    }
    line.resize(std::min(line.size(), line.rfind(" (discriminator ")));  // paths within a line
    if (lines.empty() || !is_known_line(line)) continue;
    std::string& users = lines.back();
    if (users.empty() || (is_devices_own_line(users) && !is_devices_own_line(line))) users = line;
  }
  return lines;
}

}  // namespace simcu
