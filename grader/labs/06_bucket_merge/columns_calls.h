// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "columns_model.h"
#include "lab_test.h"

namespace lab06 {

using named_words = verifier::keys<word>;

inline verifier::request request_for(const std::string& exercise, shape s) {
  verifier::request asked(exercise);
  asked.param("block_size", s.block_size).param("columns", s.columns).timeout(60);
  return asked;
}

inline verifier::request ask_copy(const named_words& keys, unsigned block_size) {
  verifier::request asked("copy_in");
  asked.param("block_size", block_size).input("d_keys", keys).output<word>("d_out", keys.size());
  return asked;
}

inline verifier::request ask_columns(const named_words& keys, shape s) {
  return request_for("sort_columns", s).in_out("d_keys", keys);
}

// The columns are already sorted, whatever exercise 2 does.
inline verifier::request ask_merge(const std::string& exercise, const named_words& keys, shape s) {
  return request_for(exercise, s)
      .input("d_columns", with_sorted_columns(keys, s.columns))
      .output<word>("d_out", keys.size());
}

const std::vector<std::string> kFinishes{"cpu", "merge_1", "merge_atomic_min", "merge_reduction",
                                         "merge_reduction_modified"};

inline verifier::request ask_sort_4096(const named_words& keys, shape s, std::size_t finish) {
  verifier::request asked = request_for("sort_4096", s);
  asked.param("finish", static_cast<std::int64_t>(finish))
      .in_out("keys", keys)
      .note("finish::" + kFinishes[finish]);
  return kFinishes[finish] == "cpu" ? asked.on_the_host() : asked;
}

inline verifier::request ask_sort_block(const named_words& keys, unsigned block_size) {
  verifier::request asked("sort_block");
  asked.param("block_size", block_size).in_out("keys", keys).timeout(60);
  return asked;
}

inline verifier::request ask_sort_any(const named_words& keys, unsigned block_size) {
  verifier::request asked("sort_any");
  asked.param("block_size", block_size).in_out("keys", keys).output<word>("scratch", keys.size());
  asked.timeout(120);
  return asked;
}

}  // namespace lab06
