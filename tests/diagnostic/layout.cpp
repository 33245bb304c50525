// Paragraphs and tables within a width.
#include "tauforge/diagnostic/layout.h"

#include <gtest/gtest.h>

namespace tauforge::tests {

namespace {

using diagnostic::breaks;
using diagnostic::leaves;
using diagnostic::Rows;
using diagnostic::unlimited;

TEST(Layout, BreaksAtBlanksAndKeepsLongWordsWhole) {
  EXPECT_EQ(diagnostic::wrapped("one two three", 7), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(diagnostic::wrapped("a /long/path b", 4), (std::vector<std::string>{"a", "/long/path", "b"}));
  EXPECT_EQ(diagnostic::wrapped("", 4), std::vector<std::string>{""});
  EXPECT_EQ(diagnostic::wrapped("one  two", unlimited), std::vector<std::string>{"one  two"});
}

TEST(Layout, IndentsAParagraphBelowItsFirstLine) {
  EXPECT_EQ(diagnostic::paragraph("one two three", 10, "x: "), "x: one two\n   three\n");
  EXPECT_EQ(diagnostic::paragraph("one two three", 10, "", "  "), "one two\n  three\n");
}

TEST(Layout, ShortensWholeCharacters) {
  EXPECT_EQ(diagnostic::shortened("shoulder", 8), "shoulder");
  EXPECT_EQ(diagnostic::shortened("shoulder_joint", 8), "shoul...");
  EXPECT_EQ(diagnostic::shortened("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 4), "\xC3\xA9...");
}

const Rows rows = {{"name", "first", "second", "meaning"}, {"a", "1234567", "-", "some words that explain it"}};

TEST(Layout, LeavesATableThatFitsAsItIs) {
  EXPECT_EQ(diagnostic::table(rows, unlimited, "  ").text,
            "  name  first    second  meaning\n  a     1234567  -       some words that explain it\n");
}

TEST(Layout, BreaksCellsBeforeItDropsColumns) {
  const auto fitted = diagnostic::table(rows, 46, "  ", {{}, leaves(1), {}, breaks});
  EXPECT_TRUE(fitted.left_out.empty());
  EXPECT_EQ(fitted.text,
            "  name  first    second  meaning\n  a     1234567  -       some words that\n                         "
            "explain it\n");
}

TEST(Layout, DropsTheHighestRankFirstAndSaysSoExceptOfEmptyColumns) {
  const auto fitted = diagnostic::table(rows, 30, "", {{}, leaves(1), leaves(2), breaks});
  EXPECT_EQ(fitted.left_out, std::vector<std::string>{"first"}) << "there was nothing in 'second'";
  EXPECT_EQ(fitted.text, "name  meaning\na     some words that explain\n      it\n");
}

TEST(Layout, ShortensWhatCanNeitherBreakNorLeave) {
  const auto fitted = diagnostic::table({{"name", "x"}, {"a_very_long_name_of_a_joint", "12"}}, 20, "");
  EXPECT_EQ(fitted.text, "name              x\na_very_long_n...  12\n");
}

}  // namespace

}  // namespace tauforge::tests
