// SPDX-License-Identifier: Apache-2.0
#include "link/host_records.h"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "link/protocol.h"
#include "link/shared_pages.h"
#include "link/window.h"
#include "memory/arena.h"
#include "memory/classes.h"

namespace simcu {
void refuse_host(const char* why) {
  std::fprintf(stderr, "simcu: the host's process sent %s\n", why);
  std::fflush(nullptr);
  std::_Exit(EXIT_FAILURE);
}

const char* kept(std::string_view text) {
  static auto& all = *new std::set<std::string, std::less<>>;
  const auto found = all.find(text);
  if (found != all.end()) return found->c_str();
  if (all.size() >= kMostNames) refuse_host("too many names");
  return all.emplace(text).first->c_str();
}

cudaStream_t get_stream(message_reader& from) {
  static auto& all = *new std::map<unsigned long long, CUstream_st>;
  const auto [plain, named] = from.get<sent_stream>();
  if (plain == cudaStreamLegacy || plain == cudaStreamPerThread) return plain;
  if (named.id == 0) return nullptr;
  if (all.size() >= kMostNames) refuse_host("too many streams");
  return &all.emplace(named.id, named).first->second;
}

device_transfer get_transfer(message_reader& from) {
  auto what = from.get<device_transfer>();
  what.stream = get_stream(from);
  return what;
}

location get_location(message_reader& from) {
  location where{nullptr, 0};
  const std::string_view file = from.get_text();
  if (!file.empty()) where.file = kept(file);
  where.line = from.get<decltype(where.line)>();
  return where;
}

bool is_variable(const void* p) { return is_device_variable(p) || is_in_managed_pages(p); }

bool may_be_used(const void* p, std::size_t bytes) {
  if (shared_window::instance().contains(p, bytes)) return true;
  const symbol_info* s = is_variable(p) ? find_symbol_around(p) : nullptr;
  const char* const at = static_cast<const char*>(p);
  if (s != nullptr) {
    const auto before = static_cast<std::size_t>(at - static_cast<const char*>(s->address));
    return bytes <= s->bytes - before;
  }
  const memory_info info = in_device_range(p) ? describe_pointer(p) : memory_info{};
  return info.live &&
         bytes <= info.bytes - static_cast<std::size_t>(at - static_cast<const char*>(info.base));
}

}  // namespace simcu
