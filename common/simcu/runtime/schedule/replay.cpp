// SPDX-License-Identifier: Apache-2.0
#include "schedule/replay.h"

#include <cstdio>
#include <cstring>
#include <iterator>

extern "C" void _init();
extern "C" char etext;

namespace simcu {
namespace {

// Every error message says what was expected, and where.
class reader {
 public:
  explicit reader(const std::string& text) : text_(text) {}
  bool at_end() const { return at_ == text_.size(); }
  bool skip(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!skip(c)) fail(std::string("`") + c + "`");
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    const std::size_t start = at_;
    while (!at_end() && text_[at_] >= '0' && text_[at_] <= '9' && at_ - start < 18)
      value = value * 10 + static_cast<unsigned>(text_[at_++] - '0');
    if (at_ == start) fail("a number");
    return value;
  }
  int thread() {
    const std::uint64_t rank = number();
    if (rank >= 1024) fail("a thread number below 1024");
    return static_cast<int>(rank);
  }
  [[noreturn]] void fail(const std::string& wanted) const {
    throw "the replay string is malformed: " + wanted + " is missing after `" +
        text_.substr(at_ > 20 ? at_ - 20 : 0, at_ > 20 ? 20 : at_) + "`";
  }

 private:
  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace

const std::string& program_fingerprint() {
  static const std::string hash = [] {
    const char* at = reinterpret_cast<const char*>(&_init);
    std::uint64_t h = 0xcbf29ce484222325;
    for (; at + 8 <= &etext; at += 8) {
      std::uint64_t word;
      std::memcpy(&word, at, 8);
      h = (h ^ word) * 0x100000001b3;
      h ^= h >> 29;
    }
    char text[17];
    std::snprintf(text, sizeof text, "%010llx", static_cast<unsigned long long>(h >> 24));
    return std::string(text);
  }();
  return hash;
}

void switch_list::parse(const std::string& text) {
  const std::string program = text.substr(0, text.find('/'));
  if (program.size() != 10 || program.find_first_not_of("0123456789abcdef") != std::string::npos)
    throw std::string("the replay string is malformed: it does not begin with the hash of a program");
  if (program != program_fingerprint())
    throw "the replay string belongs to the program " + program + ", but this one is " +
        program_fingerprint() + ": it was compiled from different code. Record it again";
  const std::string rest = text.substr(program.size());
  reader r(rest);
  while (!r.at_end()) {
    r.expect('/');
    const std::uint64_t launch = r.number();
    if (launch == 0 || launch > 0xffffffff) r.fail("a launch number of at least 1");
    auto& list = all_[static_cast<unsigned>(launch)];
    r.expect(':');
    do {
      std::pair<std::uint64_t, std::uint64_t> where{kAtStart, 0};
      if (!r.skip('s')) {
        where.first = r.number();
        r.expect('.');
        where.second = r.number();
      }
      r.expect('=');
      target to;
      if (r.skip('.'))
        to.thread = r.thread();
      else
        to.block = r.number();
      list[where] = {to, false};
    } while (r.skip(','));
  }
}

const target* switch_list::find(unsigned launch, std::uint64_t block, std::uint64_t step) {
  const auto list = all_.find(launch);
  if (list == all_.end()) return nullptr;
  const auto found = list->second.find({block, step});
  if (found == list->second.end()) return nullptr;
  found->second.met = true;
  return &found->second.to;
}

std::string switch_list::unused(unsigned launch) const {
  const auto first = launch == 0 ? all_.begin() : all_.find(launch);
  const auto end = launch == 0 || first == all_.end() ? all_.end() : std::next(first);
  for (auto list = first; list != end; ++list)
    for (const auto& [where, e] : list->second)
      if (!e.met) return switch_text(where.first, where.second, e.to);
  return "";
}

std::string switch_text(std::uint64_t block, std::uint64_t step, const target& to) {
  std::string out = block == kAtStart ? "s" : std::to_string(block) + "." + std::to_string(step);
  return out + "=" + (to.thread >= 0 ? "." + std::to_string(to.thread) : std::to_string(to.block));
}

}  // namespace simcu
