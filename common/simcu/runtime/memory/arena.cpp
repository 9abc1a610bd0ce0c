// SPDX-License-Identifier: Apache-2.0
#include "memory/arena.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>

#include "base/machine.h"
#include "memory/limits.h"
#include "memory/poison.h"
#include "simcu/device_model.h"

// The pages of the program's __device__ and __constant__ variables (driver/device_section.h). Null unless
// `simcu` linked the program, whose variables then stay accessible.
extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern char simcu_device_begin[], simcu_device_end[];
// The pages of __managed__ variables, which host code can also use.
[[gnu::weak, gnu::visibility("hidden")]] extern char simcu_managed_begin[], simcu_managed_end[];
}

namespace simcu {
namespace {

// Linux needs two mappings per live allocation with a guard page, and a process can have about 65 000.
constexpr std::size_t kGuardedAllocations = 8192;
// Larger allocations are mapped from a file of poison, so untouched memory costs nothing.
constexpr std::size_t kLazyPoison = std::size_t{256} << 20;
constexpr std::size_t kHugePages = std::size_t{4} << 20;
// Both ends of the range stay closed, so an access slightly outside device memory faults.
constexpr std::size_t kClosedEnd = std::size_t{1} << 20;
constexpr std::size_t kShared = std::size_t{1} << 30;
constexpr std::size_t kReach = 1 << 16;

std::atomic<memory_arena*> the_arena{nullptr};

void* reserve(std::size_t bytes, int protection) {
  void* p = mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? nullptr : p;
}

void protect_variables(int protection) {
  char *const begin = simcu_device_begin, *const end = simcu_device_end;
  if (begin != end) (void)mprotect(begin, static_cast<std::size_t>(end - begin), protection);
}

}  // namespace

static bool is_between(const char* begin, const void* p, const char* end) {
  return std::less_equal<>()(static_cast<const void*>(begin), p) &&
         std::less<>()(p, static_cast<const void*>(end));
}
bool is_device_variable(const void* p) { return is_between(simcu_device_begin, p, simcu_device_end); }
bool is_in_managed_pages(const void* p) { return is_between(simcu_managed_begin, p, simcu_managed_end); }
memory_arena::page_range managed_variables() {
  return {simcu_managed_begin, static_cast<std::size_t>(simcu_managed_end - simcu_managed_begin)};
}

static bool share_managed_variables() {
  const auto [begin, bytes] = managed_variables();
  if (bytes == 0) return true;
  const std::string kept(begin, bytes);
  if (mmap(begin, kept.size(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
      MAP_FAILED)
    return false;
  std::memcpy(begin, kept.data(), kept.size());
  return true;
}

memory_arena& memory_arena::instance() {
  static memory_arena* arena = [] {
    auto* fresh = new memory_arena;
    the_arena = fresh;
    return fresh;
  }();
  return *arena;
}

memory_arena* memory_arena::existing() { return the_arena.load(std::memory_order_acquire); }

memory_arena::memory_arena() {
  const memory_limits limits = device_memory_limits();
  total_ = limits.total;
  for (std::size_t bytes = limits.reservation; bytes >= page_ * 16; bytes /= 2) {
    base_ = static_cast<char*>(reserve(bytes, PROT_NONE));
    if (base_ == nullptr) continue;
    pages_ = bytes / page_;
    break;
  }
  const std::size_t end = closed_end();
  if (total_ > (pages_ - 2 * end) * page_) total_ = (pages_ - 2 * end) * page_;
  if (base_ != nullptr) {
    owner_ =
        static_cast<std::atomic<std::uint32_t>*>(reserve(pages_ * sizeof *owner_, PROT_READ | PROT_WRITE));
    records_ = static_cast<record*>(reserve(pages_ * sizeof *records_, PROT_READ | PROT_WRITE));
  }
  if (owner_ == nullptr || records_ == nullptr) {
    std::fprintf(
        stderr,
        "simcu: cannot reserve addresses for device memory; raise the limit on virtual memory (ulimit -v) "
        "or lower SIMCU_MEMORY_MIB.\n");
    std::exit(2);
  }
  own_.begin(end, pages_ - 2 * end);
  protect_variables(PROT_NONE);
}

bool memory_arena::fill_pages(std::size_t first, std::size_t pages) {
  char* start = base_ + first * page_;
  const std::size_t bytes = pages * page_;
  if (bytes >= kLazyPoison && first < shared_from_ && map_poison_lazily(start, bytes)) return true;
  if (mprotect(start, bytes, PROT_READ | PROT_WRITE) != 0) return false;
  if (bytes >= kHugePages)
    madvise(start, bytes, MADV_HUGEPAGE);  // scattered accesses miss the TLB less often
  fault_in(start, bytes);
  std::memset(start, model::kGlobalPoison, bytes);
  return true;
}

std::size_t memory_arena::closed_end() const { return std::min(kClosedEnd / page_, pages_ / 16); }

std::size_t memory_arena::guard_pages() const { return live_ < kGuardedAllocations ? 1 : 0; }

void memory_arena::note(std::size_t first, std::size_t bytes, std::size_t guard, memory_kind kind) {
  const std::size_t open = (bytes + page_ - 1) / page_;
  record& r = records_[first];
  r.bytes = bytes;
  r.pages = static_cast<std::uint32_t>(open + guard);
  r.kind = static_cast<std::uint8_t>(kind);
  r.live = 1;
  for (std::size_t page = first; page < first + r.pages; ++page)
    owner_[page].store(static_cast<std::uint32_t>(first + 1), std::memory_order_relaxed);
  r.opened = 0;
  used_pages_ += open;
  ++live_;
}

void* memory_arena::allocate(std::size_t bytes, memory_kind kind) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (bytes > total_) return nullptr;
  const std::size_t open = (bytes + page_ - 1) / page_, guard = guard_pages();
  if ((used_pages_ + open) * page_ > total_) return nullptr;
  page_pool& pool = kind == memory_kind::managed && shared_from_ < pages_ ? shared_ : own_;
  std::size_t first = 0;
  if (!pool.take(open + guard, &first)) return nullptr;
  if (!fill_pages(first, open)) {
    pool.give(first, open + guard);
    return nullptr;
  }
  note(first, bytes, guard, kind);
  if (kind != memory_kind::managed) {
    closable_.insert(first);
    if (all_opened_ == 0) protect(first, PROT_NONE);
  }
  return base_ + first * page_;
}

void memory_arena::forget(std::size_t first) {
  record& r = records_[first];
  r.live = 0;
  used_pages_ -= (r.bytes + page_ - 1) / page_;
  --live_;
}

void memory_arena::release_locked(std::size_t first) {
  const std::size_t open = (records_[first].bytes + page_ - 1) / page_;
  mmap(base_ + first * page_, open * page_, PROT_NONE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  closable_.erase(first);
  forget(first);
  pool_of(first).give(first, records_[first].pages);
}

bool memory_arena::begin_sharing() {
  const std::size_t shared = std::min(kShared / page_, pages_ / 8), first = pages_ - closed_end() - shared;
  if (mmap(base_ + first * page_, shared * page_, PROT_NONE,
           MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED ||
      !share_managed_variables())
    return false;
  own_.cut_end(shared);
  shared_.begin(first, shared);
  shared_from_ = first;
  return true;
}

bool memory_arena::open_shared() {
  const page_range shared = shared_range();
  return mprotect(shared.begin, shared.bytes, PROT_READ | PROT_WRITE) == 0;
}

bool memory_arena::is_live(const void* p) const {
  if (!contains(p) || reinterpret_cast<std::uintptr_t>(p) % page_ != 0) return false;
  const std::size_t first = page_of(p);
  return owner_[first] == first + 1 && records_[first].live != 0;
}

bool memory_arena::adopt(const void* p, std::size_t bytes, memory_kind kind) {
  std::lock_guard<std::mutex> lock(mutex_);
  const std::size_t guard = guard_pages();
  if (!contains(p) || bytes > pages_ * page_ || page_of(p) + (bytes + page_ - 1) / page_ + guard > pages_)
    return false;
  note(page_of(p), bytes, guard, kind);
  return true;
}

bool memory_arena::drop(const void* p) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!is_live(p)) return false;
  forget(page_of(p));
  return true;
}

void memory_arena::drop_all() {
  std::lock_guard<std::mutex> lock(mutex_);
  for (std::size_t page = 0; page < pages_ && live_ != 0; ++page)
    if (is_live(base_ + page * page_)) forget(page);
}

// Has no effect if the process has too many mappings, which mmap would also report.
void memory_arena::protect(std::size_t first, int protection) {
  const std::size_t bytes = (records_[first].bytes + page_ - 1) / page_ * page_;
  (void)mprotect(base_ + first * page_, bytes, protection);
}

void memory_arena::open_all() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (all_opened_++ != 0) return;
  if (variables_opened_ == 0) protect_variables(PROT_READ | PROT_WRITE);
  for (const std::size_t first : closable_)
    if (records_[first].opened == 0) protect(first, PROT_READ | PROT_WRITE);
}

void memory_arena::close_all() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (--all_opened_ != 0) return;
  if (variables_opened_ == 0) protect_variables(PROT_NONE);
  for (const std::size_t first : closable_)
    if (records_[first].opened == 0) protect(first, PROT_NONE);
}

// Returns null if there is none, or if it is always accessible.
memory_arena::record* memory_arena::live_around(const void* p, std::size_t* first) {
  if (!contains(p) || owner_[page_of(p)] == 0) return nullptr;
  *first = owner_[page_of(p)] - 1;
  return closable_.count(*first) != 0 ? &records_[*first] : nullptr;
}

void memory_arena::open(const void* p) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (is_device_variable(p) && variables_opened_++ == 0 && all_opened_ == 0)
    protect_variables(PROT_READ | PROT_WRITE);
  std::size_t first = 0;
  record* r = live_around(p, &first);
  if (r != nullptr && r->opened++ == 0 && all_opened_ == 0) protect(first, PROT_READ | PROT_WRITE);
}

void memory_arena::close(const void* p) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (is_device_variable(p) && variables_opened_ != 0 && --variables_opened_ == 0 && all_opened_ == 0)
    protect_variables(PROT_NONE);
  std::size_t first = 0;
  record* r = live_around(p, &first);
  if (r != nullptr && r->opened != 0 && --r->opened == 0 && all_opened_ == 0) protect(first, PROT_NONE);
}

bool memory_arena::release(const void* p) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!is_live(p)) return false;
  release_locked(page_of(p));
  return true;
}

std::vector<void*> memory_arena::release_all() {
  std::vector<void*> released;
  std::lock_guard<std::mutex> lock(mutex_);
  for (std::size_t page = 0; page < pages_ && live_ != 0;) {
    const std::uint32_t owner = owner_[page];
    if (owner == page + 1 && records_[page].live != 0) {
      release_locked(page);
      released.push_back(base_ + page * page_);
    }
    page += owner == page + 1 ? static_cast<std::size_t>(records_[page].pages) : 1;
  }
  return released;
}

std::size_t memory_arena::free_bytes() {
  std::lock_guard<std::mutex> lock(mutex_);
  return total_ - used_pages_ * page_;
}

bool memory_arena::contains(const void* p) const {
  const char* c = static_cast<const char*>(p);
  return c >= base_ && c < base_ + pages_ * page_;
}

std::size_t memory_arena::page_of(const void* p) const {
  return static_cast<std::size_t>(static_cast<const char*>(p) - base_) / page_;
}

memory_info memory_arena::info(std::size_t first) const {
  const record& r = records_[first];
  return {static_cast<memory_kind>(r.kind.load()), base_ + first * page_, r.bytes, r.live != 0};
}

memory_info memory_arena::describe(const void* p) const {
  if (contains(p)) {
    const std::size_t page = page_of(p);
    const std::uint32_t owner = owner_[page];
    if (owner != 0) {
      const memory_info found = info(owner - 1);
      if (static_cast<const char*>(p) < static_cast<const char*>(found.base) + found.bytes) return found;
    }
  }
  return {memory_kind::unknown, nullptr, 0, false};
}

memory_info memory_arena::nearest(const void* p) const {
  memory_info found{memory_kind::unknown, nullptr, 0, false};
  if (!contains(p)) return found;
  const auto at = reinterpret_cast<std::uintptr_t>(p);
  const std::size_t here = page_of(p);
  std::uintptr_t away = UINTPTR_MAX;
  for (std::size_t steps = 0; steps < kReach && steps <= here; ++steps) {
    if (owner_[here - steps] == 0) continue;
    found = info(owner_[here - steps] - 1);
    const auto end = reinterpret_cast<std::uintptr_t>(found.base) + found.bytes;
    away = at < end ? 0 : at - end;
    break;
  }
  for (std::size_t page = here + 1; page < pages_ && page - here < kReach; ++page) {
    if ((page - here - 1) * page_ >= away) break;
    if (owner_[page] == 0) continue;
    const memory_info next = info(owner_[page] - 1);
    return reinterpret_cast<std::uintptr_t>(next.base) - at < away ? next : found;
  }
  return found;
}

device_memory_open::device_memory_open() : all_(true) { memory_arena::instance().open_all(); }

device_memory_open::device_memory_open(const void* one, const void* other)
    : all_(false), one_(one), other_(other) {
  memory_arena* arena = memory_arena::existing();
  if (arena == nullptr) return;
  arena->open(one_);
  arena->open(other_);
}

device_memory_open::~device_memory_open() {
  memory_arena* arena = memory_arena::existing();
  if (arena == nullptr) return;
  if (all_) {
    arena->close_all();
  } else {
    arena->close(other_);
    arena->close(one_);
  }
}

}  // namespace simcu
