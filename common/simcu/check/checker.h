// SPDX-License-Identifier: Apache-2.0
// The checkers' common state: which block runs, who is who, and the shadow of every kind of memory.
#pragma once
#include <memory>
#include <unordered_map>
#include <vector>

#include "block.h"
#include "observer.h"
#include "report/findings.h"
#include "state/clock.h"
#include "state/event.h"
#include "state/order.h"
#include "state/shadow.h"
#include "state/traces.h"
#include "state/values.h"

namespace simcu::check {

// A block that is resident now.
struct live_block {
  std::unique_ptr<block_clock> clock;
  std::unique_ptr<shadow_range> shared;
  struct array {
    std::uintptr_t address;
    std::size_t bytes;
    const char* name;
  };
  std::vector<array> arrays;       // what may be accessed
  std::vector<named_array> names;  // what reports call it
};

// Where an access goes, for reports.
struct known_place {
  place where;
  value_kind kind = value_kind::unknown;  // of the elements
  std::size_t element = 0;
};

// A variable that strong operations used to pass on what fences released.
struct sync_variable {
  std::shared_ptr<const knowledge> device, block;  // released to the device; to one block
  std::uint32_t instance = 0;                      // that block
};

class checker : public observer {
 public:
  static checker& instance() { return the_one_ ? *the_one_ : make(); }

  // ---- called by the instrumented code, while a kernel runs ----
  // Sets e.where; false if the access is ignored.
  bool access(event& e);
  // The parts of an atomic operation: the memory checks before it, then what it did.
  bool before_atomic(event& e);
  void misaligned_pointer(std::uintptr_t address, unsigned alignment, bool write, const void* pc);
  void after_atomic(const event& e, bool reads, bool writes);

  // ---- called by the instrumented code of the host ----
  bool watches_host(std::uintptr_t a) const {
    return (global_ && global_->contains(a)) || (a >= pinned_from_ && a < pinned_to_);
  }
  void host_access(const event& e);

  // ---- observer ----
  void launch_begins(launch& grid) override;
  void launch_ends(launch& grid) override;
  void launch_failed(const launch& grid) override;
  void block_begins(block& b) override;
  void block_runs(block& b) override;
  void block_ends(block& b) override;
  void barrier_opens(block& b) override;
  void warp_synchronises(block& b, unsigned warp, unsigned lanes) override;
  void grid_barrier_opens(launch& grid) override;
  void fence(bool whole_device) override;
  void shared_appears(block& b, void* address, std::size_t bytes, const char* name) override;
  void array_appears(block& b, const named_array& a) override;
  void allocated(void* address, std::size_t bytes) override;
  void freed(void* address, std::size_t bytes) override;
  void transfer(const device_transfer& what) override;
  void pinned(const void* address, std::size_t bytes, bool still) override;
  void written_by_host(void* address, std::size_t bytes) override;
  void copied_on_device(void* to, const void* from, std::size_t bytes) override;
  void host_fault(const void* address, const void* pc) override;
  void event_recorded(cudaEvent_t event, cudaStream_t stream) override { order_.recorded(event, stream); }
  void stream_waits(cudaStream_t stream, cudaEvent_t event) override { order_.waits(stream, event); }
  void host_waits_for_stream(cudaStream_t stream) override { order_.host_waits(stream); }
  void host_waits_for_event(cudaEvent_t event) override { order_.host_waits(event); }
  void host_waits_for_device() override { order_.host_waits_for_all(); }

  // Allocations that have not been freed, by address.
  struct allocation {
    std::int64_t number;  // among all of the program, from 0
    std::size_t bytes;
  };
  const std::map<std::uintptr_t, allocation>& allocations() const { return allocations_; }
  std::int64_t allocations_made() const { return allocations_made_; }

  // Memory that kernels take with malloc or new.
  void device_heap(void* address, std::size_t bytes, bool taken);

  // A plain write is announced before it happens: its value is added to a report at the next event.
  void settle() {
    if (__builtin_expect(!unsettled_.empty(), 0)) settle_now();
  }

 private:
  static checker& make();
  static checker* the_one_;
  space classify(const event& e);
  shadow_range& shadow_of(const event& e);
  void forget_earlier_launches();
  bool happened_before(segment s) const;
  space classify_variable(const event& e);
  void host_memory(const event& e);
  bool valid_global(const event& e);
  bool valid_shared(const event& e);
  void outside_shared(const event& e);
  const live_block::array* array_above(std::uintptr_t address) const;
  bool index_below_zero(const event& e);
  void check_initialised(shadow_range& shadow, const event& e);
  void check_alignment(const event& e);
  void check_host_pointer(const event& e);

  // race.cpp
  void check_races(shadow_range& shadow, const event& e);
  bool conflict(const event& e, cell other) const;
  bool lanes_in_step(const event& e, const cell& c) const;
  void check_word(word& w, std::uintptr_t at, const event& e);
  void check_byte(cell& b, std::uintptr_t at, const event& e);
  void split(shadow_range& shadow, std::uintptr_t a);
  void race(const event& e, std::uintptr_t at, segment other, std::uint32_t other_where);
  void add_values(finding& f, const known_place& p, const event& e, std::uintptr_t at, segment other,
                  bool other_writes);
  void pass_knowledge(const event& e, bool reads, bool writes, bool keeps);

  // transfers.cpp
  struct open_transfer {
    std::uint32_t number;  // among the launches
    std::uintptr_t at;
    std::size_t bytes;
    bool write;
    const void* pc;
  };
  template <class Over, class Race>
  void each_open_access(std::uintptr_t from, std::size_t bytes, Over is_over, Race race);
  bool kept_by_device(std::uintptr_t a) const;
  check::access describe(const open_transfer& t, bool write) const;
  void host_race(const std::string& message, const char* advice, std::uintptr_t at, unsigned bytes,
                 const check::access& now_side, const check::access& earlier);
  void forget_transfers();
  void select_transfers();
  void check_transfers(const event& e);
  void device_pointer(const event& e, const memory_info& m);
  shadow_range* shadow_around(std::uintptr_t a);  // of global or pinned memory; null if there is none

  // names.cpp
  check::access describe(const event& e, bool atomic) const;
  check::access describe(segment who, std::uint32_t where, unsigned bytes) const;
  known_place find_place(std::uintptr_t a, unsigned bytes) const;
  const named_parameter* parameter_into(const memory_info& m, std::uintptr_t a) const;
  void found(const char* kind, const char* subkind, const event& e, const std::string& message,
             const std::string& advice);

  void settle_now();

  segment now() const;
  unsigned rank() const { return running_->current(); }

  segments all_;
  traces traces_;
  segment grid_floor_ = 0;
  launch* grid_ = nullptr;
  block* running_ = nullptr;
  live_block* live_ = nullptr;
  std::unordered_map<block*, live_block> blocks_;
  std::vector<std::unique_ptr<shadow_range>> spare_shared_;
  std::unordered_map<std::uintptr_t, sync_variable> variables_;
  std::unique_ptr<shadow_range> global_;
  std::unordered_map<const void*, std::unique_ptr<shadow_range>> symbols_;  // by the variable's address
  std::map<std::uintptr_t, std::size_t> heap_;                              // blocks of kernels' malloc
  launch_order order_;
  segment launch_floor_ = 0;               // segments below belong to earlier launches
  bool fault_found_ = false;               // a finding explains why this launch will fail
  std::vector<open_transfer> transfers_;   // asynchronous ones that the host has not waited for
  std::vector<open_transfer> concurrent_;  // those that the running kernel is not ordered to
  std::string earlier_kernel_;
  std::map<std::uintptr_t, std::unique_ptr<shadow_range>> pinned_;  // by the address of the block
  std::uintptr_t pinned_from_ = 0, pinned_to_ = 0;
  std::array<std::uintptr_t, 64> ignored_variables_{};  // of the program, lately
  write_log log_;
  value before_atomic_;  // what an atomic operation found
  struct unsettled {
    finding* report;
    std::uintptr_t address;
    known_place place;
    value saw;
    bool other_writes;
  };
  std::vector<unsettled> unsettled_;
  std::map<std::uintptr_t, allocation> allocations_;
  std::int64_t allocations_made_ = 0;
  std::array<std::pair<std::uintptr_t, std::uintptr_t>, 4>
      cached_{};  // allocations that were accessed lately
  unsigned cached_next_ = 0;
  space space_ = space::ignored;
  unsigned turn_ = 0;  // which cell a full word gives up

  struct instance_info {
    const char* kernel;
    uint3 index;
    dim3 block;
    std::uint32_t launch;
  };
  std::vector<instance_info> instances_;
  std::uint32_t launches_ = 0;
};

// A variable of the program that only host code may use.
bool is_host_variable(std::uintptr_t a);

// Code addresses are kept as offsets from the program's start, in 28 bits.
constexpr std::uint32_t kCodeBytes = 1u << 28;
std::uint32_t code_offset(const void* pc);
const void* code_address(std::uint32_t offset);

}  // namespace simcu::check
