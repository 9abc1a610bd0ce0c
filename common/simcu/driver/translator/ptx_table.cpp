// SPDX-License-Identifier: Apache-2.0
// The tables of inline PTX. In an expression $1, $2, … are the operands after the destination, as values of
// the instruction's type. #1, #2, … are the operands unchanged. $T is the type, $U the unsigned type of its
// width.
#include "ptx_table.h"

#include <map>
#include <set>
#include <sstream>

namespace translator {
namespace {

const std::map<std::string, std::string>& special_registers() {
  static const std::map<std::string, std::string> table = {
      {"tid.x", "threadIdx.x"},
      {"tid.y", "threadIdx.y"},
      {"tid.z", "threadIdx.z"},
      {"ntid.x", "blockDim.x"},
      {"ntid.y", "blockDim.y"},
      {"ntid.z", "blockDim.z"},
      {"ctaid.x", "blockIdx.x"},
      {"ctaid.y", "blockIdx.y"},
      {"ctaid.z", "blockIdx.z"},
      {"nctaid.x", "gridDim.x"},
      {"nctaid.y", "gridDim.y"},
      {"nctaid.z", "gridDim.z"},
      {"laneid", "::simcu::ptx::lane()"},
      {"warpid", "::simcu::ptx::warp()"},
      {"nwarpid", "::simcu::ptx::warps()"},
      {"smid", "::simcu::sm_id()"},
      {"nsmid", "::simcu::sm_count()"},
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

struct typed_row {
  const char *name, *types, *expression;  // types: "" if the name is complete
};

constexpr const char* kIntegers = "u16 s16 u32 s32 u64 s64";
constexpr const char* kWords = "u32 s32 u64 s64";
constexpr const char* kBits = "b16 b32 b64";
constexpr const char* kReals = "f32 f64";

// An instruction that computes its destination from its other operands.
constexpr typed_row kTyped[] = {
    {"add", kIntegers, "$T($U($1) + $U($2))"},
    {"sub", kIntegers, "$T($U($1) - $U($2))"},
    {"mul.lo", kIntegers, "$T(::simcu::ptx::low_product<$U>($1, $2))"},
    {"mul.hi", kWords, "::simcu::ptx::high_product<$T>($1, $2)"},
    {"mul.wide", "u16 s16 u32 s32", "::simcu::ptx::wide_product<$T>($1, $2)"},
    {"mul24.lo", "u32", "__umul24($1, $2)"},
    {"mul24.lo", "s32", "__mul24($1, $2)"},
    {"mad.lo", kIntegers, "$T(::simcu::ptx::low_product<$U>($1, $2) + $U($3))"},
    {"mad.hi", kWords, "$T($U(::simcu::ptx::high_product<$T>($1, $2)) + $U($3))"},
    {"mad.wide", "u16 s16 u32 s32", "::simcu::ptx::wide_sum<$T>($1, $2, #3)"},
    {"div", kIntegers, "$T($1 / $2)"},
    {"rem", kIntegers, "$T($1 % $2)"},
    {"min", kIntegers, "::simcu::ptx::smaller<$T>($1, $2)"},
    {"max", kIntegers, "::simcu::ptx::larger<$T>($1, $2)"},
    {"abs", "s16 s32 s64", "$T($1 < 0 ? $U(0) - $U($1) : $U($1))"},
    {"neg", "s16 s32 s64", "$T($U(0) - $U($1))"},
    {"sad", "u32", "__usad($1, $2, $3)"},
    {"sad", "s32", "__sad($1, $2, #3)"},
    {"dp4a.u32", "u32", "__dp4a($1, $2, $3)"},
    {"dp4a.s32", "s32", "__dp4a($1, $2, $3)"},
    {"vabsdiff4.u32.u32.u32.add", "", "__vsadu4(#1, #2) + #3"},
    {"and", kBits, "$T($1 & $2)"},
    {"or", kBits, "$T($1 | $2)"},
    {"xor", kBits, "$T($1 ^ $2)"},
    {"not", kBits, "$T(~$1)"},
    {"and.pred", "", "#1 && #2"},
    {"or.pred", "", "#1 || #2"},
    {"xor.pred", "", "#1 != #2"},
    {"not.pred", "", "!#1"},
    {"shl", kBits, "::simcu::ptx::shift_left<$T>($1, unsigned(#2))"},
    {"shr", "b16 b32 b64 u16 u32 u64 s16 s32 s64", "::simcu::ptx::shift_right<$T>($1, unsigned(#2))"},
    {"shf.l.wrap", "b32", "__funnelshift_l($1, $2, $3)"},
    {"shf.r.wrap", "b32", "__funnelshift_r($1, $2, $3)"},
    {"shf.l.clamp", "b32", "__funnelshift_lc($1, $2, $3)"},
    {"shf.r.clamp", "b32", "__funnelshift_rc($1, $2, $3)"},
    {"prmt", "b32", "::simcu::ptx::permute($1, $2, $3)"},
    {"lop3", "b32", "::simcu::ptx::lookup($1, $2, $3, unsigned(#4))"},
    {"popc", "b32", "unsigned(__popc($1))"},
    {"popc", "b64", "unsigned(__popcll($1))"},
    {"clz", "b32", "unsigned(__clz(int($1)))"},
    {"clz", "b64", "unsigned(__clzll((long long)($1)))"},
    {"brev", "b32", "__brev($1)"},
    {"brev", "b64", "__brevll($1)"},
    {"bfind", kWords, "::simcu::ptx::highest_bit<$T>($1)"},
    {"bfe", kWords, "::simcu::ptx::extract<$T>($1, unsigned(#2), unsigned(#3))"},
    {"bfi", "b32 b64", "::simcu::ptx::insert<$T>($1, $2, unsigned(#3), unsigned(#4))"},
    {"selp", "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64", "(#3 ? $1 : $2)"},
    {"add", kReals, "$1 + $2"},
    {"sub", kReals, "$1 - $2"},
    {"mul", kReals, "$1 * $2"},
    {"add.rn", kReals, "$1 + $2"},
    {"sub.rn", kReals, "$1 - $2"},
    {"mul.rn", kReals, "$1 * $2"},
    {"div.rn", kReals, "$1 / $2"},
    {"div.approx", "f32", "__fdividef($1, $2)"},
    {"div.full", "f32", "__fdividef($1, $2)"},
    {"fma.rn", "f32", "__fmaf_rn($1, $2, $3)"},
    {"fma.rn", "f64", "__fma_rn($1, $2, $3)"},
    {"mad.rn", "f32", "__fmaf_rn($1, $2, $3)"},
    {"min", "f32", "fminf($1, $2)"},
    {"min", "f64", "fmin($1, $2)"},
    {"max", "f32", "fmaxf($1, $2)"},
    {"max", "f64", "fmax($1, $2)"},
    {"abs", kReals, "::simcu::ptx::without_sign($1)"},
    {"neg", kReals, "-$1"},
    {"sqrt.rn", "f32", "__fsqrt_rn($1)"},
    {"sqrt.rn", "f64", "__dsqrt_rn($1)"},
    {"rcp.rn", kReals, "$T(1) / $1"},
    {"sqrt.approx", "f32", "sqrtf($1)"},
    {"rsqrt.approx", "f32", "rsqrtf($1)"},
    {"rcp.approx", "f32", "1.0f / $1"},
    {"ex2.approx", "f32", "exp2f($1)"},
    {"lg2.approx", "f32", "log2f($1)"},
    {"sin.approx", "f32", "sinf($1)"},
    {"cos.approx", "f32", "cosf($1)"},
    {"tanh.approx", "f32", "tanhf($1)"},
    {"copysign", "f32", "copysignf($2, $1)"},
    {"copysign", "f64", "copysign($2, $1)"},
    // A carry lives within one asm statement: simcu_carry.
    {"add.cc", kWords, "$T(::simcu::ptx::sum<$U>($1, $2, false, &simcu_carry))"},
    {"addc", kWords, "$T($U($1) + $U($2) + simcu_carry)"},
    {"addc.cc", kWords, "$T(::simcu::ptx::sum<$U>($1, $2, simcu_carry, &simcu_carry))"},
    {"sub.cc", kWords, "$T(::simcu::ptx::difference<$U>($1, $2, false, &simcu_carry))"},
    {"subc", kWords, "$T($U($1) - $U($2) - simcu_carry)"},
    {"subc.cc", kWords, "$T(::simcu::ptx::difference<$U>($1, $2, simcu_carry, &simcu_carry))"},
    {"mad.lo.cc", kWords,
     "$T(::simcu::ptx::sum<$U>(::simcu::ptx::low_product<$U>($1, $2), $3, false, &simcu_carry))"},
    {"mad.hi.cc", kWords,
     "$T(::simcu::ptx::sum<$U>(::simcu::ptx::high_product<$T>($1, $2), $3, false, &simcu_carry))"},
    {"madc.lo", kWords, "$T(::simcu::ptx::low_product<$U>($1, $2) + $U($3) + simcu_carry)"},
    {"madc.hi", kWords, "$T($U(::simcu::ptx::high_product<$T>($1, $2)) + $U($3) + simcu_carry)"},
    {"madc.lo.cc", kWords,
     "$T(::simcu::ptx::sum<$U>(::simcu::ptx::low_product<$U>($1, $2), $3, simcu_carry, &simcu_carry))"},
    {"madc.hi.cc", kWords,
     "$T(::simcu::ptx::sum<$U>(::simcu::ptx::high_product<$T>($1, $2), $3, simcu_carry, &simcu_carry))"},
    {"cvta.to.global.u64", "", "#1"},
    {"cvta.global.u64", "", "#1"},
    {"cvta.to.const.u64", "", "#1"},
    {"cvta.to.shared.u64", "", "::simcu::ptx::to_shared(#1)"},
    {"cvta.shared.u64", "", "::simcu::ptx::from_shared(#1)"},
    {"isspacep.shared", "", "::simcu::ptx::is_shared(#1)"},
    {"isspacep.global", "", "!::simcu::ptx::is_shared(#1)"},
    {"vote.sync.ballot.b32", "", "__ballot_sync(#2, #1)"},
    {"vote.sync.any.pred", "", "__any_sync(#2, #1) != 0"},
    {"vote.sync.all.pred", "", "__all_sync(#2, #1) != 0"},
    {"activemask.b32", "", "__activemask()"},
    {"match.any.sync", "b32 b64", "__match_any_sync(#2, $1)"},
    {"redux.sync.add", "u32 s32", "__reduce_add_sync(#2, $1)"},
    {"redux.sync.min", "u32 s32", "__reduce_min_sync(#2, $1)"},
    {"redux.sync.max", "u32 s32", "__reduce_max_sync(#2, $1)"},
    {"redux.sync.and", "b32", "__reduce_and_sync(#2, $1)"},
    {"redux.sync.or", "b32", "__reduce_or_sync(#2, $1)"},
    {"redux.sync.xor", "b32", "__reduce_xor_sync(#2, $1)"},
};

// An instruction that has no destination: #1 is its first operand.
constexpr typed_row kStatements[] = {
    {"membar.cta", "", "__threadfence_block()"},
    {"membar.gl", "", "__threadfence()"},
    {"membar.sys", "", "__threadfence_system()"},
    {"fence.acq_rel.cta", "", "__threadfence_block()"},
    {"fence.acq_rel.gpu", "", "__threadfence()"},
    {"fence.acq_rel.sys", "", "__threadfence_system()"},
    {"fence.sc.cta", "", "__threadfence_block()"},
    {"fence.sc.gpu", "", "__threadfence()"},
    {"fence.sc.sys", "", "__threadfence_system()"},
    {"bar.warp.sync", "", "__syncwarp(#1)"},
    {"nanosleep.u32", "", "__nanosleep(#1)"},
    {"cp.async.commit_group", "", "::simcu::commit_async_copies()"},
    {"cp.async.wait_group", "", "::simcu::finish_async_copies(#1)"},
    {"cp.async.wait_all", "", "::simcu::finish_async_copies(::simcu::kAll)"},
    {"trap", "", "__trap()"},
    {"prefetch.global.L1", "", "(void)(#1)"},
    {"prefetch.global.L2", "", "(void)(#1)"},
    {"prefetchu.L1", "", "(void)(#1)"},
};

struct row {
  std::string type, expression;
};

template <std::size_t N>
std::map<std::string, row> expanded(const typed_row (&rows)[N]) {
  std::map<std::string, row> table;
  for (const typed_row& r : rows) {
    std::istringstream types(r.types);
    std::string type;
    if (*r.types == '\0') table[r.name] = {"", r.expression};
    while (types >> type) table[std::string(r.name) + "." + type] = {type, r.expression};
  }
  return table;
}

const std::map<std::string, row>& expressions() {
  static const auto table = expanded(kTyped);
  return table;
}
const std::map<std::string, row>& statements() {
  static const auto table = expanded(kStatements);
  return table;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// The expression with its operands; "" if their number is wrong.
std::string fill(const row& r, const std::vector<ptx_operand>& operands, std::size_t first) {
  std::string text = r.expression;
  const std::string type = ptx_type(r.type);
  replace_all(text, "$T", type);
  replace_all(text, "$U", ptx_type("u" + r.type.substr(r.type.empty() ? 0 : 1)));
  std::size_t used = 0;
  for (std::size_t k = 1; k <= 4; ++k) {
    const std::string raw = "#" + std::to_string(k), typed = "$" + std::to_string(k);
    if (text.find(raw) == std::string::npos && text.find(typed) == std::string::npos) continue;
    used = k;
    if (first + k > operands.size()) return "";
    const ptx_operand& o = operands[first + k - 1];
    const std::string value = o.is_address() ? o.base : o.value;
    if (value.empty()) return "";
    replace_all(text, raw, value);
    replace_all(text, typed, "::simcu::ptx::operand<" + type + ">(" + value + ")");
  }
  return operands.size() == first + used ? text : "";
}

}  // namespace

std::string ptx_type(const std::string& name) {
  static const std::set<std::string> known = {"u8",  "s8",  "b8",  "u16", "s16", "b16", "u32",
                                              "s32", "b32", "u64", "s64", "b64", "f32", "f64"};
  return known.count(name) ? "::simcu::ptx::" + name : "";
}

std::string ptx_assignment(const std::string& to, const std::string& value) {
  return "::simcu::ptx::set(" + to + ", " + value + ");";
}

std::vector<std::string> ptx_parts(const std::string& opcode) {
  std::vector<std::string> out;
  std::istringstream in(opcode);
  for (std::string part; std::getline(in, part, '.');) out.push_back(part);
  return out;
}

std::string ptx_special_register(const std::string& name) {
  const auto found = special_registers().find(name);
  return found == special_registers().end() ? "" : found->second;
}

bool ptx_reads_carry(const std::string& opcode) {
  const std::string first = opcode.substr(0, opcode.find('.'));
  return first == "addc" || first == "subc" || first == "madc";
}
bool ptx_writes_carry(const std::string& opcode) { return opcode.find(".cc.") != std::string::npos; }

std::string ptx_statement(const std::string& opcode, const std::vector<ptx_operand>& operands) {
  if (const auto found = expressions().find(opcode); found != expressions().end()) {
    if (operands.empty() || operands[0].value.empty()) return "";
    const std::string value = fill(found->second, operands, 1);
    return value.empty() ? "" : ptx_assignment(operands[0].value, value);
  }
  if (const auto found = statements().find(opcode); found != statements().end()) {
    const std::string statement = fill(found->second, operands, 0);
    return statement.empty() ? "" : statement + ";";
  }
  return ptx_family_statement(opcode, operands);
}

std::vector<std::string> ptx_rows() {
  std::vector<std::string> rows;
  for (const auto& r : special_registers()) rows.push_back("%" + r.first);
  for (const auto& r : expressions()) rows.push_back(r.first);
  for (const auto& r : statements()) rows.push_back(r.first);
  add_ptx_family_rows(rows);
  return rows;
}

}  // namespace translator
