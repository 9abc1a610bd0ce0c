// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "base/symbolize.h"
#include "counters.h"
#include "report/text.h"

namespace simcu::check::counting {
namespace {

const char* const kOpNames[kOps] = {"global_load",  "global_store",  "shared_load",
                                    "shared_store", "global_atomic", "shared_atomic"};

bool is_shared(op what) {
  return what == op::shared_load || what == op::shared_store || what == op::shared_atomic;
}

std::string ratio(std::uint64_t a, std::uint64_t b) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", b ? static_cast<double>(a) / static_cast<double>(b) : 0.0);
  return text;
}

std::array<site_counts, kOps> by_op(const kernel_counts& k) {
  std::array<site_counts, kOps> sums;
  for (site s = 0; s < k.sites.size(); ++s) sums[static_cast<unsigned>(describe(s).what)].add(k.sites[s]);
  return sums;
}

double thousandths(std::uint64_t a, std::uint64_t b) { return std::strtod(ratio(a, b).c_str(), nullptr); }

void add_memory(json& to, const kernel_counts& k) {
  const auto sums = by_op(k);
  for (unsigned i = 0; i < 4; ++i) {
    const site_counts& c = sums[i];
    const bool shared = is_shared(static_cast<op>(i));
    const std::string cost = shared ? "wavefronts" : "sectors";
    json& part = to[kOpNames[i]];
    part["requests"] = c.requests;
    part[cost] = c.cost;
    part[cost + "_per_request"] = thousandths(c.cost, c.requests);
    if (shared) part["conflicts"] = c.cost - c.least;
    part["bytes"] = c.bytes;
  }
  const site_counts &global = sums[4], &shared = sums[5];
  to["atomics"] = {{"global", global.touches},
                   {"shared", shared.touches},
                   {"global_requests", global.requests},
                   {"shared_requests", shared.requests},
                   {"global_sectors", global.cost},
                   {"shared_wavefronts", shared.cost},
                   {"largest_on_one_address", std::max(global.largest, shared.largest)}};
}

struct line {
  std::string file;
  int number;
  op what;
  site_counts counts;
  std::vector<site> sites;
};

// The most expensive first.
std::vector<line> lines_of(const kernel_counts& k) {
  std::map<std::pair<std::string, op>, std::pair<site_counts, std::vector<site>>> sums;
  for (site s = 0; s < k.sites.size(); ++s) {
    if (!k.sites[s].requests) continue;
    auto& [counts, sites] = sums[{source_line(describe(s).pc), describe(s).what}];
    counts.add(k.sites[s]);
    sites.push_back(s);
  }
  std::vector<line> lines;
  for (const auto& [where, sum] : sums) {
    const line_of_code at = split_place(where.first);
    lines.push_back({at.file, at.line, where.second, sum.first, sum.second});
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const line& a, const line& b) { return a.counts.cost > b.counts.cost; });
  return lines;
}

json as_json(const dearest_requests::example& example) {
  constexpr std::uintptr_t kAllBanks = 128;
  std::uintptr_t lowest = ~std::uintptr_t{0};
  for (const touch& t : example.touches) lowest = std::min(lowest, t.address);
  json lanes = json::array();
  for (const touch& t : example.touches)
    lanes.push_back({t.lane, t.address - lowest / kAllBanks * kAllBanks});
  return {{"cost", example.cost}, {"bytes", example.touches[0].bytes}, {"lanes", lanes}};
}

}  // namespace

void counters::add_members(json& report) const {
  json& all = report["counters"] = json::array();
  std::uint64_t work = 0, span = 0;
  for (const kernel& k : kernels_) {
    const kernel_counts& s = k.sum;
    work += s.work;
    span += s.span;
    json out = {{"kernel", k.name}, {"launches", s.launches}, {"blocks", s.blocks}, {"threads", s.threads}};
    out["barriers_per_block"] = {
        {"min", s.blocks ? s.least_barriers : 0}, {"max", s.most_barriers}, {"total", s.barriers}};
    add_memory(out, s);
    out["steps"] = {{"work", s.work}, {"span", s.span}};
    out["estimated"] = s.estimated;
    out["each_launch"] = json::array();
    for (const kernel_counts& l : k.launches) {
      json one = {{"blocks", l.blocks}, {"threads", l.threads}, {"barriers", l.barriers}};
      one["steps"] = {{"work", l.work}, {"span", l.span}};
      add_memory(one, l);
      out["each_launch"].push_back(std::move(one));
    }
    out["lines"] = json::array();
    for (const line& l : lines_of(s)) {
      out["lines"].push_back({{"file", l.file},
                              {"line", l.number},
                              {"op", kOpNames[static_cast<unsigned>(l.what)]},
                              {"requests", l.counts.requests},
                              {is_shared(l.what) ? "wavefronts" : "sectors", l.counts.cost}});
      if (is_shared(l.what)) out["lines"].back()["conflicts"] = l.counts.cost - l.counts.least;
      if (const auto* example = examples_.of(l.sites)) out["lines"].back()["example"] = as_json(*example);
    }
    all.push_back(std::move(out));
  }
  report["steps"] = {{"work", work}, {"span", span}};
  std::size_t variables = 0;
  for (const auto& [address, bytes] : variables_) variables += bytes;
  report["memory"] = {{"live", memory_}, {"peak", peak_}};
  report["copied"] = {{"to_host", to_host_}, {"printed", printed_}, {"from_host", from_host_}};
  report["variables"] = {{"bytes", variables}};
}

std::string counters::table() const {
  if (kernels_.empty()) return "";
  std::string out =
      "simcu: counters of the simulated device (requests of warps; sectors of 32 bytes; wavefronts over 32 "
      "banks)\n";
  char text[400];
  for (const kernel& k : kernels_) {
    const auto sums = by_op(k.sum);
    std::snprintf(
        text, sizeof text, "  %s: %llu launch%s, %llu blocks, %llu threads, barriers per block %llu",
        k.name.c_str(), static_cast<unsigned long long>(k.sum.launches), k.sum.launches == 1 ? "" : "es",
        static_cast<unsigned long long>(k.sum.blocks), static_cast<unsigned long long>(k.sum.threads),
        static_cast<unsigned long long>(k.sum.most_barriers));
    out += text;
    out += k.sum.estimated ? " (partly estimated)\n" : "\n";
    std::snprintf(text, sizeof text, "    %-14s %12llu work %16llu span, %s threads at a time\n", "steps",
                  static_cast<unsigned long long>(k.sum.work), static_cast<unsigned long long>(k.sum.span),
                  ratio(k.sum.work, k.sum.span).c_str());
    out += text;
    for (unsigned i = 0; i < kOps; ++i) {
      const site_counts& c = sums[i];
      if (!c.requests) continue;
      std::snprintf(text, sizeof text, "    %-14s %12llu requests %12llu %-10s %7s per request", kOpNames[i],
                    static_cast<unsigned long long>(c.requests), static_cast<unsigned long long>(c.cost),
                    is_shared(static_cast<op>(i)) ? "wavefronts" : "sectors",
                    ratio(c.cost, c.requests).c_str());
      out += text;
      if (i >= 4) out += ", at most " + std::to_string(c.largest) + " lanes on one address";
      out += "\n";
    }
  }
  return out + "  device memory: " + std::to_string(memory_) + " bytes now, " + std::to_string(peak_) +
         " bytes at peak\n";
}

std::string counters::as_lines() const {
  json members;
  add_members(members);
  return json_lines(members);
}

void counters::add_to_report(json& report) {
  if (wanted_) add_members(report);
  kernels_.clear();
  peak_ = memory_;
  to_host_ = printed_ = from_host_ = 0;
  variables_.clear();
}

}  // namespace simcu::check::counting
