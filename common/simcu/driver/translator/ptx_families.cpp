// SPDX-License-Identifier: Apache-2.0
// Inline PTX whose opcodes are composed of modifiers: memory, atomics, conversions, comparisons, shuffles,
// moves.
#include <algorithm>
#include <map>

#include "ptx_table.h"

namespace translator {
namespace {

using words = std::vector<std::string>;
using operands = std::vector<ptx_operand>;

constexpr const char* kMemory[] = {"global", "const",    "shared",  "nc",      "ca",      "cg",  "cs",
                                   "lu",     "cv",       "wb",      "wt",      "v2",      "v4",  "weak",
                                   "cta",    "volatile", "relaxed", "acquire", "release", "gpu", "sys"};
constexpr const char* kAtomic[] = {"global",  "shared", "relaxed", "acquire", "release",
                                   "acq_rel", "cta",    "gpu",     "sys"};

const std::map<std::string, std::string>& atomic_functions() {
  static const std::map<std::string, std::string> table = {
      {"add", "atomicAdd"}, {"min", "atomicMin"}, {"max", "atomicMax"},   {"and", "atomicAnd"},
      {"or", "atomicOr"},   {"xor", "atomicXor"}, {"exch", "atomicExch"}, {"cas", "atomicCAS"},
      {"inc", "atomicInc"}, {"dec", "atomicDec"}};
  return table;
}
// lo, ls, hi and hs are those of unsigned integers.
const std::map<std::string, std::string>& comparisons() {
  static const std::map<std::string, std::string> table = {
      {"eq", "=="}, {"ne", "!="}, {"lt", "<"},  {"le", "<="}, {"gt", ">"},
      {"ge", ">="}, {"lo", "<"},  {"ls", "<="}, {"hi", ">"},  {"hs", ">="}};
  return table;
}
// How a conversion rounds: the ending of CUDA's function, and the function that rounds to an integer.
const std::map<std::string, std::pair<std::string, std::string>>& roundings() {
  static const std::map<std::string, std::pair<std::string, std::string>> table = {
      {"rn", {"rn", ""}},       {"rz", {"rz", ""}},           {"rm", {"rd", ""}},
      {"rp", {"ru", ""}},       {"rni", {"rn", "nearbyint"}}, {"rzi", {"rz", "trunc"}},
      {"rmi", {"rd", "floor"}}, {"rpi", {"ru", "ceil"}}};
  return table;
}

bool has(const words& parts, std::initializer_list<const char*> names) {
  return std::any_of(parts.begin(), parts.end(), [&](const std::string& p) {
    return std::any_of(names.begin(), names.end(), [&](const char* n) { return p == n; });
  });
}

// Cache hints such as L2::128B change no value. shared::cta is shared.
template <std::size_t N>
bool all_known(const words& parts, std::size_t first, std::size_t last, const char* const (&names)[N]) {
  return std::all_of(parts.begin() + static_cast<long>(first), parts.begin() + static_cast<long>(last),
                     [&](const std::string& p) {
                       return p.rfind("L1::", 0) == 0 || p.rfind("L2::", 0) == 0 || p == "shared::cta" ||
                              std::find(std::begin(names), std::end(names), p) != std::end(names);
                     });
}

std::string as(const std::string& type, const std::string& value) {
  return "::simcu::ptx::operand<" + type + ">(" + value + ")";
}

// The generic address of an operand, as two arguments.
std::string address_of(const words& parts, const ptx_operand& o, const std::string& further = "") {
  const bool shared = has(parts, {"shared", "shared::cta"});
  const std::string base = shared ? "::simcu::ptx::from_shared(" + o.base + ")" : o.base;
  return "(" + base + ", " + o.offset + further;
}

std::string memory_statement(const words& parts, const operands& o) {
  const bool loads = parts[0] == "ld";
  const std::string type = ptx_type(parts.back());
  if (o.size() != 2 || type.empty() || !all_known(parts, 1, parts.size() - 1, kMemory)) return "";
  const ptx_operand& address = o[loads ? 1 : 0];
  const ptx_operand& data = o[loads ? 0 : 1];
  if (!address.is_address()) return "";
  const bool orders = has(parts, {"acquire", "release"});
  const std::string how =
      std::string(orders || has(parts, {"volatile", "relaxed", "cv"}) ? ", true" : ", false") +
      (orders ? ", true)" : ", false)");
  const std::size_t lanes = has(parts, {"v4"}) ? 4 : has(parts, {"v2"}) ? 2 : 1;
  const words values = lanes == 1 ? words{data.value} : data.parts;
  if (values.size() != lanes || values[0].empty()) return "";
  std::string out;
  for (std::size_t i = 0; i < lanes; ++i) {
    const std::string place =
        address_of(parts, address, i ? " + " + std::to_string(i) + " * int(sizeof(" + type + "))" : "");
    if (loads)
      out += ptx_assignment(values[i], "::simcu::ptx::load<" + type + ">" + place + how);
    else
      out += "::simcu::ptx::store<" + type + ">" + place + ", " + as(type, values[i]) + how + ";";
  }
  return out;
}

std::string atomic_statement(const words& parts, const operands& o) {
  words modifiers(parts.begin() + 1, parts.end());
  const auto named = std::find_if(modifiers.begin(), modifiers.end(),
                                  [](const std::string& p) { return atomic_functions().count(p) != 0; });
  const std::string type = ptx_type(parts.back());
  if (named == modifiers.end() || type.empty()) return "";
  const std::string operation = *named;  // after the modifiers, or before them
  modifiers.erase(named);
  modifiers.pop_back();
  if (!all_known(modifiers, 0, modifiers.size(), kAtomic)) return "";
  const bool result = parts[0] == "atom";
  const std::size_t first = result ? 1 : 0, values = operation == "cas" ? 2 : 1;
  if (o.size() != first + 1 + values || !o[first].is_address()) return "";
  std::string call = atomic_functions().at(operation) + "(::simcu::ptx::at<" + type + ">" +
                     address_of(parts, o[first]) + ")";
  for (std::size_t i = 1; i <= values; ++i) call += ", " + as(type, o[first + i].value);
  call += ")";
  const std::string fence = "__threadfence();";
  return (has(parts, {"release", "acq_rel"}) ? fence : "") +
         (result ? ptx_assignment(o[0].value, call) : call + ";") +
         (has(parts, {"acquire", "acq_rel"}) ? fence : "");
}

// The name that CUDA's conversions give a type: __float2int_rn.
std::string name_of(const std::string& type) {
  static const std::map<std::string, std::string> names = {
      {"s32", "int"}, {"u32", "uint"}, {"s64", "ll"}, {"u64", "ull"}, {"f32", "float"}, {"f64", "double"}};
  const auto found = names.find(type);
  return found == names.end() ? "" : found->second;
}

// cvt.rzi.s32.f32 and the like: between integers, what does not fit is cut off; from reals, the nearest value
// is taken.
std::string conversion_statement(const words& parts, const operands& o) {
  if (o.size() != 2 || parts.size() < 3 || parts.size() > 4) return "";
  const std::string &to = parts[parts.size() - 2], &from = parts.back();
  const std::string rounding = parts.size() == 4 ? parts[1] : "";
  if (ptx_type(to).empty() || ptx_type(from).empty() || to[0] == 'b' || from[0] == 'b') return "";
  if (!rounding.empty() && !roundings().count(rounding)) return "";
  const std::string value = as(ptx_type(from), o[1].value);
  const bool to_integer = to[0] != 'f', from_integer = from[0] != 'f';
  if ((to_integer && from_integer) || (to == "f64" && from == "f32") ||
      (to == "f64" && from.substr(1) == "32")) {
    const bool exact = to_integer || from == "f32";
    if (exact ? !rounding.empty() : rounding != "rn") return "";
    return ptx_assignment(o[0].value, ptx_type(to) + "(" + value + ")");
  }
  if (rounding.empty()) return "";
  const auto& [ending, function] = roundings().at(rounding);
  if (to == from && !to_integer && !function.empty())
    return ptx_assignment(o[0].value, function + (to == "f32" ? "f" : "") + "(" + value + ")");
  if (to == from || to_integer != !function.empty() || name_of(to).empty() || name_of(from).empty())
    return "";
  return ptx_assignment(o[0].value,
                        "__" + name_of(from) + "2" + name_of(to) + "_" + ending + "(" + value + ")");
}

// setp.lt.s32 p, a, b and setp.lt.s32 p|q, a, b: q is the opposite.
std::string comparison_statement(const words& parts, const operands& o) {
  if (parts.size() != 3 || o.size() != 3 || !comparisons().count(parts[1])) return "";
  const std::string type = ptx_type(parts[2]);
  if (type.empty() || o[0].value.empty()) return "";
  const std::string set = o[0].value + " = " + as(type, o[1].value) + " " + comparisons().at(parts[1]) + " " +
                          as(type, o[2].value) + ";";
  return set + (o[0].predicate.empty() ? "" : " " + o[0].predicate + " = !" + o[0].value + ";");
}

// shfl.sync.up.b32 d|p, a, b, c, mask: p says if the source lane was within its segment.
std::string shuffle_statement(const words& parts, const operands& o) {
  if (parts.size() != 4 || parts[1] != "sync" || parts[3] != "b32" || o.size() != 5 || o[0].value.empty())
    return "";
  if (!has({parts[2]}, {"idx", "up", "down", "bfly"})) return "";
  const std::string inside = o[0].predicate.empty() ? "nullptr" : "&" + o[0].predicate;
  return ptx_assignment(o[0].value, "::simcu::ptx::shuffle(::simcu::ptx::source_" + parts[2] + ", " +
                                        as("::simcu::ptx::b32", o[1].value) + ", unsigned(" + o[2].value +
                                        "), unsigned(" + o[3].value + "), unsigned(" + o[4].value + "), " +
                                        inside + ")");
}

// mov.b64 d, {lo, hi}; mov.b64 {lo, hi}, d; mov.u32 d, a.
std::string move_statement(const words& parts, const operands& o) {
  if (parts.size() != 2 || o.size() != 2) return "";
  if (parts[1] == "pred") return o[0].value + " = " + o[1].value + ";";
  const std::string type = ptx_type(parts[1]);
  if (type.empty()) return "";
  if (o[1].parts.size() == 2)
    return ptx_assignment(o[0].value,
                          "::simcu::ptx::pack<" + type + ">(" + o[1].parts[0] + ", " + o[1].parts[1] + ")");
  if (o[0].parts.size() == 2)
    return "::simcu::ptx::unpack(" + as(type, o[1].value) + ", " + o[0].parts[0] + ", " + o[0].parts[1] +
           ");";
  return o[0].value.empty() || o[1].value.empty() ? "" : ptx_assignment(o[0].value, o[1].value);
}

std::string match_all_statement(const words& parts, const operands& o) {
  const std::string type = ptx_type(parts.back());
  if (type.empty() || o.size() != 3 || o[0].predicate.empty()) return "";
  return "{ int simcu_same = 0; " +
         ptx_assignment(o[0].value,
                        "__match_all_sync(" + o[2].value + ", " + as(type, o[1].value) + ", &simcu_same)") +
         " " + o[0].predicate + " = simcu_same != 0; }";
}

// cp.async.ca.shared.global [to], [from], bytes, bytes that are not zero.
std::string async_copy_statement(const words& parts, const operands& o) {
  static constexpr const char* kKnown[] = {"ca", "cg", "shared", "global"};
  if (parts[1] != "async" || !all_known(parts, 2, parts.size(), kKnown) || o.size() < 3 || o.size() > 4)
    return "";
  if (!has(parts, {"ca", "cg"}) || !has(parts, {"global"}) || !o[0].is_address() || !o[1].is_address())
    return "";
  const auto address = [](const std::string& base, const ptx_operand& a) {
    return "::simcu::ptx::at<char>(" + base + ", " + a.offset + ")";
  };
  return "::simcu::ptx::copy_async(" + address("::simcu::ptx::from_shared(" + o[0].base + ")", o[0]) + ", " +
         address(o[1].base, o[1]) + ", unsigned(" + o[2].value + "), unsigned(" + o.back().value + "));";
}

}  // namespace

std::string ptx_family_statement(const std::string& opcode, const operands& o) {
  const words parts = ptx_parts(opcode);
  if (parts.empty()) return "";
  const bool barrier = opcode == "bar.sync" || opcode == "barrier.sync" || opcode == "barrier.cta.sync";
  if (barrier) return o.size() == 1 && o[0].value == "0" ? "__syncthreads();" : "";
  if (parts[0] == "ld" || parts[0] == "st") return memory_statement(parts, o);
  if (parts[0] == "atom" || parts[0] == "red") return atomic_statement(parts, o);
  if (parts[0] == "cvt") return conversion_statement(parts, o);
  if (parts[0] == "setp") return comparison_statement(parts, o);
  if (parts[0] == "shfl") return shuffle_statement(parts, o);
  if (parts[0] == "cp" && parts.size() > 2) return async_copy_statement(parts, o);
  if (parts[0] == "mov") return move_statement(parts, o);
  if (opcode.rfind("match.all.sync.", 0) == 0) return match_all_statement(parts, o);
  return "";
}

void add_ptx_family_rows(std::vector<std::string>& rows) {
  for (const char* name :
       {"bar.sync", "barrier.sync", "barrier.cta.sync", "match.all.sync.b32", "mov.pred", "shfl.sync.idx.b32",
        "shfl.sync.up.b32", "shfl.sync.down.b32", "shfl.sync.bfly.b32"})
    rows.emplace_back(name);
  for (const char* type : {"b16", "u16", "s16", "b32", "u32", "s32", "f32", "b64", "u64", "s64", "f64"})
    rows.push_back("mov." + std::string(type));
  for (const char* modifier : kMemory) {
    const std::string m = modifier;
    const bool stores_only = m == "wb" || m == "wt" || m == "release";
    const bool loads_only =
        m == "const" || m == "nc" || m == "ca" || m == "lu" || m == "cv" || m == "acquire";
    if (!stores_only) rows.push_back("ld … " + m);
    if (!loads_only) rows.push_back("st … " + m);
  }
  for (const char* modifier : kAtomic) rows.push_back("atom … " + std::string(modifier));
  for (const auto& function : atomic_functions()) rows.push_back("atom … " + function.first);
  for (const char* reduction : {"add", "min", "max", "and", "or", "xor", "inc", "dec"})
    rows.push_back("red … " + std::string(reduction));
  for (const char* cache : {"ca", "cg", "shared", "global"}) rows.push_back("cp … " + std::string(cache));
  for (const auto& comparison : comparisons()) rows.push_back("setp … " + comparison.first);
  for (const auto& rounding : roundings()) rows.push_back("cvt … " + rounding.first);
  for (const char* type : {"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64", "f32", "f64"})
    for (const char* instruction : {"ld", "st", "cvt"})
      rows.push_back(std::string(instruction) + " … " + type);
}

}  // namespace translator
