// SPDX-License-Identifier: Apache-2.0
#include "record.h"

#include <fmt/format.h>

#include <sstream>

namespace explore {
namespace {

// The values of simcu::point_kind, in the same order.
enum { at_start, at_barrier, at_grid_barrier, at_atomic, at_access, at_written, at_thread, at_spin, at_end };

void read_string(const std::string& line, record& r) {
  const std::size_t plus = line.find('+');
  if (plus != std::string::npos) r.suffixes = line.substr(plus);
  std::istringstream parts(line.substr(0, plus));
  std::getline(parts, r.program, '/');
  for (std::string part; std::getline(parts, part, '/');) {
    const std::size_t colon = part.find(':');
    const auto launch = static_cast<unsigned>(std::stoul(part));
    std::istringstream list(part.substr(colon + 1));
    for (std::string d; std::getline(list, d, ',');) r.decisions.push_back({launch, d});
  }
}

}  // namespace

record read_record(const std::string& text) {
  record r;
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  read_string(line, r);
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string hash, what, operation;
    words >> hash >> what;
    if (what == "launch") {
      launched l;
      words >> l.number >> l.kernel >> l.blocks >> l.points;
      r.launches.push_back(l);
    } else if (what == "switch") {
      described_switch s;
      words >> s.launch >> s.block >> s.step >> s.thread >> s.kind >> s.to_block >> s.to_thread;
      std::getline(words >> std::ws, s.place);
      r.switches.push_back(s);
    } else if (what == "race") {
      race x;
      words >> x.launch >> x.subkind >> x.earlier.offset >> x.earlier.block >> x.earlier.thread >>
          x.later.offset >> x.later.block >> x.later.thread;
      r.races.push_back(x);
    } else if (what == "access") {
      logged_access a;
      words >> a.launch >> a.block >> a.step >> a.thread >> a.offset >> operation >> std::hex >> a.address >>
          std::dec >> a.bytes >> std::hex >> a.value;
      a.write = operation == "w";
      if (a.bytes < 8) a.value &= (std::uint64_t{1} << 8 * a.bytes) - 1;
      r.accesses.push_back(a);
    }
  }
  return r;
}

std::string replay_string(const record& r, const std::vector<decision>& decisions) {
  std::string out = r.program;
  unsigned launch = 0;
  for (const decision& d : decisions) {
    out += d.launch != launch ? fmt::format("/{}:", d.launch) : ",";
    out += d.text;
    launch = d.launch;
  }
  return out + r.suffixes;
}

std::vector<std::string> in_words(const record& r) {
  std::vector<std::string> out;
  unsigned launch = 0;
  for (const described_switch& s : r.switches) {
    std::string begin;
    if (s.launch != launch && (launch != 0 || r.launches.size() > 1)) {
      std::string kernel;
      for (const launched& l : r.launches)
        if (l.number == s.launch) kernel = " of `" + l.kernel + "`";
      begin = fmt::format("In launch {}{}: ", s.launch, kernel);
    }
    launch = s.launch;
    const std::string then = s.to_thread >= 0
                                 ? fmt::format("thread {} of block {} runs", s.to_thread, s.to_block)
                                 : fmt::format("block {} runs", s.to_block);
    const std::string in = s.place == "-" ? "" : " in " + s.place;
    switch (s.kind) {
      case at_start:
        out.push_back(begin + fmt::format("block {} runs first.", s.to_block));
        break;
      case at_barrier:
        out.push_back(begin +
                      fmt::format("block {} runs through its barrier{}; then {}.", s.block, in, then));
        break;
      case at_grid_barrier:
        out.push_back(begin + fmt::format("block {} has reached the grid barrier; {}.", s.block, then));
        break;
      case at_atomic:
      case at_access:
        out.push_back(begin + fmt::format("block {} stops just before thread {} makes its {}{}; {}.", s.block,
                                          s.thread, s.kind == at_atomic ? "atomic operation" : "access", in,
                                          then));
        break;
      case at_written:
        out.push_back(begin + fmt::format("block {} stops after a write that others can see, just before "
                                          "thread {} continues{}; {}.",
                                          s.block, s.thread, in, then));
        break;
      case at_thread:
        out.push_back(begin + fmt::format("block {} must continue with another thread; {}.", s.block, then));
        break;
      case at_spin:
        out.push_back(begin + fmt::format("block {} only waits; {}.", s.block, then));
        break;
      case at_end:
        out.push_back(begin + fmt::format("block {} has ended; {}.", s.block, then));
        break;
    }
  }
  if (!out.empty())
    out.push_back(
        "Everything else is as under fifo: a stopped block continues when the running one has ended "
        "or waits.");
  return out;
}

}  // namespace explore
