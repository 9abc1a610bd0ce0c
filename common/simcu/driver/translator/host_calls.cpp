// SPDX-License-Identifier: Apache-2.0
// Finds calls of host functions in device code, and of device functions in host code. Without a clang++ for
// the strict check (../strict.h), finds only calls that are certain from the text. In checked programs, host
// functions check at run time whether a kernel has called them through a pointer.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "rewrites.h"
#include "word_list.h"

namespace translator {
namespace {

// nvcc refuses these functions of the C++ library in device code, except constexpr ones with
// --expt-relaxed-constexpr.
const word_list kHostOnly(
    "accumulate cerr copy copy_n cout endl exclusive_scan fill fill_n for_each function inclusive_scan "
    "inplace_merge iota is_sorted iter_swap list lower_bound make_heap make_shared make_unique map "
    "max_element merge min_element nth_element partial_sort partial_sum partition pop_heap push_heap "
    "qsort reduce reverse rotate set sort sort_heap stable_partition stable_sort string swap swap_ranges "
    "to_string transform unordered_map upper_bound vector");
const word_list kConstantHost("clamp exchange gcd lcm max min minmax");

const word_list kDeviceOnly(
    "__activemask __all_sync __any_sync __ballot_sync __match_all_sync __match_any_sync __reduce_add_sync "
    "__reduce_and_sync __reduce_max_sync __reduce_min_sync __reduce_or_sync __reduce_xor_sync "
    "__shfl_down_sync __shfl_sync __shfl_up_sync __shfl_xor_sync __syncthreads __syncthreads_and "
    "__syncthreads_count __syncthreads_or __syncwarp __threadfence __threadfence_block "
    "__threadfence_system");

bool only_of_the_host(const source& s, const declaration& d) {
  for (const char* word : {"__global__", "__device__", "device", "constexpr", "consteval", "operator"})
    if (head_has(s, d, word)) return false;
  return true;
}

bool is_member(const source& s, const declaration& d) {
  return d.in_class || (d.name > 0 && s.is(d.name - 1, "::"));
}

// Without `members`, member functions are left out.
std::unordered_set<std::string_view> host_functions(const context& c, bool members) {
  std::unordered_map<std::string_view, bool> only_host;
  for (const declaration& d : c.declarations) {
    if (!d.is_function() || d.name == kNone || !c.s.is_identifier(d.name)) continue;
    const bool plain = (members || !is_member(c.s, d)) && only_of_the_host(c.s, d);
    const auto known = only_host.emplace(c.s.text(d.name), plain).first;
    known->second = known->second && plain;
  }
  std::unordered_set<std::string_view> names;
  for (const auto& [name, host] : only_host)
    if (host) names.insert(name);
  return names;
}

bool is_also_local(const source& s, const declaration& d, std::string_view name) {
  for (std::size_t i = d.params; i < d.last; ++i) {
    if (!s.is(i, name)) continue;
    if (!s.is(i + 1, "(") || s.is(i - 1, "&") || s.is(i - 1, "*") || s.is(i - 1, ">")) return true;
    if (s.is_identifier(i - 1) && !s.is(i - 1, "return") && !s.is(i - 1, "else") && !s.is(i - 1, "do"))
      return true;
  }
  return false;
}

// Builtins such as __builtin_strcpy and __builtin_longjmp, whose stores, loads and jumps no checker sees.
// nvcc also has three of the memory builtins for a device.
bool is_host_builtin(std::string_view name) {
  constexpr std::string_view kPrefix = "__builtin_";
  if (name.rfind(kPrefix, 0) != 0) return false;
  name.remove_prefix(kPrefix.size());
  if (name == "memcpy" || name == "memmove" || name == "memset") return false;
  for (const char* start : {"ia32_", "mem", "str", "stp", "bc", "bzero", "index", "rindex", "__", "eh_",
                            "unwind_", "longjmp", "setjmp", "apply"})
    if (name.rfind(start, 0) == 0) return true;
  return name == "return" || (name.find("printf") != std::string_view::npos && name != "printf");
}

// Returns null for a function of both sides, because nvcc only warns.
const declaration* device_function_around(const context& c, std::size_t i) {
  const declaration* d = c.functions.around(i);
  if (d == nullptr || head_has(c.s, *d, "__host__")) return nullptr;
  return runs_on_device(c.s, *d) ? d : nullptr;
}

// Lambdas, and functions of local classes, can be device code.
bool in_device_code_within(const source& s, const declaration& d, std::size_t i) {
  for (std::size_t k = d.body + 1; k < i; ++k) {
    if (!s.is(k, "__device__")) continue;
    std::size_t open = k;
    while (open < i && !s.is(open, "{")) ++open;
    if (s.is(open, "{") && s.tokens[open].match != kNone && s.tokens[open].match > i) return true;
  }
  return false;
}

void refuse(context& c, std::size_t i, const declaration& d, bool constant, const std::string& name) {
  const std::string caller = head_has(c.s, d, "__global__") ? "__global__" : "__device__";
  c.error(i, std::string("calling a ") + (constant ? "constexpr " : "") + "__host__ function(\"" + name +
                 "\") from a " + caller + " function is not allowed" +
                 (constant ? ". The experimental flag '--expt-relaxed-constexpr' can be used to allow this."
                           : ""));
}

}  // namespace

void refuse_host_calls(context& c, bool relaxed_constexpr) {
  const source& s = c.s;
  const std::unordered_set<std::string_view> hosts = host_functions(c, false);
  const auto libcudacxx = [](const std::string& file) {  // …/cuda/atomic, …/cuda/std/limits
    const std::size_t at = file.find("/cuda/");
    return at != std::string::npos && file.find('.', at) == std::string::npos;
  };
  const bool std_is_the_devices = std::any_of(s.files.begin(), s.files.end(), libcudacxx);
  for (std::size_t i = 1; i + 2 < s.tokens.size(); ++i) {
    if (!s.is_identifier(i)) continue;
    if (s.is(i + 1, "<<<") && hosts.count(s.text(i)) && !s.is(i - 1, ".") && !s.is(i - 1, "->") &&
        !s.is(i - 1, "::")) {
      c.error(i, "a host function call cannot be configured: \"" + c.text(i) + "\" is not __global__");
      continue;
    }
    const declaration* d = device_function_around(c, i);
    if (d == nullptr) continue;
    if (s.is(i, "std") && s.is(i + 1, "::") && !s.is(i - 1, "::") && !std_is_the_devices) {
      const std::string_view name = s.text(i + 2);
      const bool constant = kConstantHost.has(name);
      if (kHostOnly.has(name) || (constant && !relaxed_constexpr))
        refuse(c, i, *d, constant, std::string(name));
    } else if (s.is(i + 1, "(") && hosts.count(s.text(i)) && !s.is(i - 1, ".") && !s.is(i - 1, "->") &&
               !s.is(i - 1, "::") && !is_also_local(s, *d, s.text(i))) {
      refuse(c, i, *d, false, c.text(i));
    }
  }
}

void refuse_device_calls(context& c) {
  const source& s = c.s;
  const std::unordered_set<std::string_view> hosts = host_functions(c, true);
  for (std::size_t i = 1; i + 1 < s.tokens.size(); ++i) {
    if (!s.is(i + 1, "(") || !kDeviceOnly.has(s.text(i))) continue;
    const declaration* d = c.functions.around(i);
    if (d == nullptr || d->name == kNone || !hosts.count(s.text(d->name)) || is_constexpr(s, *d)) continue;
    if (!in_device_code_within(s, *d, i))
      c.error(i, "calling a __device__ function(\"" + c.text(i) + "\") from a __host__ function(\"" +
                     c.text(d->name) + "\") is not allowed");
  }
}

void refuse_host_builtins(context& c) {
  for (std::size_t i = 0; i < c.s.tokens.size(); ++i) {
    if (!c.s.is_identifier(i) || !is_host_builtin(c.s.text(i))) continue;
    if (const declaration* d = device_function_around(c, i)) refuse(c, i, *d, false, c.text(i));
  }
}

void watch_host_functions(context& c) {
  const source& s = c.s;
  const std::unordered_set<std::string_view> hosts = host_functions(c, true);
  const int main_file = s.tokens.back().at.file;  // functions in headers are not checked
  for (const declaration& d : c.declarations) {
    if (!d.is_definition() || d.name == kNone || s.tokens[d.first].at.file != main_file) continue;
    bool watched = hosts.count(s.text(d.name)) != 0;  // an earlier declaration may make it a device function
    if (d.in_class) {                                 // a member's definition says which side it is for
      bool by_pointer = head_has(s, d, "static") || head_has(s, d, "virtual");
      for (std::size_t i = d.params; i < d.body; ++i)
        by_pointer = by_pointer || s.is(i, "override") || s.is(i, "final");
      watched = by_pointer && only_of_the_host(s, d);
    }
    if (watched) c.e.after(d.body, " ::simcu::on_the_host(\"" + c.text(d.name) + "\");");
  }
}

}  // namespace translator
