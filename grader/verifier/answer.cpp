// SPDX-License-Identifier: Apache-2.0
// What a test reads from an answer.
#include <algorithm>

#include "judge.h"
#include "request_state.h"

namespace verifier {

using protocol::reply;

answer::payload_of answer::payload(const std::string& buffer, std::size_t element_size) const {
  for (const protocol::buffer_layout& layout : state_->layouts) {
    if (layout.name != buffer) continue;
    if (layout.null) return {nullptr, 0, nullptr};
    if (layout.element_size != element_size) break;
    const image& images = *state_->images;
    return {images.after(layout), layout.count, {state_, images.before(layout)}};
  }
  throw judgement{verdict::not_your_code,
                  "The test asks for a buffer `" + buffer + "` that it did not send with this type."};
}

double answer::value(const std::string& name) const {
  const auto found = state_->reply.values.find(name);
  if (found == state_->reply.values.end()) judge_unserved("it does not report `" + name + "`");
  return found->second;
}

const std::vector<phase>& answer::phases() const { return state_->phases; }
bool answer::refused() const { return state_->reply.kind == reply::refused; }
const std::string& answer::refusal() const { return state_->reply.text; }

const checker_report& answer::checked() const {
  if (state_->report) return *state_->report;
  throw judgement{verdict::not_your_code,
                  "The test asks for the findings of a request that was not checked()."};
}

const std::vector<kernel_counters>& answer::counters() const {
  if (checked().counted) return checked().counters;
  throw judgement{verdict::not_your_code,
                  "The test asks for the counters of a request that was not "
                  "counted()."};
}

const std::string& answer::exercise() const { return state_->exercise; }
std::uint64_t answer::most_span() const { return state_->most_span; }

std::uint64_t answer::buffer_bytes() const {
  std::uint64_t sum = 0;
  for (const protocol::buffer_layout& layout : state_->layouts) sum += layout.bytes();
  return sum;
}

std::uint64_t answer::largest_buffer() const {
  std::uint64_t most = 0;
  for (const protocol::buffer_layout& layout : state_->layouts)
    if (!layout.null) most = std::max<std::uint64_t>(most, layout.bytes());
  return most;
}

}  // namespace verifier
