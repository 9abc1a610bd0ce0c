// SPDX-License-Identifier: Apache-2.0
#include "race_advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>
#include <utility>

#include "conditions.h"
#include "session.h"

namespace verifier {
namespace {

// Returns the element of a finding, without the text around it: "s_tile[17]", "s_sum".
std::string element_of(const finding& f) {
  const std::size_t begin = f.where.rfind('`', 0) == 0 ? 1 : 0;
  return f.where.substr(begin, f.where.find('`', begin) - begin);
}
// Returns the array of that element, or the variable: "s_tile".
std::string array_of(const finding& f) { return element_of(f).substr(0, element_of(f).find('[')); }

// Returns whether the line updates an element: `bins[i]++`, `++bins[i]`, `bins[i] += x`, `bins[i] = bins[i] +
// x`,
// `(*cursor)++`, `s_count += x`. Such an update must be one atomic operation, whatever the order of the
// threads. `variable` is the updated variable, if it has no index.
bool updates_element(const std::string& code, const std::string& variable) {
  for (const char* sign : {"++", "--", "+=", "-=", "|=", "&=", "^="})
    if (code.find(std::string("] ") + sign) != std::string::npos ||
        code.find(std::string("]") + sign) != std::string::npos)
      return true;
  static const std::regex before(R"((\+\+|--)[A-Za-z_][\w.]*\[)");
  static const std::regex written_out(R"(([A-Za-z_]\w*\[[^=;]*\]) = \1 *[-+|&^])");
  static const std::regex pointed_at(
      R"(\(\*\w+\) ?(\+\+|--|[-+|&^]=)|(\+\+|--)\*\w|(^|[;{)] ?)\*\w+ [-+|&^]=)");
  if (std::regex_search(code, before) || std::regex_search(code, written_out) ||
      std::regex_search(code, pointed_at))
    return true;
  static const std::regex name(R"([A-Za-z_]\w*)");
  return std::regex_match(variable, name) &&
         std::regex_search(
             code, std::regex(R"(\b)" + variable + R"((\+\+|--| [-+|&^]= )|(\+\+|--))" + variable + R"(\b)"));
}

// Returns whether two lines update an element together: `at = s_cursor[d];` … `s_cursor[d] = at + 1;`
bool updates_in_two_lines(const std::string& reads, const std::string& writes) {
  static const std::regex read(R"((\w+) = (\*?[A-Za-z_]\w*(\[[^=;]*\])?);)");
  static const std::regex written(R"(^(\*?[A-Za-z_]\w*(\[[^=;]*\])?) = ([^;]*);)");
  std::smatch from, to;
  return std::regex_search(reads, from, read) && std::regex_search(writes, to, written) && from[2] == to[1] &&
         std::regex_search(to[3].str(), std::regex(R"(\b)" + from[1].str() + R"( ?[-+|&^])"));
}

bool is_write(const finding_access& a) { return a.op.find("write") != std::string::npos; }

// Returns the elements of the array as the line writes them: "s_keys[i + 1]", …
std::set<std::string> elements_in(const std::string& code, const std::string& array) {
  std::set<std::string> found;
  for (std::size_t at = code.find(array + "["); at != std::string::npos;
       at = code.find(array + "[", at + 1)) {
    if (at > 0 && (std::isalnum(static_cast<unsigned char>(code[at - 1])) != 0 || code[at - 1] == '_'))
      continue;
    int depth = 0;
    for (std::size_t end = at + array.size(); end < code.size(); ++end) {
      depth += code[end] == '[' ? 1 : code[end] == ']' ? -1 : 0;
      if (depth != 0) continue;
      found.insert(code.substr(at, end + 1 - at));
      break;
    }
  }
  return found;
}

// Returns whether the update adds another element, as in `s[t] += s[t - d]` and `s[t] = s[t] + s[t - d]`. An
// atomic operation does not help there.
bool adds_another_element(const std::string& code) {
  static const std::regex update(
      R"(([A-Za-z_]\w*)\[[^=;[\]]*\] *[-+|&^]= *([^=].*)|(([A-Za-z_]\w*)\[[^=;[\]]*\]) = \3 *[-+|&^](.*))");
  std::smatch match;
  return std::regex_search(code, match, update) &&
         !elements_in(match[2].str() + match[5].str(), match[1].str() + match[4].str()).empty();
}

bool is_update(const finding& f) {
  const finding_access &a = f.accesses[0], &b = f.accesses[1];
  const std::string variable = element_of(f).find('[') == std::string::npos ? element_of(f) : "";
  if (a.line == b.line) return updates_element(a.source, variable) && !adds_another_element(a.source);
  if (is_write(a) == is_write(b)) return false;
  return is_write(a) ? updates_in_two_lines(b.source, a.source) : updates_in_two_lines(a.source, b.source);
}

// Either a barrier is missing, or one of the two threads should not access this element at all. The advice
// mentions the second possibility if both lines write the element in the same way.
std::string whose_element(const checker_report& report) {
  const finding& f = report.findings.front();
  const std::string array = array_of(f);
  if (element_of(f) == array || array.empty() || f.subkind == "global-cross-launch") return "";
  const std::set<std::string> first = elements_in(f.accesses[0].source, array);
  for (const std::string& element : elements_in(f.accesses[1].source, array))
    if (first.count(element) > 0)
      return fmt::format(
          " Both lines access `{}`. Should two threads use the same element there? If each thread should "
          "have its own element, the index is wrong, and no barrier helps.",
          element);
  return "";
}

}  // namespace

bool lacks_atomic(const checker_report& report) {
  const finding& first = report.findings.front();
  return std::any_of(report.findings.begin(), report.findings.end(), [&](const finding& f) {
    return f.kind == "race" && f.kernel == first.kernel && array_of(f) == array_of(first) &&
           f.accesses.size() == 2 && is_update(f);
  });
}

std::string advice_by_lines(const finding& f, const std::optional<line_of_barrier>& barrier) {
  if (f.kind != "race" || f.accesses.size() != 2) return f.advice;
  const finding_access &a = f.accesses[0], &b = f.accesses[1];
  if (a.file.empty() || a.file != b.file) return f.advice;
  if (f.subkind != "global-cross-launch" && is_update(f))
    return "Threads update one element by reading, changing and writing it. Use one atomic operation (such "
           "as atomicAdd), or give each thread its own element.";
  if (!barrier && f.advice.rfind("Lanes of a warp do not run in step", 0) == 0)
    return "Put a __syncthreads() between the two accesses, because lanes of a warp do not run in step. A "
           "__syncwarp() is enough only if no other warp uses these elements.";
  if (!barrier) return f.advice;
  const auto name = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
  const auto [first, last] = std::minmax(a.line, b.line);
  if (name(barrier->file) != name(a.file)) return f.advice;
  if (barrier->line <= first || barrier->line >= last)
    return f.advice.rfind("Put a __syncthreads() between the two", 0) != 0 ||
                   f.advice.find("a second array") != std::string::npos
               ? f.advice
               : "Put a __syncthreads() between the two. If there is one already, another is "
                 "missing at the end of the loop, before its next iteration.";
  return "There is a barrier between the two lines, but not between these two accesses. If both lines are in "
         "a loop, its next iteration begins too early: put a __syncthreads() at the end of the loop, after "
         "line " +
         std::to_string(last) +
         ". Otherwise put it between the two accesses, in the order in which they run.";
}

namespace {

bool same_number(const finding& f) {
  return f.accesses[0].thread && f.accesses[0].thread == f.accesses[1].thread;
}

// Returns the line of a __syncwarp() between the two accesses or close to them, if the two threads are in
// different warps; 0 if there is none.
int line_of_syncwarp(const finding& f) {
  constexpr int kClose = 8;
  const finding_access &a = f.accesses[0], &b = f.accesses[1];
  const auto warp_of = [](const finding_access& x) { return x.thread ? (*x.thread)[0] / 32 : 0; };
  if (a.file.empty() || a.file != b.file || warp_of(a) == warp_of(b)) return 0;
  const auto [first, last] = std::minmax(a.line, b.line);
  for (int line = std::max(1, first - kClose); line <= std::min(last, first + 100) + kClose; ++line)
    if (quoted_line(a.file, line).find("__syncwarp") != std::string::npos) return line;
  return 0;
}

// Describes what the tried orders show: whether the result depends on the order of the threads.
std::string order_in_words(order_says orders) {
  if (orders == order_says::never_right)
    return "The result is wrong in every order of the blocks that was tried (lockstep, fifo, reverse). ";
  return orders == order_says::decides ? "With another order of the threads, the result is right. " : "";
}

// Returns whether an index in this line is computed from blockIdx, as far as the lines above it in its
// function show.
bool index_has_block(const finding_access& a) {
  constexpr int kMostLines = 60;
  static const std::regex in_brackets(R"(\[([^;]*)\])"), name(R"([A-Za-z_]\w*)");
  if (a.source.find("blockIdx") != std::string::npos) return true;
  std::set<std::string> names;
  const auto add_names = [&](const std::string& code) {
    for (std::sregex_iterator at(code.begin(), code.end(), name), end; at != end; ++at)
      names.insert(at->str());
  };
  std::smatch index;
  if (std::regex_search(a.source, index, in_brackets)) add_names(index[1]);
  for (int line = a.line; line > std::max(0, a.line - kMostLines); --line) {
    const std::string code = quoted_line(a.file, line);
    const bool sets_one = std::any_of(names.begin(), names.end(), [&](const std::string& one) {
      return std::regex_search(code, std::regex(R"(\b)" + one + R"( ?[-+*|&^]?= ?[^=])"));
    });
    if (sets_one && code.find("blockIdx") != std::string::npos) return true;
    if (sets_one) add_names(code);
    if (code.find("__global__") != std::string::npos || code.find("__device__") != std::string::npos) break;
  }
  return false;
}

// Returns the advice for two threads in different blocks. If they have the same threadIdx, the index may lack
// blockIdx.
std::string between_blocks(const checker_report& report, bool one_statement, order_says orders) {
  const finding& f = report.findings.front();
  const bool same = same_number(f) && !index_has_block(f.accesses[0]) && !index_has_block(f.accesses[1]);
  const bool both_write = is_write(f.accesses[0]) && is_write(f.accesses[1]);
  if (one_statement && both_write) {
    if (orders == order_says::decides)
      return order_in_words(orders) +
             "Both accesses are one statement, in different blocks. The index is computed from data that "
             "another block had not yet written. Data from other blocks must be complete before it is read.";
    return fmt::format(
        "Both accesses are one statement, in different blocks, and no barrier helps: two threads computed "
        "the same index. {} Otherwise let one of them write, or use an atomic operation.",
        same ? "Both have the same threadIdx: does the index include blockIdx.x?"
             : "Which part of the index is wrong, the block's or the thread's?");
  }
  if (same)
    return fmt::format(
               "Thread {} of both blocks accesses this element. Should each block have its own elements? "
               "Then an index lacks blockIdx.x, and no barrier helps. If not: ",
               (*f.accesses[0].thread)[0]) +
           f.advice;
  if (orders == order_says::never_right)
    return order_in_words(orders) +
           "Should each block have its own elements? Then the beginning or end of a block's range is wrong. "
           "If not: " +
           f.advice;
  return order_in_words(orders) + f.advice;
}

// Returns the index in a finding's place: 124 in "`out[124]`, 96 bytes …" and in "element 124 (of 4 bytes
// each) …".
std::optional<std::int64_t> index_of(const finding& f) {
  static const std::regex number(R"(\[(\d{1,18})\]|element (\d{1,18}) )");
  std::smatch match;
  if (!std::regex_search(f.where, match, number)) return std::nullopt;
  return std::stoll(match[1].matched ? match[1].str() : match[2].str());
}

// A question about an index at or beyond a known bound, such as "s_tile[256]" in a block of 256 threads.
std::string beyond(const checker_report& report) {
  const finding& f = report.findings.front();
  const std::optional<std::int64_t> at = index_of(f);
  if (!at) return "";
  const std::int64_t index = *at;
  std::int64_t bound = 0;  // the largest bound that the index reaches
  std::string question;
  const auto try_bound = [&](std::int64_t value, const std::string& asks) {
    if (index >= value && value > bound) bound = value, question = asks;
  };
  const auto& asked = current_session().test().asked.numbers;
  for (const char* name : {"columns", "n"})
    if (const auto number = asked.find(name); number != asked.end())
      try_bound(number->second,
                fmt::format("Here {} is {}, and the index is {}. Should this element be used at all? If so: ",
                            name, number->second, index));
  for (const kernel_counters& k : report.counters) {
    if (k.kernel != f.kernel || k.blocks == 0) continue;
    const auto threads = static_cast<std::int64_t>(k.threads / k.blocks);
    if (index > 1 && index * kLanesOfWarp == threads)
      return fmt::format(
          "A block has {} warps here, and the index is {}. Should this element be used at all? If so: ",
          index, index);
    try_bound(
        threads,
        fmt::format(
            "A block has {} threads here, and the index is {}. Which thread should write this element? ",
            threads, index));
  }
  return question;
}

// The advice for an access outside an array: a guard, or another index. What the test knows of the elements
// inside decides between them, unless the first such access is a read, whose value can make them wrong. The
// number of a thread that has no key decides as well.
std::string outside(const checker_report& report) {
  const finding& f = report.findings.front();
  const elements_inside inside = current_session().test().inside;
  if (f.accesses.empty() || !is_write(f.accesses[0]) || f.advice.rfind("If the index may pass", 0) != 0)
    return f.advice;
  if (inside == elements_inside::right)
    return "All other elements are right, so this store needs a guard: compare the index with the array's size.";
  const run_facts& asked = current_session().test().asked;
  // In a tile, a thread with a high number can have a key.
  const property n = number_of(asked, "tile") ? property() : number_of(asked, "n");
  const finding_access& a = f.accesses[0];
  std::int64_t thread = -1;
  for (const kernel_counters& k : report.counters)
    if (k.kernel == f.kernel && k.blocks > 0 && a.block && a.thread)
      thread = static_cast<std::int64_t>((*a.block)[0] * (k.threads / k.blocks) + (*a.thread)[0]);
  if (n && thread >= *n)
    return fmt::format(
        "This is thread {} of the grid, and n is {}. Should a thread without a key get here? If "
        "so, the index or the size is computed wrongly.",
        thread, *n);
  return inside == elements_inside::wrong
             ? "Other elements are wrong as well, so usually the index is computed wrongly, and a guard here "
               "would only hide it."
             : f.advice;
}

}  // namespace

// The checkers compare code addresses, so they cannot see that both accesses are one statement, for which a
// barrier "between the two" is useless advice.
std::string advice_of(const checker_report& report) {
  const finding& f = report.findings.front();
  if (f.kind == "uninitialised-read" && f.subkind == "shared") return beyond(report) + f.advice;
  if (f.kind == "out-of-bounds") return outside(report);
  const bool is_update = f.advice.rfind("Threads update one element", 0) == 0;
  if (f.kind != "race" || f.accesses.size() != 2 || is_update) return f.advice;
  const order_says orders = current_session().test().orders;
  const bool one_statement = meets_in_one_statement(report);
  const bool in_block = f.subkind == "shared" || f.subkind == "global-same-block";
  const auto is_atomic = [](const finding_access& a) { return a.op.find("atomic") != std::string::npos; };
  if (const int line = in_block ? line_of_syncwarp(f) : 0; line > 0)
    return fmt::format(
        "Line {} has a __syncwarp(), which only synchronises the threads of one warp, but these two threads "
        "are in different warps. Should it be a __syncthreads(), or should each warp have its own elements?",
        line);
  const bool has_atomic = is_atomic(f.accesses[0]) || is_atomic(f.accesses[1]);
  if (orders == order_says::barrier_mends) {
    const finding_access& before = f.accesses[current_session().test().waits_before];
    if (one_statement && is_write(before))
      return "The grader tried it: if all threads of a block read before any of them writes, the result is "
             "right. So read first, then call __syncthreads(), then write; or write to another array. If you "
             "meant to read a different element, the index is wrong.";
    return fmt::format(
        "The grader tried it: if all threads of a block wait for each other before line {}, the result is "
        "right. {}",
        before.line,
        one_statement ? "Is a __syncthreads() missing at the end of a loop?"
        : has_atomic  ? "Put a __syncthreads() between the two."
                      : f.advice);
  }
  if (has_atomic && in_block && orders == order_says::decides && !one_statement)
    return order_in_words(orders) + "Put a __syncthreads() between the two.";
  if (has_atomic) return one_statement ? f.advice : f.advice + whose_element(report);
  if (f.subkind == "global-cross-block") return between_blocks(report, one_statement, orders);
  if (!one_statement && orders == order_says::decides) return f.advice;
  if (in_block && !one_statement && orders == order_says::never_right)
    return "The grader tried it: a barrier before only one of the two lines does not make the result right. "
           "Should two threads use this element at all? If each should have its own elements, an index is "
           "wrong. If not: " +
           f.advice;
  if (!one_statement &&
      f.subkind == "global-same-block")  // most kernels give each thread its own elements there
    return "Should two threads use this element at all? If each should have its own elements, an index is "
           "wrong, and no barrier helps. If not: " +
           f.advice;
  if (!one_statement) return f.advice + whose_element(report);
  if (!in_block) return f.advice;
  const bool both_write = is_write(f.accesses[0]) && is_write(f.accesses[1]);
  if (both_write && orders == order_says::never_right)
    return "Both accesses are one statement, and no barrier helps: two threads computed the same index. The "
           "index is computed from a wrong value" +
           std::string(f.accesses[0].source.find("if (") != std::string::npos
                           ? ", or the line's condition holds for too many threads."
                           : ".") +
           " Otherwise let one of them write, or use an atomic operation.";
  return std::string("Both accesses are one statement. If two threads execute it in the same iteration, ") +
         (both_write
              ? "no barrier helps. If each should have its own element, the index is wrong. Otherwise let "
                "one of them write, or use an atomic operation."
              : "read first, then call __syncthreads(), then write; or write to another array. If you meant "
                "to read a different element, the index is wrong, and no barrier helps.") +
         " If one thread is an iteration ahead of the other, the loop has no __syncthreads() at its end, or only "
         "some threads reach it.";
}

}  // namespace verifier
