// Most of what generated code computes has a name that a reader of the formulation knows.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "tauforge/compiler/compile.h"
#include "tests/support/robots.h"

namespace tauforge::tests {
namespace {

class NamesIn : public testing::TestWithParam<const char*> {};

TEST_P(NamesIn, InverseDynamicsAreMostlyThoseOfTheFormulation) {
  const robot::Robot robot = robot_in_folder(GetParam());
  compiler::Request request;
  request.calls = {{{functions::Function::inverse_dynamics}}};
  request.evaluations = 300;
  compiler::CompiledModel model = compiler::compile(robot, request);
  compiler::FileOptions options;
  options.prefix = "arm", options.source = "arm.toml";
  std::string text;
  for (const auto& file : compiler::generated_files(robot, request, model, options))
    if (file.name == "arm.c") text = file.text.substr(file.text.rfind("void arm_inverse_dynamics("));
  const std::regex declaration("  const double (\\w+) = ");
  int all = 0, bare = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), declaration), end; it != end; ++it) {
    const std::string name = (*it)[1];
    if (std::regex_match(name, std::regex("[CS][0-9]+"))) continue;  // sines and cosines always had theirs
    ++all;
    bare += std::regex_match(name, std::regex("t[0-9]+"));
  }
  EXPECT_GT(all, 50);
  EXPECT_LE(3 * bare, all) << bare << " of " << all << " have no name";
}

INSTANTIATE_TEST_SUITE_P(Robots, NamesIn, testing::Values("puma560", "panda"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace tauforge::tests
