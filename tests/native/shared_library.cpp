// What a shared object may and may not do to the program that loads it.
#include "tauforge/native/shared_library.h"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <utility>

#include "tauforge/native/compile_c.h"
#include "tauforge/native/loaded_model.h"
#include "tests/support/compile_c.h"

namespace tauforge::tests {
namespace {

using native::SharedLibrary;

std::string made(const ScratchFolder& folder, const std::string& text, const std::vector<std::string>& flags) {
  std::ofstream(folder.file("some.c")) << text;
  const auto result = native::compile_c(folder.file("."), {"some.c"}, "some.so", {"gcc", flags});
  EXPECT_TRUE(result.ok()) << result.findings()[0].message;
  return result.ok() ? result.value().shared_object : "";
}

TEST(SharedLibrary, GivesFunctionsAndDataByName) {
  const ScratchFolder folder;
  const SharedLibrary library(
      made(folder, "int answer = 42;\nint twice(int x);\nint twice(int x) { return 2 * x; }\n", {"-O1"}));
  ASSERT_TRUE(library.ok()) << library.why_not();
  EXPECT_EQ(*library.symbol<const int*>("answer"), 42);
  EXPECT_EQ(library.symbol<int (*)(int)>("twice")(21), 42);
  EXPECT_EQ(library.symbol<int (*)(int)>("thrice"), nullptr);
}

TEST(SharedLibrary, WorksWhenItsFileIsGoneAndItsOwnerHasMoved) {
  std::string path;
  const SharedLibrary library = [&] {
    const ScratchFolder folder;
    path = made(folder, "int answer = 42;\n", {"-O1"});
    SharedLibrary loaded(path);
    return SharedLibrary(std::move(loaded));
  }();
  EXPECT_FALSE(std::ifstream(path).good());
  ASSERT_TRUE(library.ok());
  EXPECT_EQ(*library.symbol<const int*>("answer"), 42);
}

// gcc -Ofast links an initialiser that switches denormal numbers off.
TEST(SharedLibrary, LeavesDenormalNumbersAsTheyWere) {
  const ScratchFolder folder;
  const SharedLibrary library(made(folder, "int answer = 42;\n", {"-Ofast"}));
  ASSERT_TRUE(library.ok());
  volatile double smallest = std::numeric_limits<double>::min();
  EXPECT_GT(smallest / 2, 0.0);
}

TEST(SharedLibrary, SaysWhyItCannotBeLoaded) {
  const SharedLibrary none("/no/such/library.so");
  EXPECT_FALSE(none.ok());
  EXPECT_NE(none.why_not().find("No such file"), std::string::npos) << none.why_not();
  EXPECT_EQ(none.symbol<void*>("answer"), nullptr);
  const ScratchFolder folder;
  std::ofstream(folder.file("text.so")) << "not a library";
  EXPECT_FALSE(SharedLibrary(folder.file("text.so")).ok());
}

TEST(LoadedModel, IsRefusedWithoutAModelOrWithOneOfAnotherAbi) {
  const ScratchFolder folder;
  const std::string bare = made(folder, "int answer = 42;\n", {"-O1"});
  EXPECT_EQ(native::LoadedModel(bare, "arm").why_not(), "there is no model in it");
  const ScratchFolder other;
  const std::string old = made(other, "struct { int abi; char rest[512]; } arm_model = {-1, {0}};\n", {"-O1"});
  const native::LoadedModel model(old, "arm");
  EXPECT_FALSE(model.ok());
  EXPECT_EQ(model.why_not(), "it was made for another version of tauforge/model.h");
  EXPECT_NE(native::LoadedModel("/no/such/library.so", "arm").why_not().find("No such file"), std::string::npos);
}

}  // namespace
}  // namespace tauforge::tests
