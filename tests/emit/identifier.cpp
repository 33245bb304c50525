// Names from files are hostile: what becomes of them in C.
#include "tauforge/emit/identifier.h"

#include <gtest/gtest.h>

#include <cctype>
#include <limits>

#include "tauforge/compiler/compile.h"
#include "tauforge/compiler/lay_out.h"
#include "tauforge/emit/c_unit.h"
#include "tauforge/emit/reserved_names.h"

namespace tauforge::tests {
namespace {

using emit::c_comment_text;
using emit::c_identifier;

TEST(Identifier, KeepsGoodNames) {
  for (const char* name : {"w3_x", "tau", "Shoulder1", "a"}) EXPECT_EQ(c_identifier(name), name);
}

TEST(Identifier, ReplacesWhatCDoesNotAllow) {
  EXPECT_EQ(c_identifier("left-hip.yaw"), "left_hip_yaw");
  EXPECT_EQ(c_identifier("a; system(\"x\")"), "a__system__x__");
  EXPECT_EQ(c_identifier("3rd"), "x_3rd");
  EXPECT_EQ(c_identifier("_Reserved"), "x__Reserved");
  EXPECT_EQ(c_identifier(""), "x");
  EXPECT_EQ(c_identifier("\xC3\xA9"), "x___");
}

TEST(Identifier, AvoidsKeywordsAndNamesOfTheLibrary) {
  for (const char* name : {"double", "for", "restrict", "sin", "main", "y0", "class"})
    EXPECT_EQ(c_identifier(name), std::string("x_") + name);
}

TEST(Identifier, IsAnIdentifierWhateverTheByte) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string name = c_identifier(std::string(1, static_cast<char>(byte)));
    ASSERT_FALSE(name.empty());
    EXPECT_TRUE(std::isalpha(static_cast<unsigned char>(name[0]))) << byte;
    for (const char c : name) EXPECT_TRUE(std::isalnum(static_cast<unsigned char>(c)) || c == '_') << byte;
  }
}

TEST(Identifier, NamesNoUnitAfterWhatTheSystemHas) {
  int names = 0;
  for (const auto& list : emit::reserved_names())
    for (const std::string& name : list.names) {
      EXPECT_NE(emit::why_reserved(name), "") << name;
      const std::string prefix = compiler::prefix_for(name);
      EXPECT_NE(prefix, name);
      EXPECT_EQ(emit::why_reserved(prefix), "") << prefix;
      EXPECT_EQ(c_identifier(prefix), prefix);
      EXPECT_EQ(compiler::prefix_for(prefix), prefix);
      ++names;
    }
  EXPECT_GT(names, 300);
  EXPECT_EQ(compiler::prefix_for("test"), "robot_test");
  EXPECT_EQ(compiler::prefix_for("INSTALL"), "robot_INSTALL");  // a target of Visual Studio
  EXPECT_EQ(compiler::prefix_for("puma260"), "puma260");
}

// Every header that a C program of the standard may include, whatever this machine's compiler adds.
TEST(Identifier, NamesNoUnitAfterAHeaderOfTheStandard) {
  for (const char* header :
       {"assert", "complex",     "ctype",  "errno",  "fenv",     "float",     "inttypes", "iso646", "limits", "locale",
        "math",   "setjmp",      "signal", "stdarg", "stdalign", "stdatomic", "stdbool",  "stddef", "stdint", "stdio",
        "stdlib", "stdnoreturn", "string", "tgmath", "threads",  "time",      "uchar",    "wchar",  "wctype"})
    EXPECT_NE(emit::why_reserved(header), "") << header;
}

TEST(NumberText, IsFiniteOrStopsTheProgram) {
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  emit::CStyle single;
  single.single_precision = true;
  EXPECT_EQ(emit::number_text(1e60, {}), "1e+60");
  EXPECT_EQ(emit::number_text(std::numeric_limits<float>::max(), single), "3.4028235e+38f");
  for (const double value : {infinity, -infinity, nan})
    EXPECT_EXIT(emit::number_text(value, {}), ::testing::ExitedWithCode(3), "finite");
  EXPECT_EXIT(emit::number_text(1e60, single), ::testing::ExitedWithCode(3), "finite");
}

TEST(UniqueNames, NumberWhatWouldCollide) {
  emit::UniqueNames unique;
  EXPECT_EQ(unique("w1_x"), "w1_x");
  EXPECT_EQ(unique("w1_x"), "w1_x_2");
  EXPECT_EQ(unique("w1.x"), "w1_x_3");
  EXPECT_EQ(unique("w1_x_2"), "w1_x_2_2");
}

TEST(CommentText, CannotEndTheCommentOrStartALine) {
  const std::string text = c_comment_text(
      "a */ int x; /* b\nc\r?"
      "?/ d\\\n*/");
  for (const char* part : {"*/", "/*", "\n", "\r", "\\", "?"}) EXPECT_EQ(text.find(part), std::string::npos) << part;
  EXPECT_EQ(c_comment_text("plain words, 3 m"), "plain words, 3 m");
}

TEST(CommentText, CannotBeJoinedFromPieces) {
  for (const char* text : {"**/", "*//", "/**", "//*", "*/*/", "/*/*"}) {
    const std::string shown = c_comment_text(text);
    EXPECT_EQ(shown.find("*/"), std::string::npos) << text;
    EXPECT_EQ(shown.find("/*"), std::string::npos) << text;
  }
}

TEST(CSource, LetsNoNameBreakOut) {
  emit::Unit unit;
  unit.prefix = c_identifier("f(){}int g");
  unit.comment = {"robot '*/ #error'"};
  unit.functions.resize(1);
  unit.functions[0].name = "square";
  unit.functions[0].comment = "*/ int g; /*";
  expression::Program& program = unit.functions[0].program;
  const auto q = program.add_argument("q*/", 1, expression::Binding::slow, "angle */ [rad]\n#error");
  program.add_output("for", {q[0] * q[0]}, "square");
  compiler::lay_out(unit);
  const std::string source = emit::c_header(unit) + emit::c_source(unit);
  EXPECT_EQ(source.find("\nint g"), std::string::npos) << source;
  EXPECT_EQ(source.find("f(){}"), std::string::npos) << source;
  EXPECT_EQ(source.find("\n#error"), std::string::npos) << source;
  EXPECT_NE(source.find("x_for"), std::string::npos) << source;
  // every "*/" ends a comment that "/*" began
  std::size_t at = 0;
  while ((at = source.find("/*", at)) != std::string::npos) {
    const std::size_t end = source.find("*/", at + 2);
    ASSERT_NE(end, std::string::npos) << source;
    EXPECT_EQ(source.substr(at + 2, end - at - 2).find("/*"), std::string::npos) << source;
    at = end + 2;
  }
}

}  // namespace
}  // namespace tauforge::tests
