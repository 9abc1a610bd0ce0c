// SPDX-License-Identifier: Apache-2.0
// Slips: common mistakes whose effect is known. A lab computes what a mistake makes of a test's input. The
// report names the mistake only if that is the student's result, element for element, in every failing run of
// the test.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace verifier {

struct slip {
  std::string name;   // the same in all runs, unlike `means`, which can have numbers of this run
  bool fits = false;  // whether the whole result is what this mistake makes of the input
  std::string means;  // what the mistake is, in a sentence or two
};

// What a test knows about a wrong result.
struct known {
  std::string rule;  // a fact, or what the statement asks for: true whatever the mistake is
  std::vector<slip> slips;
  std::string decides;  // the array whose elements are stored at the places that this result says
  bool tried = true;  // false: there is no table, or the result is too large for it, so the other runs decide
  known() : tried(false) {}
  known(const char* a_rule) : rule(a_rule) {}
  known(std::string a_rule) : rule(std::move(a_rule)) {}
  known(std::vector<slip> table, std::string a_rule = "", std::string array = "")
      : rule(std::move(a_rule)), slips(std::move(table)), decides(std::move(array)) {}
};

// Keeps only the slips that fit.
void keep_fitting(std::vector<slip>& slips);
// Keeps only the slips that `others`, the fitting slips of another failing run, also has.
void keep_common(std::vector<slip>& slips, const std::vector<slip>& others);
// Names the remaining slips; "" if there are none. Several mistakes can give the same result.
std::string in_words(const std::vector<slip>& slips);

}  // namespace verifier
