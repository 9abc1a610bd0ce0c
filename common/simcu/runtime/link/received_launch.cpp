// SPDX-License-Identifier: Apache-2.0
#include "link/received_launch.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "base/machine.h"
#include "link/host_records.h"
#include "link/program_kernels.h"
#include "link/protocol.h"
#include "link/refusals.h"

namespace simcu {
namespace {

// Copies them to the end of a memory that an inaccessible page follows. The host can send fewer bytes than
// the kernel has, and no unlogged bytes may take their place. Only one launch runs at a time. Returns null if
// the system refuses.
const void* place_arguments(std::string_view closure) {
  static char* const end = [] {
    const std::size_t bytes = whole_pages(kLongestPacket);
    void* const p =
        mmap(nullptr, bytes + page_size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char* const closed = p == MAP_FAILED ? nullptr : static_cast<char*>(p) + bytes;
    return closed != nullptr && mprotect(closed, page_size(), PROT_NONE) == 0 ? closed : nullptr;
  }();
  constexpr std::size_t kAlignment = 64;  // the largest alignment of a kernel's arguments
  const std::size_t bytes = (closure.size() + kAlignment - 1) / kAlignment * kAlignment;
  if (end == nullptr) return nullptr;
  std::memset(end - bytes, 0, bytes);
  return std::memcpy(end - bytes, closure.data(), closure.size());
}

}  // namespace

received_launch::received_launch(message_reader& described, message_reader& from) {
  how.where = get_location(described);
  how.where.repeat = described.get<decltype(how.where.repeat)>();
  body.name = kept(described.get_text());
  body.run_thread = described.get<decltype(body.run_thread)>();
  body.max_threads = described.get<unsigned>();
  if (described.get<bool>()) read_call(described);
  how.grid = from.get<dim3>();
  how.block = from.get<dim3>();
  how.dynamic_shared = from.get<std::size_t>();
  how.cooperative = from.get<bool>();
  how.stream = get_stream(from);
  const int bad = from.get<int>();
  closure = from.get_text();
  read_parameters(described, from);
  if (!described.complete()) refuse_host("a kernel's description that is too short");
  if (!from.complete()) return;
  if (!runs_a_kernel(reinterpret_cast<const void*>(body.run_thread)))
    refuse_host("a launch of something that is not a kernel");
  if (!why_sizes_are_refused(how).empty()) refuse_host("a launch with impossible sizes");
  body.closure = place_arguments(closure);
  if (body.closure == nullptr) refuse_host("arguments that do not fit into memory");
  body.closure_bytes = closure.size();
  if (bad < static_cast<int>(parameters_.size())) names_variable = bad;
  parameters_.push_back({});
  body.parameters = parameters_.data();
}

void received_launch::read_call(message_reader& described) {
  call_.emplace(location{"", 0});
  call_->where = get_location(described);
  call_->depth = std::min(described.get<unsigned>(), static_cast<unsigned>(std::size(call_->stack)));
  for (const void*& address : call_->stack) address = described.get<const void*>();
  body.call = &*call_;
}

void received_launch::read_parameters(message_reader& described, message_reader& from) {
  while (described.get<bool>()) {
    named_parameter p;
    p.name = kept(described.get_text());
    p.shape = described.get<array_shape>();
    const bool has_object = described.get<bool>();
    p.pointer = from.get<const void*>();
    objects.emplace_back(from.get_text());
    p.bytes = objects.back().size();
    if (has_object) p.object = objects.back().data();
    parameters_.push_back(p);
  }
}

}  // namespace simcu
