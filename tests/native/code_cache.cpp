// Code that was verified before comes from the cache, exactly as it was.
#include "tauforge/native/code_cache.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tauforge/native/temporary_folder.h"
#include "tests/support/robots.h"

namespace tauforge::tests {
namespace {

namespace fs = std::filesystem;
using functions::Function;

class CodeCache : public testing::Test {
 protected:
  CodeCache() { setenv("TAUFORGE_CACHE", folder.path().c_str(), 1); }
  ~CodeCache() override { setenv("TAUFORGE_CACHE", "off", 1); }

  static native::VerifiedCode code(const robot::Robot& robot, const native::CodeOptions& options) {
    compiler::Request request;
    request.calls = {{{Function::inverse_dynamics}}, {{Function::gravity, Function::mass_matrix}}};
    request.run_time.payload = true, request.evaluations = 30;
    auto made = native::cached_code(robot, request, options);
    EXPECT_TRUE(made.ok());
    return made.take();
  }
  static native::VerifiedCode code() { return code(robot_in_folder("scara"), quick()); }
  static native::CodeOptions quick() { return {.files = {}, .build = {}, .states = 20}; }

  native::TemporaryFolder folder;
};

TEST_F(CodeCache, GivesBackFilesFunctionsCountsAndChecks) {
  const auto first = code(), second = code();
  EXPECT_FALSE(first.from_cache());
  ASSERT_TRUE(second.from_cache());
  ASSERT_EQ(first.files.size(), second.files.size());
  for (std::size_t i = 0; i < first.files.size(); ++i) {
    EXPECT_EQ(first.files[i].name, second.files[i].name);
    EXPECT_EQ(first.files[i].text, second.files[i].text);
  }
  ASSERT_EQ(first.functions.size(), second.functions.size());
  for (std::size_t i = 0; i < first.functions.size(); ++i) {
    EXPECT_EQ(first.functions[i].name, second.functions[i].name);
    EXPECT_EQ(first.functions[i].results.size(), second.functions[i].results.size());
    EXPECT_EQ(first.functions[i].setup.at(0).name, second.functions[i].setup.at(0).name);
    EXPECT_EQ(first.compiled.reports[i].run, second.compiled.reports[i].run);
    EXPECT_EQ(first.compiled.reports[i].plain, second.compiled.reports[i].plain);
    EXPECT_EQ(first.checks[i].deviation, second.checks[i].deviation);
    EXPECT_EQ(first.checks[i].allowed, second.checks[i].allowed);
  }
  EXPECT_EQ((*second.model)->nv, 4);
}

TEST_F(CodeCache, KnowsTheNamesOfARobotAndTheFlagsOfTheCompiler) {
  code();
  robot::Robot other = robot_in_folder("scara");
  other.links.back() += "_renamed";
  EXPECT_FALSE(code(other, quick()).from_cache());
  other = robot_in_folder("scara");
  other.limits[0].velocity = 1.25;
  EXPECT_FALSE(code(other, quick()).from_cache());
  native::CodeOptions options = quick();
  options.build.flags = {"-O1"};
  EXPECT_FALSE(code(robot_in_folder("scara"), options).from_cache());
  EXPECT_TRUE(code().from_cache());
}

TEST_F(CodeCache, MakesAgainWhatIsBroken) {
  for (const char* file : {"key", "manifest", "files/model.so", "files/scara.c"}) {
    code();
    const fs::path entry = fs::directory_iterator(folder.path())->path();
    fs::resize_file(entry / file, fs::file_size(entry / file) / 2);
    EXPECT_FALSE(code().from_cache()) << file;
    EXPECT_TRUE(code().from_cache()) << file;
  }
}

TEST_F(CodeCache, LosesWhatWasUsedLongestAgo) {
  for (const char* name : {"old", "new", "middle"}) {
    fs::create_directories(fs::path(folder.path()) / name / "files");
    std::ofstream(fs::path(folder.path()) / name / "key") << std::string(1000, 'x');
    std::ofstream(fs::path(folder.path()) / name / "files/code.c") << std::string(1000, 'x');
  }
  const auto now = fs::file_time_type::clock::now();
  const std::pair<const char*, int> ages[] = {{"old", 3}, {"middle", 2}, {"new", 1}};
  for (const auto& [name, hours] : ages)
    fs::last_write_time(fs::path(folder.path()) / name / "key", now - std::chrono::hours(hours));
  native::shrink_cache(folder.path(), 4500);
  EXPECT_FALSE(fs::exists(fs::path(folder.path()) / "old"));
  EXPECT_TRUE(fs::exists(fs::path(folder.path()) / "middle"));
  native::shrink_cache(folder.path(), 2500);
  EXPECT_FALSE(fs::exists(fs::path(folder.path()) / "middle"));
  EXPECT_TRUE(fs::exists(fs::path(folder.path()) / "new"));
}

TEST_F(CodeCache, IsOffWhenTold) {
  setenv("TAUFORGE_CACHE", "off", 1);
  EXPECT_EQ(native::cache_folder(), std::nullopt);
  unsetenv("TAUFORGE_CACHE");
  setenv("XDG_CACHE_HOME", "/somewhere/else", 1);
  EXPECT_EQ(native::cache_folder(), "/somewhere/else/tauforge");
  setenv("XDG_CACHE_HOME", "relative", 1);  // as the standard has it: to be ignored
  EXPECT_NE(native::cache_folder(), "relative/tauforge");
  unsetenv("XDG_CACHE_HOME");
}

TEST_F(CodeCache, HasFunctionsForCasadiToo) {
  compiler::Request request;
  request.calls = {{{Function::gravity}}};
  request.evaluations = 30;
  native::CodeOptions options = quick();
  options.files.casadi = true;
  for (const bool cached : {false, true}) {
    const auto made = native::cached_code(robot_in_folder("scara"), request, options);
    ASSERT_TRUE(made.ok());
    EXPECT_EQ(made.value().from_cache(), cached);
    ASSERT_TRUE(made.value().casadi.has_value());
    EXPECT_EQ(made.value().casadi->functions, 1);
    EXPECT_TRUE(made.value().casadi->ok());
    EXPECT_TRUE(fs::exists(made.value().library));
  }
}

}  // namespace
}  // namespace tauforge::tests
