// SPDX-License-Identifier: Apache-2.0
// Lab 06: sorts four columns, then merges them by merge_atomic_min, where thread c writes list c's keys.
#include "accesses.h"
#include "lab/device_buffer.h"
#include "solutions/06_bucket_merge/bucket_merge.cu"
#include "sorts.h"

namespace steppers {

std::string columns(const words& keys) {
  using buffer = lab::device_buffer<std::uint32_t>;
  constexpr bucket_merge::shape kShape{32, 4};
  buffer d_columns(keys);
  require(bucket_merge::sort_columns(d_columns.data(), keys.size(), kShape).ok(), "sort_columns refused");
  words out, lists;  // the list from which each output key came
  const auto seen = accesses("d_out", keys.size(), [&] {
    buffer d_out(keys.size());
    require(bucket_merge::merge_atomic_min(d_columns.data(), d_out.data(), keys.size(), kShape).ok(),
            "merge_atomic_min refused");
    out = d_out.download();
    return d_out.data();
  });
  for (const auto& element : seen) {
    words writers;
    for (const access& one : element)
      if (one.write) writers.push_back(one.thread);
    require(writers.size() == 1, "an element of the output was written twice, or never");
    lists.push_back(writers[0]);
  }
  return "{\"columns\":" + json(d_columns.download()) + ",\"out\":" + json(out) +
         ",\"lists\":" + json(lists) + "}";
}

}  // namespace steppers
