// Verification refuses code with one constant that is off by far less than any reader would notice.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "tauforge/native/verify.h"
#include "tests/generated/built_model.h"
#include "tests/support/robots.h"

namespace tauforge::tests {
namespace {

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// The model's text with constant number `k` off by `relative`; empty: there is no such constant.
std::string with_planted_error(const std::string& text, int k, double relative) {
  const std::regex definition("#define (K" + std::to_string(k) + ") \\(?(-?[0-9.e+-]+)(f?)\\)?( /\\*.*)?\n");
  std::smatch found;
  if (!std::regex_search(text, found, definition)) return "";
  std::ostringstream number;
  number.precision(17);
  number << std::scientific << std::stod(found[2]) * (1.0 + relative);
  return found.prefix().str() + "#define " + found[1].str() + " (" + number.str() + found[3].str() + ")\n" +
         found.suffix().str();
}

struct Planted {
  int constants = 0, refused = 0;
  double largest = 0;  // deviation of those that were refused
};

Planted plant_in_every_constant(const robot::Robot& robot, const compiler::Request& request, double relative) {
  const BuiltModel built(robot, request, {});
  EXPECT_TRUE(built.ok()) << built.messages;
  for (const auto& check : native::verify(robot, request, built.compiled, **built.model, 200))
    EXPECT_TRUE(check.ok()) << check.name << " used " << check.used;
  const std::string prefix = compiler::prefix_for(robot.name);
  const std::string text = text_of(built.folder.file(prefix + ".c"));
  Planted planted;
  for (int k = 1;; k += 4) {  // every fourth: each costs a run of the compiler
    const std::string edited = with_planted_error(text, k, relative);
    if (edited.empty()) break;
    std::ofstream(built.folder.file(prefix + ".c")) << edited;
    const auto made = native::compile_c(built.folder.file("."), {prefix + ".c", prefix + "_model.c"},
                                        "planted" + std::to_string(k) + ".so", {});
    if (!made.ok()) ADD_FAILURE() << made.findings()[0].message;
    if (!made.ok()) break;
    const native::LoadedModel model(made.value().shared_object, prefix);
    EXPECT_TRUE(model.ok()) << model.why_not();
    if (!model.ok()) break;
    const auto check = native::verify(robot, request, built.compiled, *model, 200)[0];
    ++planted.constants, planted.refused += !check.ok();
    if (!check.ok()) planted.largest = std::max(planted.largest, check.deviation);
  }
  return planted;
}

compiler::Request request_of(functions::Function function, bool single_precision) {
  compiler::Request request;
  request.calls.push_back({{function}});
  request.evaluations = 100;
  request.single_precision = single_precision;
  return request;
}

// Each deviates by less than a tolerance of 1e-10, for forward dynamics of 1e-8, would let pass.
TEST(PlantedErrors, OfOnePartInATrillionAreRefused) {
  const robot::Robot robot = robot_in_folder("puma560");
  const Planted planted =
      plant_in_every_constant(robot, request_of(functions::Function::inverse_dynamics, false), 1e-12);
  EXPECT_GE(planted.constants, 4);
  EXPECT_GE(2 * planted.refused, planted.constants) << "of " << planted.constants;
  EXPECT_LT(planted.largest, 1e-10);
}

TEST(PlantedErrors, OfOneInTenBillionAreRefusedInForwardDynamics) {
  const robot::Robot robot = robot_in_folder("puma560");
  const Planted planted =
      plant_in_every_constant(robot, request_of(functions::Function::forward_dynamics, false), 1e-10);
  EXPECT_GE(planted.constants, 4);
  EXPECT_GE(2 * planted.refused, planted.constants) << "of " << planted.constants;
  EXPECT_LT(planted.largest, 1e-8);
}

// In float, where 1e-4 of the largest torque would pass.
TEST(PlantedErrors, OfOneInTenThousandAreRefusedInSinglePrecision) {
  const Planted planted = plant_in_every_constant(robot_in_folder("puma560"),
                                                  request_of(functions::Function::inverse_dynamics, true), 1e-4);
  EXPECT_GE(planted.constants, 4);
  EXPECT_GE(2 * planted.refused, planted.constants) << "of " << planted.constants;
  EXPECT_LT(planted.largest, 1e-4);
}

}  // namespace
}  // namespace tauforge::tests
