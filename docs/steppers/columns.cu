// SPDX-License-Identifier: Apache-2.0
// Lab 06: four columns, sorted, then merged by merge_atomic_min, whose writer is the list that a key comes
// from. Built with `simcu --check`.
#include "keys_and_json.h"
#include "lab/device_buffer.h"
#include "simcu/report.h"
#include "solutions/06_bucket_merge/bucket_merge.cu"

using steppers::words;
using buffer = lab::device_buffer<std::uint32_t>;

int main() {
  return steppers::serve([](const words& keys) {
    constexpr bucket_merge::shape kShape{32, 4};
    buffer d_columns(keys);
    steppers::require(bucket_merge::sort_columns(d_columns.data(), keys.size(), kShape).ok(),
                      "sort_columns refused");
    words out;
    std::vector<std::string> written;  // the history of each element of d_out
    for (std::size_t i = 0; i < keys.size(); ++i) {
      setenv("SIMCU_WATCH", ("d_out[" + std::to_string(i) + "]").c_str(), 1);
      buffer d_out(keys.size());
      simcu::take_report();
      steppers::require(
          bucket_merge::merge_atomic_min(d_columns.data(), d_out.data(), keys.size(), kShape).ok(),
          "merge_atomic_min refused");
      written.push_back(steppers::one_line(simcu::take_report()));
      out = d_out.download();
    }
    unsetenv("SIMCU_WATCH");
    return "{\"columns\":" + steppers::json(d_columns.download()) + ",\"out\":" + steppers::json(out) +
           ",\"written\":" + steppers::json(written) + "}";
  });
}
