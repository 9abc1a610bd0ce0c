// SPDX-License-Identifier: Apache-2.0
#include "history.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "base/settings.h"
#include "device/block.h"
#include "device/launch.h"
#include "memory/arena.h"
#include "state/values.h"

namespace simcu::check::watching {
namespace {

constexpr std::size_t kNamesTold = 24;

const bool listening = add_tool(history::instance());

void print_at_end() { history::instance().print(); }

[[noreturn]] void reject(const char* text) {
  std::fprintf(
      stderr,
      "simcu: SIMCU_WATCH=%s is not valid; write NAME, NAME[i] or NAME[i][j] for an element of "
      "the array that a kernel's parameter points to, of a shared array or of a __device__ variable, "
      "NAME[i]@x,y,z for a shared array's element in one block, and N:offset or N:offset:bytes for memory "
      "from cudaMalloc number N (from 0)\n",
      text);
  std::exit(2);
}

bool same(uint3 a, uint3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

}  // namespace

history& history::instance() {
  (void)listening;
  static auto* h = new history;
  return *h;
}

// ---- what to watch ----

void history::read_wish() {
  const char* text = environment("SIMCU_WATCH");
  on_ = text && *text;
  if (!on_ || wanted_.text == text) return;
  wanted_ = {};
  global_ = {};
  if (!parse(text, wanted_)) reject(text);
  if (!ever_) std::atexit(print_at_end);
  ever_ = true;
}

bool history::locate(target& t, const void* array, std::size_t array_bytes, const array_shape& shape) const {
  std::uint64_t index = 0;
  const std::size_t given = wanted_.index.size();
  if (shape.element == 0 || given > 3) return false;
  if (given == 2 && shape.inner[1] != 0) return false;  // a row, not an element
  for (std::size_t d = 0; d < given; ++d) {
    if (d > 0 && wanted_.index[d] >= shape.inner[d - 1]) return false;
    index = d == 0 ? wanted_.index[0] : index * shape.inner[d - 1] + wanted_.index[d];
  }
  if (index >= array_bytes / shape.element) return false;
  const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(array) + index * shape.element;
  if (t.address != address) t = {address, shape.element, shape, ""};
  return true;
}

// Shared arrays appear only later.
void history::find(const launch& grid) {
  if (wanted_.name.empty()) {
    const auto a = allocations_.find(wanted_.allocation);
    if (a == allocations_.end() || wanted_.offset + wanted_.bytes > a->second.bytes) return;
    const auto address =
        reinterpret_cast<std::uintptr_t>(a->second.address) + static_cast<std::size_t>(wanted_.offset);
    if (global_.address != address) global_ = {address, wanted_.bytes, {}, ""};
    return;
  }
  for (const named_parameter* p = grid.body.parameters; p && p->name; ++p) {
    if (!p->pointer) continue;
    if (names_.size() < kNamesTold) names_.insert(p->name);
    if (wanted_.name != p->name) continue;
    const memory_info m = describe_pointer(p->pointer);
    if (m.kind == memory_kind::unknown) continue;
    const auto rest = m.bytes - (static_cast<const char*>(p->pointer) - static_cast<const char*>(m.base));
    if (locate(global_, p->pointer, rest, p->shape)) return;
  }
  if (const symbol_info* v = find_symbol_named(wanted_.name.c_str()))
    locate(global_, v->address, v->bytes, v->shape);
}

void history::array_appears(block& b, const named_array& a) {
  if (!on_ || wanted_.name.empty()) return;
  if (names_.size() < kNamesTold) names_.insert(a.name);
  if (wanted_.name != a.name || shared_.count(&b)) return;
  if (wanted_.one_block && !same(wanted_.block, b.index())) return;
  if (target t; locate(t, a.address, a.bytes, a.shape)) shared_[&b] = t;
}

history::target* history::touched(const event& e) {
  const auto meets = [&](const target& t) {
    return t.bytes && e.address < t.address + t.bytes && t.address < e.address + e.bytes;
  };
  if (e.where == space::shared) {
    const auto t = shared_.find(running_);
    return t != shared_.end() && meets(t->second) ? &t->second : nullptr;
  }
  return meets(global_) ? &global_ : nullptr;
}

// ---- what happens to the element ----

std::string history::text_at(const target& t) {
  return text(value::read(t.address, static_cast<unsigned>(t.bytes)), t.shape.kind, t.shape.element);
}

void history::keep(step s) {
  if (first_.size() < kKept) {
    first_.push_back(std::move(s));
    return;
  }
  last_.push_back(std::move(s));
  if (last_.size() <= kKept) return;
  last_.pop_front();
  ++left_out_;
}

// A plain write is announced before it happens, and has happened by the next event.
void history::settle() {
  if (!open_target_) return;
  target& t = *open_target_;
  open_target_ = nullptr;
  t.value = open_.after = text_at(t);
  keep(std::move(open_));
}

// `e` is null if the host makes this step.
void history::record(target& t, const char* op, const event* e) {
  settle();
  if (e && !found_.empty() && &t == &global_) {
    open_ = {};
    open_.kernel = kernel_;
    open_.op = "launch";
    open_.before = open_.after = std::exchange(found_, "");
    keep(std::move(open_));
  }
  open_ = {};
  open_.kernel = kernel_;
  open_.op = op;
  open_.before = t.value;
  if (e) {
    open_.number = accesses_;
    open_.has_thread = true;
    open_.block = running_->index();
    open_.thread = running_->thread_index(running_->current());
    open_.barriers = barriers_[running_];
    open_.pc = e->pc;
    if (t.value.empty()) open_.before = text_at(t);
  }
  open_target_ = &t;
}

void history::access(const event& e) {
  settle();
  ++accesses_;
  if (target* t = running_ ? touched(e) : nullptr)
    record(*t, e.strong ? (e.write ? "strong write" : "strong read") : e.write ? "write" : "read", &e);
}

void history::atomic(const event& e, bool, bool writes) {
  settle();
  ++accesses_;
  target* t = running_ ? touched(e) : nullptr;
  if (!t) return;
  record(*t, writes ? "atomic" : "atomic read", &e);
  settle();
}

void history::launch_begins(launch& grid) {
  settle();
  read_wish();
  if (!on_) return;
  kernel_ = grid.body.name;
  accesses_ = 0;
  find(grid);
  found_.clear();
  if (global_.bytes) found_ = global_.value = text_at(global_);
}

void history::launch_ends(launch&) {
  settle();
  shared_.clear();
  barriers_.clear();
  running_ = nullptr;
  kernel_ = "";
}

void history::block_begins(block& b) {
  if (on_) barriers_[&b] = 0;
}
void history::block_runs(block& b) {
  settle();
  running_ = &b;
}
void history::block_ends(block& b) {
  settle();
  if (!on_) return;
  shared_.erase(&b);
  barriers_.erase(&b);
}
void history::barrier_opens(block& b) {
  settle();
  if (on_) ++barriers_[&b];
}

void history::allocated(void* address, std::size_t bytes) {
  settle();
  allocations_[allocations_made_++] = {address, bytes};
}

void history::freed(void* address, std::size_t) {
  settle();
  for (auto a = allocations_.begin(); a != allocations_.end(); ++a) {
    if (a->second.address != address) continue;
    if (global_.address - reinterpret_cast<std::uintptr_t>(address) < a->second.bytes) global_ = {};
    allocations_.erase(a);
    return;
  }
}

void history::written_by_host(void* address, std::size_t bytes) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  if (!on_ || !global_.bytes || a >= global_.address + global_.bytes || global_.address >= a + bytes) return;
  record(global_, "host write", nullptr);
  settle();  // the write has happened, and the memory may be freed before the next event
}
void history::copied_on_device(void* to, const void*, std::size_t bytes) { written_by_host(to, bytes); }

}  // namespace simcu::check::watching
