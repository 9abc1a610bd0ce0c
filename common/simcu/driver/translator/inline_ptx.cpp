// SPDX-License-Identifier: Apache-2.0
// asm("…" : outputs : inputs) in device code becomes C++, instruction by instruction (ptx_table.h); anything
// outside the table is refused at its line.
#include <algorithm>
#include <cctype>
#include <cstring>
#include <set>

#include "ptx_table.h"
#include "rewrites.h"

namespace translator {
namespace {

struct refusal {
  std::string sentence;
};

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\n\r"), last = text.find_last_not_of(" \t\n\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

// Pieces between `separator`s that are not in brackets.
std::vector<std::string> pieces(const std::string& text, char separator) {
  std::vector<std::string> out(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
    if (c == separator && depth == 0)
      out.emplace_back();
    else
      out.back() += c;
  }
  for (std::string& piece : out) piece = trimmed(piece);
  return out;
}

// The text of string literals, without quotes, escapes and comments.
std::string unquoted(std::string_view literal) {
  std::string out;
  if (literal.size() < 2 || literal.front() != '"')
    throw refusal{"simcu does not support this string of inline PTX"};
  literal = literal.substr(1, literal.size() - 2);
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] != '\\' || i + 1 == literal.size()) {
      out += literal[i];
    } else {
      ++i;
      out += literal[i] == 'n' ? '\n' : literal[i] == 't' || literal[i] == 'r' ? ' ' : literal[i];
    }
  }
  for (const auto& [begin, end] : {std::pair{"//", "\n"}, {"/*", "*/"}})
    for (std::size_t at; (at = out.find(begin)) != std::string::npos;) {
      const std::size_t last = out.find(end, at);
      out.replace(at, last == std::string::npos ? last : last - at + std::strlen(end), " ");
    }
  return out;
}

// Whether the text is one block: { … }.
bool in_braces(const std::string& text) {
  if (text.size() < 2 || text.front() != '{') return false;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    if (depth == 0) return i + 1 == text.size();
  }
  return false;
}

// %p1 in asm with operands is written %%p1.
std::string without_percents(const std::string& name) {
  return name.substr(std::min(name.size(), name.find_first_not_of('%')));
}

class statement {
 public:
  statement(context& c, std::size_t open, std::size_t close) : c_(c) {
    read(open, close);
    std::string body = trimmed(template_);
    while (in_braces(body)) body = trimmed(body.substr(1, body.size() - 2));
    for (const std::string& instruction : pieces(body, ';'))
      if (!instruction.empty()) add(instruction);
  }
  std::string text() const { return "{ " + bindings_ + code_ + "}"; }

 private:
  struct operand {
    std::string constraint, name;
  };

  void read(std::size_t open, std::size_t close) {
    const source& s = c_.s;
    std::size_t i = open + 1;
    for (; i < close && s.tokens[i].kind == token_kind::text; ++i) template_ += unquoted(s.text(i));
    int section = 0;
    for (; i < close; ++i) {
      if (s.is(i, ":") || s.is(i, "::")) {
        section += s.is(i, "::") ? 2 : 1;
      } else if (section == 1 || section == 2) {
        if (s.is(i, ",")) continue;
        if (s.is(i, "["))
          throw refusal{"inline PTX: CUDA has no operands by name (%[x]): number them, %0, %1"};
        std::string constraint;
        for (; i < close && s.tokens[i].kind == token_kind::text; ++i) constraint += unquoted(s.text(i));
        if (constraint.empty() || !s.is(i, "(") || s.tokens[i].match == kNone)
          throw refusal{"simcu does not support these operands of inline PTX"};
        bind(constraint, c_.e.flat(i + 1, s.tokens[i].match));
        i = s.tokens[i].match;
      }
    }
  }

  void bind(const std::string& constraint, const std::string& expression) {
    const char kind = constraint.empty() ? ' ' : constraint.back();
    const std::string type = kind == 'r'   ? "unsigned"
                             : kind == 'l' ? "unsigned long long"
                             : kind == 'h' ? "unsigned short"
                             : kind == 'f' ? "float"
                             : kind == 'd' ? "double"
                             : kind == 'n' ? "auto"
                                           : "";
    if (type.empty())
      throw refusal{"simcu does not support the constraint \"" + constraint + "\" of inline PTX"};
    const std::string name = "simcu_asm_" + std::to_string(operands_.size());
    if (constraint.front() == '=' || constraint.front() == '+') {
      bindings_ += "[[maybe_unused]] auto&& " + name + " = (" + expression + "); ";
      operands_.push_back({type, name});
      outputs_.insert(name);
    } else {
      bindings_ += "[[maybe_unused]] const " + type + " " + name + " = " +
                   (kind == 'n' ? "(" + expression + "); "
                                : "::simcu::ptx::value<" + type + ">(" + expression + "); ");
      operands_.push_back({type, name});
    }
  }

  // A register, number or special register as a value; `written`: as the target of an assignment.
  std::string value(const std::string& text, bool written) {
    if (registers_.count(without_percents(text))) return "simcu_reg_" + without_percents(text);
    if (text.size() > 2 && text.substr(0, 2) == "%%") {
      const std::string known = ptx_special_register(text.substr(2));
      if (known.empty() || written)
        throw refusal{"simcu does not support " + text.substr(1) + " of inline PTX"};
      return known;
    }
    if (text.size() > 1 && text[0] == '%' && std::isdigit(static_cast<unsigned char>(text[1]))) {
      const auto number = static_cast<std::size_t>(std::atoi(text.c_str() + 1));
      if (number >= operands_.size() || text.size() > 3)
        throw refusal{"inline PTX: there is no operand " + text};
      const operand& o = operands_[number];
      if (written || !outputs_.count(o.name)) return o.name;
      return "::simcu::ptx::bits<" + o.constraint + ">(" + o.name + ")";
    }
    if (text.size() > 1 && text[0] == '%') {  // %laneid without a second %: in asm without operands
      const std::string known = ptx_special_register(text.substr(1));
      if (!known.empty() && !written) return known;
    }
    if ((text.rfind("0f", 0) == 0 || text.rfind("0F", 0) == 0) && text.size() == 10)
      return "::simcu::ptx::bits<float>(0x" + text.substr(2) + "u)";
    if ((text.rfind("0d", 0) == 0 || text.rfind("0D", 0) == 0) && text.size() == 18)
      return "::simcu::ptx::bits<double>(0x" + text.substr(2) + "ull)";
    if (text.rfind("%[", 0) == 0)
      throw refusal{"inline PTX: CUDA has no operands by name (" + text + "): number them, %0, %1"};
    const bool number = !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) ||
                                          (text[0] == '-' && text.size() > 1));
    if (!number || written || text.find_first_not_of("-0123456789abcdefABCDEFxU") != std::string::npos)
      throw refusal{"simcu does not support the operand `" + text + "` of inline PTX"};
    return text;
  }

  ptx_operand parsed(const std::string& text, bool written) {
    ptx_operand o;
    if (!text.empty() && text.front() == '[' && text.back() == ']') {
      const std::string inside = trimmed(text.substr(1, text.size() - 2));
      const std::size_t plus = inside.find('+');
      o.base = value(trimmed(inside.substr(0, plus)), false);
      if (plus != std::string::npos) o.offset = value(trimmed(inside.substr(plus + 1)), false);
    } else if (!text.empty() && text.front() == '{' && text.back() == '}') {
      for (const std::string& part : pieces(text.substr(1, text.size() - 2), ','))
        o.parts.push_back(value(part, written));
    } else {
      const std::size_t bar = written ? text.find('|') : std::string::npos;
      o.value = value(trimmed(text.substr(0, bar)), written);
      if (bar != std::string::npos) o.predicate = value(trimmed(text.substr(bar + 1)), true);
    }
    return o;
  }

  void declare(const std::string& rest) {
    const std::size_t blank = rest.find_first_of(" \t");
    const std::string type = rest.substr(0, blank);
    const std::string as = type == ".pred"                        ? "bool"
                           : type == ".f32"                       ? "float"
                           : type == ".f64"                       ? "double"
                           : type.find("64") != std::string::npos ? "unsigned long long"
                           : type.find("32") != std::string::npos ? "unsigned"
                           : type.find("16") != std::string::npos ? "unsigned short"
                                                                  : "";
    if (as.empty() || blank == std::string::npos)
      throw refusal{"simcu does not support `.reg " + rest + "` of inline PTX"};
    for (const std::string& written : pieces(rest.substr(blank), ',')) {
      const std::string name = without_percents(written);
      if (name.empty() || name.find_first_of("<%.") != std::string::npos)
        throw refusal{"simcu does not support `.reg " + rest + "` of inline PTX"};
      registers_.insert(name);
      bindings_ += as + " simcu_reg_" + name + "{}; ";
    }
  }

  void add(const std::string& instruction) {
    if (instruction[0] == '@') return add_predicated(instruction);
    const std::size_t blank = instruction.find_first_of(" \t\n");
    std::string opcode = instruction.substr(0, blank);
    const std::string rest = blank == std::string::npos ? "" : trimmed(instruction.substr(blank));
    if (opcode == ".reg") return declare(rest);
    if (opcode == "bra" || opcode.back() == ':')
      throw refusal{"simcu does not support labels and branches of inline PTX (" + opcode + ")"};
    if (const std::size_t ftz = opcode.find(".ftz"); ftz != std::string::npos) opcode.erase(ftz, 4);
    if (opcode.find("bar") == 0 && opcode.find(".sync") != std::string::npos && rest != "0")
      if (opcode.find("warp") == std::string::npos)
        throw refusal{"simcu does not support named barriers (" + opcode + " " + rest + ")"};
    carry(opcode);
    std::vector<ptx_operand> operands;
    if (!rest.empty())
      for (const std::string& text : pieces(rest, ','))
        operands.push_back(parsed(text, operands.empty() && writes(opcode)));
    const std::string done = ptx_statement(opcode, operands);
    if (done.empty()) throw refusal{"simcu does not support `" + opcode + "` of inline PTX"};
    code_ += done + " ";
  }

  // @p INSTRUCTION and @!p INSTRUCTION.
  void add_predicated(const std::string& instruction) {
    const std::size_t blank = instruction.find_first_of(" \t\n");
    const bool unless = instruction.size() > 1 && instruction[1] == '!';
    const std::string predicate =
        without_percents(instruction.substr(unless ? 2 : 1, blank - (unless ? 2 : 1)));
    if (!registers_.count(predicate) || blank == std::string::npos)
      throw refusal{"inline PTX: there is no predicate `" + predicate + "`"};
    code_ += std::string("if (") + (unless ? "!" : "") + "simcu_reg_" + predicate + ") { ";
    add(trimmed(instruction.substr(blank)));
    code_ += "} ";
  }

  void carry(const std::string& opcode) {
    if (ptx_reads_carry(opcode) && !carries_)
      throw refusal{"inline PTX: what `" + opcode +
                    "` adds comes from another asm statement, and the carry lives within one only"};
    if (!ptx_writes_carry(opcode) || carries_) return;
    carries_ = true;
    bindings_ += "[[maybe_unused]] bool simcu_carry = false; ";
  }

  // Whether the first operand is the destination.
  static bool writes(const std::string& opcode) {
    for (const char* none : {"st.", "red.", "membar", "fence", "bar", "prefetch", "nanosleep", "cp."})
      if (opcode.rfind(none, 0) == 0) return false;
    return true;
  }

  context& c_;
  std::string template_, bindings_, code_;
  std::vector<operand> operands_;
  std::set<std::string> outputs_, registers_;
  bool carries_ = false;  // an instruction has set the carry
};

bool on_device(const context& c, std::size_t i) {
  const declaration* d = c.functions.around(i);
  return d && runs_on_device(c.s, *d);
}

}  // namespace

void rewrite_inline_ptx(context& c) {
  const source& s = c.s;
  for (std::size_t i = 0; i < s.tokens.size(); ++i) {
    if (!(s.is(i, "asm") || s.is(i, "__asm__") || s.is(i, "__asm")) || !on_device(c, i)) continue;
    std::size_t open = i + 1;
    while (s.is(open, "volatile") || s.is(open, "__volatile__")) ++open;
    if (!s.is(open, "(") || s.tokens[open].match == kNone) continue;
    const std::size_t close = s.tokens[open].match;
    try {
      const std::string text = statement(c, open, close).text();
      c.e.replace(i, text);
      c.e.remove(i + 1, close + 1);
    } catch (const refusal& why) {
      c.error(i, why.sentence);
    }
    i = close;
  }
}

}  // namespace translator
