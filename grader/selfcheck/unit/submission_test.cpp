// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "../../submission/includes.h"
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
            "x.cu:5 differs from the given text, `int given;`, outside the marks. That has no effect.");
  EXPECT_EQ(merge(kGiven, student("a\n") + "mine\n", "x.cu", "s").notes.at(0),
            "x.cu:10 differs from the given text, outside the marks. That has no effect.");
  EXPECT_EQ(merge(kGiven + "\nend\n", student("a\n") + "mine\nend\n", "x.cu", "s").notes.at(0),
            "x.cu:10 differs from the given text, an empty line, outside the marks. That has no effect.");
  EXPECT_EQ(merged.text.find("changed"), std::string::npos);
  EXPECT_NE(merged.text.find("int given;"), std::string::npos);
}

// A region is inside a namespace in most labs, so a header can only be included above it.
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
  // Nothing else can be included at the top, wherever the file is.
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
  for (const auto& [text, words] : {std::pair<std::string, std::string>{
                                        "nothing\n", "the mark `// BEGIN YOUR CODE (exercise 1)` is missing"},
                                    {begin + end, "the mark `// BEGIN YOUR CODE (exercise 2)` is missing"},
                                    {begin + begin, "x.cu:2: `// BEGIN YOUR CODE (exercise 1)` comes before"},
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

TEST(Includes, TheCompilersListIsReadAsMakeWritesIt) {
  const auto files = dependencies("x.o: a.h /b/c\\ d.h \\\n ../e$$.h\n\na.h:\n", "/home/me");
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[0], "/home/me/a.h");
  EXPECT_EQ(files[1], "/b/c d.h");
  EXPECT_EQ(files[2], "/home/me/../e$.h");
}

// On a kernel without Landlock, this list keeps solutions out.
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
  // <algorithm> includes the first header, and a student's folder can be called parallel.
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
