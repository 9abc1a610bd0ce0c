// SPDX-License-Identifier: Apache-2.0
// SIMCU_RECORD=FILE: writes the replay string of the run, followed by lines that explain the switches.
//   first line: the string; then lines of words, which begin with `#`:
//   # launch NUMBER KERNEL BLOCKS POINTS
//   # switch LAUNCH BLOCK STEP THREAD KIND TO-BLOCK TO-THREAD(-1: any) PLACE(file:line or -); KIND:
//   point_kind # race … and # access …: see check/giving_way.h
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "schedule/policy.h"
#include "simcu/device.h"

namespace simcu {

struct launch;

class recorder {
 public:
  static recorder* instance();
  // Called before the first launch. Ends the process with a message and status 2 if the file cannot be
  // written.
  static void open();

  void behind(const std::string& suffixes) { suffixes_ = suffixes; }
  void launch_begins(unsigned number, const launch& grid);
  void launch_ends(std::uint64_t points);
  void at(const point& from, location where, const void* pc) { from_ = {from, where, pc}; }
  void switched(const target& to);  // at the point of the last at() call
  void note(const std::string& line);
  void write();

 private:
  struct origin {
    point from;
    location where = {nullptr, 0};
    const void* pc = nullptr;
  };
  struct described {
    unsigned launch;
    origin from;
    target to;
  };
  std::string path_, decisions_, suffixes_, kernel_;
  origin from_;
  unsigned launch_ = 0, written_launch_ = 0;
  std::uint64_t blocks_ = 0;
  std::vector<described> switches_;
  std::vector<std::string> notes_;
};

}  // namespace simcu
