// Generated folders as they are handed over, beside this file in golden/: a change of generated code is read like code.
// tools/update_golden.py generated.Golden rewrites them. Little search, so that the numbers of a machine decide nothing.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "tauforge/compiler/compile.h"
#include "tests/support/limbed_robot.h"
#include "tests/support/robots.h"

namespace tauforge::tests {
namespace {

namespace fs = std::filesystem;
using functions::Function;

std::string contents(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string without_version(const std::string& text) {
  return std::regex_replace(text, std::regex(R"(Tauforge \d+\.\d+\.\d+)"), "Tauforge");
}

struct Golden {
  const char* name;
  const char* robot;  // of robots/, or "limbs"
  std::vector<Function> functions;
  void (*ask)(compiler::Request&);
};

void PrintTo(const Golden& golden, std::ostream* stream) { *stream << golden.name; }

class GoldenFolder : public testing::TestWithParam<Golden> {};

TEST_P(GoldenFolder, IsWhatIsGenerated) {
  const Golden& golden = GetParam();
  Random random(5);
  const robot::Robot robot =
      golden.robot == std::string("limbs") ? robot_with_limbs(random, {}) : robot_in_folder(golden.robot);
  compiler::Request request;
  for (const Function f : golden.functions) request.calls.push_back({{f}});
  request.evaluations = 20;
  golden.ask(request);
  compiler::CompiledModel model = compiler::compile(robot, request);
  compiler::FileOptions options;
  options.prefix = golden.name, options.source = std::string(golden.robot) + ".toml";
  const fs::path folder = fs::path(TAUFORGE_SOURCE_DIR) / "tests/generated/golden" / golden.name;
  const bool update = std::getenv("TAUFORGE_UPDATE_GOLDEN") != nullptr;
  if (update) fs::create_directories(folder);
  for (const auto& file : compiler::generated_files(robot, request, model, options)) {
    if (file.name == "tauforge/model.h" || file.name.ends_with("_selftest.c")) continue;  // a copy; numbers alone
    const std::string text = without_version(file.text);
    if (update) std::ofstream(folder / file.name, std::ios::binary) << text;
    EXPECT_EQ(text, contents(folder / file.name)) << file.name << ": after a wanted change tools/update_golden.py";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Folders, GoldenFolder,
    testing::Values(
        Golden{"limbs", "limbs", {Function::inverse_dynamics}, [](compiler::Request&) {}},
        Golden{"payload",
               "scara",
               {Function::inverse_dynamics, Function::gravity},
               [](compiler::Request& r) { r.run_time.payload = true; }},
        Golden{"single", "puma560", {Function::mass_matrix}, [](compiler::Request& r) { r.single_precision = true; }},
        Golden{"two_rate", "puma260", {}, [](compiler::Request& r) { r.two_rate = true; }}),
    [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace tauforge::tests
