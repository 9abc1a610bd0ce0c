// SPDX-License-Identifier: Apache-2.0
#include "device_work.h"

#include <algorithm>

namespace verifier {

bool kernels_did_it(const checker_report& report, const image& images,
                    const std::vector<protocol::buffer_layout>& layouts) {
  std::uint64_t gained = 0;
  for (const protocol::buffer_layout& layout : layouts) {
    if (layout.null) continue;
    const unsigned char *before = images.before(layout), *after = images.after(layout);
    std::uint64_t changed = 0;
    for (std::size_t i = 0; i < layout.bytes(); ++i) changed += before[i] != after[i];
    gained = std::max(gained, changed);
  }
  const bool read_by_host = std::any_of(report.findings.begin(), report.findings.end(),
                                        [](const finding& f) { return f.kind == "device-pointer"; });
  return stored_by_kernels(report.counters) >= gained / 2 &&
         brought_by_host(report, layouts) < std::max(gained / 2, kParameterBytes) && !read_by_host;
}

std::uint64_t stored_by_kernels(const std::vector<kernel_counters>& kernels) {
  constexpr std::uint64_t kAtomicBytes = 4;
  std::uint64_t stored = 0;
  for (const kernel_counters& k : kernels) stored += k.global_store.bytes + k.global_atomics * kAtomicBytes;
  return stored;
}

bool is_brought(std::uint64_t bytes, std::uint64_t result) {
  constexpr std::uint64_t kTables = 2048;  // that somebody may well bring
  return bytes >= std::max(result / 2, kTables);
}

std::uint64_t brought_by_host(const checker_report& report,
                              const std::vector<protocol::buffer_layout>& layouts) {
  constexpr std::uint64_t kUsuallyTold = 256;  // the widths and digits of a sort's launches
  std::uint64_t own = 0;
  for (const protocol::buffer_layout& layout : layouts) own += layout.unset ? 0 : layout.bytes();
  const auto above = [](std::uint64_t all, std::uint64_t usual) { return all - std::min(all, usual); };
  return above(report.copied_from_host, own) + above(report.told, kUsuallyTold);
}

}  // namespace verifier
