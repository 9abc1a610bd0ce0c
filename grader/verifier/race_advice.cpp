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
  if (a.write == b.write) return false;
  return a.write ? updates_in_two_lines(b.source, a.source) : updates_in_two_lines(a.source, b.source);
}

}  // namespace

bool lacks_atomic(const checker_report& report) {
  const finding& first = report.findings.front();
  return std::any_of(report.findings.begin(), report.findings.end(), [&](const finding& f) {
    return f.kind == "race" && f.kernel == first.kernel && array_of(f) == array_of(first) &&
           f.accesses.size() == 2 && is_update(f);
  });
}

void advise_by_lines(finding& f, const std::optional<line_of_barrier>& barrier) {
  if (f.kind != "race" || f.accesses.size() != 2) return;
  const finding_access &a = f.accesses[0], &b = f.accesses[1];
  if (a.file.empty() || a.file != b.file) return;
  if (f.subkind != "global-cross-launch" && is_update(f)) {
    f.remedy = "one-atomic";
    f.advice =
        "Threads update one element by reading, changing and writing it. Use one atomic operation (such "
        "as atomicAdd), or give each thread its own element.";
  } else if (!barrier && f.remedy == "warp-barrier") {
    f.advice =
        "Put a __syncthreads() between the two accesses, because lanes of a warp do not run in step. A "
        "__syncwarp() is enough only if no other warp uses these elements.";
  } else if (barrier && f.remedy == "barrier" &&
             barrier->file.substr(barrier->file.rfind('/') + 1) == a.file.substr(a.file.rfind('/') + 1)) {
    f.advice =
        "Put a __syncthreads() between the two. If there is one already, another is missing at the end of the "
        "loop, before its next iteration.";
  }
}

bool both_write(const finding& f) {
  return std::all_of(f.accesses.begin(), f.accesses.end(), [](const finding_access& a) { return a.write; });
}

namespace {

// States what is known about a race besides its two accesses.
std::string facts_of(const finding& f, bool in_block, order_says orders) {
  const finding_access &a = f.accesses[0], &b = f.accesses[1];
  std::string text;
  if (orders == order_says::decides) text = "With another order of the threads, the result is right. ";
  if (orders == order_says::never_right && !in_block)
    text = "The result is wrong in every order of the blocks that was tried (lockstep, fifo, reverse). ";
  if (!a.thread || !b.thread) return text;
  if (in_block && (*a.thread)[0] / kLanesOfWarp != (*b.thread)[0] / kLanesOfWarp)
    text += "The two threads are in different warps, so no __syncwarp() orders them. ";
  if (!in_block && a.thread == b.thread)
    text += fmt::format("In both blocks, it is thread {}. ", (*a.thread)[0]);
  return text;
}

// Either the two threads should not meet at this element, or something must order them. Even a right result
// does not decide between these: a wrong element can have a harmless value.
std::string whose_element(const finding& f, bool in_block, bool one_statement, order_says orders) {
  const bool writes_only = both_write(f);
  const std::string order =
      !one_statement ? f.advice
      : writes_only  ? "Let one of them write, or use an atomic operation."
      : in_block     ? "Read first, then call __syncthreads(), then write; or write to another array."
                     : f.advice;
  const std::string next =
      one_statement && in_block && orders != order_says::never_right
          ? " If one thread is an iteration ahead of the other, a __syncthreads() at the end of the loop is missing."
          : "";
  return fmt::format(
      "Should both threads use this element? If each {} or too many threads get here; then a barrier does not "
      "help. If they should: {}{}",
      in_block ? "thread should have its own element, an index is wrong"
               : "block should have its own element, an index does not depend on the block as it should,",
      order, next);
}

// Returns the index in a finding's place: 124 in "`out[124]`, 96 bytes …" and in "element 124 (of 4 bytes
// each) …".
std::optional<std::int64_t> index_of(const finding& f) {
  static const std::regex number(R"(\[(\d{1,18})\]|element (\d{1,18}) )");
  std::smatch match;
  if (!std::regex_search(f.where, match, number)) return std::nullopt;
  return std::stoll(match[1].matched ? match[1].str() : match[2].str());
}

// Returns the number of threads per block of the finding's kernel, or 0 if it was not counted.
std::int64_t threads_per_block(const checker_report& report) {
  for (const kernel_counters& k : report.counters)
    if (k.kernel == report.findings.front().kernel && k.blocks > 0)
      return static_cast<std::int64_t>(k.threads / k.blocks);
  return 0;
}

// Compares the index of an element that was never written with the numbers of this run.
std::string sizes_here(const checker_report& report) {
  const finding& f = report.findings.front();
  const std::optional<std::int64_t> index = index_of(f);
  if (!index) return "";
  std::string text;
  const auto compare = [&](const std::string& what, std::int64_t bound) {
    if (*index >= bound && bound > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : " and ", what, bound);
  };
  for (const char* name : {"columns", "n"})
    compare(name + std::string(" is"), number_of(current_session().test().asked, name).value_or(0));
  compare("the number of threads in a block is", threads_per_block(report));
  return text.empty() ? "" : fmt::format("The index is {}, and here {}. ", *index, text);
}

// The advice for an access outside an array. If all elements inside are right, the access itself is all that
// is wrong.
std::string outside(const checker_report& report) {
  const finding& f = report.findings.front();
  const test_state& test = current_session().test();
  if (f.accesses.empty() || !f.accesses[0].write) return f.advice;
  if (test.inside == elements_inside::right)
    return "All other elements are right, so only this place is wrong: compare the index, or its loop's bound, "
           "with the array's size.";
  std::string text =
      test.inside == elements_inside::wrong ? "Elements inside the array are wrong as well. " : "";
  // With tiles, a thread whose number in the grid is n or more can still have a key.
  const property n = number_of(test.asked, "tile") ? property() : number_of(test.asked, "n");
  const finding_access& a = f.accesses[0];
  const std::int64_t block = threads_per_block(report);
  if (n && block > 0 && a.block && a.thread)
    if (const std::int64_t thread = (*a.block)[0] * block + (*a.thread)[0]; thread >= *n)
      text += fmt::format("This is thread {} of the grid, and n is {}. ", thread, *n);
  return text + f.advice;
}

// Returns whether the remedy follows from what is known, so that the threads' order needs no question.
bool is_certain(const std::string& remedy) {
  return remedy == "one-atomic" || remedy == "fence" || remedy == "early-flag" || remedy == "own-places";
}

}  // namespace

// The checkers compare code addresses, so they cannot see that both accesses are one statement, for which a
// barrier "between the two" is useless advice.
std::string advice_of(const checker_report& report) {
  const finding& f = report.findings.front();
  if (f.kind == "uninitialised-read" && f.subkind == "shared")
    return sizes_here(report) + "Should this element be read at all? If so: " + f.advice;
  if (f.kind == "out-of-bounds") return outside(report);
  if (f.kind != "race" || f.accesses.size() != 2 || is_certain(f.remedy) ||
      f.subkind == "global-cross-launch")
    return f.advice;
  const test_state& test = current_session().test();
  const bool one_statement = meets_in_one_statement(report), in_block = f.subkind != "global-cross-block";
  if (test.orders == order_says::barrier_mends) {
    const finding_access& before = f.accesses[test.waits_before];
    return fmt::format(
        "The grader tried it: if all threads of a block wait for each other before line {}, the result is right. {}",
        before.line,
        one_statement && before.write
            ? "So read first, then call __syncthreads(), then write; or write to another array."
        : one_statement ? "So a __syncthreads() is missing, at the end of a loop if the line is in one."
        : f.remedy == "warp-barrier" && threads_per_block(report) <= kLanesOfWarp
            ? "Put a __syncthreads() there. If only some lanes of a warp get there, put a __syncwarp() with a mask "
              "of these lanes."
        : f.remedy == "warp-barrier"
            ? "All such races are between lanes of one warp, so a __syncwarp() there is enough, with a mask of "
              "the lanes that get there. A __syncthreads() needs all threads of the block."
            : "Put a __syncthreads() there. If some threads skip the line, put it before their branch or loop.");
  }
  return facts_of(f, in_block, test.orders) + whose_element(f, in_block, one_statement, test.orders);
}

}  // namespace verifier
