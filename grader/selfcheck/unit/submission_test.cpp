// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "../../submission/includes.h"
#include "../../submission/messages.h"
#include "../../submission/regions.h"
#include "plain_file.h"

namespace {

namespace fs = std::filesystem;
using namespace submission;

const std::string kGiven =
    "#include \"a.h\"\n// BEGIN YOUR CODE (exercise 1)\nsolution one\n// END YOUR CODE\nint given;\n"
    "// BEGIN YOUR CODE (exercise 2)\nsolution two\n// END YOUR CODE\nlast\n";

std::string student(const std::string& first, const std::string& between = "int given;\n") {
  return "#include \"a.h\"\n// BEGIN YOUR CODE (exercise 1)\n" + first + "// END YOUR CODE\n" + between +
         "// BEGIN YOUR CODE (exercise 2)\nmine\n// END YOUR CODE\nlast\n";
}

TEST(Regions, OnlyTheTextBetweenTheMarksIsTaken) {
  const merged_text merged = merge(kGiven, student("a\nb\n"), "x.cu", "s");
  EXPECT_EQ(merged.text,
            "#line 1 \"x.cu\"\n#include \"a.h\"\n// BEGIN YOUR CODE (exercise 1)\n"
            "#line 1 \"s_begin_0\"\n#include \"s_0\"\n#line 1 \"s_end_0\"\n#line 5 \"x.cu\"\n"
            "// END YOUR CODE\nint given;\n// BEGIN YOUR CODE (exercise 2)\n"
            "#line 1 \"s_begin_1\"\n#include \"s_1\"\n#line 1 \"s_end_1\"\n#line 9 \"x.cu\"\n"
            "// END YOUR CODE\nlast\n");
  EXPECT_EQ(merged.files, (std::vector<std::string>{"#line 3 \"x.cu\"\na\nb\n", "#line 8 \"x.cu\"\nmine\n"}));
  EXPECT_TRUE(merged.notes.empty() && merged.errors.empty());
}

TEST(Regions, ADifferenceOutsideIsToldAndHasNoEffect) {
  const merged_text merged = merge(kGiven, student("a\n", "int changed;\nint added;\n"), "x.cu", "s");
  ASSERT_EQ(merged.notes.size(), 1u);
  EXPECT_EQ(merged.notes[0],
            "x.cu:5 differs from the given text, `int given;`, outside the marks: that has no effect.");
  EXPECT_EQ(merge(kGiven, student("a\n") + "mine\n", "x.cu", "s").notes.at(0),
            "x.cu:10 differs from the given text, outside the marks: that has no effect.");
  EXPECT_EQ(merge(kGiven + "\nend\n", student("a\n") + "mine\nend\n", "x.cu", "s").notes.at(0),
            "x.cu:10 differs from the given text, an empty line, outside the marks: that has no effect.");
  EXPECT_EQ(merged.text.find("changed"), std::string::npos);
  EXPECT_NE(merged.text.find("int given;"), std::string::npos);
}

// A region is inside of a namespace in most labs, so a header can only be included above it.
TEST(Regions, HeadersAreIncludedAtTheTop) {
  const std::string given = "namespace a {\n" + kGiven;
  const merged_text merged =
      merge(given, "#include <map>  // mine\nnamespace a {\n" + student("a\n"), "x.cu", "s");
  EXPECT_EQ(
      merged.text.rfind("#line 1 \"x.cu\"\n#include <map>  // mine\n#line 2 \"x.cu\"\nnamespace a {\n", 0),
      0u)
      << merged.text;
  EXPECT_TRUE(merged.notes.empty() && merged.errors.empty());
  const merged_text inside = merge(
      given, "namespace a {\n" + student("b\n#include <map>\n # include \"b.h\" /* mine */\n"), "x.cu", "s");
  EXPECT_EQ(
      inside.text.rfind(
          "#line 5 \"x.cu\"\n#include <map>\n#line 6 \"x.cu\"\n # include \"b.h\" /* mine */\n#line 1", 0),
      0u)
      << inside.text;
  EXPECT_EQ(inside.files[0], "#line 4 \"x.cu\"\nb\n\n\n");
  // Nothing else does, wherever it is.
  for (const char* line :
       {"#include \"/etc/passwd\"\n", "#define n 1\n", "#include <map> int x;\n", "/* #include <map> */\n"}) {
    const merged_text other = merge(kGiven, line + student("a\n"), "x.cu", "s");
    EXPECT_EQ(other.text.find("map>"), std::string::npos) << line;
    EXPECT_EQ(other.text.find("passwd"), std::string::npos) << line;
  }
  EXPECT_EQ(merge(kGiven, student("a\n", "#include <map>\nint given;\n"), "x.cu", "s").text.find("map>"),
            std::string::npos);
}

TEST(Regions, OfAFileWithoutMarksAllCounts) {
  const merged_text merged = whole("#include <map>\nint a;\n", "x.cu", "s", false);
  EXPECT_EQ(merged.text,
            "#line 1 \"x.cu\"\n#include <map>\n#line 1 \"s_begin_0\"\n#include \"s_0\"\n"
            "#line 1 \"s_end_0\"\n#line 3 \"x.cu\"\n");
  EXPECT_EQ(merged.files, std::vector<std::string>{"#line 1 \"x.cu\"\n\nint a;\n"});
  EXPECT_EQ(whole("#include <map>\n", "x.cu", "s", true).files[0], "#line 1 \"x.cu\"\n#include <map>\n");
}

TEST(Regions, WhatEditorsPutAtAFilesBeginningAndAtLineEndsIsNoDifference) {
  const merged_text usual = merge(kGiven, student("a\nb\n"), "x.cu", "s");
  std::string old = student("a\nb\n");
  std::replace(old.begin(), old.end(), '\n', '\r');
  for (const std::string& text : {"\xef\xbb\xbf" + student("a\nb\n"), old, "\xef\xbb\xbf" + old}) {
    const merged_text merged = merge(kGiven, text, "x.cu", "s");
    EXPECT_EQ(merged.text, usual.text);
    EXPECT_TRUE(merged.notes.empty() && merged.errors.empty());
  }
}

TEST(Regions, LineEndsOfWindowsAndBlanksAtTheEndOfALineAreNoDifference) {
  std::string text = student("a\n");
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.insert(at, "\r");
  EXPECT_TRUE(merge(kGiven, text, "x.cu", "s").notes.empty());
  EXPECT_TRUE(merge(kGiven, student("a\n", "int given;  \n"), "x.cu", "s").notes.empty());
}

TEST(Regions, MarksMustBeThereOnceAndInOrder) {
  const std::string begin = "// BEGIN YOUR CODE (exercise 1)\n", end = "// END YOUR CODE\n";
  for (const auto& [text, words] :
       {std::pair<std::string, std::string>{"nothing\n",
                                            "the mark `// BEGIN YOUR CODE (exercise 1)` is missing"},
        {begin + end, "the mark `// BEGIN YOUR CODE (exercise 2)` is missing"},
        {begin + begin, "x.cu:2: `// BEGIN YOUR CODE (exercise 1)` stands before"},
        {begin, "has no `// END YOUR CODE`"},
        {end, "has no `// BEGIN YOUR CODE (exercise N)` before it"},
        {student("") + begin + end, "x.cu:9: the mark"},
        {std::string("\0", 1) + student(""), "not plain text"}}) {
    const merged_text merged = merge(kGiven, text, "x.cu", "s");
    ASSERT_EQ(merged.errors.size(), 1u) << text;
    EXPECT_NE(merged.errors[0].find(words), std::string::npos) << merged.errors[0];
    EXPECT_TRUE(merged.text.empty());
  }
}

TEST(Regions, WhatIsStillToBeWrittenStandsInForAnExercise) {
  std::string given = kGiven;
  given.replace(given.find("solution two"), 12, "LAB_TODO(\"2\");");
  const merged_text merged = merge(given, student("a {\n b {}\n"), "x.cu", "s", {"1", "2"});
  EXPECT_EQ(merged.files[0], "#line 3 \"x.cu\"\na {\n b {}\n") << "a solution is never used instead";
  EXPECT_EQ(merged.files[1], "#line 7 \"s_given\"\nLAB_TODO(\"2\");\n");
  EXPECT_EQ(merged.text.find("mine"), std::string::npos);
}

// The caret is where the macro's text has it, far to the right of the line that is quoted.
TEST(Messages, ACaretBeyondItsLineIsNotShown) {
  const std::string far(90, ' ');
  const auto errors = errors_in("x.cu:7:99: error: e\n    7 | MACRO(int);\n      | " + far + "^~~\n", "x.cu");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].text, "x.cu:7: error: e\n    7 | MACRO(int);\n");
  const std::string near = "x.cu:7:8: error: expected ';'\n    7 | int a\n      |      ^\n      |      ;\n";
  EXPECT_EQ(errors_in(near, "x.cu").at(0).text,
            "x.cu:7: error: expected ';'\n    7 | int a\n      |      ^\n      |      ;\n");
}

// A function template that the student has called something else, say: told as the linker's message is.
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

TEST(Messages, ANameThatTheFileHasWhereItDoesNotCount) {
  const std::string given = "int n;\n" + kGiven,
                    source = "int n;\nint mine = 1;\n" + student("const int kTile = 4;\n  int local = 1;\n");
  const auto regions = merge(given, source, "x.cu", "s").regions;
  const auto where = [&](const std::string& name, const std::set<std::string>& left_out) {
    return where_it_does_not_count("x.cu:9: error: \u2018" + name + "\u2019 was not declared in this scope\n",
                                   source, given, regions, left_out);
  };
  EXPECT_EQ(where("mine", {}), "Line 2 has `mine`, but outside the marks, where nothing counts.\n");
  EXPECT_EQ(where("kTile", {"1"}),
            "`kTile` seems to come from exercise 1, which doesn't compile: fix that first.\n");
  for (const char* name : {"kTile", "n", "local", "other"})
    EXPECT_EQ(
        where(name, std::string(name) == "kTile" ? std::set<std::string>{} : std::set<std::string>{"1"}), "");
  EXPECT_EQ(where_it_does_not_count("x.cu:9: error: identifier \"mine\" is undefined\n", source, given,
                                    regions, {}),
            where("mine", {}));
}

// What g++ says of one wrong launch in a template with two instances.
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
  for (int i = 1; i <= 5; ++i)
    many += "x.cu(" + std::to_string(i) + "): error: identifier \"y\" is undefined\n";
  EXPECT_EQ(text_of(errors_in(many, "x.cu")),
            "x.cu:1: error: identifier \"y\" is undefined\nx.cu:2: error: identifier \"y\" is undefined\n"
            "x.cu:3: error: identifier \"y\" is undefined\n"
            "… and 2 more errors. Fix the first one first: it often causes the others.\n");
  EXPECT_EQ(errors_in("nothing of an error\n", "x.cu").size(), 0u);
  EXPECT_EQ(errors_in(std::string(100000, 'a') + ":1:1: error: long\n", "x.cu").size(), 0u);
}

// g++ says why a template does not fit in a note of its own, at the line of the call.
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

// lab/by_hand.h makes the errors, each compiler in its words.
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

// So do its twins, where nothing more special fits.
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

TEST(Includes, TheCompilersListIsReadAsMakeWritesIt) {
  const auto files = dependencies("x.o: a.h /b/c\\ d.h \\\n ../e$$.h\n\na.h:\n", "/home/me");
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[0], "/home/me/a.h");
  EXPECT_EQ(files[1], "/b/c d.h");
  EXPECT_EQ(files[2], "/home/me/../e$.h");
}

// Where a kernel has no Landlock, this list is what keeps solutions out.
TEST(Includes, AForeignFileIsNamedWithItsLine) {
  char folder[] = "/tmp/includes-XXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  const fs::path root = fs::canonical(folder), lab = root / "labs" / "01";
  fs::create_directories(lab);
  fs::create_directories(root / "solutions");
  std::ofstream(lab / "own.h") << "1";
  std::ofstream(root / "solutions" / "s.cu") << "1";
  fs::create_symlink(root / "solutions" / "s.cu", lab / "link.h");
  const std::string source = "int a;\n#include \"../../solutions/s.cu\"\n";
  EXPECT_EQ(foreign_include({lab / "own.h", "/usr/include/stdio.h"}, {lab}, source, "x.cu"), "");
  const std::string told = foreign_include({lab / ".." / ".." / "solutions" / "s.cu"}, {lab}, source, "x.cu");
  EXPECT_EQ(told.find("x.cu:2: it includes " + root.string() + "/solutions/s.cu."), 0u) << told;
  for (const char* name : {"explain.csv", "submission.cu", "text.md"}) {
    std::ofstream(lab / name) << "1";
    EXPECT_NE(foreign_include({lab / name}, {lab}, source, "x.cu"), "") << name;
    EXPECT_EQ(foreign_include({lab / name}, {lab / name}, source, "x.cu"), "") << name;
  }
  EXPECT_NE(foreign_include({lab / "link.h"}, {lab}, source, "x.cu"), "") << "a link leads out of the folder";
  EXPECT_NE(foreign_include({"/usr/include/../../etc/passwd"}, {lab}, source, "x.cu"), "");
  EXPECT_NE(foreign_include({"/dev/null"}, {lab}, source, "x.cu"), "");
  for (const char* library :
       {"/usr/include/thrust/sort.h", "/usr/local/cuda/include/cccl/cub/cub.cuh",
        "/usr/local/cuda/include/cooperative_groups/scan.h", "/usr/include/c++/12/parallel/algo.h",
        "/usr/include/boost/sort/sort.hpp", "/usr/include/c++/12/pstl/glue_algorithm_impl.h"})
    EXPECT_NE(foreign_include({library}, {"/usr"}, source, "x.cu").find(kLibraryRule), std::string::npos)
        << library;
  EXPECT_EQ(
      foreign_include({"/usr/include/cuda/atomic", "/usr/include/cooperative_groups.h"}, {}, source, "x.cu"),
      "");
  // Every <algorithm> has this one; and a folder of anybody's may be called parallel.
  EXPECT_EQ(foreign_include({"/usr/include/c++/12/pstl/glue_algorithm_defs.h"}, {}, source, "x.cu"), "");
  EXPECT_FALSE(is_library_of_algorithms("/home/me/parallel/labs/01_enumeration/own.h"));
  fs::remove_all(root);
}

TEST(PlainFile, IsReadWithoutWaitingAndWithoutFollowing) {
  char folder[] = "/tmp/plain-XXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  const fs::path root = folder;
  std::ofstream(root / "file") << "text";
  fs::create_symlink(root / "file", root / "link");
  fs::create_directory(root / "folder");
  ASSERT_EQ(mkfifo((root / "pipe").c_str(), 0600), 0);
  std::string text;
  EXPECT_EQ(verifier::read_plain_file(root / "file", 4, text), "");
  EXPECT_EQ(text, "text");
  EXPECT_EQ(verifier::read_plain_file(root / "file", 3, text), "is larger than 0 KiB");
  EXPECT_EQ(verifier::read_plain_file(root / "missing", 4, text), "is missing");
  EXPECT_EQ(verifier::read_plain_file(root / "link", 4, text).find("is a symbolic link"), 0u);
  EXPECT_EQ(verifier::read_plain_file(root / "folder", 4, text), "is a folder");
  EXPECT_EQ(verifier::read_plain_file(root / "pipe", 4, text), "is not a plain file");
  EXPECT_EQ(verifier::read_plain_file("/dev/zero", 4, text), "is not a plain file");
  fs::remove_all(root);
}

}  // namespace
