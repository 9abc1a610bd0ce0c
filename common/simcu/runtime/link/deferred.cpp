// SPDX-License-Identifier: Apache-2.0
#include "link/deferred.h"

#include <cstdlib>
#include <cstring>
#include <new>

namespace simcu {

std::shared_ptr<void> copy_arguments(const void* closure, std::size_t bytes) {
  constexpr std::size_t kAlignment = 64;  // of a kernel's arguments, at most
  std::shared_ptr<void> copy(std::aligned_alloc(kAlignment, (bytes / kAlignment + 1) * kAlignment),
                             std::free);
  if (copy) std::memcpy(copy.get(), closure, bytes);
  return copy;
}

deferred_launch::deferred_launch(const configuration& how, const kernel_body& body) : how_(how), body_(body) {
  closure_ = copy_arguments(body.closure, body.closure_bytes);
  if (!closure_) throw std::bad_alloc();
  body_.closure = closure_.get();
  if (body.call != nullptr) body_.call = &call_.emplace(*body.call);
  for (const named_parameter* p = body.parameters; p != nullptr && p->name != nullptr; ++p) {
    parameters_.push_back(*p);
    if (p->object == nullptr || p->bytes == 0) continue;
    objects_.push_back(std::make_unique<char[]>(p->bytes));
    std::memcpy(objects_.back().get(), const_cast<const void*>(p->object), p->bytes);
    parameters_.back().object = objects_.back().get();
  }
  if (body.parameters != nullptr) {
    parameters_.push_back({nullptr, nullptr, {}, nullptr, 0});
    body_.parameters = parameters_.data();
  }
}

}  // namespace simcu
