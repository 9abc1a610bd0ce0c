// SPDX-License-Identifier: Apache-2.0
#include "device_work.h"

#include <algorithm>

namespace verifier {

bool kernels_did_it(const checker_report& report, const image& images,
                    const std::vector<protocol::buffer_layout>& layouts) {
  constexpr std::uint64_t kAtomicBytes = 4, kFew = 64;
  std::uint64_t stored = 0, gained = 0;
  for (const kernel_counters& k : report.counters)
    stored += k.global_store.bytes + k.global_atomics * kAtomicBytes;
  for (const protocol::buffer_layout& layout : layouts) {
    if (layout.null) continue;
    const unsigned char *before = images.before(layout), *after = images.after(layout);
    std::uint64_t changed = 0;
    for (std::size_t i = 0; i < layout.bytes(); ++i) changed += before[i] != after[i];
    gained = std::max(gained, changed);
  }
  const std::uint64_t all = report.copied_from_host, brought = all - std::min(all, filled_bytes(layouts));
  const bool read_by_host = std::any_of(report.findings.begin(), report.findings.end(),
                                        [](const finding& f) { return f.kind == "device-pointer"; });
  return stored >= gained / 2 && brought < std::max(gained / 2, kFew) && !read_by_host;
}

std::uint64_t filled_bytes(const std::vector<protocol::buffer_layout>& layouts) {
  std::uint64_t sum = 0;
  for (const protocol::buffer_layout& layout : layouts) sum += layout.unset ? 0 : layout.bytes();
  return sum;
}

}  // namespace verifier
