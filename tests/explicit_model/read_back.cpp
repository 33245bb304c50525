// Every printed form, read again: the certificate beside it holds for what stands on the page.
#include "tauforge/explicit_model/read_back.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "tauforge/explicit_model/formula_reader.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"
#include "tests/support/serial_arms.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

using explicit_model::Certificate;
using explicit_model::Derivation;
using explicit_model::Format;
using explicit_model::Rule;
using explicit_model::Which;
using expression::Program;

Derivation derived(const robot::Robot& robot, Rule rule, double share = 0.01) {
  explicit_model::DerivationOptions options;
  options.share = share, options.rule = rule;
  return explicit_model::derivation(robot, options).value();
}

// The largest error of a program against Newton-Euler, joint by joint, relative to the bound.
void expect_within(const robot::Robot& robot, const Program& program, const Certificate& certificate, unsigned seed,
                   int states) {
  Random random(seed);
  const auto& range = certificate.range;
  const std::size_t n = certificate.joints.size();
  for (int s = -static_cast<int>(n); s < states; ++s) {
    State<double> x;
    for (std::size_t i = 0; i < n; ++i) {
      x.q.push_back(random.uniform(range.q[i].low, range.q[i].high));
      x.qd.push_back(random.uniform(-range.qd[i], range.qd[i]));
      x.qdd.push_back(random.uniform(-range.qdd[i], range.qdd[i]));
    }
    if (s < 0) {  // where the maximiser ended
      const auto& worst = certificate.joints[static_cast<std::size_t>(-s - 1)];
      x.q = worst.q, x.qd = worst.qd, x.qdd = worst.qdd;
    }
    std::vector<double> inputs = x.q;
    inputs.insert(inputs.end(), x.qd.begin(), x.qd.end());
    inputs.insert(inputs.end(), x.qdd.begin(), x.qdd.end());
    const auto tau = expression::evaluate(program, inputs), expected = torque(robot, x);
    for (std::size_t i = 0; i < n; ++i) {
      const auto& joint = certificate.joints[i];
      const double off = std::abs(tau[i] - expected[i]);
      ASSERT_LE(off, joint.bound + 1e-9 * std::max(joint.torque, 1.0)) << "joint " << i + 1;
      if (s == -static_cast<int>(i) - 1) {
        EXPECT_NEAR(off, joint.found, 1e-6 * joint.found + 1e-9 * std::max(joint.torque, 1.0)) << "as bad as it says";
      }
    }
  }
}

void expect_that_pages_hold(const robot::Robot& robot, const Derivation& d, unsigned seed, int states) {
  if (!is_readable(d)) {
    expect_within(robot, record(d.model, d.printed, explicit_model::Function::inverse_dynamics), *d.certificate, seed,
                  states);
    return;
  }
  for (const Format format : {Format::text, Format::markdown, Format::latex})
    for (const std::size_t width : {std::size_t{80}, diagnostic::unlimited}) {
      SCOPED_TRACE("format " + std::to_string(static_cast<int>(format)));
      const std::string page = render(document(d, format, false), format, {width, width == 80 ? 2 : 1});
      const auto printed = read_document(page, format);
      EXPECT_EQ(printed.constants.size(), d.model.constants.size());
      for (const Which which : {Which::full, Which::abbreviated}) {
        std::string why_not;
        const auto torques = torques_of(printed, d.model.n, which, why_not);
        ASSERT_TRUE(torques) << why_not;
        expect_within(robot, *torques, which == Which::full ? d.rounding : *d.certificate, seed, states);
      }
      if (format != Format::text && width == 80) break;
    }
}

void expect_tight(const std::string& name, const Derivation& d, double ratio) {
  double worst = 1;
  for (const auto& joint : d.certificate->joints)
    if (joint.found > 1e-12 * joint.torque) worst = std::max(worst, joint.bound / joint.found);
  std::cout << name << ": " << d.calculations.whole.total() << " -> " << d.abbreviated->whole.total()
            << ", worst bound/found " << worst << "\n";
  EXPECT_LE(worst, ratio) << name;
  EXPECT_LE(d.abbreviated->whole.total(), d.calculations.whole.total()) << name;
}

// The rule of the paper leaves more operations than it found: the full model stays, and the page says why.
void expect_that_nothing_is_dropped(const Derivation& d) {
  EXPECT_GT(d.abbreviation->dearer, d.calculations.whole.total());
  EXPECT_EQ(d.abbreviation->dropped, 0);
  EXPECT_EQ(d.abbreviated->whole.total(), d.calculations.whole.total());
  EXPECT_NE(render(document(d, Format::text, false), Format::text).find("Nothing is dropped: "), std::string::npos);
}

TEST(ReadBack, KeepsTheCertificateOfThePuma560ByBothRules) {
  const robot::Robot robot = robot_in_folder("puma560");
  for (const Rule rule : {Rule::paper, Rule::value}) {
    const Derivation d = derived(robot, rule);
    expect_that_pages_hold(robot, d, 560, 500);
    expect_tight("puma560", d, 3);
  }
}

TEST(ReadBack, KeepsTheCertificateOfSlidingAndRandomArms) {
  const robot::Robot arm = rprpr(1);
  for (const Rule rule : {Rule::paper, Rule::value}) {
    const Derivation d = derived(arm, rule);
    if (rule == Rule::paper) expect_that_nothing_is_dropped(d);
    expect_that_pages_hold(arm, d, 5, 500);
    expect_tight("rprpr", d, 3);
  }
  for (unsigned seed = 1; seed <= 2; ++seed) {
    Random random(seed);
    const robot::Robot robot = without_friction(random_robot(random, {.joints = 2 + static_cast<int>(seed % 3)}));
    const Derivation d = derived(robot, Rule::value);
    expect_that_pages_hold(robot, d, seed, 500);
    expect_tight("random " + std::to_string(seed), d, 3);
  }
}

// A page with one digit changed does not pass.
TEST(ReadBack, NoticesAWrongDigit) {
  const Derivation d = derived(robot_in_folder("scara"), Rule::value);
  std::string page = render(document(d, Format::text, false), Format::text);
  std::string why_not;
  const auto promise = [&] {
    const auto torques = torques_of(read_document(page, Format::text), d.model.n, Which::abbreviated, why_not);
    return torques ? broken_promise(d.model, d.complete, *torques, *d.certificate) : why_not;
  };
  EXPECT_EQ(promise(), "");
  const std::size_t at = page.find_first_of("123456789", page.find("~ "));
  page[at] = page[at] == '9' ? '1' : static_cast<char>(page[at] + 1);
  EXPECT_NE(promise().find("joint"), std::string::npos);
}

// As large models write them: neither a comment nor a statement of many lines ends the stack.
TEST(TorquesOfC, AreReadFromLongStatements) {
  std::string source = "/* " + std::string(1'000'000, 'x') +
                       " * / ** */\nvoid arm_torque(const double q[1], double tau[1]) {\n" +
                       "  const double S1 = sin(q[0]);\n  tau[0] = 0.5";
  for (int k = 0; k < 10'000; ++k) source += "\n      + 0.25*S1";
  source += ";\n}\n";
  std::string why_not;
  const auto torques = explicit_model::torques_of_c(source, "arm_torque", 1, why_not);
  ASSERT_TRUE(torques) << why_not;
  EXPECT_NEAR(expression::evaluate(*torques, {0.3, 0.0, 0.0})[0], 0.5 + 2500 * std::sin(0.3), 1e-9);
}

TEST(FormulaReader, ReadsWhatPeopleWrite) {
  Program program;
  const auto q = program.add_argument("q", 3, expression::Binding::slow, "");
  const auto names = [&](const std::string& name) { return explicit_model::read_factor(name, q); };
  std::string why_not;
  const auto value = [&](const std::string& text) {
    const auto result = explicit_model::read_formula(text, names, why_not);
    if (!result) return std::nan("");
    program.outputs.clear();
    program.add_output("y", {*result}, "");
    return expression::evaluate(program, {0.3, -0.7, 1.1})[0];
  };
  EXPECT_NEAR(value("-2*C2*(S23 - 0.5) + SS1/4"),
              -2 * std::cos(-0.7) * (std::sin(0.4) - 0.5) + std::pow(std::sin(0.3), 2) / 4, 1e-15);
  EXPECT_NEAR(
      value(explicit_model::plain_formula("1.5\\cdot 10^{-3} s_{23}^2 c_1 - 2 c_{1-2} (s_3 c_3 + 1)")),
      1.5e-3 * std::pow(std::sin(0.4), 2) * std::cos(0.3) - 2 * std::cos(1.0) * (std::sin(1.1) * std::cos(1.1) + 1),
      1e-15);
  EXPECT_TRUE(std::isnan(value("2*(C1")));
  EXPECT_NE(why_not.find("bracket"), std::string::npos);
  EXPECT_TRUE(std::isnan(value("I5*C1")));
  EXPECT_NE(why_not.find("I5"), std::string::npos);
}

}  // namespace
}  // namespace tauforge::tests
