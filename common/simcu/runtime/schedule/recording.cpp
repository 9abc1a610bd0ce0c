// SPDX-License-Identifier: Apache-2.0
#include "schedule/recording.h"

#include <cstdio>
#include <cstdlib>

#include "base/settings.h"
#include "base/symbolize.h"
#include "device/launch.h"
#include "schedule/replay.h"

namespace simcu {
namespace {

constexpr std::size_t kMostDescribed = 2000, kMostNotes = 20000;
recorder* the_recorder = nullptr;

std::string place(const location& where, const void* pc) {
  if (where.file) return std::string(where.file) + ":" + std::to_string(where.line);
  const std::string line = pc ? source_line(pc) : "";
  return line.empty() ? "-" : line;
}

}  // namespace

recorder* recorder::instance() { return the_recorder; }

void recorder::open() {
  const char* path = environment("SIMCU_RECORD");
  if (the_recorder || !path || !*path) return;
  std::FILE* file = std::fopen(path, "w");
  if (!file) {
    std::fprintf(stderr, "simcu: SIMCU_RECORD=%s: this file cannot be written\n", path);
    std::fflush(nullptr);
    std::_Exit(2);
  }
  std::fclose(file);
  the_recorder = new recorder;
  the_recorder->path_ = path;
  std::atexit([] { the_recorder->write(); });
}

void recorder::launch_begins(unsigned number, const launch& grid) {
  launch_ = number;
  kernel_ = grid.body.name;
  blocks_ = grid.blocks;
  from_ = {};
}

void recorder::launch_ends(std::uint64_t points) {
  note("launch " + std::to_string(launch_) + " " + kernel_ + " " + std::to_string(blocks_) + " " +
       std::to_string(points));
}

void recorder::switched(const target& to) {
  const bool start = from_.from.kind == point_kind::start;
  decisions_ += launch_ != written_launch_ ? "/" + std::to_string(launch_) + ":" : ",";
  decisions_ += switch_text(start ? kAtStart : from_.from.block, from_.from.step, to);
  written_launch_ = launch_;
  if (switches_.size() < kMostDescribed) switches_.push_back({launch_, from_, to});
}

void recorder::note(const std::string& line) {
  if (notes_.size() < kMostNotes) notes_.push_back(line);
}

void recorder::write() {
  std::string out = "replay:" + program_fingerprint() + decisions_ + suffixes_ + "\n";
  for (const std::string& line : notes_) out += "# " + line + "\n";
  for (const described& s : switches_)
    out += "# switch " + std::to_string(s.launch) + " " + std::to_string(s.from.from.block) + " " +
           std::to_string(s.from.from.step) + " " + std::to_string(s.from.from.thread) + " " +
           std::to_string(static_cast<int>(s.from.from.kind)) + " " + std::to_string(s.to.block) + " " +
           std::to_string(s.to.thread) + " " + place(s.from.where, s.from.pc) + "\n";
  std::FILE* file = std::fopen(path_.c_str(), "w");
  const bool written =
      file && std::fwrite(out.data(), 1, out.size(), file) == out.size() && std::fclose(file) == 0;
  if (written) return;
  std::fprintf(stderr, "simcu: SIMCU_RECORD=%s: this file cannot be written\n", path_.c_str());
  std::fflush(nullptr);
  std::_Exit(2);
}

}  // namespace simcu
