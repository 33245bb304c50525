// How compilers are started: once for every file, and again only without options that they do not know.
#include "tauforge/native/compile_c.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tauforge/native/shared_library.h"
#include "tests/support/compile_c.h"

namespace tauforge::tests {
namespace {

using native::BuildOptions;

class CompileC : public ::testing::Test {
 protected:
  CompileC() {
    write("unit.h", "int twice(int x);\n");
    write("unit.c", "#include \"unit.h\"\nint twice(int x) { return 2 * x; }\n");
    write("model.c", "#include \"unit.h\"\nint answer(void);\nint answer(void) { return twice(21); }\n");
  }

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_.file(name)) << text; }
  auto compiled(const BuildOptions& options) const {
    return native::compile_c(folder_.file("."), {"unit.c", "model.c"}, "both.so", options);
  }
  // A program that stands before gcc and writes down how it was called; the shell's `refusal` comes first.
  std::string watched_gcc(const std::string& refusal = "") const {
    write("watched", "#!/bin/sh\necho \"$@\" >> '" + folder_.file("calls") + "'\n" + refusal + "\nexec gcc \"$@\"\n");
    std::filesystem::permissions(folder_.file("watched"), std::filesystem::perms::owner_all);
    return folder_.file("watched");
  }
  std::vector<std::string> calls_with(const std::string& word) const {
    std::vector<std::string> found;
    std::ifstream calls(folder_.file("calls"));
    for (std::string line; std::getline(calls, line);)
      if (line.find(word) != std::string::npos) found.push_back(line);
    return found;
  }
  void gives_the_answer(const diagnostic::Result<native::CompiledC>& made) const {
    ASSERT_TRUE(made.ok()) << made.findings()[0].message;
    const native::SharedLibrary library(made.value().shared_object);
    ASSERT_TRUE(library.ok()) << library.why_not();
    EXPECT_EQ(library.symbol<int (*)(void)>("answer")(), 42);
  }

  ScratchFolder folder_;
};

TEST_F(CompileC, CompilesEveryFileOnceAndTellsTheStackOfTheFirst) {
  const auto made = compiled({watched_gcc(), {"-O1"}});
  gives_the_answer(made);
  ASSERT_EQ(made.value().stack.size(), 1u);
  EXPECT_EQ(made.value().stack[0].function, "twice");
  EXPECT_GE(made.value().stack[0].bytes, 0);
  EXPECT_EQ(calls_with("unit.c").size(), 1u);
  EXPECT_EQ(calls_with("model.c").size(), 1u);
  EXPECT_EQ(calls_with("").size(), 2u);
}

TEST_F(CompileC, LeavesOutOptionsThatACompilerDoesNotKnow) {
  const std::string refusal = "for word; do case $word in -fstack-usage|-Wconversion) exit 1;; esac; done";
  const auto made = compiled({watched_gcc(refusal), {"-O1"}});
  gives_the_answer(made);
  EXPECT_TRUE(made.value().stack.empty());
  const auto calls = calls_with("unit.c");
  ASSERT_FALSE(calls.empty());
  for (const char* kept : {"-std=c99", "-pedantic-errors", "-Werror"})
    EXPECT_NE(calls.back().find(kept), std::string::npos) << kept;
}

TEST_F(CompileC, WorksWithEveryCompilerOfThisMachine) {
  for (const char* compiler : {"cc", "gcc", "clang", "tcc"})
    if (is_installed(compiler)) {
      SCOPED_TRACE(compiler);
      gives_the_answer(compiled({compiler, {"-O1"}}));
    }
}

// For the linker alone; clang warns of such words where it does not link.
TEST_F(CompileC, TakesFlagsOfTheLinker) {
  for (const char* compiler : {"gcc", "clang"})
    if (is_installed(compiler)) {
      SCOPED_TRACE(compiler);
      gives_the_answer(compiled({compiler, {"-O1", "-Wl,-z,now", "-lm"}}));
    }
}

TEST_F(CompileC, RefusesWhatMerelyWarnsAndDoesNotTryAgain) {
  write("unit.c", "#include \"unit.h\"\nint twice(int x) { int unused; return 2 * x; }\n");
  const auto made = compiled({watched_gcc(), {"-O1"}});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.findings()[0].code, "compiler-refused");
  EXPECT_EQ(calls_with("unit.c").size(), 1u);
}

TEST_F(CompileC, PassesOnTheCompilersWordsWithoutTheFolder) {
  write("unit.c", "int twice(int x) { return nonsense; }\n");
  const auto made = compiled({});
  ASSERT_FALSE(made.ok());
  const std::string& message = made.findings()[0].message;
  EXPECT_EQ(message.find("the compiler refused the generated code\nunit.c:"), 0u) << message;
  EXPECT_EQ(message.find(folder_.file("")), std::string::npos) << message;
}

TEST_F(CompileC, TellsACompilerThatIsMissingFromOneThatRefuses) {
  EXPECT_EQ(compiled({"no-such-compiler", {}}).findings()[0].code, "compiler-missing");
  EXPECT_EQ(compiled({"false", {}}).findings()[0].code, "compiler-refused");
  EXPECT_EQ(compiled({"cc", {"-no-such-flag"}}).findings()[0].code, "compiler-refused");
}

}  // namespace
}  // namespace tauforge::tests
