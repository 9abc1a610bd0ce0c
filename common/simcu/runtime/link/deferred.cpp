// SPDX-License-Identifier: Apache-2.0
#include "link/deferred.h"

#include <cstdlib>
#include <cstring>
#include <new>

namespace simcu {
namespace {
constexpr std::size_t kAlignment = 64;  // of a kernel's arguments, at most
}

deferred_launch::deferred_launch(const configuration& how, const kernel_body& body) : how_(how), body_(body) {
  const std::size_t room = (body.closure_bytes + kAlignment - 1) / kAlignment * kAlignment;
  closure_ = std::shared_ptr<void>(std::aligned_alloc(kAlignment, room), std::free);
  if (!closure_) throw std::bad_alloc();
  std::memcpy(closure_.get(), body.closure, body.closure_bytes);
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
