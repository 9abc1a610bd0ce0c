// SPDX-License-Identifier: Apache-2.0
#include "checks/refused.h"

#include "memory/classes.h"
#include "report/findings.h"
#include "report/text.h"
#include "simcu/host.h"
#include "simcu/kernel.h"
#include "simcu/runtime_api.h"
#include "state/state.h"

namespace simcu::check {
namespace {

constexpr const char* kFreeOnce =
    "Free each allocation once. Set a pointer to nullptr after freeing it, because freeing nullptr does nothing.";
constexpr const char* kKeepPointer =
    "Free the pointer that the allocation returned: keep it, and step through the array with a copy of it.";

struct pointee {
  enum { null, allocation, freed, variable, pinned, gap, host } kind = host;
  const void* base = nullptr;
  std::size_t bytes = 0, offset = 0;
  const char* name = "";
  const allocation_life* life = nullptr;
};

pointee find_pointee(const host_calls& calls, const void* p) {
  constexpr std::uintptr_t kNearNull = 65536;
  const auto a = reinterpret_cast<std::uintptr_t>(p);
  pointee out;
  if (a < kNearNull) {
    out.kind = pointee::null;
  } else if (const symbol_info* s = find_symbol_around(p); s && *s->name) {
    out = {pointee::variable, s->address, s->bytes, 0, s->name, nullptr};
  } else {
    const memory_info m = describe_pointer(p);
    if (m.kind != memory_kind::unknown)
      out = {m.kind == memory_kind::pinned_host ? pointee::pinned
             : m.live                           ? pointee::allocation
                                                : pointee::freed,
             m.base, m.bytes};
    else if (in_device_range(p))
      out.kind = pointee::gap;
    const allocation_life* life = calls.life_of(m.kind == memory_kind::unknown ? p : m.base);
    const bool device = out.kind == pointee::allocation || out.kind == pointee::freed;
    if (life && life->pinned != device && life->live == m.live) out.life = life;
  }
  if (out.base) out.offset = a - reinterpret_cast<std::uintptr_t>(out.base);
  return out;
}

std::string fault_text_of(const void* p) {
  char text[200] = "";
  describe_fault_address(p, text, sizeof text);
  return text;
}

std::string pointee_text(const pointee& p, const void* at) {
  const std::string inside = p.offset ? bytes_text(p.offset) + " inside " : "";
  switch (p.kind) {
    case pointee::null:
      return at ? fault_text_of(at) : "a null pointer";
    case pointee::allocation:
      return inside + "an allocation of " + bytes_text(p.bytes);
    case pointee::freed:
      return inside + "an allocation of " + bytes_text(p.bytes) + ", which has been freed";
    case pointee::variable:
      return inside + "the device variable `" + p.name + "`";
    case pointee::pinned:
      return inside + "pinned host memory of " + bytes_text(p.bytes);
    case pointee::gap:
      return fault_text_of(at);
    case pointee::host:
      break;
  }
  return "host memory";
}

void report_refused(const char* kind, const char* call, std::string message, std::string advice,
                    const allocation_life* life, cudaError_t error = cudaErrorInvalidValue) {
  finding f;
  f.kind = kind;
  f.message = call + std::string(" fails (") + cudaGetErrorName(error) + "): " + std::move(message);
  f.advice = std::move(advice);
  access side;
  side.pc = users_call(callers_now());
  side.op = call;
  f.accesses = {side};
  if (life) {
    side.pc = users_call(life->live ? life->made : life->freed);
    side.op = life->live ? "allocation of " + bytes_text(life->bytes) : "freed before";
    if (side.pc) f.accesses.push_back(side);
  }
  report(std::move(f));
}

}  // namespace

void refused::free(const refused_free& what) const {
  const pointee p = find_pointee(state_.calls, what.address);
  const bool freed =
      p.kind == pointee::freed || (p.kind == pointee::host && what.of_host_memory && p.life && !p.life->live);
  const bool right_kind = what.of_host_memory == (p.kind == pointee::pinned);
  const bool starts_there = p.offset == 0 && p.kind != pointee::gap && p.kind != pointee::null;
  std::string text =
      (starts_there ? "the pointer points to " : "the pointer points ") + pointee_text(p, what.address);
  std::string advice;
  if (freed && p.offset == 0) {
    text = "this memory has already been freed";
    advice = kFreeOnce;
  } else if (p.kind == pointee::allocation || p.kind == pointee::pinned) {
    if (right_kind && p.offset == 0)
      advice =
          "Release memory from cudaHostRegister with cudaHostUnregister, and free it the way it was "
          "allocated.";
    else if (right_kind)
      advice = kKeepPointer;
    else
      advice = what.of_host_memory ? "Device memory is freed with cudaFree."
                                   : "Memory from cudaMallocHost is freed with cudaFreeHost.";
  } else if (p.kind == pointee::variable) {
    advice = "A variable lives as long as the program: free only memory from cudaMalloc.";
  } else if (p.kind == pointee::host) {
    text = "the pointer points to host memory, or was never set";
    advice =
        what.of_host_memory
            ? "cudaFreeHost is for memory from cudaMallocHost: use free for memory from malloc, delete[] for "
              "memory from new[]."
            : "cudaFree is for memory from cudaMalloc: use free for memory from malloc, delete[] for memory "
              "from new[].";
  } else {
    advice = kKeepPointer;
  }
  report_refused("bad-free", what.call, text, advice, p.life);
}

namespace {

struct transfer_problem {
  std::string text, advice;  // empty if there is no problem
  const allocation_life* life = nullptr;
};

std::size_t bytes_of_side(const transfer_side& s) { return (s.rows - 1) * s.pitch + s.width; }

std::string too_long_side(const std::string& side, const pointee& p, const transfer_side& s,
                          const char* done) {
  std::string text = side + " is " +
                     (p.kind == pointee::variable ? "the variable `" + std::string(p.name) + "`"
                      : p.kind == pointee::pinned ? "pinned memory"
                                                  : "an allocation") +
                     " of " + bytes_text(p.bytes) + ", but " + bytes_text(bytes_of_side(s));
  if (s.rows > 1)
    text += " (" + std::to_string(s.rows) + " rows of " + bytes_text(s.width) + ", " + bytes_text(s.pitch) +
            " apart)";
  text += std::string(bytes_of_side(s) == 1 ? " is" : " are") + " to be " + done;
  return text + (p.offset ? ", starting at byte " + std::to_string(p.offset) + " of it" : "");
}

// Students may forget that sizes are in bytes.
std::string size_advice(const pointee& p, const transfer_side& s) {
  for (const std::size_t element : {4, 8, 16})
    if (p.kind == pointee::allocation && p.offset == 0 && p.bytes * element == bytes_of_side(s))
      return "The allocation has only one byte per element of " + bytes_text(element) +
             ": is a sizeof missing in its cudaMalloc?";
  return std::string("Sizes are in bytes: compare the call's size with the size of the ") +
         (p.kind == pointee::variable ? "variable." : "allocation.");
}

// Rows overlap if the pitch is less than the width.
transfer_problem find_narrow_pitch(const char* name, const transfer_side& s, bool of_rows) {
  if (!of_rows || s.pitch >= s.width) return {};
  return {
      std::string(name) + " has rows of " + bytes_text(s.width) + ", which begin only " +
          bytes_text(s.pitch) + " apart",
      "The pitch is the distance in bytes from one row to the next: the value from cudaMallocPitch, or the "
      "size of a whole row for plain arrays. Is a sizeof missing, or are two arguments in the wrong order?"};
}

enum class wanted { any, device, host };

transfer_problem find_problem(const host_calls& calls, const char* name, const transfer_side& s,
                              wanted memory, bool write) {
  pointee p = find_pointee(calls, s.symbol ? s.symbol : s.at);
  if (s.symbol)
    p.offset = static_cast<std::size_t>(static_cast<const char*>(s.at) - static_cast<const char*>(s.symbol));
  const std::string is = std::string(name) + " is ";
  switch (p.kind) {
    case pointee::null:
      return {is + pointee_text(p, s.at), "Was the pointer set, and did its cudaMalloc succeed?"};
    case pointee::freed:
      return {is + pointee_text(p, s.at), "Free memory after the last call that uses it.", p.life};
    case pointee::gap:
      return {is + pointee_text(p, s.at), "Pass an address inside an allocation.", p.life};
    case pointee::variable:
      if (s.symbol || !symbol_by_its_name(s.at)) break;
      if (memory != wanted::device) return {};
      return {
          is + "the host's address of `" + p.name + "`, but the device has its own variable of this name",
          "Use cudaMemcpyToSymbol or cudaMemcpyFromSymbol, or get the address from cudaGetSymbolAddress."};
    case pointee::host:
      if (memory != wanted::device) return {};
      return {is + "host memory, but must be device memory",
              "Pass the pointer that cudaMalloc has set, not the address of that pointer (`&`)."};
    default:
      break;
  }
  if (memory == wanted::host && p.kind != pointee::pinned &&
      describe_pointer(s.at).kind != memory_kind::managed)
    return {is + "device memory, but must be host memory",
            "The last argument says which side is device memory: is it the right argument?", p.life};
  if (p.offset <= p.bytes && bytes_of_side(s) <= p.bytes - p.offset) return {};
  return {too_long_side(name, p, s, write ? "written" : "read"), size_advice(p, s), p.life};
}

}  // namespace

void refused::transfer(const refused_transfer& what) const {
  const cudaMemcpyKind kind = what.kind;
  const bool hosts = kind == cudaMemcpyHostToHost;
  // If the other side is a variable and the direction is given, this side must be host memory.
  const auto other = [&](const transfer_side& side) {
    return side.symbol && kind != cudaMemcpyDefault ? wanted::host : wanted::any;
  };
  const wanted to = hosts                                                                ? wanted::host
                    : kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice ? wanted::device
                                                                                         : other(what.from);
  const wanted from = hosts                                                                ? wanted::host
                      : kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice ? wanted::device
                                                                                           : other(what.to);
  const host_calls& calls = state_.calls;
  const bool of_rows = what.to.pitch != 0 || what.from.pitch != 0;
  const char* const target = what.fill ? "the memory" : "the destination";
  transfer_problem found = find_narrow_pitch(target, what.to, of_rows);
  if (found.text.empty() && !what.fill) found = find_narrow_pitch("the source", what.from, of_rows);
  if (found.text.empty()) found = find_problem(calls, target, what.to, to, true);
  if (found.text.empty() && !what.fill) found = find_problem(calls, "the source", what.from, from, false);
  if (found.text.empty()) return;
  const bool swapped = !what.fill && (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToHost) &&
                       find_pointee(calls, what.to.at).kind ==
                           (kind == cudaMemcpyHostToDevice ? pointee::host : pointee::allocation) &&
                       find_pointee(calls, what.from.at).kind ==
                           (kind == cudaMemcpyHostToDevice ? pointee::allocation : pointee::host);
  if (swapped)
    found.advice =
        "The destination comes first, then the source. Are the two in the wrong order, or should "
        "the last argument be " +
        std::string(kind == cudaMemcpyHostToDevice ? "cudaMemcpyDeviceToHost?" : "cudaMemcpyHostToDevice?");
  report_refused(what.fill ? "bad-fill" : "bad-copy", what.call, found.text, found.advice, found.life,
                 what.error);
}

void refused::of_freed(const char* side, const void* at) const {
  const pinned_info block = find_freed_pinned(at);
  if (block.bytes == 0) return;
  finding f;
  f.kind = "bad-copy";
  f.message = std::string(side) + " of a copy is pinned host memory of " + bytes_text(block.bytes) +
              ", which has been freed";
  f.advice = "Free memory after the last call that uses it.";
  access place;
  place.pc = users_call(callers_now());
  place.op = "copy";
  f.accesses = {place};
  const allocation_life* const life = state_.calls.life_of(block.base);
  place.pc = life ? users_call(life->freed) : nullptr;
  place.op = "freed before";
  if (place.pc) f.accesses.push_back(place);
  report(std::move(f));
}

void refused::made(const device_transfer& what) const {
  of_freed("the destination", what.to);
  of_freed("the source", what.from);
  const auto to = reinterpret_cast<std::uintptr_t>(what.to),
             from = reinterpret_cast<std::uintptr_t>(what.from);
  const std::uintptr_t apart = to < from ? from - to : to - from;
  if (from == 0 || apart == 0 || apart >= what.bytes) return;
  finding f;
  f.kind = "bad-copy";
  f.message = "the source and the destination of a copy of " + bytes_text(what.bytes) + " overlap by " +
              bytes_text(what.bytes - apart) + ", so the result is undefined";
  f.advice = "Copy through a temporary array, or move the elements in a kernel that writes to another array.";
  access side;
  side.pc = users_call(callers_now());
  side.op = "copy";
  f.accesses = {side};
  report(std::move(f));
}

}  // namespace simcu::check
