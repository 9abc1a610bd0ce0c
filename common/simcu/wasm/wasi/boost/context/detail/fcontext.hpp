// SPDX-License-Identifier: Apache-2.0
// Boost.Context's fcontext in a page, which switches the fibers (docs/playground/machine.js). A fiber's
// further data is at its stack's end.
#pragma once
#include <cstddef>
#include <new>

namespace boost::context::detail {

struct transfer_t {
  void* fctx;
  void* data;
};
using fcontext_t = void*;  // a wasm_context

// The page knows this layout.
struct wasm_context {
  char* stack;                // the stack pointer while this fiber does not run
  void (*entry)(transfer_t);  // null once it has begun
};

inline transfer_t in_transit{};

// The page leaves the running fiber, keeps it in `from`, and continues with `to`.
extern "C" [[clang::import_module("page"), clang::import_name("switch_fiber")]] void simcu_page_switch_fiber(
    wasm_context* from, wasm_context* to);

// `top` is the highest address of a stack of `bytes`.
inline fcontext_t make_fcontext(void* top, std::size_t bytes, void (*entry)(transfer_t)) {
  char* const lowest = static_cast<char*>(top) - bytes;
  const std::size_t stack = (bytes - sizeof(wasm_context)) / 16 * 16;
  return new (lowest + stack) wasm_context{lowest + stack, entry};
}

inline wasm_context the_first{};  // of the stack on which the program began
inline wasm_context* running = &the_first;

inline transfer_t jump_fcontext(fcontext_t to, void* data) {
  wasm_context* const from = running;
  in_transit = {from, data};
  running = static_cast<wasm_context*>(to);
  simcu_page_switch_fiber(from, running);
  return in_transit;
}

}  // namespace boost::context::detail
