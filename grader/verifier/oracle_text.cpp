// SPDX-License-Identifier: Apache-2.0
// Describes wrong elements, with a window around the first one.
#include "oracle_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace verifier {
namespace {

constexpr std::size_t kBefore = 2;    // right elements shown before the first wrong one
constexpr std::size_t kColumns = 84;  // width of the window

struct pattern {
  std::size_t first = 0, last = 0, count = 0, unwritten = 0;
  bool all_zero = true;                                      // every wrong element is 0
  bool all_unwritten() const { return unwritten == count; }  // unchanged
};

pattern look(const comparison& compared) {
  pattern found;
  for (std::size_t i = 0; i < compared.size; ++i) {
    if (!compared.differs(i)) continue;
    if (found.count++ == 0) found.first = i;
    found.last = i;
    found.all_zero = found.all_zero && compared.got_is_zero(i);
    found.unwritten += compared.unwritten && compared.unwritten(i) ? 1 : 0;
  }
  return found;
}

std::string window(const comparison& compared, std::size_t wrong) {
  struct row {
    std::string name;
    std::function<std::string(std::size_t)> element;
  };
  std::vector<row> rows{{"index", [](std::size_t i) { return std::to_string(i); }}};
  if (compared.input) rows.push_back({compared.input_name, compared.input});
  rows.push_back({"expected", compared.expected});
  rows.push_back({"got", compared.got});
  std::size_t names = 0;
  for (const row& r : rows) names = std::max(names, r.name.size());
  std::vector<std::string> lines;
  for (const row& r : rows) lines.push_back(fmt::format("  {:<{}}", r.name, names));
  std::string marks(names + 2, ' ');
  for (std::size_t i = wrong < kBefore ? 0 : wrong - kBefore; i < compared.size; ++i) {
    std::size_t width = 0;
    for (const row& r : rows) width = std::max(width, r.element(i).size() + 2);
    if (marks.size() + width > kColumns) break;
    for (std::size_t k = 0; k < rows.size(); ++k)
      lines[k] += fmt::format("{:>{}}", rows[k].element(i), width);
    marks +=
        fmt::format("{:>{}}", compared.differs(i) ? std::string(compared.got(i).size(), '^') : "", width);
  }
  marks.erase(marks.find_last_not_of(' ') + 1);
  return fmt::format("{}\n{}\n", fmt::join(lines, "\n"), marks);
}

// One letter per element of a small result, or per range of elements of a large one.
std::string map_of(const comparison& compared) {
  constexpr std::size_t kLetters = 1024;
  const std::size_t stretch = (compared.size + kLetters - 1) / kLetters;
  std::string map((compared.size + stretch - 1) / stretch, '.');
  for (std::size_t i = 0; i < compared.size; ++i) {
    if (!compared.differs(i)) continue;
    char& letter = map[i / stretch];
    const bool untouched = compared.unwritten && compared.unwritten(i);
    letter = untouched && letter != 'x' ? 'o' : 'x';
  }
  return map;
}

// Returns whether right elements end after as many bytes as there are elements.
bool ends_after_n_bytes(const comparison& compared, const pattern& found) {
  constexpr std::size_t kFew = 16;
  return compared.bytes > 1 && found.first >= kFew && found.first == compared.size / compared.bytes &&
         found.count > (compared.size - found.first) / 10 * 9;
}

}  // namespace

differences describe_differences(const comparison& compared) {
  const pattern found = look(compared);
  std::string text;
  if (compared.size == 1)
    text = fmt::format("{}[0], the only element, is {}, expected {}.", compared.name, compared.got(0),
                       compared.expected(0));
  else if (found.count == 1)
    text = fmt::format("1 of {} elements is wrong: {}[{}] is {}, expected {}.", compared.size, compared.name,
                       found.first, compared.got(found.first), compared.expected(found.first));
  else
    text = fmt::format("{}[{}] is {}, expected {}. {} of {} elements are wrong, the last at index {}.",
                       compared.name, found.first, compared.got(found.first), compared.expected(found.first),
                       found.count, compared.size, found.last);
  text += "\n";
  if (compared.size > 1) text += window(compared, found.first);
  const bool fresh = compared.got_is_fresh && compared.got_is_fresh(found.first);
  if (fresh)
    text += fmt::format("{} (all bytes 0xa5) is the initial content of the simulated device's memory.\n",
                        compared.got(found.first));
  if (found.all_unwritten())
    text += found.count == 1 ? "It is as it was before the call.\n"
                             : "The wrong elements are as they were before the call.\n";
  else if (found.all_zero && found.count > 1)
    text += "All wrong elements are 0.\n";
  else if (found.unwritten > 0 && compared.unwritten(found.first))
    text += fmt::format("{} of them {} before the call, for example at index {}.\n", found.unwritten,
                        found.unwritten == 1 ? "is as it was" : "are as they were", found.first);
  if (ends_after_n_bytes(compared, found))
    text += fmt::format("The first {} elements are right. They take {} bytes, and there are {} elements.\n",
                        found.first, found.first * compared.bytes, compared.size);
  text.pop_back();
  return {text, map_of(compared), found.all_unwritten() || fresh,
          found.all_unwritten() && found.count == compared.size};
}

}  // namespace verifier
