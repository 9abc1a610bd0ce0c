// SPDX-License-Identifier: Apache-2.0
#include "unshown_accesses.h"

#include <algorithm>
#include <array>
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
bool has(text word, text part) { return word.find(part) != text::npos; }

struct instruction {
  text name;
  std::vector<text> operands;
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

bool stores(const instruction& i) {
  if (i.operands[0] == "$0" && has(i.name, "or")) return false;  // probes the stack
  return !begins_with_one_of(i.name, {"j",    "call",  "cmp", "test",    "push",   "mul",  "imul", "div",
                                      "idiv", "bt",    "fld", "fild",    "fadd",   "fsub", "fmul", "fdiv",
                                      "fcom", "fucom", "fi",  "ldmxcsr", "ucomis", "comis"}) ||
         begins_with_one_of(i.name, {"fist", "btc", "btr", "bts"});
}

// Returns 1 for a load that does more than move data.
int width(const instruction& i, bool store) {
  if (begins_with_one_of(i.name, {"movups", "movaps", "movdq", "movupd", "movapd", "movnt", "fstpt"}))
    return 16;
  if (begins_with_one_of(i.name, {"movss", "movd"})) return 4;
  if (begins_with_one_of(i.name, {"movsd", "movlp", "movhp"})) return 8;
  if (!store && (!begins(i.name, "mov") || i.name.size() > 4)) return 1;
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

// An address at most a page below %rbp is in the function's frame or in the unused memory below it.
// Constants, addresses that the linker writes, and thread-local variables are also the compiler's, because
// kernels cannot change them.
bool is_compilers(text operand, bool store, const instruction& i) {
  constexpr long kFrame = 4096;
  if (has(operand, "(%rbp)")) {
    const long offset = std::atol(std::string(operand).c_str());
    return operand[0] == '-' && offset >= -kFrame;
  }
  if (begins(operand, ".L") || has(operand, "@GOT") || has(operand, "@gottpoff")) return true;
  if (!begins(operand, "%fs:")) return false;
  return !store || (i.name == "movb" && i.operands[0][0] == '$');
}

class pass {
 public:
  std::string over(text assembly) {
    while (!assembly.empty()) {
      const std::size_t end = std::min(assembly.find('\n'), assembly.size() - 1);
      const text line = assembly.substr(0, end + 1);
      assembly.remove_prefix(end + 1);
      if (line[0] == '\t' && line.size() > 2 && line[1] != '.')
        look_at(read(line.substr(0, line.size() - 1)));
      else if (begins(line, ".L") && line[2] >= '0' && line[2] <= '9')  // a jump leads here
        before_ = {};
      made_ += line;
    }
    return made_ + "\t.text\n" + checks_;
  }

 private:
  void look_at(const instruction& i) {
    show_accesses(i);
    before_ = {i, before_[0]};
  }
  void show_accesses(const instruction& i) {
    if (begins_with_one_of(i.name, {"lea", "nop", "prefetch"})) return;
    if (i.operands.empty()) return string_operation(i.name);
    for (const text& operand : i.operands) {
      const bool in_memory =
          operand[0] != '$' && operand[0] != '*' && (operand[0] != '%' || operand[1] == 'f');
      const bool store = begins(i.name, "xchg") || (&operand == &i.operands.back() && stores(i));
      if (in_memory && !has(i.name, "call") && i.name[0] != 'j' && !is_compilers(operand, store, i) &&
          !is_announced(operand, width(i, store), store))
        check(std::string(operand), width(i, store), store);
    }
  }

  // The two instructions before are `leaq OPERAND, %rdi` (or movq) and a call such as `call
  // __tsan_write4@PLT`.
  bool is_announced(text operand, int bytes, bool store) const {
    const auto& [call, address] = before_;
    if (call.name != "call" || address.operands.size() != 2 || address.operands[1] != "%rdi") return false;
    const text function = call.operands[0], kind = store ? "write" : "read";
    const std::size_t at = function.find(kind);
    if (!begins(function, "__tsan_") || at == text::npos ||
        std::atoi(std::string(function.substr(at + kind.size())).c_str()) < bytes)
      return false;
    const std::string from(address.operands[0]);
    if (address.name == "leaq") return operand == from;
    return address.name == "movq" && (operand == "(" + from + ")" || operand == "0(" + from + ")");
  }

  // A string instruction accesses (%rdi) and (%rsi), up to the %rcx-th element.
  void string_operation(text name) {
    const bool moves = has(name, "movs");
    if (!moves && !has(name, "stos")) return;
    const std::string bytes = name.back() == 'q'   ? "8"
                              : name.back() == 'l' ? "4"
                              : name.back() == 'w' ? "2"
                                                   : "1";
    check("(%rdi)", 1, true);
    if (begins(name, "rep")) check("-1(%rdi,%rcx," + bytes + ")", 1, true);
    if (moves) check("(%rsi)", 1, false);
  }

  // Calls code that changes no register and no flag; equal accesses share it. The call is short, because the
  // length of code is counted (check/tools/counters/steps.h). The code runs with two more words on the stack.
  void check(std::string place, int bytes, bool store) {
    const bool of_thread = begins(place, "%fs:");
    if (of_thread) place.erase(0, 4);
    if (has(place, "(%rsp"))
      place = std::to_string(std::atol(place.c_str()) + 16) + place.substr(place.find('('));
    const std::string rest = place + ", %rdi\n\tpushq\t$" + std::to_string(bytes) + "\n\tcall\tsimcu_check_" +
                             (of_thread ? "thread_store"
                              : store   ? "store"
                                        : "load") +
                             "@PLT\n\tleaq\t8(%rsp), %rsp\n\tpopq\t%rdi\n\tret\n";
    const auto [known, fresh] = numbers_.try_emplace(rest, numbers_.size());
    const std::string label = ".Lsimcu_check_" + std::to_string(known->second);
    if (fresh) checks_ += label + ":\n\tpushq\t%rdi\n\tleaq\t" + rest;
    made_ += "\tcall\t" + label + "\n";
  }

  std::array<instruction, 2> before_;
  std::string made_, checks_;
  std::map<std::string, std::size_t> numbers_;
};

}  // namespace

std::string with_all_accesses_shown(const std::string& assembly) { return pass().over(assembly); }

}  // namespace simcu_driver
