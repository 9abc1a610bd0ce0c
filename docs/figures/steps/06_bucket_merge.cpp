// SPDX-License-Identifier: Apache-2.0
#include "grader/labs/06_bucket_merge/columns_model.h"
#include "steps.h"

namespace figures {

namespace {

json columns() {
  const lab06::words sorted = lab06::with_sorted_columns(lab06::kExample, lab06::kExampleColumns);
  const lab06::lists heads = lab06::columns_of(sorted, lab06::kExampleColumns);
  json taken = json::array();
  for (const lab06::head& h : lab06::heads_taken(heads)) taken.push_back({{"list", h.list}, {"key", h.key}});
  FIGURE_CHECK(lab06::merged_by_heads(heads) == lab06::sorted(lab06::kExample));
  return {{"before", lab06::columns_of(lab06::kExample, lab06::kExampleColumns)},
          {"sorted", heads},
          {"taken", taken}};
}

// A thread's search for how many of the first d keys come from a: the keys that it reads, and the result.
json search(const lab06::words& a, const lab06::words& b, std::size_t d) {
  std::size_t low = d > b.size() ? d - b.size() : 0, high = std::min(d, a.size());
  json looked_at = json::array();
  while (low < high) {
    const std::size_t middle = (low + high) / 2, other = d - 1 - middle;
    const bool from_a = a[middle] <= b[other];
    looked_at.push_back({{"a", middle}, {"b", other}, {"yes", from_a}});
    (from_a ? low = middle + 1 : high = middle);
  }
  return {{"diagonal", d}, {"from_a", low}, {"looked_at", looked_at}};
}

json merge_path() {
  const lab06::words a{1, 3, 4, 6, 8}, b{2, 3, 5, 5, 7, 9, 9};
  const std::size_t items = 4;
  const std::vector<lab06::head> path = lab06::heads_taken({a, b});  // equal keys come from a first
  json threads = json::array(), taken = json::array();
  std::size_t from_a = 0;
  for (std::size_t d = 0; d < path.size(); ++d) {
    if (d % items == 0) {
      threads.push_back(search(a, b, d));
      FIGURE_CHECK(threads.back()["from_a"] == from_a);
    }
    from_a += path[d].list == 0 ? 1 : 0;
    taken.push_back({{"list", path[d].list}, {"key", path[d].key}});
  }
  return {{"a", a}, {"b", b}, {"items", items}, {"threads", threads}, {"taken", taken}};
}

}  // namespace

json bucket_merge() { return {{"columns", columns()}, {"merge_path", merge_path()}}; }

}  // namespace figures
