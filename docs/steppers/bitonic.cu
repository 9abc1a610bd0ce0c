// SPDX-License-Identifier: Apache-2.0
// Lab 07's network, a launch for each step; which keys a thread compares is in the histories of the elements.
// Built with `simcu --check`.
#include <algorithm>

#include "keys_and_json.h"
#include "lab/device_buffer.h"
#include "simcu/report.h"
#include "solutions/07_bitonic/bitonic.cu"

using steppers::words;
using buffer = lab::device_buffer<std::uint32_t>;

int main() {
  return steppers::serve([](const words& in) {
    words keys = in;
    std::vector<std::string> steps;
    for (int stage = 1; (std::size_t{1} << (stage - 1)) < in.size(); ++stage)
      for (int bit = stage - 1; bit >= 0; --bit) {
        std::vector<std::string> read;
        words after;
        for (std::size_t i = 0; i < keys.size(); ++i) {
          setenv("SIMCU_WATCH", ("d_keys[" + std::to_string(i) + "]").c_str(), 1);
          buffer d_keys(keys);
          simcu::take_report();
          steppers::require(bitonic::compare_exchange_step(d_keys.data(), keys.size(), stage, bit).ok(),
                            "compare_exchange_step refused");
          read.push_back(steppers::one_line(simcu::take_report()));
          after = d_keys.download();
        }
        keys = after;
        steps.push_back("{\"stage\":" + std::to_string(stage) + ",\"bit\":" + std::to_string(bit) +
                        ",\"keys\":" + steppers::json(keys) + ",\"read\":" + steppers::json(read) + "}");
      }
    unsetenv("SIMCU_WATCH");
    steppers::require(std::is_sorted(keys.begin(), keys.end()), "not sorted");
    return steppers::json(steps);
  });
}
