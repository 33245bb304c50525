// `derive --payload`: mass and centre of a payload as symbols, in every form, read back and computed for many payloads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tauforge/cli/derive_parts.h"
#include "tauforge/explicit_model/payload.h"
#include "tests/support/evaluate_many.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"
#include "tests/support/serial_arms.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

using explicit_model::Derivation;
using explicit_model::Format;
using explicit_model::PayloadValues;
using explicit_model::PrintedModel;
using explicit_model::Which;
using expression::Program;

robot::Robot carrying(robot::Robot robot, const PayloadValues& p) {
  const robot::Vector r{p[1], p[2], p[3]};
  auto& body = robot.parameters.body.back();
  body = body + robot::Inertia<double>{p[0], p[0] * r, p[0] * spatial::point_inertia(r)};
  return robot;
}

// Payloads and states, and what Newton and Euler say of the robot with that payload in its last body.
struct Cases {
  Columns inputs, torques;

  Cases(const robot::Robot& robot, const Derivation& d, unsigned seed, int cases) {
    Random random(seed);
    const auto& range = d.rounding.range;
    const std::size_t n = range.q.size();
    inputs.resize(4 + 3 * n), torques.resize(n);
    for (int c = 0; c < cases; ++c) {
      const PayloadValues p{random.uniform(0, d.payload->mass), random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1),
                            random.uniform(0, 0.2)};
      State<double> x;
      for (std::size_t i = 0; i < n; ++i) {
        x.q.push_back(random.uniform(range.q[i].low, range.q[i].high));
        x.qd.push_back(random.uniform(-range.qd[i], range.qd[i]));
        x.qdd.push_back(random.uniform(-range.qdd[i], range.qdd[i]));
      }
      const auto tau = torque(carrying(robot, p), x);
      for (std::size_t k = 0; k < 4; ++k) inputs[k].push_back(p[k]);
      for (std::size_t i = 0; i < n; ++i) {
        inputs[4 + i].push_back(x.q[i]), inputs[4 + n + i].push_back(x.qd[i]);
        inputs[4 + 2 * n + i].push_back(x.qdd[i]), torques[i].push_back(tau[i]);
      }
    }
  }
};

void expect_torques(const std::string& form, const std::optional<Program>& program, const std::string& why_not,
                    const Derivation& d, const Cases& cases, double share) {
  SCOPED_TRACE(form);
  ASSERT_TRUE(program) << why_not;
  const Columns tau = evaluate_many(*program, cases.inputs);
  for (std::size_t i = 0; i < tau.size(); ++i) {
    double worst = 0;
    for (std::size_t s = 0; s < tau[i].size(); ++s) worst = std::max(worst, std::abs(tau[i][s] - cases.torques[i][s]));
    EXPECT_LE(worst, share * std::max(d.rounding.joints[i].torque, 1e-3)) << "joint " << i + 1;
  }
}

void expect_that_forms_carry(const robot::Robot& robot, bool symbolic) {
  SCOPED_TRACE(robot.name);
  explicit_model::DerivationOptions options;
  options.derive.symbolic = symbolic;
  options.derive.payload = explicit_model::SymbolicPayload{2.0, {0.0, 0.0, 0.1}};
  const Derivation d = explicit_model::derivation(robot, options).value();
  const Cases cases(robot, d, 5, 2000);
  const auto written = [&](const std::string& format, std::size_t width, int columns) {
    cli::DeriveExtras extras;
    extras.width = width, extras.columns = columns;
    const auto files = cli::derive_files(robot, d, extras, format, false, "a test");
    EXPECT_EQ(files.broken, "");
    EXPECT_EQ(files.why_not, "");
    return files.files;
  };
  const auto expect_printed = [&](const std::string& form, const PrintedModel& printed, double share) {
    EXPECT_FALSE(printed.with_payload.empty());
    std::string why_not;
    const auto program = torques_of(printed, d.model.n, Which::payload, why_not);
    expect_torques(form, program, why_not, d, cases, share);
  };
  constexpr double exact = 1e-10, printed = 2e-4;  // of the largest torque

  const auto c = written("c", diagnostic::unlimited, 1);
  std::string why_not;
  const std::string function = c[0].name.substr(0, c[0].name.size() - 2) + "_inverse_dynamics_with_payload";
  const auto of_c = explicit_model::torques_of_c(c[0].text, function, d.model.n, why_not, Which::payload);
  expect_torques("C", of_c, why_not, d, cases, exact);

  const auto json = nlohmann::json::parse(written("json", diagnostic::unlimited, 1)[0].text);
  EXPECT_EQ(json.at("payload").at("mass"), 2.0);
  expect_printed("JSON", cli::printed_model(json), exact);

  expect_printed("text", read_document(written("text", 80, 1)[0].text, Format::text), printed);
  expect_printed("markdown", read_document(written("markdown", 80, 1)[0].text, Format::markdown), printed);
  for (const int columns : {1, 2}) {
    const auto latex = written("latex", diagnostic::unlimited, columns);
    const PrintedModel page = read_document(latex.at(0).text, Format::latex);
    expect_printed("LaTeX", page, printed);
    PrintedModel alone = read_document(latex.at(1).text, Format::latex);
    alone.constants = page.constants;
    expect_printed("equations alone", alone, printed);
  }
}

TEST(Payload, StaysASymbolInEveryForm) {
  expect_that_forms_carry(without_friction(robot_in_folder("puma560")), true);
  expect_that_forms_carry(without_friction(robot_in_folder("scara")), false);
  expect_that_forms_carry(rprpr(3), false);
}

// The values on the page are those of the payload that was given.
TEST(Payload, HasTheGivenOneInTheValues) {
  explicit_model::DerivationOptions options;
  options.derive.payload = explicit_model::SymbolicPayload{1.0, {0.3, 0.0, 0.0}};
  const Derivation d = explicit_model::derivation(robot_in_folder("puma560"), options).value();
  const auto with = explicit_model::constants_with(d.model, {1.0, 0.3, 0.0, 0.0});
  int depend = 0;
  for (std::size_t k = 0; k < with.size(); ++k) {
    EXPECT_NEAR(with[k], d.model.constants[k].value, 1e-12) << d.model.constants[k].name;
    depend += depends_on_payload(d.model, d.model.constants[k]);
  }
  EXPECT_GT(depend, 0);
  EXPECT_LT(depend, static_cast<int>(with.size())) << "motors do not";
}

}  // namespace
}  // namespace tauforge::tests
