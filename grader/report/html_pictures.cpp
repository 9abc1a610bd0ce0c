// SPDX-License-Identifier: Apache-2.0
// Colours are CSS classes, which the page's style defines for light and dark mode.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "html_report.h"
#include "text_layout.h"

namespace verifier::pictures {
namespace {

std::string begin(double width, double height, const std::string& says) {
  return fmt::format(
      "<svg viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" role=\"img\" aria-label=\"{2}\">", width,
      height, escaped(says));
}

std::string text(double x, double y, const std::string& what, const char* more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>", x, y, more, escaped(what));
}

std::string box(double x, double y, double width, double height, const char* kind) {
  return fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>",
                     kind, x, y, width, height);
}

std::string triple(const std::optional<std::array<unsigned, 3>>& v) {
  if (!v) return "?";
  return (*v)[1] == 0 && (*v)[2] == 0 ? std::to_string((*v)[0])
                                      : fmt::format("({},{},{})", (*v)[0], (*v)[1], (*v)[2]);
}

bool is_shared(const line_counts& line) { return line.op.rfind("shared", 0) == 0; }

}  // namespace

std::string escaped(const std::string& raw) {
  std::string out;
  for (const char c : raw) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::size_t stretch_of(const test_result& result) {
  return result.map.empty() ? 1 : (result.elements + result.map.size() - 1) / result.map.size();
}

std::string wrong_elements(const test_result& result, std::size_t block) {
  constexpr std::size_t kPerRow = 64, kCell = 10, kRow = 13, kTop = 4, kLeft = 64;
  if (result.map.empty() || result.elements < 2) return "";
  const std::size_t letters = result.map.size(), stretch = stretch_of(result);
  const std::size_t rows = (letters + kPerRow - 1) / kPerRow;
  const auto count = std::count_if(result.map.begin(), result.map.end(), [](char c) { return c != '.'; });
  std::string svg = begin(kLeft + kPerRow * kCell + 4, kTop + static_cast<double>(rows * kRow) + 4,
                          fmt::format("{} of {} {} wrong", count, letters,
                                      stretch == 1 ? "elements are" : "ranges of elements are"));
  std::array<std::string, 3> paths;  // a run of equal boxes is one broad dashed line
  for (std::size_t i = 0, end; i < letters; i = end) {
    const std::size_t row = i / kPerRow, y = kTop + row * kRow + kCell / 2;
    const char letter = result.map[i];
    for (end = i + 1; end < letters && end / kPerRow == row && result.map[end] == letter;) ++end;
    paths[letter == '.'   ? 0
          : letter == 'x' ? 1
                          : 2] += fmt::format("M{} {}h{}", kLeft + i % kPerRow * kCell, y, (end - i) * kCell);
    if (i % kPerRow == 0)
      svg += text(kLeft - 6, static_cast<double>(y) + 4, std::to_string(i * stretch), " class=\"axis end\"");
  }
  constexpr const char* kKinds[] = {"right", "wrong", "kept"};
  for (std::size_t kind = 0; kind < paths.size(); ++kind)
    if (!paths[kind].empty())
      svg += fmt::format("<path class=\"cells {}\" d=\"{}\"/>", kKinds[kind], paths[kind]);
  std::string edges;
  if (block >= stretch)
    for (std::size_t at = block; at < result.elements; at += block)
      edges += fmt::format("M{:.1f} {}v{}",
                           static_cast<double>(kLeft + at / stretch % kPerRow * kCell) - 0.5 +
                               static_cast<double>(at % stretch * kCell) / static_cast<double>(stretch),
                           kTop + at / stretch / kPerRow * kRow - 2, kCell + 4);
  if (!edges.empty()) svg += "<path class=\"edge\" d=\"" + edges + "\"/>";
  return svg + "</svg>";
}

// The lanes are at the top; the 32-byte sectors, or the banks of shared memory, at the bottom.
std::string lanes(const line_counts& line) {
  constexpr double kWidth = 660, kLanes = 14, kBelow = 74, kStep = kWidth / 32;
  if (line.example.empty()) return "";
  std::uint64_t most = 128;
  for (const lane_access& a : line.example) most = std::max(most, a.byte + line.example_bytes);
  const bool shared = is_shared(line);
  const std::uint64_t lines = (most + 127) / 128;
  const double scale = kWidth / static_cast<double>(lines * 128);
  const auto at = [&](std::uint64_t byte) {
    return shared ? static_cast<double>(byte / 4 % 32) * kStep + kStep / 2
                  : (static_cast<double>(byte) + static_cast<double>(line.example_bytes) / 2) * scale;
  };
  std::set<std::uint64_t> touched;  // indices of sectors or words
  const std::uint64_t unit = shared ? 4 : 32, last = std::max<std::uint64_t>(line.example_bytes, 1) - 1;
  for (const lane_access& a : line.example)
    for (std::uint64_t u = a.byte / unit; u <= (a.byte + last) / unit; ++u) touched.insert(u);
  const std::string count =
      fmt::format("{} lane{}", line.example.size(), line.example.size() == 1 ? "" : "s");
  const std::string cost =
      shared
          ? fmt::format("{}, {} over the 32 banks", count,
                        line.example_cost == 1 ? "one pass" : fmt::format("{} passes", line.example_cost))
          : fmt::format("{}, {} of 32 bytes", count,
                        line.example_cost == 1 ? "one sector" : fmt::format("{} sectors", line.example_cost));
  std::string svg = begin(kWidth + 8, 116, "a warp's request: " + cost) + "<g transform=\"translate(4 0)\">";
  bool conflict = false;
  std::array<std::string, 3> bands;
  const auto band = [&](std::size_t kind, double from, double width) {
    bands[kind] += fmt::format("M{:.1f} {}h{:.1f}", from, kBelow + 6, width);
  };
  if (shared) {
    // Lanes that access more than one word each need several passes, whatever the banks.
    const unsigned least = std::max(1u, (static_cast<unsigned>(touched.size()) + 31) / 32);
    std::array<unsigned, 32> words{};
    for (const std::uint64_t word : touched) ++words[word % 32];
    for (unsigned bank = 0; bank < 32; ++bank) {
      conflict = conflict || words[bank] > least;
      band(words[bank] > least ? 2 : words[bank] > 0 ? 1 : 0, bank * kStep + 1, kStep - 2);
    }
  } else if (const std::uint64_t sectors = lines * 4; sectors <= 512) {
    for (std::uint64_t s = 0; s < sectors; ++s)
      band(touched.count(s), static_cast<double>(s) * 32 * scale, std::max(32 * scale - 1, 0.6));
  } else {
    for (const std::uint64_t s : touched) band(1, static_cast<double>(s) * 32 * scale, 1.5);
  }
  constexpr const char* kKinds[] = {"right", "used", "wrong"};
  for (std::size_t kind = 0; kind < bands.size(); ++kind)
    if (!bands[kind].empty())
      svg += fmt::format("<path class=\"band {}\" d=\"{}\"/>", kKinds[kind], bands[kind]);
  std::string reach, dots;
  for (const lane_access& a : line.example) {
    const double x = a.lane * kStep + kStep / 2;
    reach += fmt::format("M{:.1f} {:.0f}L{:.1f} {:.0f}", x, kLanes + 6, at(a.byte), kBelow);
    dots += fmt::format("M{:.1f} {:.0f}h0", x, kLanes + 2);
  }
  svg += fmt::format("<path class=\"reach\" d=\"{}\"/><path class=\"lane\" d=\"{}\"/>", reach, dots);
  svg += text(0, 9, "lane 0", " class=\"axis\"") + text(kWidth, 9, "lane 31", " class=\"axis end\"");
  svg +=
      text(0, 108,
           shared ? conflict ? "banks 0 to 31; red banks serve more words than the others" : "banks 0 to 31"
                  : fmt::format("{} bytes of global memory in 32-byte sectors", grouped(most)),
           " class=\"axis\"");
  return svg + text(kWidth, 108, cost, " class=\"end\"") + "</g></svg>";
}

// Time goes to the right, so the earlier access is on the left.
std::string race(const finding& found) {
  constexpr double kWidth = 668, kLetter = 6.2;  // approximate
  const std::string earlier = "earlier ";
  if (found.kind != "race" || found.accesses.size() < 2) return "";
  std::string svg = begin(kWidth, 112, "two unordered accesses");
  for (std::size_t row = 0; row < 2; ++row) {
    const bool turned = found.accesses[1].op.rfind(earlier, 0) == 0;
    const finding_access& a = found.accesses[turned ? 1 - row : row];
    const double y = 34 + 42 * static_cast<double>(row), x = row == 0 ? 210 : 430;
    svg += text(4, y + 4, fmt::format("block {}, thread {}", triple(a.block), triple(a.thread)));
    svg += fmt::format("<path class=\"time\" d=\"M190 {0:.0f}H{1:.0f}\"/>", y, kWidth - 6);
    svg += box(x, y - 8, 14, 16, "wrong");
    std::string what = a.op.rfind(earlier, 0) == 0 ? a.op.substr(earlier.size()) : a.op;
    if (!a.value.empty()) what += " (" + a.value + ")";
    if (a.line > 0) what += fmt::format(", line {}", a.line);
    const double room = kWidth - 8 - kLetter * static_cast<double>(columns(what));
    svg += text(std::max(0.0, std::min(x, room)), row == 0 ? y - 14 : y + 24, what);
  }
  svg += "<path class=\"edge\" stroke-dasharray=\"3 4\" d=\"M224 42L430 68\"/>";
  return svg + text(330, 51, "neither waits for the other, so either can be first", " class=\"axis\"") +
         "</svg>";
}

}  // namespace verifier::pictures
