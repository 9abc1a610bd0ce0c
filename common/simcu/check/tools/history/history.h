// SPDX-License-Identifier: Apache-2.0
// Records the history of one element of memory: all accesses to it, in the order in which they happened.
// SIMCU_WATCH=WHAT, which is read at each launch, names the element. WHAT is one of
//
//   NAME             a __device__ variable
//   NAME[i][j]…      an element, as in the code, of the array that a kernel's pointer parameter points to,
//                    of a shared array, or of a __device__ array; NAME[i] is a flattened index
//   NAME[i]@x,y,z    an element of a shared array in only one block (y and z are optional)
//   N:offset:bytes   bytes (4 by default) of the memory from cudaMalloc number N, counted from 0
//
// Any other text ends the program with status 2. An element of global memory stays watched, whatever name
// later kernels give it, until it is freed or until the name means another element in a later launch.
//
// If anything was recorded since the last report (SIMCU_REPORT, simcu::take_report()), the next one gets
//   "history":[{"step":12,"kernel":"scan_kernel","block":[1,0,0],"thread":[0,0,0],"op":"read",
//     "barriers":0,"file":"scan.cu","line":29,"source":"…","before":"10","after":"10"}, …],
//   "history_left_out":0
// Steps that no report has returned are printed at the end of the program. The values of "op" are
//
//   read, write                 plain accesses
//   strong read, strong write   volatile accesses
//   atomic, atomic read         atomic operations that wrote, and those that did not
//   launch                      the value that the next kernel to use it finds; no block, thread or place
//   host write                  cudaMemset and cudaMemcpy, even within the device; no block, thread or place
//
// "step" counts the launch's accesses to any memory. Histories of several elements can be combined if their
// runs had the same schedule. "barriers" is the number of barriers that the block has passed in the launch.
// The first and the last kKept steps are kept, and the steps between them are only counted.
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
  void print() const;

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
  // An element of a shared array has one place per resident block.
  struct target {
    std::uintptr_t address = 0;
    std::size_t bytes = 0;
    array_shape shape;
    std::string value;
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
  target global_;
  std::map<const block*, target> shared_;
  std::map<const block*, std::uint64_t> barriers_;
  block* running_ = nullptr;
  const char* kernel_ = "";
  std::uint64_t accesses_ = 0;
  std::string found_;  // global_'s value when this launch began; empty once it is recorded
  step open_;          // announced but not yet written
  target* open_target_ = nullptr;
  std::vector<step> first_;
  std::deque<step> last_;
  std::uint64_t left_out_ = 0;
  std::set<std::string> names_;
  struct allocation {
    const void* address;
    std::size_t bytes;
  };
  std::map<std::int64_t, allocation> allocations_;
  std::int64_t allocations_made_ = 0;
};

}  // namespace simcu::check::watching
