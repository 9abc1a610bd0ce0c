// SPDX-License-Identifier: Apache-2.0
// SIMCU_WATCH=WHAT, read at each launch: the history of one element of memory. Every access to it is
// recorded, in the order in which they happened. WHAT is one of
//
//   NAME             a __device__ variable
//   NAME[i][j]…      an element of what a kernel's pointer parameter points to, of a shared array, or of a
//                    __device__ array, as the code would write it; NAME[i] counts through all dimensions
//   NAME[i]@x,y,z    the element of a shared array in one block only (y and z may be left out)
//   N:offset:bytes   bytes (4 if left out) of the memory of cudaMalloc number N of the program, from 0
//
// Other text ends the program with status 2. An element of global memory stays watched, whatever name later
// kernels give it, until it is freed, or until the name means another element in a later launch.
//
// The report (SIMCU_REPORT, simcu::take_report()) gets, if anything was recorded since the last one,
//   "history":[{"step":12,"kernel":"scan_kernel","block":[1,0,0],"thread":[0,0,0],"op":"read",
//     "barriers":0,"file":"scan.cu","line":29,"source":"…","before":"10","after":"10"}, …],
//   "history_left_out":0
// Anything that no report has returned is printed at the end of the program. Values of "op":
//
//   read, write                 plain accesses
//   strong read, strong write   volatile accesses
//   atomic, atomic read         it wrote; it did not write
//   launch                      what the next kernel that accesses it finds; no block, thread or place
//   host write                  cudaMemcpy and cudaMemset, also on the device; no block, thread or place
//
// "step" counts all accesses of the launch, to any memory. Histories of several elements can be combined if
// their runs had one schedule. "barriers" counts those that the block has passed in the launch. The first and
// the last kKept steps are kept; the steps between them are only counted.
#pragma once
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "step.h"
#include "tools/tool.h"

namespace simcu::check::watching {

class history final : public tool {
 public:
  static constexpr std::size_t kKept = 200;

  static history& instance();
  void print() const;  // what is kept, to stderr

  void access(const event& e) override;
  void atomic(const event& e, bool reads, bool writes) override;
  void add_to_report(json& report) override;
  bool follows_launch() const override { return on_; }
  void launch_begins(launch& grid) override;
  void launch_ends(launch& grid) override;
  void block_begins(block& b) override;
  void block_runs(block& b) override;
  void block_ends(block& b) override;
  void barrier_opens(block& b) override;
  void array_appears(block& b, const named_array& a) override;
  void allocated(void* address, std::size_t bytes) override;
  void freed(void* address, std::size_t bytes) override;
  void written_by_host(void* address, std::size_t bytes) override;
  void copied_on_device(void* to, const void* from, std::size_t bytes) override;

 private:
  // Where the element is. Shared arrays have one per resident block.
  struct target {
    std::uintptr_t address = 0;
    std::size_t bytes = 0;
    array_shape shape;
    std::string value;  // as of the last step
  };

  void read_wish();
  void find(const launch& grid);
  static std::string text_at(const target& t);
  bool locate(target& t, const void* array, std::size_t array_bytes, const array_shape& shape) const;
  target* touched(const event& e);
  void record(target& t, const char* op, const event* e);
  void settle();
  void keep(step s);

  element_wanted wanted_;
  bool on_ = false, ever_ = false, taken_ = false;
  target global_;  // or a device variable
  std::map<const block*, target> shared_;
  std::map<const block*, std::uint64_t> barriers_;
  block* running_ = nullptr;
  const char* kernel_ = "";
  std::uint64_t accesses_ = 0;  // of this launch
  std::string found_;           // by this launch in global_; empty once that is recorded
  step open_;                   // a write that has been announced and not yet happened
  target* open_target_ = nullptr;
  std::vector<step> first_;
  std::deque<step> last_;
  std::uint64_t left_out_ = 0;
  std::set<std::string> names_;  // that could have been watched
  struct allocation {
    const void* address;
    std::size_t bytes;
  };
  std::map<std::int64_t, allocation> allocations_;
  std::int64_t allocations_made_ = 0;
};

}  // namespace simcu::check::watching
