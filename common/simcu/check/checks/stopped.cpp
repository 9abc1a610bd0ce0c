// SPDX-License-Identifier: Apache-2.0
#include "checks/stopped.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "device/launch.h"
#include "report/findings.h"

namespace simcu::check {
namespace {

// One side per place at which threads wait, from the runtime's text (block::describe_waiting):
//   block (1,0,0):
//     threads 0-15: at the barrier in FILE:LINE
std::vector<check::access> places(const std::string& text, dim3 block) {
  std::vector<check::access> out;
  std::istringstream lines(text);
  uint3 index{0, 0, 0};
  constexpr std::size_t kEnough = 8;
  for (std::string line; std::getline(lines, line) && out.size() < kEnough;) {
    unsigned x, y, z, rank;
    if (std::sscanf(line.c_str(), "  block (%u,%u,%u):", &x, &y, &z) == 3) index = {x, y, z};
    const std::size_t thread = line.find("    thread"), says = line.find(": ");
    if (thread != 0 || says == std::string::npos || std::sscanf(line.c_str() + 10, "%*[s ]%u", &rank) != 1)
      continue;
    check::access a;
    a.has_thread = true;
    a.block = index;
    a.thread = {rank % block.x, rank / block.x % block.y, rank / block.x / block.y};
    a.op = line.substr(says + 2);
    const std::size_t colon = a.op.rfind(':');
    const std::size_t in = a.op.rfind(" in ", colon), at = a.op.rfind(" at ", colon);
    const std::size_t before = in != std::string::npos ? in : at;
    if (colon != std::string::npos && before != std::string::npos && before + 4 < colon) {
      a.file = a.op.substr(before + 4, colon - before - 4);
      a.line = std::atoi(a.op.c_str() + colon + 1);
      const std::size_t mask = a.op.find(" with mask", colon);
      a.op = a.op.substr(0, before) + (mask == std::string::npos ? "" : a.op.substr(mask));
    }
    out.push_back(std::move(a));
  }
  return out;
}

}  // namespace

void stopped::launch_failed(const launch& grid) {
  finding f;
  f.kind = grid.kind;
  f.kernel = grid.body.name;
  f.message = grid.fault_text ? grid.fault_text : grid.message;
  f.accesses = places(grid.message + "\n" + grid.waiting, grid.block);
  if (f.accesses.empty()) {
    check::access side;
    side.pc = grid.pc;
    side.op = "stopped";
    f.accesses.push_back(side);
  } else {  // the places are told one by one
    const std::size_t end = f.message.find("\n");
    const std::size_t last = f.message.rfind("\n  ");
    if (last != std::string::npos && last > end && f.message[last + 3] != ' ')
      f.advice = f.message.substr(last + 3);
    f.message = f.message.substr(0, end);
  }
  report(std::move(f));
}

}  // namespace simcu::check
