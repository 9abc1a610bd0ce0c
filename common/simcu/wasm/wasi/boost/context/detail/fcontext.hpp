// SPDX-License-Identifier: Apache-2.0
// Boost.Context's fcontext with Asyncify; the page switches the fibers (docs/playground/machine.js). A
// fiber's further data is at its stack's end.
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
  char* unwound_from;  // where Asyncify stores the next frame
  char* unwound_to;
  char* stack;                // the stack pointer while this fiber does not run
  void (*entry)(transfer_t);  // null once it has begun
  alignas(16) char unwound[8192];
};

inline transfer_t in_transit{};

// The page leaves the running fiber, keeps it in `from`, and continues with `to`.
extern "C" [[clang::import_module("page"), clang::import_name("switch_fiber")]] void simcu_page_switch_fiber(
    wasm_context* from, wasm_context* to);

// `top` is the highest address of a stack of `bytes`.
inline fcontext_t make_fcontext(void* top, std::size_t bytes, void (*entry)(transfer_t)) {
  char* const lowest = static_cast<char*>(top) - bytes;
  const std::size_t stack = (bytes - sizeof(wasm_context)) / 16 * 16;
  auto* made = new (lowest + stack) wasm_context;
  made->unwound_from = made->unwound;
  made->unwound_to = made->unwound + sizeof made->unwound;
  made->stack = lowest + stack;
  made->entry = entry;
  return made;
}

inline wasm_context the_first{};         // of the stack on which the program began
inline wasm_context* running = nullptr;  // null until the first jump

inline transfer_t jump_fcontext(fcontext_t to, void* data) {
  if (!running) {
    the_first.unwound_from = the_first.unwound;
    the_first.unwound_to = the_first.unwound + sizeof the_first.unwound;
    running = &the_first;
  }
  wasm_context* const from = running;
  in_transit = {from, data};
  running = static_cast<wasm_context*>(to);
  simcu_page_switch_fiber(from, running);
  return in_transit;
}

}  // namespace boost::context::detail
