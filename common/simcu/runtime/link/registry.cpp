// SPDX-License-Identifier: Apache-2.0
#include "link/registry.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>

namespace simcu {
namespace {

template <class Value>
std::map<const void*, Value>& table() {
  static auto* t = new std::map<const void*, Value>;  // never destroyed: other files' static objects use it
  return *t;
}

constexpr std::size_t kMostArguments = 128;

std::uintptr_t managed_from = UINTPTR_MAX, managed_to = 0;

void call_with_zeros(void* invoke) {
  alignas(64) static char zeros[4096];
  static void* arguments[kMostArguments];
  for (void*& a : arguments) a = zeros;
  (*static_cast<kernel_invoker*>(invoke))(arguments);
}

}  // namespace

void register_symbol(const void* address, std::size_t bytes, const char* name, const array_shape& shape,
                     symbol_kind kind) {
  table<symbol_info>()[address] = {address, bytes, name, shape, kind};
  if (kind != symbol_kind::managed) return;
  const auto from = reinterpret_cast<std::uintptr_t>(address);
  managed_from = std::min(managed_from, from);
  managed_to = std::max(managed_to, from + bytes);
}

bool is_managed_variable(const void* address) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  if (a < managed_from || a >= managed_to) return false;
  const symbol_info* s = find_symbol_around(address);
  return s != nullptr && s->kind == symbol_kind::managed;
}

void each_symbol(const std::function<void(const symbol_info&)>& what) {
  for (const auto& [address, info] : table<symbol_info>()) what(info);
}

const symbol_info* find_symbol(const void* address) {
  const auto found = table<symbol_info>().find(address);
  return found == table<symbol_info>().end() ? nullptr : &found->second;
}

const symbol_info* find_symbol_before(const void* address) {
  const auto after = table<symbol_info>().lower_bound(address);
  return after == table<symbol_info>().begin() ? nullptr : &std::prev(after)->second;
}

const symbol_info* find_symbol_named(const char* name) {
  for (const auto& [address, info] : table<symbol_info>())
    if (!std::strcmp(info.name, name)) return &info;
  return nullptr;
}

const symbol_info* find_symbol_around(const void* address) {
  const auto after = table<symbol_info>().upper_bound(address);
  if (after == table<symbol_info>().begin()) return nullptr;
  const symbol_info& info = std::prev(after)->second;
  return static_cast<const char*>(address) < static_cast<const char*>(info.address) + info.bytes ? &info
                                                                                                 : nullptr;
}

void register_kernel(const void* stub, kernel_invoker invoke, const char*) {
  table<kernel_invoker>()[stub] = invoke;
}

kernel_invoker find_kernel(const void* stub) {
  const auto found = table<kernel_invoker>().find(stub);
  return found == table<kernel_invoker>().end() ? nullptr : found->second;
}

const void* identify_registered(const void* stub) {
  kernel_invoker invoke = find_kernel(stub);
  return invoke ? identify_kernel(call_with_zeros, &invoke) : nullptr;
}

}  // namespace simcu
