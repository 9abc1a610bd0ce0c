// SPDX-License-Identifier: Apache-2.0
// The pictures of report.html. Colours are classes, which the page's style gives for light and dark.
#include <fmt/format.h>

#include <algorithm>
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

std::string wrong_elements(const test_result& result, std::size_t block) {
  constexpr std::size_t kPerRow = 64;
  constexpr double kCell = 10, kTop = 4, kLeft = 64;
  if (result.map.empty() || result.elements < 2) return "";
  const std::size_t letters = result.map.size(), stretch = (result.elements + letters - 1) / letters;
  const std::size_t rows = (letters + kPerRow - 1) / kPerRow;
  const auto count = std::count_if(result.map.begin(), result.map.end(), [](char c) { return c != '.'; });
  std::string svg = begin(kLeft + kPerRow * kCell + 4, kTop + static_cast<double>(rows) * (kCell + 3) + 4,
                          fmt::format("{} of {} {} wrong", count, letters,
                                      stretch == 1 ? "elements are" : "stretches of elements are"));
  for (std::size_t i = 0; i < letters; ++i) {
    const double x = kLeft + static_cast<double>(i % kPerRow) * kCell;
    const std::size_t row = i / kPerRow;
    const double y = kTop + static_cast<double>(row) * (kCell + 3);
    if (i % kPerRow == 0)
      svg += text(kLeft - 6, y + kCell - 1, std::to_string(i * stretch), " class=\"axis end\"");
    svg += box(x, y, kCell - 1, kCell,
               result.map[i] == '.'   ? "right"
               : result.map[i] == 'x' ? "wrong"
                                      : "kept");
    if (block > 0 && i > 0 && i * stretch % block < stretch)
      svg += fmt::format("<path class=\"edge\" d=\"M{0:.1f} {1:.1f}v{2:.1f}\"/>", x - 0.5, y - 2, kCell + 4);
  }
  return svg + "</svg>";
}

// Above the lanes, below the addresses, 128 bytes a row of sectors; of shared memory the banks.
std::string lanes(const line_counts& line) {
  constexpr double kWidth = 660, kLanes = 14, kBelow = 74, kStep = kWidth / 32;
  if (line.example.empty()) return "";
  std::uint64_t most = 128;
  for (const lane_access& a : line.example) most = std::max(most, a.byte + line.example_bytes);
  const bool shared = is_shared(line);
  const std::uint64_t lines = (most + 127) / 128;  // of 128 bytes
  const double scale = kWidth / static_cast<double>(lines * 128);
  const auto at = [&](std::uint64_t byte) {
    return shared ? static_cast<double>(byte / 4 % 32) * kStep + kStep / 2
                  : (static_cast<double>(byte) + static_cast<double>(line.example_bytes) / 2) * scale;
  };
  std::set<std::uint64_t> touched;  // sectors, or words
  for (const lane_access& a : line.example) touched.insert(shared ? a.byte / 4 : a.byte / 32);
  const std::string cost =
      shared
          ? fmt::format("{} lanes, {} over the 32 banks", line.example.size(),
                        line.example_cost == 1 ? "one pass" : fmt::format("{} passes", line.example_cost))
          : fmt::format("{} lanes, {} of 32 bytes", line.example.size(),
                        line.example_cost == 1 ? "one sector" : fmt::format("{} sectors", line.example_cost));
  std::string svg = begin(kWidth + 8, 116, "a warp's request: " + cost) + "<g transform=\"translate(4 0)\">";
  if (shared) {
    std::array<unsigned, 32> words{};
    for (const std::uint64_t word : touched) ++words[word % 32];
    for (unsigned bank = 0; bank < 32; ++bank)
      svg += box(bank * kStep + 1, kBelow, kStep - 2, 12,
                 words[bank] > 1    ? "wrong"
                 : words[bank] == 1 ? "used"
                                    : "right");
  } else {
    const std::uint64_t sectors = lines * 4;
    if (sectors <= 512)
      for (std::uint64_t s = 0; s < sectors; ++s)
        svg += box(static_cast<double>(s) * 32 * scale, kBelow, std::max(32 * scale - 1, 0.6), 12,
                   touched.count(s) ? "used" : "right");
    else
      for (const std::uint64_t s : touched)
        svg += box(static_cast<double>(s) * 32 * scale, kBelow, 1.5, 12, "used");
  }
  for (const lane_access& a : line.example) {
    const double x = a.lane * kStep + kStep / 2;
    svg += fmt::format("<path class=\"reach\" d=\"M{:.1f} {:.0f}L{:.1f} {:.0f}\"/>", x, kLanes + 6,
                       at(a.byte), kBelow);
    svg += fmt::format("<circle class=\"lane\" cx=\"{:.1f}\" cy=\"{:.0f}\" r=\"4\"/>", x, kLanes + 2);
  }
  svg += text(0, 9, "lane 0", " class=\"axis\"") + text(kWidth, 9, "lane 31", " class=\"axis end\"");
  svg += text(0, 108,
              shared ? "banks 0 to 31: of a red one several words are wanted"
                     : fmt::format("{} bytes of global memory in sectors of 32", grouped(most)),
              " class=\"axis\"");
  return svg + text(kWidth, 108, cost, " class=\"end\"") + "</g></svg>";
}

std::string race(const finding& found) {
  constexpr double kWidth = 668;
  if (found.kind != "race" || found.accesses.size() < 2) return "";
  std::string svg = begin(kWidth, 112, "two accesses that nothing puts in an order");
  for (std::size_t i = 0; i < 2; ++i) {
    const finding_access& a = found.accesses[i];
    const double y = 26 + 50 * static_cast<double>(i), x = i == 0 ? 190 : 430;
    svg += text(4, y + 4, fmt::format("block {}, thread {}", triple(a.block), triple(a.thread)));
    svg += fmt::format("<path class=\"time\" d=\"M150 {0:.0f}H{1:.0f}\"/>", y, kWidth - 6);
    svg += box(x, y - 8, 14, 16, "wrong");
    std::string what = a.op.substr(a.op.find(' ') == std::string::npos ? 0 : a.op.find(' ') + 1);
    if (!a.value.empty()) what += " (" + a.value + ")";
    svg += text(x + 20, y - 6, what + (a.line > 0 ? fmt::format(", line {}", a.line) : ""));
  }
  svg += "<path class=\"edge\" stroke-dasharray=\"3 4\" d=\"M204 34L430 68\"/>";
  return svg + text(212, 56, "nothing makes one wait for the other: either may be first", " class=\"axis\"") +
         "</svg>";
}

}  // namespace verifier::pictures
