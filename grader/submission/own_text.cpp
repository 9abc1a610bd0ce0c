// SPDX-License-Identifier: Apache-2.0
#include "own_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>

namespace submission {
namespace {

constexpr const char *kSimcusHeaders = "/simcu/include/", *kInnerHeaders = "/simcu/include/simcu/";

// # 12 "file" 1 3
struct marker {
  std::size_t line = 0;
  std::string_view file;
  bool enters = false, leaves = false, system = false;
};

bool read_marker(std::string_view text, marker& found) {
  if (text.rfind("# ", 0) != 0) return false;
  const auto [end, failed] = std::from_chars(text.data() + 2, text.data() + text.size(), found.line);
  const std::size_t begin = static_cast<std::size_t>(end - text.data()), last = text.rfind('"');
  if (failed != std::errc() || text.compare(begin, 2, " \"") != 0 || last < begin + 2) return false;
  found.file = text.substr(begin + 2, last - begin - 2);
  const std::string_view flags = text.substr(last);
  found.enters = flags.find(" 1") != std::string_view::npos;
  found.leaves = flags.find(" 2") != std::string_view::npos;
  found.system = flags.find(" 3") != std::string_view::npos;
  return true;
}

// "a\"b"
std::string unescaped(std::string_view name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i)
    text += name[i] == '\\' && i + 1 < name.size() ? name[++i] : name[i];
  return text;
}

// Text after the first region is also checked, because it can contain the student's macros.
class reader {
 public:
  reader(const std::string& secret, std::size_t regions, bool ours)
      : secret_(secret), regions_(regions), ours_(ours) {}

  void read(std::string_view line) {
    marker place;
    if (read_marker(line, place)) {
      move_to(place);
    } else if (is_judged()) {
      if (line.find_first_not_of(" \t\f\v\r") != std::string_view::npos) read_text(line);
      ++line_;
    }
  }

  own_text result() {
    judge_tokens();
    for (const refusal& fault : if_kernels_)
      if (kernels_) refuse(fault.line, fault.sentence);
    found_.whole = !inside_ && regions_read() == regions_;
    return std::move(found_);
  }

 private:
  std::size_t regions_read() const { return found_.unbalanced.size(); }

  bool is_judged() const { return inside_ || regions_read() > 0; }

  void judge_tokens() {
    for (const refusal& fault : faults_in(tokens_))
      fault.if_kernels ? if_kernels_.push_back(fault) : refuse(fault.line, fault.sentence);
    kernels_ = kernels_ || std::any_of(tokens_.begin(), tokens_.end(), is_of_devices);
    tokens_.clear();
  }

  void move_to(const marker& place) {
    look_at_include(place);
    if (place.enters && place.file.substr(0, 1) != "<") found_.included.insert(unescaped(place.file));
    const bool begins =
        !inside_ && regions_read() < regions_ && place.file == begin_of(secret_, regions_read());
    const bool ends = inside_ && place.file == end_of(secret_, regions_read());
    if (ends) found_.unbalanced.push_back(unbalanced_in(tokens_));
    if (begins || ends) {
      judge_tokens();
      inside_ = begins;
      depth_ = 0;
      own_name_.clear();
      return;
    }
    if (!is_judged()) return;
    depth_ += place.enters ? 1 : place.leaves && depth_ > 0 ? -1 : 0;
    system_ = place.system;
    if (depth_ != own_depth() || place.enters) return;
    if (own_name_.empty()) own_name_ = place.file;
    if (place.file == own_name_)
      line_ = place.line;
    else
      refuse(line_, "`#line`, or an equivalent, would give the following lines a different place");
  }

  // simcu's headers may include each other. The driver's own includes come from the compiler's command line.
  void look_at_include(const marker& place) {
    const bool by_simcu = in_folder(including_.file, kSimcusHeaders) || including_.file.substr(0, 1) == "<";
    if (place.enters && !by_simcu && !ours_ && in_folder(place.file, kInnerHeaders))
      refuse(including_.line,
             "the headers in `simcu/` belong to the simulated device and do not exist on a GPU");
    including_ = place;
  }
  static bool in_folder(std::string_view file, const char* folder) {
    return file.find("/simcu/") != std::string_view::npos &&
           std::filesystem::path(file).lexically_normal().string().find(folder) != std::string::npos;
  }

  // A region is an included file, but the text after it is not.
  std::size_t own_depth() const { return inside_ ? 1 : 0; }

  void read_text(std::string_view line) {
    if (depth_ > own_depth() && ours_) return;
    if (depth_ != own_depth())
      return refuse(
          line_,
          "the header included here adds text: write `#include <header>` on its own line, at the top of the file");
    const std::size_t before = tokens_.size();
    const bool directive = line[line.find_first_not_of(" \t\f\v")] == '#';
    if (const std::string why = directive ? fault_of_pragma(line) : add_tokens(line, line_, tokens_);
        !why.empty())
      refuse(line_, why);
    // Macros of system headers also expand to such text, but only to parts of expressions.
    for (std::size_t i = before; system_ && !ours_ && i < tokens_.size(); ++i)
      if (tokens_[i].text == ";" || tokens_[i].text == "{" || tokens_[i].text == "}")
        return refuse(line_, "this text would count as part of a system header");
  }

  void refuse(std::size_t line, const std::string& sentence) {
    if (!found_.refusals.empty() && found_.refusals.back().line == line) return;
    found_.refusals.push_back({line, sentence});
  }

  const std::string& secret_;
  std::size_t regions_, depth_ = 0, line_ = 0;
  bool ours_, inside_ = false, system_ = false, kernels_ = false;
  std::vector<refusal> if_kernels_;
  marker including_{0, "<", false, false, false};
  std::string own_name_;
  std::vector<own_token> tokens_;
  own_text found_;
};

}  // namespace

std::string begin_of(const std::string& secret, std::size_t region) {
  return fmt::format("{}_begin_{}", secret, region);
}
std::string end_of(const std::string& secret, std::size_t region) {
  return fmt::format("{}_end_{}", secret, region);
}

own_text read_own_text(const std::string& preprocessed, const std::string& secret, std::size_t regions,
                       bool ours) {
  reader lines(secret, regions, ours);
  const std::string_view text = preprocessed;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
    end = std::min(text.find('\n', at), text.size());
    lines.read(text.substr(at, end - at));
  }
  return lines.result();
}

}  // namespace submission
