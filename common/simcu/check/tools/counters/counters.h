// SPDX-License-Identifier: Apache-2.0
// Counts the kernels' memory requests, sectors, bank conflicts, atomics and barriers on the simulated
// machine, not in SASS (docs/simcu_counters.md says where the counts differ).
//
// Off unless the environment variable SIMCU_COUNTERS is set when a kernel is launched. The value 1 prints a
// table at the end of the program. A file name also writes the JSON below to that file. The reports of
// SIMCU_REPORT and simcu::take_report() get these members for counted kernels. Returned counts are then
// reset, and `peak` is the maximum since the last reset.
//
//   "counters":[{"kernel":"scan_kernel", "launches":2, "blocks":64, "threads":16384,
//     "barriers_per_block":{"min":3,"max":3,"total":192},
//     "global_load":{"requests":n,"sectors":n,"sectors_per_request":x,"bytes":n},   bytes that lanes request
//     "global_store":{…the same…},
//     "shared_load":{"requests":n,"wavefronts":n,"wavefronts_per_request":x,"conflicts":n,"bytes":n},
//     "shared_store":{…the same…},
//     "atomics":{"global":n,"shared":n,"global_requests":n,"shared_requests":n,
//       "global_sectors":n,"shared_wavefronts":n,"largest_on_one_address":n},
//     "steps":{"work":n,"span":n},                          steps.h; the sum over all launches
//     "estimated":false,                                    true if some counts are extrapolated (see below)
//     "each_launch":[{"blocks":n,"threads":n,"barriers":n,"steps":…,"global_load":…, … "atomics":…}, …],
//                                                           at most 64
//     "lines":[{"file":"scan.cu","line":12,"op":"global_load","requests":n,"sectors":n,
//       "example":{"cost":n,"bytes":4,"lanes":[[0,128],[1,132],…]}}, …]}, …],
//                      the most expensive request, as each lane and its first byte, counted from a multiple
//                      of 128 (so byte / 4 % 32 is its bank)
//   "steps":{"work":n,"span":n},                                            the sum over all kernels
//   "memory":{"live":n,"peak":n},                                           bytes of device memory
//   "copied":{"to_host":n,      bytes that became readable by the host, through copies, the kernels' printf
//                               output (counted in "printed"), and the kernels' stores to pinned or managed
//                               memory
//     "printed":n,"from_host":n},         bytes that were copied from the host
//   "variables":{"bytes":n}                               bytes of the __device__ variables that kernels used
//
// A request is one memory instruction of one warp. A sector is 32 bytes of global memory. A wavefront is one
// pass over the 32 banks of shared memory. Conflicts are the extra wavefronts that bank conflicts cause.
// atomics.global and .shared count operations of single threads. largest_on_one_address is the largest number
// of lanes that access one address in one request.
//
// The recorded accesses are limited. After kMostTouches accesses without a barrier, further accesses are
// extrapolated from recorded accesses at the same place in the code.
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "requests.h"
#include "steps.h"
#include "tools/tool.h"

namespace simcu::check::counting {

struct kernel_counts {
  std::uint64_t launches = 0, blocks = 0, threads = 0;
  std::uint64_t barriers = 0, least_barriers = ~std::uint64_t{0}, most_barriers = 0;
  std::uint64_t work = 0, span = 0;  // in steps
  bool estimated = false;
  std::vector<site_counts> sites;
  void add(const kernel_counts& other);
};

class counters final : public tool {
 public:
  static constexpr std::size_t kMostTouches = std::size_t{1} << 23;  // for all resident blocks, 16 bytes each

  static counters& instance();
  void add_members(json& report) const;
  std::string as_lines() const;
  std::string table() const;

  void access(const event& e) override;
  void access_elsewhere(const event& e) override;
  void atomic(const event& e, bool reads, bool writes) override;
  void add_to_report(json& report) override;
  bool finish() override;
  bool follows_launch() const override { return on_; }
  void launch_begins(launch& grid) override;
  void launch_ends(launch& grid) override;
  void block_begins(block& b) override;
  void block_runs(block& b) override;
  void block_ends(block& b) override;
  void barrier_opens(block& b) override;
  void lanes_meet(block& b, unsigned warp, unsigned lanes) override;
  void warp_synchronises(block& b, unsigned warp, unsigned lanes) override;
  void grid_barrier_opens(launch& grid) override;
  void allocated(void* address, std::size_t bytes) override;
  void freed(void* address, std::size_t bytes) override;
  void transfer(const device_transfer& what) override;
  void moved(const void* to, const void* from, std::size_t bytes) override;
  void pinned(const void* address, std::size_t bytes, bool still) override;
  void printed(std::size_t bytes) override;

 private:
  struct live_warp {
    warp_traces traces;
    std::map<site, std::uint64_t> skipped;  // accesses beyond the limit
  };
  struct live_block {
    std::vector<live_warp> warps;
    unsigned threads = 0;
    std::uint64_t barriers = 0;
    block_steps steps;
  };
  struct kernel {
    std::string name;
    kernel_counts sum;
    std::vector<kernel_counts> launches;
  };

  void record(const event& e, op what, bool may_be_update);
  static const char* wanted();  // null if counting is off
  void use_variable(const void* address);
  bool host_reads(const void* address) const;
  void runs(block* b);  // null if none runs
  void converged(live_block& b);
  void converged(live_warp& w);
  void extrapolate(live_warp& w);
  void end(live_block& b);

  bool on_ = false, wanted_ = false;
  std::size_t touches_per_lane_ = 0;
  std::unordered_map<block*, live_block> blocks_;
  block* running_ = nullptr;
  live_block* live_ = nullptr;
  kernel_counts now_;
  std::uint64_t grid_clock_ = 0;  // the clock at the blocks' last grid.sync()
  std::vector<kernel> kernels_;
  std::map<const void*, std::size_t> allocations_;
  std::map<const void*, std::size_t> shared_with_host_;
  std::size_t memory_ = 0, peak_ = 0, to_host_ = 0, printed_ = 0, from_host_ = 0;
  dearest_requests examples_;
  std::map<const void*, std::size_t> variables_;
};

}  // namespace simcu::check::counting
