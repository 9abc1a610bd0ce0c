// SPDX-License-Identifier: Apache-2.0
#include "checks/transfers.h"

#include <algorithm>

#include "base/symbolize.h"
#include "device/launch.h"
#include "memory/arena.h"
#include "report/findings.h"
#include "report/text.h"

namespace simcu::check {
namespace {

constexpr const char* kOrderStreams =
    "Neither operation waits for the other: use one stream, or an event (cudaEventRecord, "
    "cudaStreamWaitEvent), or let the host wait (cudaStreamSynchronize).";
constexpr const char* kFreeInOrder =
    "cudaFreeAsync waits only for its own stream: free the memory in the stream that uses it last, or let its "
    "own stream wait for the others first (cudaEventRecord, cudaStreamWaitEvent).";
constexpr const char* kUseInOrder =
    "cudaMallocAsync allocates in the order of its own stream: use the memory in that stream, or let the other "
    "stream (cudaEventRecord, cudaStreamWaitEvent) or the host (cudaStreamSynchronize) wait for it first.";
constexpr const char* kWaitOnHost =
    "Kernel launches and asynchronous copies return before they are done: call cudaDeviceSynchronize() or "
    "cudaStreamSynchronize() before host code touches this memory.";

bool meet(std::uintptr_t a, std::size_t a_bytes, std::uintptr_t b, std::size_t b_bytes) {
  return a < b + b_bytes && b < a + a_bytes;
}

}  // namespace

bool transfers::kept_by_device(std::uintptr_t a) const {
  if (state_.memory.is_global(a) || find_symbol_around(reinterpret_cast<const void*>(a))) return true;
  const memory_kind kind = describe_pointer(reinterpret_cast<const void*>(a)).kind;
  return kind == memory_kind::pinned_host || kind == memory_kind::managed;
}

access transfers::describe(const open_transfer& t, bool write) {
  access a;
  a.pc = t.pc;
  a.write = write;
  a.op = t.allocation ? "cudaMallocAsync" : access_noun(write, t.bytes) + " by an asynchronous copy or fill";
  return a;
}

void transfers::race(const sides& what, const char* kernel, std::uintptr_t at, unsigned bytes,
                     const access& now_side, const access& earlier) {
  if (counted("race", "global-cross-launch", now_side.pc, earlier.pc)) return;
  finding f;
  f.kind = "race";
  f.subkind = "global-cross-launch";
  f.kernel = kernel;
  const known_place p = state_.names.place_of(at, bytes);
  f.where = p.where;
  f.message = std::string(what.message) + " " + p.where.text + ", and nothing orders them";
  f.advice = what.advice;
  f.accesses = {now_side, earlier};
  report(std::move(f));
}

// Calls race(cell, address) for every access in the range by an earlier launch, unless is_over(launch).
template <class Over, class Race>
void transfers::each_open_access(std::uintptr_t from, std::size_t bytes, Over is_over, Race race) const {
  if (const shadow_range* shadow = state_.memory.around(from))
    state_.past.each(*shadow, from, bytes, [&](const cell& c, std::uintptr_t at) {
      if (!is_over(state_.run.block_of(c.who).launch)) race(c, at);
    });
}

void transfers::begins(std::uint32_t number, const device_transfer& what) {
  const launch_order& order = state_.run.order();
  for (const bool write : {false, true}) {
    const void* side = write ? what.to : what.from;
    const auto at = reinterpret_cast<std::uintptr_t>(side);
    if (!side || !kept_by_device(at)) continue;
    const open_transfer mine{number, at, what.bytes, write, what.pc};
    const auto is_over = [&](std::uint32_t launch) { return order.before(launch, number); };
    if (!order.all_before(number))
      each_open_access(at, what.bytes, is_over, [&](const cell& c, std::uintptr_t where) {
        if (write || c.write())
          race({"a copy or fill and a kernel use", kOrderStreams}, state_.run.block_of(c.who).kernel, where,
               4, describe(mine, write), state_.names.describe(c.who, c.where, 4));
      });
    for (const open_transfer& t : open_)
      if ((write || t.write) && meet(at, what.bytes, t.at, t.bytes) && t.number != number &&
          !is_over(t.number))
        race(t.allocation ? sides{"memory is allocated while a copy or fill may already use", kUseInOrder}
                          : sides{"two copies or fills use", kOrderStreams},
             "", std::max(at, t.at), 4, describe(mine, write), describe(t, t.write));
    if (!what.host_waits) open_.push_back(mine);
  }
}

void transfers::allocates(std::uint32_t number, const device_transfer& what, const void* pc) {
  open_.push_back({number, reinterpret_cast<std::uintptr_t>(what.to), what.bytes, true, pc, true});
}

// Only a new allocation, which counts as different memory, can use freed memory.
void transfers::frees(std::uint32_t number, const device_transfer& what) {
  const launch_order& order = state_.run.order();
  const auto at = reinterpret_cast<std::uintptr_t>(what.to);
  const auto is_over = [&](std::uint32_t launch) { return order.before(launch, number); };
  access mine;
  mine.pc = what.pc;
  mine.op = "cudaFreeAsync";
  if (!order.all_before(number))
    each_open_access(at, what.bytes, is_over, [&](const cell& c, std::uintptr_t where) {
      race({"memory is freed while a kernel may still use", kFreeInOrder}, state_.run.block_of(c.who).kernel,
           where, 4, mine, state_.names.describe(c.who, c.where, 4));
    });
  const auto meets = [&](const open_transfer& t) { return meet(at, what.bytes, t.at, t.bytes); };
  for (const open_transfer& t : open_)
    if (meets(t) && !is_over(t.number))
      race({t.allocation ? "memory is freed in a stream that has not waited for its allocation:"
                         : "memory is freed while a copy or fill may still use",
            kFreeInOrder},
           "", std::max(at, t.at), 4, mine, describe(t, t.write));
  open_.erase(std::remove_if(open_.begin(), open_.end(), meets), open_.end());
}

// No later operation can race with work that the host has waited for.
void transfers::forget_finished() {
  const auto over = [&](const open_transfer& t) { return state_.run.order().host_knows(t.number); };
  open_.erase(std::remove_if(open_.begin(), open_.end(), over), open_.end());
}

void transfers::launch_begins() {
  forget_finished();
  concurrent_.clear();
  for (const open_transfer& t : open_)
    if (!state_.run.order().before(t.number, state_.run.latest())) concurrent_.push_back(t);
}

void transfers::access_of_kernel(event e) {
  for (const open_transfer& t : concurrent_)
    if ((e.write || t.write) && meet(e.address, e.bytes, t.at, t.bytes))
      race(t.allocation ? sides{"memory is allocated while a kernel may already use", kUseInOrder}
                        : sides{"a kernel and a copy or fill use", kOrderStreams},
           state_.run.grid()->body.name, e.address, e.bytes, state_.names.describe(e, e.strong),
           describe(t, t.write));
}

// ---- accesses by host code ----

std::vector<std::uint32_t> transfers::access_of_host(const event& e) {
  const memory_info m = describe_pointer(reinterpret_cast<const void*>(e.address));
  if ((state_.memory.is_global(e.address) && m.kind != memory_kind::managed) ||
      is_device_variable(reinterpret_cast<const void*>(e.address))) {
    device_pointer(e, m);
    return {};
  }
  const launch_order& order = state_.run.order();
  const bool shared = m.live || is_managed_variable(reinterpret_cast<const void*>(e.address));
  if (!shared || order.host_knows_all()) return {};
  access side;
  side.pc = e.pc;
  side.write = e.write;
  side.op = access_noun(e.write, e.bytes) + " by host code";
  std::vector<std::uint32_t> seen;
  const auto is_over = [&](std::uint32_t launch) {
    return order.host_knows(launch) || std::any_of(seen.begin(), seen.end(), [&](std::uint32_t s) {
             return s == launch || order.before(launch, s);
           });
  };
  each_open_access(e.address, e.bytes, is_over, [&](const cell& c, std::uintptr_t where) {
    if (!e.write && !c.write()) return;
    const block_origin& from = state_.run.block_of(c.who);
    // Host code that polls a flag can tell from its value how far the kernel has got.
    if (e.strong && c.strong()) return seen.push_back(from.launch);
    race({"host code and a kernel that may still be running use", kWaitOnHost}, from.kernel, where, e.bytes,
         side, state_.names.describe(c.who, c.where, e.bytes));
  });
  for (const open_transfer& t : open_)
    if ((e.write || t.write) && meet(e.address, e.bytes, t.at, t.bytes) && !is_over(t.number))
      race({"host code and a copy that may still be running use", kWaitOnHost}, "", e.address, e.bytes, side,
           describe(t, t.write));
  return seen;
}

void transfers::device_pointer(const event& e, const memory_info& m) {
  const finding* told = counted("device-pointer", "", e.pc, nullptr);
  if (!told) {
    finding f;
    f.kind = "device-pointer";
    const known_place p = state_.names.place_of(e.address, e.bytes);
    f.where = p.where;
    const bool variable = is_device_variable(reinterpret_cast<const void*>(e.address));
    f.message = std::string("host code ") + (e.write ? "writes" : "reads") +
                (variable ? " a device variable: " : " device memory: ") +
                (p.where.text.empty() ? "outside every allocation" : p.where.text) +
                (m.kind != memory_kind::unknown && !m.live ? ", which has been freed" : "");
    f.advice = variable ? "On a GPU the host has its own variable of this name: use cudaMemcpyFromSymbol and "
                          "cudaMemcpyToSymbol, or declare it __managed__."
                        : "Only kernels can use memory from cudaMalloc: copy it with cudaMemcpy, or use "
                          "cudaMallocManaged.";
    access side;
    side.pc = e.pc;
    side.write = e.write;
    side.op = access_noun(e.write, e.bytes) + " by host code";
    // For an access in a library or in a C++ header, reports the program's call into it.
    const std::string line = source_line(e.pc);
    const void* const call = line.empty() || is_in_device_header(line) ? users_call(callers_now()) : nullptr;
    if (call) side.pc = call;
    f.accesses = {side};
    told = report(std::move(f));
  }
  end_program(told);  // the access itself would end the program without an explanation
}

// In host code that is not instrumented, only the fault reveals the access.
void transfers::host_fault(const void* address, bool wrote, const void* pc) {
  if (!in_device_range(address) && !is_device_variable(address)) return;
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  device_pointer({a, 1, wrote, false, pc}, describe_pointer(address));
}

}  // namespace simcu::check
