// SPDX-License-Identifier: Apache-2.0
// Buffers and parameters are named as in enumeration.h. The parameter n is a wrong number of keys.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "enumeration.h"
#include "runner.h"

namespace {

using runner::call;

std::size_t key_count(const call& call, std::size_t in_buffer) {
  return call.has_param("n") ? static_cast<std::size_t>(call.param("n")) : in_buffer;
}

template <class T>
void host(call& call) {
  auto keys = call.host<T>("keys");
  auto sorted = call.host<T>("sorted");
  call.report(enumeration::sort_host(keys.data(), sorted.data(), key_count(call, keys.size())));
}

template <class T>
void direct(call& call) {
  auto keys = call.device<T>("keys");
  auto sorted = call.device<T>("sorted");
  lab::phase_timer timer;
  call.report(enumeration::sort_direct(keys.data(), sorted.data(), key_count(call, keys.size()),
                                       static_cast<int>(call.param("block_size")), &timer));
  call.report(timer);
}

template <class T>
void tiled(call& call) {
  auto keys = call.device<T>("keys");
  auto sorted = call.device<T>("sorted");
  lab::phase_timer timer;
  call.report(enumeration::sort_tiled(keys.data(), sorted.data(), key_count(call, keys.size()), &timer));
  call.report(timer);
}

template <class T>
void two_level(call& call) {
  auto keys = call.device<T>("keys");
  auto sorted = call.device<T>("sorted");
  auto ranks = call.device<std::uint32_t>("ranks");
  lab::phase_timer timer;
  call.report(enumeration::sort_two_level(keys.data(), sorted.data(), ranks.data(),
                                          key_count(call, keys.size()),
                                          static_cast<std::size_t>(call.param("slices")), &timer));
  call.report(timer);
}

// Rows are sent as three doubles: host, kernel, total.
std::vector<enumeration::comparison> rows_of(const runner::buffer<double>& table) {
  std::vector<enumeration::comparison> rows(table.size() / 3);
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] = {table.data()[3 * i], table.data()[3 * i + 1], table.data()[3 * i + 2]};
  return rows;
}

std::vector<std::size_t> sizes_of(const runner::buffer<std::uint64_t>& sizes) {
  return {sizes.data(), sizes.data() + sizes.size()};
}

}  // namespace

RUNNER_EXERCISE(host_u32) { host<std::uint32_t>(call); }
RUNNER_EXERCISE(host_f64) { host<double>(call); }
RUNNER_EXERCISE(direct_u32) { direct<std::uint32_t>(call); }
RUNNER_EXERCISE(direct_f64) { direct<double>(call); }
RUNNER_EXERCISE(tiled_u32) { tiled<std::uint32_t>(call); }
RUNNER_EXERCISE(tiled_f64) { tiled<double>(call); }
RUNNER_EXERCISE(two_level_u32) { two_level<std::uint32_t>(call); }
RUNNER_EXERCISE(two_level_f64) { two_level<double>(call); }

RUNNER_EXERCISE(sweep_block_sizes) {
  auto keys = call.host<double>("keys");
  auto block_sizes = call.host<std::int32_t>("block_sizes");
  auto sorted = call.host<double>("sorted");
  auto ms = call.host<double>("ms");
  call.report(enumeration::sweep_block_sizes(keys.data(), sorted.data(), keys.size(), block_sizes.data(),
                                             block_sizes.size(), static_cast<int>(call.param("repeats")),
                                             ms.data()));
}

RUNNER_EXERCISE(compare_with_host) {
  auto keys = call.host<double>("keys");
  auto sizes = call.host<std::uint64_t>("sizes");
  auto sorted = call.host<double>("sorted");
  auto table = call.host<double>("rows");
  auto rows = rows_of(table);
  call.report(enumeration::compare_with_host(keys.data(), sorted.data(), sizes_of(sizes).data(), sizes.size(),
                                             static_cast<int>(call.param("repeats")), rows.data()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    table.data()[3 * i] = rows[i].host;
    table.data()[3 * i + 1] = rows[i].kernel;
    table.data()[3 * i + 2] = rows[i].total;
  }
}

RUNNER_EXERCISE(crossover) {
  auto sizes = call.host<std::uint64_t>("sizes");
  auto table = call.host<double>("rows");
  const std::size_t from =
      enumeration::crossover(sizes_of(sizes).data(), rows_of(table).data(), sizes.size());
  call.report("from", static_cast<double>(from));
}

RUNNER_EXERCISE(analyse_direct) {
  const auto result = enumeration::analyse_direct(
      static_cast<std::size_t>(call.param("n")), static_cast<std::size_t>(call.param("element_bytes")),
      static_cast<double>(call.param("ms")), static_cast<double>(call.param("peak_gb_s")));
  call.report("comparisons_per_s", result.comparisons_per_s);
  call.report("loads_gb_s", result.loads_gb_s);
  call.report("sectors_gb_s", result.sectors_gb_s);
  call.report("dram_gb_s", result.dram_gb_s);
  call.report("dram_share", result.dram_share);
}
