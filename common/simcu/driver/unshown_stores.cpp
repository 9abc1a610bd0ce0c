// SPDX-License-Identifier: Apache-2.0
#include "unshown_stores.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string_view>
#include <vector>

namespace simcu_driver {
namespace {

using text = std::string_view;

bool begins(text word, text with) { return word.substr(0, with.size()) == with; }
bool begins_with_one_of(text word, std::initializer_list<text> list) {
  return std::any_of(list.begin(), list.end(), [&](text start) { return begins(word, start); });
}

// %ebx, %bx and %bl are parts of %rbx.
std::string whole(text name) {
  name.remove_prefix(1);
  if (name.size() > 1 && name[0] == 'r' && name[1] >= '0' && name[1] <= '9')
    return std::string(name.substr(0, name.find_last_of("0123456789") + 1));
  if (name.size() > 2 && (name[0] == 'r' || name[0] == 'e')) name.remove_prefix(1);
  const bool letter = name.size() == 2 && (name[1] == 'l' || name[1] == 'h' || name[1] == 'x') &&
                      name[0] >= 'a' && name[0] <= 'd';
  return "r" + (letter ? std::string{name[0], 'x'} : std::string(name.substr(0, 2)));
}
bool outlives_a_call(const std::string& whole) {
  for (const char* kept : {"rbx", "rbp", "rsp", "r12", "r13", "r14", "r15"})
    if (whole == kept) return true;
  return false;
}

// An operand in memory: symbol + offset(%base,%index,scale).
struct operand {
  long offset = 0;
  std::string symbol, base, index, scale;
};
operand memory(text written) {
  operand o;
  const std::size_t open = std::min(written.find('('), written.size());
  const text before = written.substr(0, open);
  const std::size_t sign = before.find_last_of("+-");
  if (before.find_first_not_of("-0123456789") == text::npos)
    o.offset = std::atol(std::string(before).c_str());
  else if (sign != text::npos && sign > 0)
    o.symbol = before.substr(0, sign), o.offset = std::atol(std::string(before.substr(sign)).c_str());
  else
    o.symbol = before;
  std::string* parts[] = {&o.base, &o.index, &o.scale};
  for (std::size_t at = open + 1, part = 0; at < written.size() && part < 3; ++part) {
    const std::size_t end = written.find_first_of(",)", at);
    const text word = written.substr(at, end - at);
    *parts[part] = !word.empty() && word[0] == '%' ? whole(word) : std::string(word);
    at = end + 1;
  }
  return o;
}

struct instruction {
  text name;
  std::vector<text> operands;
  text last() const { return operands.empty() ? text() : operands.back(); }
};
instruction read(text line) {
  instruction i;
  line.remove_prefix(1);
  const std::size_t end = std::min(line.find('\t'), line.size());
  i.name = line.substr(0, end);
  std::size_t depth = 0, from = end + 1;
  for (std::size_t at = from; at <= line.size() && from <= line.size(); ++at) {
    if (at < line.size() && line[at] == '(') ++depth;
    if (at < line.size() && line[at] == ')') --depth;
    if (at != line.size() && (line[at] != ',' || depth > 0)) continue;
    i.operands.push_back(line.substr(from, at - from));
    from = std::min(line.find_first_not_of(' ', at + 1), line.size() + 1);
    at = from - 1;
  }
  return i;
}

bool is_string_operation(const instruction& i) {
  return i.operands.empty() && (i.name.find("movs") != text::npos || i.name.find("stos") != text::npos);
}

// Whether its last operand is memory that it may write to. Instructions that aren't known to only read may
// write.
bool stores(const instruction& i) {
  if (i.operands.empty() || i.last()[0] == '%' || i.last()[0] == '$' || i.last()[0] == '*') return false;
  if (i.operands[0] == "$0" && i.name.find("or") != text::npos) return false;  // looks whether it is there
  return !begins_with_one_of(
             i.name, {"j",    "call",  "cmp", "test",    "push",   "nop",   "prefetch", "mul",  "imul",
                      "div",  "idiv",  "bt",  "fld",     "fild",   "fadd",  "fsub",     "fmul", "fdiv",
                      "fcom", "fucom", "fi",  "ldmxcsr", "ucomis", "comis", "lea"}) ||
         begins_with_one_of(i.name, {"fist", "btc", "btr", "bts"});
}

long width_of(const instruction& i) {
  if (begins_with_one_of(i.name, {"movups", "movaps", "movdq", "movupd", "movapd", "movnt", "fstpt"}))
    return 16;
  if (begins_with_one_of(i.name, {"movss", "movd"})) return 4;
  if (begins_with_one_of(i.name, {"movsd", "movlp", "movhp"})) return 8;
  switch (begins(i.name, "set") ? 'b' : i.name.back()) {
    case 'b':
      return 1;
    case 'w':
      return 2;
    case 'l':
      return 4;
    case 'q':
      return 8;
  }
  return 16;
}

// How many bytes are announced by a call of this function; 0: none, or as many as %rsi says.
long announced_by(text function) {
  if (begins(function, "__tsan_vptr_update")) return 8;
  const std::size_t write = function.find("write");
  return !begins(function, "__tsan_") || write == text::npos
             ? 0
             : std::atol(std::string(function.substr(write + 5)).c_str());
}

class pass {
 public:
  std::string over(text assembly) {
    while (!assembly.empty()) {
      const std::size_t end = std::min(assembly.find('\n'), assembly.size() - 1);
      const text line = assembly.substr(0, end + 1);
      assembly.remove_prefix(end + 1);
      if (line[0] == '\t' && line.size() > 2 && line[1] != '.')
        code(line.substr(0, line.size() - 1));
      else if (line[0] != '\t' && line[0] != '#')
        shown_.clear(), registers_.clear();  // a label
      made_ += line;
    }
    return std::move(made_);
  }

 private:
  // The content of a register: a value that never changes, plus a number.
  struct value {
    unsigned root;
    long offset;
  };
  struct range {
    value from;
    long bytes;
  };

  void code(text line) {
    const instruction i = read(line);
    if (is_string_operation(i)) {
      check("(%rdi)", 1);
      if (begins(i.name, "rep")) check("-1(%rdi,%rcx," + std::to_string(width_of(i)) + ")", 1);
    } else if (stores(i) && !is_shown(memory(i.last()), width_of(i))) {
      check(std::string(i.last()), width_of(i));
    }
    if (begins(i.name, "call")) return called(i.last());
    // Other instructions change registers that they do not name.
    const bool simple = i.operands.size() > 1 && i.name.find("xchg") == text::npos &&
                        i.name.find("xadd") == text::npos && !begins(i.name, "lock");
    if (!simple) registers_.clear();
    if (i.operands.empty() || i.last()[0] != '%') return;
    const std::string to = whole(i.last());
    const text from = i.operands[0];
    if (i.name == "movq" && from[0] == '%' && begins(from, "%r"))
      registers_[to] = of(whole(from));
    else if (i.name == "leaq")
      registers_[to] = address(memory(from));
    else
      registers_.erase(to);
    if (to == "rsi") bytes_ = begins(i.name, "mov") && from[0] == '$' ? std::atol(from.data() + 1) : 0;
  }

  value of(const std::string& name) {
    if (name == "rip") return {0, 0};
    const auto [known, fresh] = registers_.try_emplace(name, value{next_, 0});
    if (fresh) ++next_;
    return known->second;
  }
  value address(const operand& o) {
    value sum = o.base.empty() ? value{0, 0} : of(o.base);
    sum.offset += o.offset;
    if (o.index.empty() && o.symbol.empty()) return sum;
    std::string name = o.symbol + "," + std::to_string(sum.root);
    if (!o.index.empty()) {
      const value index = of(o.index);
      name += "," + std::to_string(index.root) + "," + std::to_string(index.offset) + "," + o.scale;
    }
    const auto [known, fresh] = sums_.try_emplace(name, next_);
    if (fresh) ++next_;
    return {known->second, sum.offset};
  }

  // Announced bytes stay announced until code other than the checkers' runs.
  void called(text function) {
    if (!begins_with_one_of(function, {"__tsan_", "__ubsan_", "__sanitizer_"})) shown_.clear();
    const long bytes = begins(function, "__tsan_write_range") ? bytes_ : announced_by(function);
    if (bytes > 0) shown_.push_back({of("rdi"), bytes});
    for (auto r = registers_.begin(); r != registers_.end();)
      r = outlives_a_call(r->first) ? std::next(r) : registers_.erase(r);
    bytes_ = 0;
  }

  bool is_shown(const operand& to, long bytes) {
    constexpr long kFrame = 4096;  // at most a page below %rbp, because memory below the stack is not used
    if (to.symbol.empty() && to.base == "rbp" && to.index.empty() && to.offset >= -kFrame &&
        to.offset + bytes <= 0)
      return true;
    if (begins(to.symbol, "%fs:")) return true;  // a variable by its name
    const value at = address(to);
    return std::any_of(shown_.begin(), shown_.end(), [&](const range& r) {
      return r.from.root == at.root && r.from.offset <= at.offset &&
             at.offset + bytes <= r.from.offset + r.bytes;
    });
  }

  // Changes no register and no flag.
  void check(const std::string& written, long bytes) {
    const operand to = memory(written);  // the stack has one word more then
    const std::string place =
        to.base == "rsp" ? std::to_string(to.offset + 8) + written.substr(written.find('(')) : written;
    made_ += "\tpushq\t%rdi\n\tleaq\t" + place + ", %rdi\n\tpushq\t$" + std::to_string(bytes) +
             "\n\tcall\tsimcu_check_unshown_store@PLT\n\tleaq\t8(%rsp), %rsp\n\tpopq\t%rdi\n";
  }

  std::string made_;
  std::map<std::string, value> registers_;
  std::map<std::string, unsigned> sums_;  // addresses of more than a register and a number
  unsigned next_ = 1;
  long bytes_ = 0;  // %rsi, if it is a number
  std::vector<range> shown_;
};

}  // namespace

std::string with_all_stores_shown(const std::string& assembly) { return pass().over(assembly); }

}  // namespace simcu_driver
