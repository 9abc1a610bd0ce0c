// SPDX-License-Identifier: Apache-2.0
#include "html_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "par.h"
#include "report.h"

namespace verifier {
namespace {

using pictures::escaped;

constexpr std::size_t kLongestPage = 400 * 1000;
constexpr std::size_t kLinesOfKernel = 6;

constexpr const char* kStyle = R"(
:root{color-scheme:light dark;--ink:#1b1f24;--dim:#57606a;--paper:#fff;--panel:#f6f8fa;--rule:#d0d7de;--good:#116329;--bad:#b3261e;--yet:#7a4f01;--kept:#b98700;--used:#2f6fb3;--right:#dde3ea}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--dim:#9aa4af;--paper:#0d1117;--panel:#161b22;--rule:#30363d;--good:#56d364;--bad:#ff8a80;--yet:#e3b341;--kept:#e3b341;--used:#79b8ff;--right:#2b333d}}
*{box-sizing:border-box}body{margin:0 auto;padding:1rem;max-width:56rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2rem;border-top:1px solid var(--rule);padding-top:1rem}h3{font-size:1rem;margin-bottom:.25rem}
.dim{color:var(--dim)}.next{border-left:4px solid var(--used);padding-left:.8rem;font-weight:600}a{color:var(--used)}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--panel);border:1px solid var(--rule);border-radius:6px;padding:.6rem;font-size:.82rem}
code{font-size:.9em;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%;font-size:.9rem}td,th{text-align:left;padding:.25rem .5rem;border-bottom:1px solid var(--rule)}td:first-child{overflow-wrap:anywhere}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.scroll{overflow-x:auto}.GOOD{color:var(--good)}.NOT.YET{color:var(--yet)}.bad{color:var(--bad)}
details{margin:.5rem 0;border:1px solid var(--rule);border-radius:6px;padding:.4rem .8rem}summary{cursor:pointer}summary:focus-visible,a:focus-visible,.scroll:focus-visible,.grid:focus-visible{outline:3px solid var(--used);outline-offset:2px}
svg{max-width:100%;height:auto;display:block;margin:.5rem 0}svg text{font:11px system-ui,sans-serif;fill:var(--ink)}svg .axis{fill:var(--dim)}svg .end{text-anchor:end}
.scroll svg{max-width:none}.grid{display:block;overflow-x:auto;white-space:pre}
.cells{stroke-width:10;stroke-dasharray:9 1}.band{stroke-width:12}path.right{stroke:var(--right)}path.wrong{stroke:var(--bad)}path.kept{stroke:var(--kept)}path.used{stroke:var(--used)}
rect.wrong{fill:var(--bad)}.lane{stroke:var(--used);stroke-width:8;stroke-linecap:round}.edge{stroke:var(--ink);stroke-width:1.5;fill:none}.reach{stroke:var(--used);stroke-opacity:.55;fill:none}.time{stroke:var(--rule);stroke-width:2}
meter{width:8rem;vertical-align:middle}
@media(max-width:30rem){td,th{padding:.25rem}.scroll td:nth-child(5),.scroll th:nth-child(5){display:none}}
@media print{details{break-inside:avoid}})";

std::string class_of(verdict kind) {
  return kind == verdict::good ? "GOOD" : kind == verdict::not_yet ? "NOT YET" : "bad";
}

// Returns the parameter that divides the elements, "tile" or "block_size", with its value; otherwise "" and
// 0.
std::pair<std::string, std::size_t> division_of(const test_result& result) {
  for (const std::string name : {"tile", "block_size"})
    if (const auto found = result.numbers.find(name); found != result.numbers.end())
      return {name, static_cast<std::size_t>(found->second)};
  return {"", 0};
}

// Scrolls sideways on a narrow screen.
std::string scrolled(const std::string& label, const std::string& content) {
  return fmt::format("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">{}</div>",
                     escaped(label), content);
}

std::string caption(const test_result& result, const std::pair<std::string, std::size_t>& division) {
  const std::size_t stretch = pictures::stretch_of(result);
  const bool kept = result.map.find('o') != std::string::npos;
  std::string text;
  if (stretch > 1) {
    text = fmt::format(
        "Each box represents {} elements of the result; in a red box, some are "
        "wrong",
        grouped(stretch));
    if (kept) text += "; in a yellow box, the wrong ones were not changed by the call";
  } else {
    text = "Each box represents an element of the result; a red one is wrong";
    if (kept) text += "; a yellow one is wrong and was not changed by the call";
  }
  text += ".";
  if (division.second >= stretch && division.second < result.elements)
    text += fmt::format(" The lines are {} elements apart ({}).", grouped(division.second), division.first);
  return text;
}

std::string id_of(const test_result& result) {
  return escaped(fmt::format("{}-{}", result.lab->number, result.row->test));
}
std::string id_of(const lab_entry& lab, std::size_t exercise) {
  return fmt::format("{}-exercise_{}", lab.number, exercise);
}

std::string marks(const session& grading, const lab_entry& lab) {
  std::string html =
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Marks\"><table><thead><tr><th>exercise</th>"
      "<th>verdict</th><th class=\"n\">points</th></tr></thead><tbody>";
  std::size_t number = 0;
  for (const auto& tests : by_exercise(grading.results, lab)) {
    ++number;
    if (tests.empty()) continue;
    int points = 0, possible = 0;
    for (const test_result* test : tests) points += test->points(), possible += test->possible();
    const verdict kind = worst(tests);
    std::string title = fmt::format("{} {}", number, escaped(lab.points.titles[number - 1]));
    if (std::any_of(tests.begin(), tests.end(), [](const test_result* test) { return is_failure(*test); }))
      title = fmt::format("<a href=\"#{}\">{}</a>", id_of(lab, number), title);
    html += fmt::format("<tr><td>{}</td><td class=\"{}\">{}</td><td class=\"n\">{}/{}</td></tr>", title,
                        class_of(kind), name_of(kind), points, possible);
  }
  return html + "</tbody></table></div>";
}

// The tests that reported each bug or message first.
using told_where = std::map<std::string, const test_result*>;

// Rows of a table of elements scroll sideways, to keep their columns aligned.
bool is_row_of_elements(const std::string& line) {
  for (const char* name : {"  index ", "  expected ", "  got "})
    if (line.rfind(name, 0) == 0) return true;
  return line.find('^') != std::string::npos && line.find_first_not_of(" ^") == std::string::npos;
}
std::string with_grids(const std::string& text) {
  std::string html, rows;
  std::istringstream lines(text);
  const auto end_rows = [&] {
    if (!rows.empty()) html += "<span class=\"grid\" tabindex=\"0\">" + escaped(rows) + "</span>";
    rows.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    if (is_row_of_elements(line)) {
      rows += line + "\n";
      continue;
    }
    end_rows();
    html += (html.empty() || html.back() == '>' ? "" : "\n") + escaped(line);
  }
  end_rows();
  return html;
}

std::string failure(const test_result& result, told_where& told) {
  const std::string again =
      fmt::format("<p class=\"dim\">Again: <code>{}</code></p>", escaped(result.repeat));
  std::string html = fmt::format("<h3 id=\"{}\" class=\"{}\">{}: {}</h3>", id_of(result),
                                 class_of(result.kind), name_of(result.kind), escaped(result.row->shows));
  if (const auto [before, fresh] = told.try_emplace(bug_of(result), &result); !fresh) {
    const back_reference back = as_before(result, *before->second);
    return html +
           fmt::format("<p>{}<a href=\"#{}\">{}</a>{}</p>", escaped(back.lead), id_of(*before->second),
                       escaped(back.place), escaped(back.rest)) +
           again;
  }
  html += "<pre>" + with_grids(told_of(result)) + "</pre>";
  const auto division = division_of(result);
  if (const std::string picture = pictures::wrong_elements(result, division.second); !picture.empty())
    html += "<p>" + escaped(caption(result, division)) + "</p>" +
            scrolled("Wrong elements: " + result.row->shows, picture);
  for (const finding& found : result.findings)
    if (const std::string picture = pictures::race(found); !picture.empty())
      html += scrolled("The race: " + result.row->shows, picture);
  if (!result.matches.empty()) html += "<p><strong>Matches:</strong> " + escaped(result.matches) + "</p>";
  if (!result.printed.empty())
    html += "<details><summary>Its output</summary><pre>" + escaped(result.printed) + "</pre></details>";
  return html + again;
}

std::string budgets(const std::vector<const test_result*>& tests) {
  std::string rows;
  for (const test_result* test : tests)
    for (const budget_use& b : costs_to_show(*test)) {
      rows += fmt::format(
          "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>",
          escaped(b.what), grouped(b.used), b.reference ? grouped(*b.reference) : "–", budget_of(b));
      if (b.budget > 0)
        rows += fmt::format(
            "<meter min=\"0\" max=\"{}\" value=\"{}\" low=\"{}\" high=\"{}\" optimum=\"0\" "
            "aria-label=\"share of the budget\"></meter>",
            std::max(b.budget, b.used), b.used, b.budget, b.budget);
      rows += "</td></tr>";
    }
  if (rows.empty()) return "";
  return fmt::format("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Budgets of {}.{}\">",
                     tests[0]->lab->number, tests[0]->row->exercise) +
         "<table><thead><tr><th>cost</th>"
         "<th class=\"n\">yours</th><th class=\"n\">reference</th><th "
         "class=\"n\">budget</th><th>share</th></tr></thead><tbody>" +
         rows + "</tbody></table></div>";
}

// Templates and inlined functions can give a line several entries. Keeps the most expensive request.
std::vector<line_counts> by_line(const kernel_counters& k) {
  std::vector<line_counts> lines;
  for (const line_counts& line : k.lines) {
    if (line.example.empty() || line.file.empty() || line.file.rfind("grader/", 0) == 0) continue;
    const auto same = std::find_if(lines.begin(), lines.end(), [&](const line_counts& other) {
      return other.file == line.file && other.line == line.line && other.op == line.op;
    });
    if (same == lines.end()) {
      lines.push_back(line);
      continue;
    }
    const std::uint64_t requests = same->requests + line.requests,
                        transactions = same->transactions + line.transactions;
    if (line.example_cost > same->example_cost) *same = line;
    same->requests = requests;
    same->transactions = transactions;
  }
  return lines;
}

std::string accesses(const std::vector<const test_result*>& tests) {
  std::string html;
  const test_result* counted = nullptr;
  for (const test_result* test : tests)
    if (!test->counted.empty()) counted = test;
  if (counted == nullptr) return "";
  for (const kernel_counters& k : counted->counted) {
    std::string lines;
    std::size_t shown = 0;
    for (const line_counts& line : by_line(k)) {
      if (shown++ == kLinesOfKernel) break;
      std::string op = line.op;
      std::replace(op.begin(), op.end(), '_', ' ');
      lines +=
          fmt::format("<p><code>{}:{}</code> {}: {} in {} warp requests<br><code>{}</code></p>{}",
                      escaped(line.file), line.line, escaped(op),
                      grouped(line.transactions) + (op.rfind("shared", 0) == 0 ? " passes" : " sectors"),
                      grouped(line.requests), escaped(line.source),
                      scrolled(fmt::format("{}:{}, {}", line.file, line.line, op), pictures::lanes(line)));
    }
    if (!lines.empty())
      html += fmt::format(
          "<details><summary>Memory accesses of kernel <code>{}</code></summary><p class=\"dim\">The dots "
          "are the lanes of one warp in the line's most expensive request. A line leads from each lane to "
          "the address that it accesses. Global memory is accessed in whole sectors of 32 bytes. Shared "
          "memory serves one word per bank at a time.</p>{}</details>",
          escaped(k.kernel), lines);
  }
  return html;
}

// `room` is the maximum length. After an exercise that exceeds it, the lab's other exercises are left out
// too, because they could refer to a missing failure.
std::string exercise(const lab_entry& lab, std::size_t number, const std::vector<const test_result*>& tests,
                     std::size_t room, told_where& told) {
  std::string failures;
  for (const bool proved : {true, false})
    for (const test_result* test : tests)
      if (is_failure(*test) && test->cause.empty() != proved) {
        failures += failure(*test, told);
        if (failures.size() > room) return failures;
      }
  const std::string rest = budgets(tests) + accesses(tests);
  if (failures.empty() && rest.empty()) return "";
  return fmt::format("<h3 id=\"{}\">Exercise {}: {}</h3>", id_of(lab, number + 1), number + 1,
                     escaped(lab.points.titles[number])) +
         failures + rest;
}

// Returns the terminal report's last sentence, with a link to the failed test.
std::string look_next(const session& grading) {
  const next_step next = what_next(grading, true);
  if (next.text.empty()) return "";
  const bool is_below = next.first != nullptr && is_failure(*next.first);
  return is_below ? fmt::format("<p class=\"next\"><a href=\"#{}\">{}</a></p>", id_of(*next.failure),
                                escaped(next.text))
                  : fmt::format("<p class=\"next\">{}</p>", escaped(next.text));
}

}  // namespace

std::string html_report(const session& grading) {
  const score sum = score_of(grading.results);
  std::string html = fmt::format(
      "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width,initial-scale=1\"><meta http-equiv=\"Content-Security-Policy\" "
      "content=\"default-src 'none';style-src 'unsafe-inline'\"><title>{0}/{1} "
      "points</title><style>{2}</style></head>"
      "<body><main><h1>{0} of {1} points</h1><p class=\"dim\">{3} · seed {4}</p>",
      sum.points, sum.possible, kStyle, escaped(grading.device), grading.config.seed);
  if (grading.language_unchecked) html += fmt::format("<p>{}</p>", kLanguageUnchecked);
  html += look_next(grading);
  for (const lab_entry& lab : grading.labs) {
    const auto exercises = by_exercise(grading.results, lab);
    if (std::all_of(exercises.begin(), exercises.end(), [](const auto& tests) { return tests.empty(); }))
      continue;
    html += fmt::format("<h2>Lab {} {}</h2>", lab.number, escaped(lab.stem)) + marks(grading, lab);
    told_where told;
    for (std::size_t i = 0; i < exercises.size(); ++i) {
      const std::size_t room = kLongestPage - std::min(html.size(), kLongestPage);
      const std::string part = exercise(lab, i, exercises[i], room, told);
      if (part.size() > room) {
        html += "<p>The rest is in results.json, because this page would be too long.</p>";
        break;
      }
      html += part;
    }
    const auto groups = grading.phases.find(lab.folder);
    if (groups != grading.phases.end())
      html += "<h3>Phases</h3><pre class=\"grid\" tabindex=\"0\">" +
              escaped(phase_table(groups->second, grading.config.backend == "sim") + "\n" +
                      par_of(grading, lab)) +
              "</pre>";
  }
  return html + "</main></body></html>\n";
}

}  // namespace verifier
