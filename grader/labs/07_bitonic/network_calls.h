// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "lab_test.h"
#include "network.h"

namespace lab07 {

using named_words = verifier::keys<word>;

struct config {
  unsigned block_size;
  int vector_length, vectors;  // L and M
  std::size_t keys_per_thread() const { return static_cast<std::size_t>(2 * vector_length * vectors); }
  std::size_t tile() const { return block_size * keys_per_thread(); }
  std::string name() const {
    return "L = " + std::to_string(vector_length) + ", M = " + std::to_string(vectors) + ", " +
           std::to_string(block_size) + " threads";
  }
};

inline verifier::request ask(const char* exercise, const named_words& keys) {
  verifier::request asked(exercise);
  asked.in_out("keys", keys).timeout(120);
  return asked;
}
inline verifier::request ask(const char* exercise, const named_words& keys, unsigned block_size) {
  return ask(exercise, keys).param("block_size", block_size).fact("tile", 2 * block_size);
}
inline verifier::request ask(const char* exercise, const named_words& keys, config c) {
  return ask(exercise, keys, c.block_size)
      .param("vector_length", c.vector_length)
      .param("vectors", c.vectors)
      .fact("tile", static_cast<std::int64_t>(c.tile()));
}
inline verifier::request ask_steps(const char* exercise, const named_words& keys, step first, int count) {
  verifier::request asked = ask(exercise, keys);
  asked.param("stage", first.stage).param("bit", first.bit);
  if (count > 0) asked.param("count", count);
  return asked;
}
inline verifier::request ask_remapped(const named_words& keys, unsigned block_size, bool swap) {
  constexpr unsigned kKeysOfThread = 8;
  return ask("finish_merge_remapped", keys, block_size)
      .param("swap", swap ? 1 : 0)
      .fact("tile", kKeysOfThread * block_size);
}

}  // namespace lab07
