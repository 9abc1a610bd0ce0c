// SPDX-License-Identifier: Apache-2.0
#include "answer_sheet.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "own_folder.h"
#include "session.h"

namespace {

using namespace verifier;
namespace fs = std::filesystem;

const answer_sheet sheet("explain.csv",
                         {"words a key", "share of the copies", "crossover", "why (a; b or c)", "phase"});

class AnswerSheet : public testing::Test {
 protected:
  void SetUp() override {
    lab_.suite = "Lab01";
    lab_.folder = "01_lab";
    row_.test = "Claim";
    current_session().begin_test(lab_, row_);
    fs::create_directories(folder_.path / lab_.folder);
    current_session().config.labs = folder_.path;
  }
  void write(const std::string& text) const {
    std::ofstream(folder_.path / lab_.folder / "explain.csv") << text;
  }
  // Returns the judgement's message, or "".
  template <class Read>
  std::string said(const std::string& text, Read read, verdict expected = verdict::wrong) const {
    write(text);
    try {
      read();
    } catch (const judgement& result) {
      EXPECT_EQ(result.kind, expected) << result.text;
      return result.text;
    }
    return "";
  }
  lab_entry lab_;
  rubric_row row_;
  own_folder folder_;
};

const auto ask_words = [] { return sheet.whole("words a key"); };

TEST_F(AnswerSheet, ReadsWhatAnEditorWrites) {
  write(
      "# A comment, with commas.\nquestion,answer\nwords a key,2\nshare of the "
      "copies,3.5\ncrossover,none\n\nwhy (a; b or c),B\nphase,Scatter\n");
  EXPECT_EQ(sheet.whole("words a key"), 2);
  EXPECT_EQ(sheet.number("share of the copies"), 3.5);
  EXPECT_EQ(sheet.number("words a key"), 2.0);
  EXPECT_EQ(sheet.whole_or_none("crossover"), std::nullopt);
  EXPECT_EQ(sheet.whole_or_none("words a key"), 2);
  EXPECT_EQ(sheet.letter("why (a; b or c)", "abc"), 'b');
  EXPECT_EQ(sheet.word("phase", {"scan", "scatter"}), "scatter");
}

TEST_F(AnswerSheet, ReadsWhatASpreadsheetWrites) {
  write(
      "\xef\xbb\xbfQuestion,Answer,,\r\n\"words a key\", \"2\" ,\r\n\twhy (a; b or c) ,a\r\n\"# a comment, "
      "quoted\",\r\n,,\r\n");
  EXPECT_EQ(sheet.whole("words a key"), 2);
  EXPECT_EQ(sheet.letter("why (a; b or c)", "abc"), 'a');
}

TEST_F(AnswerSheet, NoAnswerIsNotYet) {
  for (const char* text : {"words a key,?\n", "words a key,\n", "words a key\n", "words a key,  \n"})
    EXPECT_EQ(said(text, ask_words, verdict::not_yet),
              "In labs/01_lab/explain.csv, line 1, \"words a key\" has no answer yet.");
}

TEST_F(AnswerSheet, MissingAndForeignRowsAreNamed) {
  EXPECT_EQ(
      said("crossover,5\n", ask_words),
      "labs/01_lab/explain.csv no longer has the line \"words a key,…\". Copy it back from the original file.");
  EXPECT_EQ(
      said("question,answer\nwords a kez,2\n", ask_words),
      "labs/01_lab/explain.csv, line 2 begins with \"words a kez\", which isn't a question of this lab. Did you "
      "mean \"words a key\"? Put # at the beginning of your own notes.");
  EXPECT_EQ(
      said("words a key,2\nquestion,answer\n", ask_words),
      "labs/01_lab/explain.csv, line 2 begins with \"question\", which isn't a question of this lab. Put # "
      "at the beginning of your own notes.");
  EXPECT_NE(said("words a key;2\n", ask_words).find("There must be a comma"), std::string::npos);
  EXPECT_EQ(
      said("words a key,2\n\nwords a key,3\n", ask_words),
      "labs/01_lab/explain.csv, line 3 answers \"words a key\" a second time, after line 1. Keep only one of the two lines.");
  EXPECT_NE(said("\x1b[31mred,2\n", ask_words).find("\\x1b[31mred"), std::string::npos);
}

TEST_F(AnswerSheet, NumbersStandAlone) {
  const auto form = [](const std::string& given) {
    return "In labs/01_lab/explain.csv, line 1, the answer to \"words a key\" is `" + given +
           "`; it must be a whole number, without a unit or separators.";
  };
  for (const std::string given :
       {"2 words", "-2", "2.0", "0x2", "two", "16 777 216", "16'777", "1e3", "99999999999999999"})
    EXPECT_EQ(said("words a key," + given + "\n", ask_words), form(given));
  EXPECT_EQ(
      said("words a key,1,234\n", ask_words),
      "labs/01_lab/explain.csv, line 1 has 2 commas. Each line is \"question,answer\", and numbers must not "
      "contain commas: write 1234 and 0.5.");
  const auto ask_share = [] { return sheet.number("share of the copies"); };
  for (const std::string given : {"3.5 %", "3.5%", ".", "1.2.3", "-1", "nan", "inf", "1e3"})
    EXPECT_NE(said("share of the copies," + given + "\n", ask_share)
                  .find("`" + given + "`; it must be a number, such as"),
              std::string::npos)
        << given;
}

TEST_F(AnswerSheet, ChoicesAreNamed) {
  const auto ask_why = [] { return sheet.letter("why (a; b or c)", "abc"); };
  for (const std::string given : {"d", "ab", "a)", "because"})
    EXPECT_NE(said("why (a; b or c)," + given + "\n", ask_why).find("must be one of the letters a, b and c."),
              std::string::npos);
  EXPECT_NE(said("phase,stairs\n",
                 [] {
                   return sheet.word("phase", {"scan", "scatter"});
                 })
                .find("must be one of scan and scatter."),
            std::string::npos);
}

TEST_F(AnswerSheet, WrongAnswersShowTheLine) {
  EXPECT_EQ(said("#\nwords a key,3\n", [] { sheet.expect_whole("words a key", 2, "Count them."); }),
            "In labs/01_lab/explain.csv, line 2, \"words a key\" is not 3.\nCount them.");
  EXPECT_EQ(said("words a key,2\n", [] { sheet.expect_whole("words a key", 2, "Count them."); }), "");
  EXPECT_EQ(
      said("share of the copies,3.6\n", [] { sheet.expect_near("share of the copies", 3.5, 0.2, "So."); }),
      "");
  EXPECT_EQ(
      said("share of the copies,3.8\n", [] { sheet.expect_near("share of the copies", 3.5, 0.2, "So."); }),
      "In labs/01_lab/explain.csv, line 1, \"share of the copies\" is not 3.8.\nSo.");
}

TEST_F(AnswerSheet, OtherFilesAreRefused) {
  EXPECT_NE(said(std::string("\xff\xfew\0o\0", 6), ask_words).find("explain.csv is not plain text"),
            std::string::npos);
  EXPECT_NE(said(std::string("words a key,\0", 13), ask_words).find("explain.csv is not plain text"),
            std::string::npos);
  EXPECT_NE(said("", ask_words).find("no longer has the line \"words a key"), std::string::npos);
  const fs::path file = folder_.path / lab_.folder / "explain.csv";
  write("secret,1\n");
  fs::rename(file, folder_.path / "secret");
  const auto said_of = [&](const std::function<void()>& make) {
    const std::string text = said("", [&] {
      fs::remove(file);
      make();
      return sheet.whole("words a key");
    });
    fs::remove(file);  // writing to the pipe again would wait for a reader
    return text;
  };
  for (const auto& [text, why] :
       {std::pair(said_of([&] { fs::create_symlink(folder_.path / "secret", file); }), "is a symbolic link"),
        std::pair(said_of([&] { mkfifo(file.c_str(), 0600); }), "is not a plain file"),
        std::pair(said_of([&] { fs::create_directory(file); }), "is a folder"),
        std::pair(said_of([&] { std::ofstream(file) << std::string(70000, '#'); }),
                  "is larger than 64 KiB")}) {
    EXPECT_NE(text.find("explain.csv " + std::string(why)), std::string::npos) << text;
    EXPECT_EQ(text.find("secret"), std::string::npos);
  }
  EXPECT_NE(said("",
                 [] {
                   fs::remove(current_session().config.labs / "01_lab" / "explain.csv");
                   return sheet.whole("words a key");
                 })
                .find("is missing"),
            std::string::npos);
}

}  // namespace
