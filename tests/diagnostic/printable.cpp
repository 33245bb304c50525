// Text that hides something is shown with what it hides.
#include "tauforge/diagnostic/printable.h"

#include <gtest/gtest.h>

#include "tauforge/diagnostic/diagnostic.h"

namespace tauforge::tests {

namespace {

using diagnostic::printable;

TEST(Printable, LeavesWordsOfEveryLanguageAlone) {
  for (const char* text : {"", "joint_1 [N m]", "back\\slash", "\xC3\xA9t\xC3\xA9", "\xE9\x96\xA2\xE7\xAF\x80",
                           "\xF0\x9F\xA4\x96", "\xD9\x85\xD9\x81\xD8\xB5\xD9\x84"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, ShowsControlCharactersAsEscapes) {
  EXPECT_EQ(printable("a\x1b[31mb"), "a\\x1b[31mb");
  EXPECT_EQ(printable("a\nb\tc\rd"), "a\\nb\\tc\\rd");
  EXPECT_EQ(printable(std::string("\0\x7f", 2)), "\\x00\\x7f");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "\\u009b31m")
      << "C1: a control sequence without ESC";
}

TEST(Printable, ShowsWhatTurnsTheDirectionOfWritingOrIsInvisible) {
  EXPECT_EQ(printable("a\xE2\x80\xAE"
                      "b"),
            "a\\u202eb");  // right-to-left override
  EXPECT_EQ(printable("\xE2\x81\xA6\xE2\x81\xA9"), "\\u2066\\u2069");
  EXPECT_EQ(printable("\xE2\x80\x8E\xE2\x80\x8F\xD8\x9C"), "\\u200e\\u200f\\u061c");
  EXPECT_EQ(printable("\xE2\x80\x8B\xEF\xBB\xBF\xC2\xAD"), "\\u200b\\ufeff\\u00ad");
  EXPECT_EQ(printable("\xE2\x80\xA8\xE2\x80\xA9"), "\\u2028\\u2029");
  EXPECT_EQ(printable("\xF3\xA0\x80\xA1"), "\\U000e0021");  // a tag character
}

TEST(Printable, ShowsBytesThatAreNoUtf8) {
  EXPECT_EQ(printable("a\xFF"
                      "b"),
            "a\\xffb");
  EXPECT_EQ(printable("\xC3"), "\\xc3") << "cut off";
  EXPECT_EQ(printable("\xC0\x80"), "\\xc0\\x80") << "overlong";
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xed\\xa0\\x80") << "surrogate";
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "too large";
}

// The line as it is printed has four places where the file has one character.
TEST(Diagnostic, PutsTheCaretBelowTheWordThoughSomethingBeforeItIsEscaped) {
  const auto source = std::make_shared<const diagnostic::Source>(
      diagnostic::Source{"a\x1b.toml", "x\n\tk\x1b\xC3\xA9 = bad\xE2\x80\xAE\n"});
  const std::string text = to_text(diagnostic::error({source, 2, 9, 6}, "code", "'k\x1b' is\xE2\x80\xAE bad", "h\x1b"));
  EXPECT_EQ(text,
            "a\\x1b.toml:2:9: error: 'k\\x1b' is\\u202e bad [code]\n"
            "    2 |  k\\x1b\xC3\xA9 = bad\\u202e\n"
            "      |           ^~~~~~~~~ h\\x1b\n");
}

// Long lines are shown around the caret, from the beginning of a character: where there is none, from any byte.
TEST(Diagnostic, ShowsItsPlaceInALongLineOfBytesThatAreNoCharacters) {
  const auto source =
      std::make_shared<const diagnostic::Source>(diagnostic::Source{"log.csv", std::string(400, '\x94') + "bad,1"});
  const std::string text = to_text(diagnostic::error({source, 1, 401, 3}, "code", "is bad", ""));
  EXPECT_NE(text.find("\\x94bad,1\n"), std::string::npos) << text;
  EXPECT_NE(text.find(" ^~~\n"), std::string::npos) << text;
}

}  // namespace

}  // namespace tauforge::tests
