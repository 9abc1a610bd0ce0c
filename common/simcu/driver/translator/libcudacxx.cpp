// SPDX-License-Identifier: Apache-2.0
// simcu's cuda::std is all of std; nvcc's has fewer names, and each needs its header. Names that nvcc 13.0
// refuses are refused.
#include <algorithm>
#include <sstream>

#include "rewrites.h"

namespace translator {
namespace {

struct needed {
  const char* names;
  const char* headers;  // any of these headers of cuda/std; the first is the one to name. "": nvcc has none
};
constexpr needed kNeeded[] = {
    {"min", "functional"},
    {"max", "functional bit"},
    {"plus minus multiplies divides modulus negate less greater less_equal greater_equal equal_to not_equal_to "
     "logical_and logical_or bit_and bit_or bit_xor",
     "functional numeric"},
    {"abs sqrt floor ceil round trunc fma fmin fmax pow exp log sin cos tan isnan isinf isfinite",
     "cmath complex"},
    {"complex", "complex"},
    {"span dynamic_extent", "span array"},
    {"countl_zero countr_zero countl_one countr_one bit_width bit_ceil bit_floor has_single_bit rotl rotr endian",
     "bit"},
    {"array", "array span"},
    {"tuple make_tuple tie", "tuple functional"},
    {"pair make_pair", "utility tuple optional functional array span"},
    {"optional nullopt make_optional", "optional"},
    {"accumulate iota inner_product gcd lcm reduce transform_reduce inclusive_scan exclusive_scan partial_sum",
     "numeric"},
    {"clamp sort stable_sort fill fill_n copy copy_n lower_bound upper_bound binary_search equal_range find find_if "
     "count count_if any_of all_of none_of for_each transform min_element max_element minmax minmax_element reverse "
     "rotate unique remove remove_if partition merge generate replace nth_element is_sorted equal",
     ""},
    {"vector string map set unordered_map unordered_set deque list queue stack cout cerr endl thread mutex lock_guard "
     "function shared_ptr make_shared random_device mt19937 ifstream ofstream stringstream to_string",
     ""},
};

bool has_word(const char* words, std::string_view word) {
  std::istringstream all(words);
  for (std::string w; all >> w;)
    if (w == word) return true;
  return false;
}

bool is_included(const source& s, const char* headers) {
  const auto ends_with = [](const std::string& file, const std::string& end) {
    return file.size() >= end.size() && file.compare(file.size() - end.size(), end.size(), end) == 0;
  };
  std::istringstream all(headers);
  for (std::string header; all >> header;)
    if (std::any_of(s.files.begin(), s.files.end(),
                    [&](const std::string& file) { return ends_with(file, "/cuda/std/" + header); }))
      return true;
  return false;
}

}  // namespace

void refuse_absent_names_of_libcudacxx(context& c) {
  const source& s = c.s;
  // CUB and Thrust include a lot of it.
  for (const std::string& file : s.files)
    if (file.find("/cub/") != std::string::npos || file.find("/thrust/") != std::string::npos) return;
  for (std::size_t i = 0; i + 4 < s.tokens.size(); ++i) {
    if (!s.is(i, "cuda") || !s.is(i + 1, "::") || !s.is(i + 2, "std") || !s.is(i + 3, "::")) continue;
    for (const needed& n : kNeeded) {
      if (!has_word(n.names, s.text(i + 4))) continue;
      if (is_included(s, n.headers)) break;
      const std::string header = std::string(n.headers).substr(0, std::string(n.headers).find(' '));
      c.error(i + 4, "namespace \"cuda::std\" has no member \"" + c.text(i + 4) + "\"" +
                         (header.empty() ? "" : " without #include <cuda/std/" + header + ">"));
      break;
    }
  }
}

}  // namespace translator
