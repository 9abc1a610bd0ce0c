// SPDX-License-Identifier: Apache-2.0
#include "../../submission/messages.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "../../submission/causes.h"
#include "../../submission/regions.h"

namespace {

using namespace submission;

// The caret is in the macro's column, far to the right of the quoted line.
TEST(Messages, ACaretBeyondItsLineIsNotShown) {
  const std::string far(90, ' ');
  const auto errors = errors_in("x.cu:7:99: error: e\n    7 | MACRO(int);\n      | " + far + "^~~\n", "x.cu");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].text, "x.cu:7: error: e\n    7 | MACRO(int);\n");
  const std::string near = "x.cu:7:8: error: expected ';'\n    7 | int a\n      |      ^\n      |      ;\n";
  EXPECT_EQ(errors_in(near, "x.cu").at(0).text,
            "x.cu:7: error: expected ';'\n    7 | int a\n      |      ^\n      |      ;\n");
}

// For example, the student has renamed the template.
TEST(Messages, ATemplateThatIsNotThereIsMissingAsAFunctionIs) {
  const std::string said =
      "x.cu: In instantiation of 'void f() [with T = double]':\n"
      "x.cu:9:1: error: explicit instantiation of \u2018status a::sort(const T*, std::size_t) [with T = double; "
      "std::size_t = long unsigned int]\u2019 but no definition available [-fpermissive]\n"
      "    9 | INSTANTIATE(double);\n"
      "x.cu:8:1: error: explicit instantiation of \u2018status a::sort(const T*, std::size_t) [with T = int; "
      "std::size_t = long unsigned int]\u2019 but no definition available [-fpermissive]\n";
  const auto errors = errors_in(said, "x.cu");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].file, "");
  EXPECT_EQ(
      errors[0].text,
      "x.cu: `status a::sort(const T*, std::size_t)` is used, but not defined anywhere with exactly these parameters "
      "and this return type.\n");
  EXPECT_EQ(name_in(undefined_references(said).at(0)), "sort");
  EXPECT_EQ(errors_in(said + "x.cu:5:1: error: e\n", "x.cu").at(0).line, 5u) << "the cause, maybe";
}

// `one` is exercise 1, and the error is in exercise 2.
exercise_errors explained_with(const std::string& reason, const std::string& one,
                               const std::set<std::string>& broken) {
  const std::string two = "// BEGIN YOUR CODE (exercise 2)\n// END YOUR CODE\n",
                    given = "int n;\n// BEGIN YOUR CODE (exercise 1)\n// END YOUR CODE\n" + two,
                    source = "int n;\nint mine = 1;\n// BEGIN YOUR CODE (exercise 1)\n" + one +
                             "// END YOUR CODE\n" + two;
  const auto regions = merge(given, source, "x.cu", "s").regions;
  return explained(errors_in("x.cu:19: error: " + reason + "\n", "x.cu"), source, given, regions, broken);
}

TEST(Causes, AnExerciseThatUsesWhatAnotherOneDefinesFollowsFromIt) {
  const std::string one =
      "const int kTile = 4;\n  struct span {};\n  int local = 1;\n__device__ int up(int a) {}\n";
  for (
      const auto& [name, reason] : std::map<std::string, std::string>{
          {"kTile", "\u2018kTile\u2019 was not declared in this scope"},
          {"span", "\u2018span\u2019 does not name a type; did you mean \u2018spin\u2019?"},
          {"up",
           "there are no arguments to \u2018up\u2019 that depend on a template parameter, so a declaration of "
           "\u2018up\u2019 must be available [-fpermissive]"}}) {
    const exercise_errors found = explained_with(reason, one, {"1"});
    EXPECT_EQ(found.text,
              "x.cu:19: `" + name + "` is declared in exercise 1, which does not compile: fix that first.\n");
    EXPECT_EQ(found.cause, "1");
    EXPECT_EQ(explained_with(reason, one, {}).text, "x.cu:19: error: " + reason + "\n");
  }
  EXPECT_EQ(explained_with("use of undeclared identifier 'kTile'", one, {"1"}).cause, "1") << "clang's";
  EXPECT_EQ(explained_with("unknown type name 'span'", one, {"1"}).cause, "1");
  EXPECT_EQ(explained_with("identifier \"kTile\" is undefined", one, {"1"}).cause, "1") << "nvcc's";
  for (const char* name : {"local", "n", "other"})
    EXPECT_EQ(explained_with("use of undeclared identifier '" + std::string(name) + "'", one, {"1"}).cause,
              "");
  EXPECT_EQ(explained_with("expected ';' before 'kTile'", one, {"1"}).cause, "");
}

TEST(Causes, ANameOutsideTheMarksIsSaidFirst) {
  EXPECT_EQ(explained_with("\u2018mine\u2019 was not declared in this scope", "", {}).text,
            "x.cu:2: `mine` is declared outside the marks, where nothing counts.\n"
            "x.cu:19: error: \u2018mine\u2019 was not declared in this scope\n");
}

TEST(Causes, AFunctionWithoutItsKeywordIsNamedWhereItIsDeclared) {
  const std::string host = R"(calling a __host__ function("up") from a __global__ function is not allowed)";
  EXPECT_EQ(explained_with(host, "int up(int a) {}\n", {})
                .text.find("x.cu:4: `up` is declared here without __device__.\n"),
            0u);
  EXPECT_EQ(explained_with(host, "int up(int a) {}\n", {"1"}).cause, "1");
  EXPECT_EQ(
      explained_with(
          R"(calling a __host__ function("std::vector<int>") from a __global__ function is not allowed)", "",
          {})
          .text.find("x.cu:19: error: "),
      0u);
  const std::string said =
      "x.cu:4: error: calling a __device__ function(\"f\") from a __host__ function is not allowed\n"
      "x.cu:9: error: a host function call cannot be configured: \"kernel\" is not __global__\n";
  const std::string source = "\n\nvoid kernel(int* p) {\n  f();\n";
  EXPECT_EQ(explained(errors_in(said, "x.cu"), source, "", {{"1", 1, 20, 0, ""}}, {}).text,
            "x.cu:3: `kernel` is declared here without __global__.\n"
            "x.cu:9: error: a host function call cannot be configured: \"kernel\" is not __global__\n"
            "… and 1 more error. Fix the first error first, because it often causes the others.\n");
}

// After a syntax error, the compiler also reports errors where there are none.
TEST(Causes, WhatFollowsIsCountedAndNotShown) {
  const auto of = [](const std::string& said, const std::string& source = "") {
    return text_of(errors_in(said, "x.cu", source), source);
  };
  const std::string more =
      "… and 1 more error. Fix the first error first, because it often causes the others.\n";
  for (const std::string first :
       {"expected ';' before 'for'", "unterminated comment", "stray \u2018\\342\u2019 in program",
        "missing terminating \" character", "'else' without a previous 'if'"})
    EXPECT_EQ(of("x.cu:1: error: " + first + "\nx.cu:2: error: e\n"),
              "x.cu:1: error: " + first + "\n" + more);
  const std::string type = "x.cu:1: error: 'spam' does not name a type\n";
  EXPECT_EQ(
      of(type + "x.cu:2: error: 'mine' was not declared in this scope\n", "const spam mine;\nmine = 2;\n"),
      type + "    1 | const spam mine;\n" + more)
      << "the name that it would declare";
  EXPECT_EQ(of(type + "x.cu:2: error: 'spam' does not name a type\n"), type + more) << "the same name";
  EXPECT_EQ(of(type + "x.cu:2: error: 'other' does not name a type\n"),
            type + "x.cu:2: error: 'other' does not name a type\n");
}

TEST(Causes, ASemicolonIsMissingInTheLineBefore) {
  const auto of = [](const std::string& reason, std::size_t line, const std::string& source) {
    const std::string said =
        text_of(errors_in(fmt::format("x.cu:{}: error: {}\n", line, reason), "x.cu"), source);
    return said.substr(said.find('\n') + 1);
  };
  const std::string wants = "expected \u2018,\u2019 or \u2018;\u2019 before \u2018struct\u2019";
  EXPECT_EQ(of(wants, 4, "int a;\nint k = 2\n  // of a pair\nstruct s {};\n"),
            "Line 2, `int k = 2`, has no `;` at its end.\n");
  EXPECT_EQ(of("expected a \";\"", 2, "f()  // twice\nint i;\n"), "Line 1, `f()`, has no `;` at its end.\n");
  EXPECT_EQ(of("expected initializer before \u2018f\u2019", 4, "struct s {\n  int a;\n}\nint f() {}\n"),
            "Line 3, `}`, has no `;` at its end.\n");
  EXPECT_EQ(of("expected primary-expression before \u2018const\u2019", 2, "if (a) return\nconst int b;\n"),
            "Line 1, `if (a) return`, has no `;` at its end.\n");
  EXPECT_EQ(of(wants, 2, "int a;\nint b struct\n"), "");
  EXPECT_EQ(of("expected initializer before \u2018f\u2019", 4, "int g() {\n  return 1;\n}\nint f f() {}\n"),
            "");
  EXPECT_EQ(of("expected primary-expression before \u2018)\u2019 token", 2, "if (a) return\n  f(b, );\n"),
            "");
  EXPECT_EQ(of(wants, 1, "struct"), "");
}

TEST(Causes, HalfALaunch) {
  const std::string said =
      "x.cu:5:9: error: invalid operands of types \u2018void(int*)\u2019 and \u2018unsigned int\u2019 to binary "
      "\u2018operator<<\u2019\n    5 |   kernel<<1, n>>(p);\n";
  EXPECT_EQ(text_of(errors_in(said, "x.cu")),
            "x.cu:5: error: a launch needs three angle brackets on each side: "
            "kernel<<<blocks, threads>>>(arguments)\n"
            "    5 |   kernel<<1, n>>(p);\n");
}

// g++ says this about one wrong launch in a template with two instances.
TEST(Messages, AnErrorIsToldOnce) {
  const std::string said =
      "x.cu: In instantiation of 'void sort(T*) [with T = double]':\nx.cu:197:25:   required from here\n"
      "x.cu:51:94: error: no matching function for call to 'rank(const double*&, int)'\n"
      "   51 |   rank<<<1, 2>>>(keys, 3);\n      |              ~~~ ^\n"
      "/simcu/include/launch.h:3:1: note: candidate: 'template<class F> void launch(F)'\n"
      "x.cu:35:16: note:   candidate: 'template<class T> void rank(const T*)'\n   35 | void rank(const T* "
      "keys) {\n"
      "x.cu: In instantiation of 'void sort(T*) [with T = int]':\n"
      "x.cu:51:94: error: no matching function for call to 'rank(const int*&, int)'\n"
      "/simcu/include/launch.h:9:1: error: 'f' has no type\nx.cu:60:2: warning: unused\nx.cu:7:1: error: "
      "late\n";
  const auto errors = errors_in(said, "x.cu");
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_EQ(errors[0].text,
            "x.cu:51: error: no matching function for call to 'rank(const double*&, int)'\n"
            "   51 |   rank<<<1, 2>>>(keys, 3);\n"
            "x.cu:35: note: candidate: 'template<class T> void rank(const T*)'\n   35 | void rank(const T* "
            "keys) {\n");
  EXPECT_EQ(errors[1].line, 7u);
  std::string many;
  for (int i = 0; i < 5; ++i)
    many += fmt::format("x.cu({}): error: identifier \"y{}\" is undefined\n", i + 1, i);
  EXPECT_EQ(text_of(errors_in(many, "x.cu")),
            "x.cu:1: error: identifier \"y0\" is undefined\nx.cu:2: error: identifier \"y1\" is undefined\n"
            "x.cu:3: error: identifier \"y2\" is undefined\n"
            "… and 2 more errors. Fix the first error first, because it often causes the others.\n");
  EXPECT_EQ(errors_in("nothing of an error\n", "x.cu").size(), 0u);
  EXPECT_EQ(errors_in(std::string(100000, 'a') + ":1:1: error: long\n", "x.cu").size(), 0u);
}

// g++ says in a separate note, at the line of the call, why a template does not match.
TEST(Messages, TheReasonFollowsTheNoteThatAnnouncesIt) {
  const std::string said =
      "x.cu:51:94: error: no matching function for call to 'rank(const int*&, int*&)'\n   51 |   rank(a, b);\n"
      "x.cu:36:16: note: candidate: 'template<class T> void rank(T*, T*)'\n   36 | void rank(T* a, T* b) {\n"
      "x.cu:36:16: note:   template argument deduction/substitution failed:\n"
      "x.cu:51:94: note:   deduced conflicting types for parameter 'T' ('const int' and 'int')\n   51 |   rank(a, b);\n"
      "x.cu:51:94: note: something else of this line\n";
  EXPECT_EQ(
      text_of(errors_in(said, "x.cu")),
      "x.cu:51: error: no matching function for call to 'rank(const int*&, int*&)'\n   51 |   rank(a, b);\n"
      "x.cu:36: note: candidate: 'template<class T> void rank(T*, T*)'\n   36 | void rank(T* a, T* b) {\n"
      "x.cu:36: note: template argument deduction/substitution failed:\n"
      "x.cu:51: note: deduced conflicting types for parameter 'T' ('const int' and 'int')\n");
}

// lab/by_hand.h causes these errors. Each compiler words them differently.
TEST(Messages, WhatALabTakesAwayIsSaidSo) {
  const std::string gnu =
      "x.cu:9:12: error: use of deleted function 'lab::write_it_by_hand_it_is_the_exercise std::sort(T*, T*) "
      "[with T = unsigned int]'\n    9 |   std::sort(k, k + n);\n"
      "common/lab/by_hand.h:40:1: note: declared here\n";
  EXPECT_EQ(text_of(errors_in(gnu, "x.cu")),
            "x.cu:9: error: `std::sort` is not available in this lab: writing it by hand is the exercise\n"
            "    9 |   std::sort(k, k + n);\n");
  const std::string nvidia =
      "x.cu(9): error: function \"std::exclusive_scan(T *, T *, A, B) [with T=int]\" (declared at line 27 of "
      "common/lab/by_hand.h) cannot be referenced -- it is a deleted function\n";
  EXPECT_NE(text_of(errors_in(nvidia, "x.cu")).find("`std::exclusive_scan` is not available"),
            std::string::npos);
}

// The header's copies also cause these errors, if no more specialised overload matches.
TEST(Messages, AnAmbiguousCallOfWhatALabTakesAwayIsSaidSo) {
  for (const char* said :
       {"x.cu:9:2: error: call of overloaded \u2018sort<int*>(int*&, int*)\u2019 is ambiguous\n"
        "algo.h:4:5: note: candidate: 'void std::sort(I, I)'\n"
        "common/lab/by_hand.h:63:1: note: candidate: 'lab::x std::sort(First, First)' (deleted)\n",
        "x.cu:9:2: error: call to 'sort' is ambiguous\nalgo.h:4:5: note: candidate function\n"
        "common/lab/by_hand.h:63:1: note: candidate function has been explicitly deleted\n",
        "x.cu(9): error: more than one instance of overloaded function \"std::sort\" matches:\n"
        "   function template \"void std::sort(I, I)\" (declared at line 4 of algo.h)\n"
        "   function template \"lab::x std::sort(First, First)\" (declared at line 63 of lab/by_hand.h)\n"})
    EXPECT_NE(text_of(errors_in(said, "x.cu")).find("x.cu:9: error: `std::sort` is not available"),
              std::string::npos)
        << said;
}

TEST(Messages, AnUndefinedFunctionIsNamed) {
  const std::string said =
      "/usr/bin/ld: a.o: in function `call()':\na.cu:(.text+0x1): undefined reference to `lab::status "
      "radix::sort<int>(int*)'\n"
      "/usr/bin/ld: a.cu:(.text+0x9): undefined reference to `radix::scan(int*)'\n";
  const std::vector<std::string> found = undefined_references(said);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(name_in(found[0]) + " " + name_in(found[1]), "sort scan");
  EXPECT_EQ(name_in("testing::Result::Result[abi:cxx11](int)"), "Result");
  EXPECT_EQ(name_in("alone"), "alone");
  ASSERT_EQ(errors_in(said, "x.cu").size(), 2u);
  EXPECT_EQ(
      errors_in(said, "x.cu")[1].text.find("x.cu: `radix::scan(int*)` is used, but not defined anywhere"),
      0u);
}

}  // namespace
