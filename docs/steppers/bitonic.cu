// SPDX-License-Identifier: Apache-2.0
// Lab 07's network, one launch per step. A thread compares the two keys that it reads.
#include <algorithm>
#include <map>
#include <utility>

#include "accesses.h"
#include "lab/device_buffer.h"
#include "solutions/07_bitonic/bitonic.cu"
#include "sorts.h"

namespace steppers {

static std::string step(words& keys, int stage, int bit) {
  words after;
  const auto seen = accesses("d_keys", keys.size(), [&] {
    lab::device_buffer<std::uint32_t> d_keys(keys);
    require(bitonic::compare_exchange_step(d_keys.data(), keys.size(), stage, bit).ok(),
            "compare_exchange_step refused");
    after = d_keys.download();
    return d_keys.data();
  });
  std::map<std::pair<std::uint32_t, std::uint32_t>, words> read_by;  // block and thread
  for (std::size_t i = 0; i < seen.size(); ++i)
    for (const access& one : seen[i])
      if (!one.write) read_by[{one.block, one.thread}].push_back(static_cast<std::uint32_t>(i));
  std::vector<words> pairs;
  for (const auto& [who, elements] : read_by)
    if (elements.size() == 2) pairs.push_back(elements);
  std::sort(pairs.begin(), pairs.end());
  std::vector<std::string> rows;
  for (const words& pair : pairs) rows.push_back(json(pair));
  keys = after;
  return "{\"stage\":" + std::to_string(stage) + ",\"bit\":" + std::to_string(bit) +
         ",\"keys\":" + json(keys) + ",\"pairs\":" + json(rows) + "}";
}

std::string bitonic(const words& in) {
  words keys = in;
  std::vector<std::string> steps;
  for (int stage = 1; (std::size_t{1} << (stage - 1)) < in.size(); ++stage)
    for (int bit = stage - 1; bit >= 0; --bit) steps.push_back(step(keys, stage, bit));
  require(std::is_sorted(keys.begin(), keys.end()), "not sorted");
  return json(steps);
}

}  // namespace steppers
