// SPDX-License-Identifier: Apache-2.0
// A failure as readable text.
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>

#include "failure.h"

namespace simcu {

inline std::string text_of(const code_place& place) {
  if (place.file.empty()) return "";
  const std::string which =
      place.repeat ? " (number " + std::to_string(place.repeat + 1) + " on this line)" : "";
  return place.file + ":" + std::to_string(place.line) + which;
}

inline std::string text_of(const std::array<unsigned, 3>& v) {
  return "(" + std::to_string(v[0]) + "," + std::to_string(v[1]) + "," + std::to_string(v[2]) + ")";
}

inline std::string text_of(const waiting_threads& t) {
  const std::string line = text_of(t.place);
  return t.doing + (line.empty() ? "" : (t.place.address != 0 ? " at " : " in ") + line) + t.after_place;
}

// "threads 0-3, 8": at most six runs.
inline std::string text_of(const std::vector<std::pair<unsigned, unsigned>>& ranks) {
  constexpr std::size_t kShown = 6;
  std::uint64_t all = 0;
  for (const auto& [first, last] : ranks) all += std::uint64_t{last} - first + 1;
  std::string out = all == 1 ? "thread " : "threads ";
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (i == kShown) return out + ", … (" + std::to_string(all) + " in all)";
    const auto& [first, last] = ranks[i];
    out += (i ? ", " : "") + std::to_string(first) + (last > first ? "-" + std::to_string(last) : "");
  }
  return out;
}

// Joins threads with the same text, because their addresses may differ although the line is the same.
inline waiting_block merged(const waiting_block& b) {
  waiting_block out{b.index, {}};
  std::vector<std::string> texts;
  for (const waiting_threads& t : b.threads) {
    texts.push_back(text_of(t));
    const auto known = std::find(texts.begin(), texts.end(), texts.back()) - texts.begin();
    if (known + 1 == static_cast<std::ptrdiff_t>(texts.size())) {
      out.threads.push_back(t);
      continue;
    }
    texts.pop_back();
    auto& ranks = out.threads[static_cast<std::size_t>(known)].ranks;
    ranks.insert(ranks.end(), t.ranks.begin(), t.ranks.end());
    std::sort(ranks.begin(), ranks.end());
    std::size_t last = 0;
    for (std::size_t i = 1; i < ranks.size(); ++i) {
      if (ranks[i].first == ranks[last].second + 1)
        ranks[last].second = ranks[i].second;
      else
        ranks[++last] = ranks[i];
    }
    ranks.resize(last + 1);
  }
  return out;
}

inline std::string text_of(const waiting_block& b) {
  std::string out = "  block " + text_of(b.index) + ":\n";
  for (const waiting_threads& t : merged(b).threads)
    out += "    " + text_of(t.ranks) + ": " + text_of(t) + "\n";
  return out;
}

inline std::string sentence_of(const failure& f) {
  const std::string line = text_of(f.spins);
  return f.message + (line.empty() ? "" : " in " + line) + f.message_end;
}

// Shows at most `most` of the waiting blocks; every line ends with a newline.
inline std::string text_of(const failure& f, std::size_t most = SIZE_MAX) {
  std::string out = "kernel `" + f.kernel + "`" +
                    (f.called_at.empty() ? "" : ", called at " + f.called_at + ",") +
                    " failed: " + f.error_text + " (" + f.error + ")\n  " + sentence_of(f) + "\n";
  if (f.block && f.thread) {
    const std::string line = text_of(f.at);
    out += "  in block " + text_of(*f.block) + ", thread " + text_of(*f.thread) +
           (line.empty() ? "" : ", at " + line) + "\n";
  } else if (const std::string line = text_of(f.at); !line.empty()) {
    out += "  at " + line + "\n";
  }
  if (!f.elements.empty()) out += "  " + f.elements + "\n";
  const std::size_t shown = std::min(most, f.waiting.size());
  for (std::size_t i = 0; i < shown; ++i) out += text_of(f.waiting[i]);
  if (shown < f.waiting.size()) out += "  and " + std::to_string(f.waiting.size() - shown) + " more blocks\n";
  return out + (f.advice.empty() ? "" : "  " + f.advice + "\n");
}

}  // namespace simcu
