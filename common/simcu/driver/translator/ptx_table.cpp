// SPDX-License-Identifier: Apache-2.0
// The table. In an expression $1, $2, … are the operands after the destination.
#include "ptx_table.h"

#include <algorithm>
#include <map>
#include <sstream>

namespace translator {
namespace {

using words = std::vector<std::string>;

const std::map<std::string, std::string>& special_registers() {
  static const std::map<std::string, std::string> table = {
      {"laneid", "::simcu::ptx::lane()"},
      {"warpid", "::simcu::ptx::warp()"},
      {"nwarpid", "::simcu::ptx::warps()"},
      {"smid", "::simcu::ptx::multiprocessor()"},
      {"nsmid", "8u"},
      {"clock", "static_cast<unsigned>(::simcu::ptx::nanoseconds())"},
      {"clock64", "::simcu::ptx::nanoseconds()"},
      {"globaltimer", "::simcu::ptx::nanoseconds()"},
      {"globaltimer_lo", "static_cast<unsigned>(::simcu::ptx::nanoseconds())"},
      {"lanemask_eq", "(1u << ::simcu::ptx::lane())"},
      {"lanemask_lt", "((1u << ::simcu::ptx::lane()) - 1)"},
      {"lanemask_le", "((2u << ::simcu::ptx::lane()) - 1)"},
      {"lanemask_gt", "~((2u << ::simcu::ptx::lane()) - 1)"},
      {"lanemask_ge", "~((1u << ::simcu::ptx::lane()) - 1)"},
  };
  return table;
}

// An instruction that computes its destination from its other operands.
const std::map<std::string, std::string>& expressions() {
  static const std::map<std::string, std::string> table = {
      {"prmt.b32", "__byte_perm($1, $2, $3)"},
      {"bfe.u32", "::simcu::ptx::extract($1, $2, $3)"},
      {"bfe.s32", "::simcu::ptx::extract_signed(int($1), $2, $3)"},
      {"bfi.b32", "::simcu::ptx::insert($1, $2, $3, $4)"},
      {"bfind.u32", "::simcu::ptx::highest_bit($1)"},
      {"lop3.b32", "::simcu::ptx::lookup($1, $2, $3, $4)"},
      {"shf.l.wrap.b32", "__funnelshift_l($1, $2, $3)"},
      {"shf.r.wrap.b32", "__funnelshift_r($1, $2, $3)"},
      {"shf.l.clamp.b32", "__funnelshift_lc($1, $2, $3)"},
      {"shf.r.clamp.b32", "__funnelshift_rc($1, $2, $3)"},
      {"popc.b32", "__popc($1)"},
      {"popc.b64", "__popcll($1)"},
      {"clz.b32", "__clz(int($1))"},
      {"clz.b64", "__clzll((long long)($1))"},
      {"brev.b32", "__brev($1)"},
      {"brev.b64", "__brevll($1)"},
      {"not.b32", "~$1"},
      {"not.b64", "~$1"},
      {"shl.b32", "::simcu::ptx::shift_left($1, $2)"},
      {"shr.u32", "::simcu::ptx::shift_right($1, $2)"},
      {"shr.b32", "::simcu::ptx::shift_right($1, $2)"},
      {"shr.s32", "::simcu::ptx::shift_right_signed(int($1), $2)"},
      {"mul.lo.u32", "($1) * ($2)"},
      {"mul.lo.s32", "($1) * ($2)"},
      {"mul.lo.u64", "($1) * ($2)"},
      {"mul.hi.u32", "__umulhi($1, $2)"},
      {"mul.hi.s32", "__mulhi(int($1), int($2))"},
      {"mul.hi.u64", "__umul64hi($1, $2)"},
      {"mul.wide.u32", "(unsigned long long)($1) * ($2)"},
      {"mul.wide.s32", "(long long)int($1) * int($2)"},
      {"mad.lo.u32", "($1) * ($2) + ($3)"},
      {"mad.lo.s32", "($1) * ($2) + ($3)"},
      {"mad.hi.u32", "__umulhi($1, $2) + ($3)"},
      {"mad.wide.u32", "(unsigned long long)($1) * ($2) + ($3)"},
      {"fma.rn.f32", "__fmaf_rn($1, $2, $3)"},
      {"fma.rn.f64", "__fma_rn($1, $2, $3)"},
      {"add.f32", "($1) + ($2)"},
      {"add.rn.f32", "__fadd_rn($1, $2)"},
      {"sub.f32", "($1) - ($2)"},
      {"mul.f32", "($1) * ($2)"},
      {"mul.rn.f32", "__fmul_rn($1, $2)"},
      {"min.f32", "fminf($1, $2)"},
      {"max.f32", "fmaxf($1, $2)"},
      {"min.u32", "min($1, $2)"},
      {"max.u32", "max($1, $2)"},
      {"min.s32", "min(int($1), int($2))"},
      {"max.s32", "max(int($1), int($2))"},
      {"abs.s32", "abs(int($1))"},
      {"abs.f32", "fabsf($1)"},
      {"neg.s32", "0u - ($1)"},
      {"neg.f32", "-($1)"},
      {"sqrt.rn.f32", "__fsqrt_rn($1)"},
      {"sqrt.approx.f32", "sqrtf($1)"},
      {"rsqrt.approx.f32", "rsqrtf($1)"},
      {"rcp.approx.f32", "1.0f / ($1)"},
      {"ex2.approx.f32", "exp2f($1)"},
      {"lg2.approx.f32", "log2f($1)"},
      {"selp.b32", "(($3) ? ($1) : ($2))"},
      {"selp.u32", "(($3) ? ($1) : ($2))"},
      {"selp.s32", "(($3) ? ($1) : ($2))"},
      {"selp.f32", "(($3) ? ($1) : ($2))"},
      {"vote.sync.ballot.b32", "__ballot_sync($2, $1)"},
      {"activemask.b32", "__activemask()"},
      {"shfl.sync.idx.b32", "__shfl_sync($4, $1, int($2), ::simcu::ptx::width($3))"},
      {"shfl.sync.up.b32", "__shfl_up_sync($4, $1, $2, ::simcu::ptx::width($3))"},
      {"shfl.sync.down.b32", "__shfl_down_sync($4, $1, $2, ::simcu::ptx::width($3))"},
      {"shfl.sync.bfly.b32", "__shfl_xor_sync($4, $1, int($2), ::simcu::ptx::width($3))"},
      {"match.any.sync.b32", "__match_any_sync($2, $1)"},
  };
  return table;
}

// An instruction that has no destination: $1 is its first operand.
const std::map<std::string, std::string>& statements() {
  static const std::map<std::string, std::string> table = {
      {"membar.cta", "__threadfence_block()"},
      {"membar.gl", "__threadfence()"},
      {"membar.sys", "__threadfence_system()"},
      {"fence.acq_rel.cta", "__threadfence_block()"},
      {"fence.acq_rel.gpu", "__threadfence()"},
      {"fence.acq_rel.sys", "__threadfence_system()"},
      {"fence.sc.cta", "__threadfence_block()"},
      {"fence.sc.gpu", "__threadfence()"},
      {"fence.sc.sys", "__threadfence_system()"},
      {"bar.warp.sync", "__syncwarp($1)"},
      {"nanosleep.u32", "__nanosleep($1)"},
      {"trap", "__trap()"},
      {"prefetch.global.L1", "(void)($1)"},
      {"prefetch.global.L2", "(void)($1)"},
      {"prefetchu.L1", "(void)($1)"},
  };
  return table;
}

const std::map<std::string, std::string>& types() {
  static const std::map<std::string, std::string> table = {
      {"u8", "unsigned char"}, {"s8", "signed char"},
      {"b8", "unsigned char"}, {"u16", "unsigned short"},
      {"s16", "short"},        {"b16", "unsigned short"},
      {"u32", "unsigned"},     {"s32", "int"},
      {"b32", "unsigned"},     {"u64", "unsigned long long"},
      {"s64", "long long"},    {"b64", "unsigned long long"},
      {"f32", "float"},        {"f64", "double"}};
  return table;
}

words split(const std::string& text) {
  words out;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, '.');) out.push_back(part);
  return out;
}

bool has(const words& parts, std::initializer_list<const char*> names) {
  return std::any_of(parts.begin(), parts.end(), [&](const std::string& p) {
    return std::any_of(names.begin(), names.end(), [&](const char* n) { return p == n; });
  });
}

bool all_known(const words& parts, std::size_t first, std::size_t last,
               std::initializer_list<const char*> names) {
  for (std::size_t i = first; i < last; ++i)
    if (!has({parts[i]}, names) && parts[i].rfind("L1::", 0) != 0 && parts[i].rfind("L2::", 0) != 0)
      return false;
  return true;
}

std::string assign(const std::string& to, const std::string& value) {
  return "::simcu::ptx::set(" + to + ", " + value + ");";
}

std::string fill(std::string text, const std::vector<ptx_operand>& operands, std::size_t first) {
  for (std::size_t k = 9; k > 0; --k) {
    const std::string name = "$" + std::to_string(k);
    std::size_t at = text.find(name);
    if (at == std::string::npos) continue;
    if (first + k > operands.size()) return "";
    const ptx_operand& o = operands[first + k - 1];
    const std::string value = o.is_address() ? o.base : o.value;
    if (value.empty()) return "";
    for (; at != std::string::npos; at = text.find(name, at + value.size()))
      text.replace(at, name.size(), value);
  }
  return text;
}

// ld and st, of global or generic addresses, with their cache hints and orders.
std::string memory_statement(const words& parts, const std::vector<ptx_operand>& o) {
  const bool loads = parts[0] == "ld";
  if (o.size() != 2 || !types().count(parts.back())) return "";
  if (!all_known(parts, 1, parts.size() - 1,
                 {"global",   "const",   "nc",      "ca",      "cg",   "cs",  "lu",  "cv",  "wb", "wt",
                  "volatile", "relaxed", "acquire", "release", "weak", "cta", "gpu", "sys", "v2", "v4"}))
    return "";
  const ptx_operand& address = o[loads ? 1 : 0];
  const ptx_operand& data = o[loads ? 0 : 1];
  if (!address.is_address()) return "";
  const std::string type = types().at(parts.back());
  const bool orders = has(parts, {"acquire", "release"});
  const std::string how =
      std::string(orders || has(parts, {"volatile", "relaxed", "cv"}) ? ", true" : ", false") +
      (orders ? ", true)" : ", false)");
  const std::size_t lanes = has(parts, {"v4"}) ? 4 : has(parts, {"v2"}) ? 2 : 1;
  const words values = lanes == 1 ? words{data.value} : data.parts;
  if (values.size() != lanes || values[0].empty()) return "";
  std::string out;
  for (std::size_t i = 0; i < lanes; ++i) {
    const std::string place = "(" + address.base + ", " + address.offset +
                              (i ? " + " + std::to_string(i) + " * int(sizeof(" + type + "))" : "");
    if (loads)
      out += assign(values[i], "::simcu::ptx::load<" + type + ">" + place + how);
    else
      out += "::simcu::ptx::store<" + type + ">" + place + ", ::simcu::ptx::bits<" + type + ">(" + values[i] +
             ")" + how + ";";
  }
  return out;
}

// atom and red, of global or generic addresses.
std::string atomic_statement(const words& parts, const std::vector<ptx_operand>& o) {
  static const std::map<std::string, std::string> names = {
      {"add", "atomicAdd"}, {"min", "atomicMin"}, {"max", "atomicMax"},   {"and", "atomicAnd"},
      {"or", "atomicOr"},   {"xor", "atomicXor"}, {"exch", "atomicExch"}, {"cas", "atomicCAS"},
      {"inc", "atomicInc"}, {"dec", "atomicDec"}};
  words modifiers(parts.begin() + 1, parts.end());
  const auto named = std::find_if(modifiers.begin(), modifiers.end(),
                                  [&](const std::string& p) { return names.count(p) != 0; });
  if (named == modifiers.end() || !types().count(parts.back())) return "";
  const std::string operation = *named;  // behind the modifiers, or in front of them
  modifiers.erase(named);
  modifiers.pop_back();
  if (!all_known(modifiers, 0, modifiers.size(),
                 {"global", "relaxed", "acquire", "release", "acq_rel", "cta", "gpu", "sys"}))
    return "";
  const bool result = parts[0] == "atom";
  const std::size_t first = result ? 1 : 0, values = operation == "cas" ? 2 : 1;
  if (o.size() != first + 1 + values || !o[first].is_address()) return "";
  const std::string type = types().at(parts.back());
  std::string call =
      names.at(operation) + "(::simcu::ptx::at<" + type + ">(" + o[first].base + ", " + o[first].offset + ")";
  for (std::size_t i = 1; i <= values; ++i)
    call += ", ::simcu::ptx::bits<" + type + ">(" + o[first + i].value + ")";
  call += ")";
  const std::string fence = "__threadfence();";
  return (has(parts, {"release", "acq_rel"}) ? fence : "") +
         (result ? assign(o[0].value, call) : call + ";") + (has(parts, {"acquire", "acq_rel"}) ? fence : "");
}

// add, sub, and, or, xor, mov and setp, of any type.
std::string plain_statement(const words& parts, const std::vector<ptx_operand>& o) {
  static const std::map<std::string, std::string> operators = {
      {"add", "+"}, {"sub", "-"}, {"and", "&"}, {"or", "|"}, {"xor", "^"}};
  static const std::map<std::string, std::string> comparisons = {{"eq", "=="}, {"ne", "!="}, {"lt", "<"},
                                                                 {"le", "<="}, {"gt", ">"},  {"ge", ">="}};
  if (parts.size() == 2 && parts[0] == "mov" && o.size() == 2 &&
      (types().count(parts[1]) || parts[1] == "pred"))
    return assign(o[0].value, o[1].value);
  if (parts.size() == 2 && operators.count(parts[0]) && types().count(parts[1]) && parts[1][0] != 'f' &&
      o.size() == 3)
    return assign(o[0].value, "(" + o[1].value + ") " + operators.at(parts[0]) + " (" + o[2].value + ")");
  if (parts.size() == 3 && parts[0] == "setp" && comparisons.count(parts[1]) && types().count(parts[2]) &&
      o.size() == 3) {
    const std::string cast = "::simcu::ptx::bits<" + types().at(parts[2]) + ">(";
    return o[0].value + " = " + cast + o[1].value + ") " + comparisons.at(parts[1]) + " " + cast +
           o[2].value + ");";
  }
  return "";
}

}  // namespace

std::string ptx_special_register(const std::string& name) {
  const auto found = special_registers().find(name);
  if (found != special_registers().end()) return found->second;
  static const std::map<std::string, std::string> built_in = {
      {"tid", "threadIdx"}, {"ntid", "blockDim"}, {"ctaid", "blockIdx"}, {"nctaid", "gridDim"}};
  const words parts = split(name);
  if (parts.size() != 2 || !built_in.count(parts[0]) || !has({parts[1]}, {"x", "y", "z"})) return "";
  return built_in.at(parts[0]) + "." + parts[1];
}

std::string ptx_statement(const std::string& opcode, const std::vector<ptx_operand>& operands) {
  const words parts = split(opcode);
  if (parts.empty()) return "";
  if (const auto found = expressions().find(opcode); found != expressions().end()) {
    if (operands.empty() || operands[0].value.empty()) return "";
    const std::string value = fill(found->second, operands, 1);
    return value.empty() ? "" : assign(operands[0].value, value);
  }
  if (const auto found = statements().find(opcode); found != statements().end()) {
    const std::string statement = fill(found->second, operands, 0);
    return statement.empty() ? "" : statement + ";";
  }
  const bool block = opcode == "bar.sync" || opcode == "barrier.sync" || opcode == "barrier.cta.sync";
  if (block && operands.size() == 1 && operands[0].value == "0") return "__syncthreads();";
  if (parts[0] == "ld" || parts[0] == "st") return memory_statement(parts, operands);
  if (parts[0] == "atom" || parts[0] == "red") return atomic_statement(parts, operands);
  return plain_statement(parts, operands);
}

}  // namespace translator
