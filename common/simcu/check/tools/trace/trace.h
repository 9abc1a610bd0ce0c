// SPDX-License-Identifier: Apache-2.0
// With SIMCU_TRACE=file.json, writes what ran where, in logical time, for ui.perfetto.dev. Keeps at most
// SIMCU_TRACE_SLICES slices (default 200000). If the file cannot be written, the program exits with status 2
// before main.
//
// Logical time is the same in every run. A thread's clock advances by 1 at each access to global memory,
// shared memory or a device variable. A barrier sets its threads' clocks to the largest of them. A strong
// read does not come before the write that it reads. An atomic operation that itself writes waits only for
// writes after a fence, so counters do not make blocks run one after another. The clock of a thread that
// polls a flag stands still. In a race, the access that ran first is earlier.
//
// In the order in which blocks began, each takes the slot that becomes free first, so blocks that a GPU could
// run at the same time overlap. A copy, or an action of the host, takes one unit of time. Streams, events and
// the host wait for each other by CUDA's rules.
#pragma once
#include <map>
#include <unordered_map>
#include <vector>

#include "file.h"
#include "streams.h"
#include "tools/tool.h"

namespace simcu::check::tracing {

inline std::uint64_t number_in(dim3 shape, uint3 index) {
  return index.x + std::uint64_t{shape.x} * (index.y + std::uint64_t{shape.y} * index.z);
}

class tracer final : public tool {
 public:
  // Returns null unless SIMCU_TRACE was set when the program began.
  static tracer* instance();

  void access(const event& e) override;
  void atomic(const event& e, bool reads, bool writes) override;
  void found(const finding& f) override;
  void launch_begins(launch& grid) override;
  void launch_ends(launch& grid) override;
  void block_begins(block& b) override;
  void block_runs(block& b) override;
  void block_ends(block& b) override;
  void barrier_opens(block& b) override;
  void warp_synchronises(block& b, unsigned warp, unsigned lanes) override;
  void grid_barrier_opens(launch& grid) override;
  void fence(bool whole_device, bool releases) override;
  void transfer(const device_transfer& t) override;
  void event_recorded(cudaEvent_t event, cudaStream_t stream) override;
  void stream_waits(cudaStream_t stream, cudaEvent_t event) override;
  void host_waits_for_stream(cudaStream_t stream) override;
  void host_waits_for_event(cudaEvent_t event) override;
  void host_waits_for_device() override;
  bool finish() override;

 private:
  // For each place in the code, the time + 1 at which the block last ran it, or 0.
  struct block_past {
    track where = 0;
    ticks end = 0;
    std::vector<ticks> places;
  };
  struct live_block {
    block* runs = nullptr;
    phase now;
    block_past past;
    std::vector<ticks> clocks;
    struct polling {
      const void* pc = nullptr;
      std::uintptr_t address = 0;
      ticks time = 0;
    };
    std::vector<polling> polls;
    bool fenced = false;
  };
  struct variable {
    ticks written = 0;
    ticks released = 0;  // the last strong write after a fence
  };
  struct launch_past {
    dim3 shape;
    std::map<std::uint64_t, block_past> blocks;  // by number in the grid
  };

  tracer() = default;
  void step(const event& e);
  void poll(const event& e);
  void join(ticks t);
  void cut(live_block& live, ending by, location at, ticks next);
  ticks latest(const live_block& live) const;
  void end(std::uint64_t number, live_block& live, ending by);
  track take_slot(std::uint64_t number, ticks& start);
  std::size_t place(const void* pc);
  marked_access locate(const check::access& a) const;
  void host_work(std::string name, json arguments);
  void host_waits(ticks until, const char* name);

  trace_file file_;
  std::string path_;
  int process_ = 0;
  stream_times times_;
  launch* grid_ = nullptr;
  std::uint32_t launches_ = 0;
  dim3 shape_;
  ticks launch_start_ = 0, launch_end_ = 0;
  track launch_track_ = kHostTrack;
  std::map<std::uint64_t, live_block> blocks_;  // by number in the grid
  live_block* live_ = nullptr;
  block* running_ = nullptr;
  std::unordered_map<std::uintptr_t, variable> variables_;
  std::map<std::pair<unsigned, unsigned>, ticks> slots_;  // when each (slot, multiprocessor) becomes free
  std::map<std::uint64_t, std::pair<unsigned, unsigned>> taken_;
  std::vector<launch_past> pasts_;
  std::size_t pasts_kept_ = 0;
  std::unordered_map<const void*, std::size_t> places_;
};

}  // namespace simcu::check::tracing
