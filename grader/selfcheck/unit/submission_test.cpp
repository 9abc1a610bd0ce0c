// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/stat.h>

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
  const merged_text merged = merge(kGiven, student("a\nb\n"), "x.cu");
  EXPECT_EQ(merged.text,
            "#line 1 \"x.cu\"\n#include \"a.h\"\n// BEGIN YOUR CODE (exercise 1)\n#line 3 "
            "\"x.cu\"\na\nb\n#line 5 \"x.cu\"\n"
            "// END YOUR CODE\nint given;\n// BEGIN YOUR CODE (exercise 2)\n#line 8 \"x.cu\"\nmine\n#line 9 "
            "\"x.cu\"\n"
            "// END YOUR CODE\nlast\n");
  EXPECT_TRUE(merged.notes.empty() && merged.errors.empty());
}

TEST(Regions, ADifferenceOutsideIsToldAndHasNoEffect) {
  const merged_text merged = merge(kGiven, student("a\n", "int changed;\nint added;\n"), "x.cu");
  ASSERT_EQ(merged.notes.size(), 1u);
  EXPECT_EQ(merged.notes[0],
            "x.cu:5 differs from the given text, `int given;`, outside of the marks: that has no effect.");
  EXPECT_EQ(merged.text.find("changed"), std::string::npos);
  EXPECT_NE(merged.text.find("int given;"), std::string::npos);
}

TEST(Regions, LineEndsOfWindowsAndBlanksAtTheEndOfALineAreNoDifference) {
  std::string text = student("a\n");
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.insert(at, "\r");
  EXPECT_TRUE(merge(kGiven, text, "x.cu").notes.empty());
  EXPECT_TRUE(merge(kGiven, student("a\n", "int given;  \n"), "x.cu").notes.empty());
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
    const merged_text merged = merge(kGiven, text, "x.cu");
    ASSERT_EQ(merged.errors.size(), 1u) << text;
    EXPECT_NE(merged.errors[0].find(words), std::string::npos) << merged.errors[0];
    EXPECT_TRUE(merged.text.empty());
  }
}

// What a region leaves open would swallow the given text after it.
TEST(Regions, ARegionMustBeWhole) {
  for (const char* open :
       {"/* comment\n", "/\\\n* comment\n", "auto s = R\"(text\n", "auto s = u8R\"x(text)\"\n", "#if 0\n",
        "# ifdef A\n#else\n", "%: if 1\n", "#endif\n#if 1\n", "#else\n", "#line 7 \"y\"\n", "# 7 \"y\"\n",
        "#define A \\\n", "\"a\" R\"(\n", "int a = 1'000; /*\n", "#define A /*\n", "'\"'; /* \" */ /*\n",
        "/* */ #if 0\n"})
    EXPECT_EQ(merge(kGiven, student(open), "x.cu").errors.size(), 1u) << open;
  for (const char* whole :
       {"/* comment */\n", "// /* comment\n", "\"/*\"\n", "'\"'\n", "R\"(/*)\"\n", "R\"x()\" /* )x\"\n",
        "#if 0\n/*\n*/\n#endif\n", "int a = 1'000'000;\n", "#define A \\\n  1\n", "a / *b\n", "\"\\\"/*\"\n",
        "aR\"(\"\n", "// it's\n", "x # if\n"})
    EXPECT_TRUE(merge(kGiven, student(whole), "x.cu").errors.empty()) << whole;
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
  EXPECT_NE(foreign_include({lab / "link.h"}, {lab}, source, "x.cu"), "") << "a link leads out of the folder";
  EXPECT_NE(foreign_include({"/usr/include/../../etc/passwd"}, {lab}, source, "x.cu"), "");
  EXPECT_NE(foreign_include({"/dev/null"}, {lab}, source, "x.cu"), "");
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
