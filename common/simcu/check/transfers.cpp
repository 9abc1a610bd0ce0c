// SPDX-License-Identifier: Apache-2.0
// Races that host code takes part in: copies and fills that run beside kernels in other streams, and accesses
// of the host to managed or pinned memory that the device may still use. Also device memory that the host
// dereferences.
#include <algorithm>

#include "checker.h"
#include "launch.h"
#include "report/text.h"

namespace simcu::check {
namespace {

constexpr const char* kOrderStreams =
    "Nothing makes one wait for the other: use one stream, or an event (cudaEventRecord, "
    "cudaStreamWaitEvent), or "
    "let the host wait (cudaStreamSynchronize).";
constexpr const char* kWaitOnHost =
    "A kernel launch and an asynchronous copy return before they are done: call cudaDeviceSynchronize() or "
    "cudaStreamSynchronize() before host code touches this memory.";

bool meet(std::uintptr_t a, std::size_t a_bytes, std::uintptr_t b, std::size_t b_bytes) {
  return a < b + b_bytes && b < a + a_bytes;
}

}  // namespace

bool checker::kept_by_device(std::uintptr_t a) const {
  if (global_ && global_->contains(a)) return true;
  const memory_kind kind = describe_pointer(reinterpret_cast<const void*>(a)).kind;
  return kind == memory_kind::pinned_host || kind == memory_kind::managed;
}

check::access checker::describe(const open_transfer& t, bool write) const {
  check::access a;
  a.pc = t.pc;
  a.op = access_noun(write, t.bytes) + " by an asynchronous copy or fill";
  return a;
}

void checker::host_race(const std::string& message, const char* advice, std::uintptr_t at, unsigned bytes,
                        const check::access& now_side, const check::access& earlier) {
  if (counted("race", "global-cross-launch", now_side.pc, earlier.pc)) return;
  finding f;
  f.kind = "race";
  f.subkind = "global-cross-launch";
  f.kernel = earlier_kernel_;
  const known_place p = find_place(at, bytes);
  f.where = p.where;
  f.message = message + " " + p.where.text + ", and nothing orders them";
  f.advice = advice;
  f.accesses = {now_side, earlier};
  report(std::move(f));
}

// Calls race(cell, address) for every access of earlier launches in the range that `is_over` does not know.
template <class Over, class Race>
void checker::each_open_access(std::uintptr_t from, std::size_t bytes, Over is_over, Race race) {
  shadow_range* shadow = shadow_around(from);
  if (!shadow) return;
  const std::uintptr_t end = std::min(from + bytes, shadow->base() + shadow->bytes());
  const auto look = [&](const cell& c, std::uintptr_t at) {
    if (c.used() && !is_over(instances_[all_.of(c.who).block].launch)) race(c, at);
  };
  for (std::uintptr_t a = from & ~std::uintptr_t{3}; a < end; a += 4) {
    if (!shadow->split(a)) {
      for (const cell& c : shadow->word_of(a).cells) look(c.bare(), std::max(a, from));
      continue;
    }
    for (std::uintptr_t b = std::max(a, from); b < std::min(a + 4, end); ++b)
      for (const std::uint32_t packed : {shadow->byte_of(b).byte_write(), shadow->byte_of(b).byte_read()})
        if (packed) look(traces_.unpack(packed), b);
  }
}

void checker::transfer(const device_transfer& what) {
  settle();
  const std::uint32_t number = ++launches_;
  order_.launched(number, what.stream);
  launch_floor_ = all_.next();
  for (const bool write : {false, true}) {
    const void* side = write ? what.to : what.from;
    const auto at = reinterpret_cast<std::uintptr_t>(side);
    if (!side || !kept_by_device(at)) continue;
    const open_transfer mine{number, at, what.bytes, write, what.pc};
    const auto is_over = [&](std::uint32_t launch) { return order_.before(launch, number); };
    if (!order_.all_before(number))
      each_open_access(at, what.bytes, is_over, [&](const cell& c, std::uintptr_t where) {
        if (!write && !c.write()) return;
        earlier_kernel_ = instances_[all_.of(c.who).block].kernel;
        host_race("a copy or fill and a kernel use", kOrderStreams, where, 4, describe(mine, write),
                  describe(c.who, c.where, 4));
      });
    for (const open_transfer& t : transfers_)
      if ((write || t.write) && meet(at, what.bytes, t.at, t.bytes) && t.number != number &&
          !is_over(t.number)) {
        earlier_kernel_ = "";
        host_race("two copies or fills use", kOrderStreams, std::max(at, t.at), 4, describe(mine, write),
                  describe(t, t.write));
      }
    if (!what.host_waits) transfers_.push_back(mine);
  }
  if (what.host_waits) order_.host_waits(what.stream);
  forget_transfers();
}

// Those that the host has waited for are over for whatever comes next.
void checker::forget_transfers() {
  const auto over = [&](const open_transfer& t) { return order_.host_knows(t.number); };
  transfers_.erase(std::remove_if(transfers_.begin(), transfers_.end(), over), transfers_.end());
}

void checker::select_transfers() {
  forget_transfers();
  concurrent_.clear();
  for (const open_transfer& t : transfers_)
    if (!order_.before(t.number, launches_)) concurrent_.push_back(t);
}

void checker::check_transfers(const event& e) {
  for (const open_transfer& t : concurrent_) {
    if (!(e.write || t.write) || !meet(e.address, e.bytes, t.at, t.bytes)) continue;
    earlier_kernel_ = grid_->body.name;
    host_race("a kernel and a copy or fill use", kOrderStreams, e.address, e.bytes, describe(e, e.strong),
              describe(t, t.write));
  }
}

// ---- accesses of host code ----

void checker::host_access(const event& e) {
  settle();
  const memory_info m = describe_pointer(reinterpret_cast<const void*>(e.address));
  if (global_ && global_->contains(e.address) && m.kind != memory_kind::managed) return device_pointer(e, m);
  if (!m.live || order_.host_knows_all()) return;
  check::access side;
  side.pc = e.pc;
  side.op = access_noun(e.write, e.bytes) + " by host code";
  const auto is_over = [&](std::uint32_t launch) { return order_.host_knows(launch); };
  each_open_access(e.address, e.bytes, is_over, [&](const cell& c, std::uintptr_t where) {
    if (!e.write && !c.write()) return;
    const std::uint32_t launch = instances_[all_.of(c.who).block].launch;
    // Host code that polls a flag knows from its value how far the kernel is.
    if (e.strong && c.strong()) return order_.host_saw(launch);
    earlier_kernel_ = instances_[all_.of(c.who).block].kernel;
    host_race("host code and a kernel that it has not waited for use", kWaitOnHost, where, e.bytes, side,
              describe(c.who, c.where, e.bytes));
  });
  for (const open_transfer& t : transfers_)
    if ((e.write || t.write) && meet(e.address, e.bytes, t.at, t.bytes) && !is_over(t.number)) {
      earlier_kernel_ = "";
      host_race("host code and a copy that it has not waited for use", kWaitOnHost, e.address, e.bytes, side,
                describe(t, t.write));
    }
}

void checker::device_pointer(const event& e, const memory_info& m) {
  if (!counted("device-pointer", "", e.pc, nullptr)) {
    finding f;
    f.kind = "device-pointer";
    const known_place p = find_place(e.address, e.bytes);
    f.where = p.where;
    f.message = std::string("host code ") + (e.write ? "writes" : "reads") +
                " device memory: " + (p.where.text.empty() ? "outside of every allocation" : p.where.text) +
                (m.kind != memory_kind::unknown && !m.live ? ", which has been freed" : "");
    f.advice =
        "Only kernels can use memory from cudaMalloc: copy it with cudaMemcpy, or use cudaMallocManaged.";
    check::access side;
    side.pc = e.pc;
    side.op = access_noun(e.write, e.bytes) + " by host code";
    f.accesses = {side};
    report(std::move(f));
  }
  if (m.kind == memory_kind::unknown || !m.live)
    end_program();  // the access itself would end it, unexplained
}

// Where the host's code is not instrumented (other files, libraries), only the fault tells.
void checker::host_fault(const void* address, const void* pc) {
  if (!in_device_range(address)) return;
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  device_pointer({a, 1, false, false, pc}, describe_pointer(address));
}

}  // namespace simcu::check
