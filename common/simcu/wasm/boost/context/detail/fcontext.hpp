// SPDX-License-Identifier: Apache-2.0
// Boost.Context's fcontext on Emscripten's fibers (Asyncify), because Boost does not support WebAssembly. A
// fiber's further data is at its stack's end.
#pragma once
#include <emscripten/fiber.h>

#include <cstddef>
#include <new>

namespace boost::context::detail {

struct wasm_context {
  emscripten_fiber_t fiber{};
  void (*entry)(struct transfer_t) = nullptr;
  alignas(16) char unwound[4096];  // where Asyncify keeps the frames of a fiber that does not run
};
using fcontext_t = void*;  // a wasm_context

struct transfer_t {
  fcontext_t fctx;
  void* data;
};

inline wasm_context* running = nullptr;  // null until the first jump
inline transfer_t in_transit{};

// `top` is the highest address of a stack of `bytes`.
inline fcontext_t make_fcontext(void* top, std::size_t bytes, void (*entry)(transfer_t)) {
  char* const lowest = static_cast<char*>(top) - bytes;
  const std::size_t stack = (bytes - sizeof(wasm_context)) / 16 * 16;
  auto* made = new (lowest + stack) wasm_context;
  made->entry = entry;
  emscripten_fiber_init(
      &made->fiber, [](void* self) { static_cast<wasm_context*>(self)->entry(in_transit); }, made, lowest,
      stack, made->unwound, sizeof made->unwound);
  return made;
}

inline transfer_t jump_fcontext(fcontext_t to, void* data) {
  static wasm_context first;  // of the stack on which the program began
  if (!running) {
    emscripten_fiber_init_from_current_context(&first.fiber, first.unwound, sizeof first.unwound);
    running = &first;
  }
  wasm_context* const from = running;
  in_transit = {from, data};
  running = static_cast<wasm_context*>(to);
  emscripten_fiber_swap(&from->fiber, &running->fiber);
  return in_transit;
}

}  // namespace boost::context::detail
