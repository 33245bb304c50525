// Every form that `tauforge derive` writes (text, Markdown, LaTeX, equations alone, C, JSON), read back and computed: the
// certificate beside it holds at fresh states and where the maximiser ended.
#include "tauforge/explicit_model/read_back.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "tauforge/cli/derive_parts.h"
#include "tauforge/expression/count.h"
#include "tauforge/files/read_robot.h"
#include "tests/support/evaluate_many.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"
#include "tests/support/serial_arms.h"
#include "tests/support/shared_data.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

using explicit_model::Certificate;
using explicit_model::Derivation;
using explicit_model::Format;
using explicit_model::PrintedModel;
using explicit_model::Rule;
using explicit_model::Which;
using expression::Program;

// States of the range with the torques that Newton and Euler give there: the first n are the maximiser's.
struct States {
  Columns inputs, torques;
};

States states_of(const robot::Robot& robot, const Certificate& certificate, unsigned seed, int fresh) {
  Random random(seed);
  const auto& range = certificate.range;
  const std::size_t n = certificate.joints.size();
  States states{Columns(3 * n), Columns(n)};
  for (int s = -static_cast<int>(n); s < fresh; ++s) {
    State<double> x;
    if (s < 0) {
      const auto& worst = certificate.joints[n - static_cast<std::size_t>(-s)];
      x.q = worst.q, x.qd = worst.qd, x.qdd = worst.qdd;
    } else {
      for (std::size_t i = 0; i < n; ++i) {
        x.q.push_back(random.uniform(range.q[i].low, range.q[i].high));
        x.qd.push_back(random.uniform(-range.qd[i], range.qd[i]));
        x.qdd.push_back(random.uniform(-range.qdd[i], range.qdd[i]));
      }
    }
    const auto tau = torque(robot, x);
    for (std::size_t i = 0; i < n; ++i) {
      states.inputs[i].push_back(x.q[i]), states.inputs[n + i].push_back(x.qd[i]);
      states.inputs[2 * n + i].push_back(x.qdd[i]), states.torques[i].push_back(tau[i]);
    }
  }
  return states;
}

// The largest error over the bound that any state has: at most 1. `as_bad`: at its own states the error is what was found.
double worst_share(const Program& program, const Certificate& certificate, const States& states, bool as_bad) {
  const Columns tau = evaluate_many(program, states.inputs);
  double worst = 0;
  for (std::size_t i = 0; i < certificate.joints.size(); ++i) {
    const auto& joint = certificate.joints[i];
    const double rounding = 1e-9 * std::max(joint.torque, 1.0);  // of the evaluation
    for (std::size_t s = 0; s < tau[i].size(); ++s)
      worst = std::max(worst, std::abs(tau[i][s] - states.torques[i][s]) / (joint.bound + rounding));
    if (!as_bad) continue;
    EXPECT_NEAR(std::abs(tau[i][i] - states.torques[i][i]), joint.found, 1e-6 * joint.found + rounding)
        << "as bad as it says, joint " << i + 1;
  }
  return worst;
}

class Forms {
 public:
  Forms(const robot::Robot& robot, const Derivation& d, unsigned seed, int fresh)
      : robot_(robot),
        d_(d),
        of_abbreviated_(states_of(robot, *d.certificate, seed, fresh)),
        of_full_(states_of(robot, d.rounding, seed + 1000, fresh)) {}

  void expect_all() {
    expect_c();
    expect_json();
    for (const auto& [format, style] : {std::pair{"text", Format::text}, {"markdown", Format::markdown}})
      for (const std::size_t width : {std::size_t{80}, diagnostic::unlimited})
        if (style == Format::text || width == 80) expect_page(format, style, width, 1);
    for (const int columns : {1, 2}) expect_page("latex", Format::latex, diagnostic::unlimited, columns);
  }
  int forms() const { return forms_; }
  double worst() const { return worst_; }  // error over bound

 private:
  std::vector<compiler::GeneratedFile> written(const std::string& format, std::size_t width = diagnostic::unlimited,
                                               int columns = 1) {
    cli::DeriveExtras extras;
    extras.width = width, extras.columns = columns;
    const auto files = cli::derive_files(robot_, d_, extras, format, false, "a test");
    EXPECT_EQ(files.why_not, "");
    EXPECT_EQ(files.broken, "");
    return files.files;
  }

  template <class Read> void expect_within(const std::string& form, const Read& read) {
    SCOPED_TRACE(form);
    for (const Which which : {Which::full, Which::abbreviated}) {
      std::string why_not;
      const std::optional<Program> torques = read(which, why_not);
      if (!torques) {
        ADD_FAILURE() << why_not;
        continue;
      }
      const bool full = which == Which::full;
      const double share = full ? worst_share(*torques, d_.rounding, of_full_, false)
                                : worst_share(*torques, *d_.certificate, of_abbreviated_, true);
      EXPECT_LE(share, 1.0) << (full ? "full" : "abbreviated");
      worst_ = std::max(worst_, share);
    }
    ++forms_;
  }
  void expect_printed(const std::string& form, const PrintedModel& printed) {
    expect_within(form,
                  [&](Which which, std::string& why_not) { return torques_of(printed, d_.model.n, which, why_not); });
  }

  void expect_c() {
    const auto files = written("c");
    ASSERT_FALSE(files.empty());
    const std::string prefix = files[0].name.substr(0, files[0].name.size() - 2);
    expect_within("C", [&](Which which, std::string& why_not) {
      const char* function = which == Which::full ? "_inverse_dynamics" : "_abbreviated_inverse_dynamics";
      return explicit_model::torques_of_c(files[0].text, prefix + function, d_.model.n, why_not);
    });
    const bool forward = files[0].text.find("_abbreviated_forward_dynamics(") != std::string::npos;
    EXPECT_EQ(forward, d_.not_definite.empty()) << d_.not_definite;
  }
  void expect_json() {
    const auto files = written("json");
    ASSERT_FALSE(files.empty());
    const auto answer = nlohmann::json::parse(files[0].text);
    PrintedModel printed = cli::printed_model(answer);
    expect_printed("JSON", printed);
    for (const auto& c : answer.at("constants")) printed.constants[c.at("name")] = c.at("printed");
    expect_printed("JSON, constants as printed", printed);
  }
  // What is too large to be read has no formulas there.
  void expect_page(const std::string& format, Format style, std::size_t width, int columns) {
    const auto files = written(format, width, columns);
    ASSERT_FALSE(files.empty());
    const PrintedModel page = read_document(files[0].text, style);
    if (!is_readable(d_)) {
      EXPECT_TRUE(page.formulas.empty());
      EXPECT_EQ(files.size(), 1u);
      return;
    }
    EXPECT_EQ(page.constants.size(), d_.model.constants.size());
    expect_printed(fmt::format("{}, {} columns", format, columns), page);
    if (style != Format::latex) return;
    ASSERT_EQ(files.size(), 2u);
    PrintedModel equations = read_document(files[1].text, style);
    EXPECT_TRUE(equations.constants.empty());
    equations.constants = page.constants;  // the paper that reads the equations in says what they are
    expect_printed(fmt::format("equations alone, {} columns", columns), equations);
  }

  const robot::Robot& robot_;
  const Derivation& d_;
  States of_abbreviated_, of_full_;
  int forms_ = 0;
  double worst_ = 0;
};

// Reads every form back and prints a row of the table in docs/explicit-model.md.
void expect_that_forms_hold(const std::string& name, const robot::Robot& robot, Rule rule, int fresh, double ratio) {
  SCOPED_TRACE(name);
  explicit_model::DerivationOptions options;
  options.share = 0.01, options.rule = rule;
  const Derivation d = explicit_model::derivation(robot, options).value();
  Forms forms(robot, d, 7, fresh);
  forms.expect_all();
  double tight = 1;
  for (const auto& joint : d.certificate->joints)
    if (joint.found > 1e-12 * joint.torque) tight = std::max(tight, joint.bound / joint.found);
  EXPECT_LE(tight, ratio);
  EXPECT_LE(d.abbreviated->whole.total(), d.calculations.whole.total());
  std::cout << fmt::format("| {} | {} | {} | {} | {} | {} | {:.2f} | {:.2f} |\n", name,
                           rule == Rule::paper ? "paper" : "value", d.model.n, d.calculations.whole.total(),
                           d.abbreviated->whole.total(), forms.forms(), tight, forms.worst())
            << std::flush;
}

TEST(WrittenModels, KeepTheirCertificatesInEveryForm) {
  expect_that_forms_hold("scara", without_friction(robot_in_folder("scara")), Rule::value, 1000, 3);
  expect_that_forms_hold("rprpr", rprpr(1), Rule::paper, 1000, 3);
}

// At 5 % the paper's rule takes more from A of the Stanford arm than it bears: torques are still written, accelerations are not.
TEST(WrittenModels, HaveNoForwardDynamicsWhereTheMassMatrixIsNotDefinite) {
  const robot::Robot robot = without_friction(robot_in_folder("stanford"));
  explicit_model::DerivationOptions options;
  options.share = 0.05, options.rule = Rule::paper;
  options.certificate = {.mesh_points = 1000, .cells = 100};
  const Derivation d = explicit_model::derivation(robot, options).value();
  EXPECT_NE(d.not_definite, "");
  Forms forms(robot, d, 7, 1000);
  forms.expect_all();
  const auto c = cli::derive_files(robot, d, {}, "c", false, "a test").files.at(0);
  EXPECT_NE(c.text.find("There is no abbreviated_forward_dynamics: its mass matrix is not positive definite"),
            std::string::npos);
  EXPECT_NE(c.text.find("stanford_explicit_forward_dynamics("), std::string::npos) << "the full model has it";
}

// The bounds of the paper's rule are the allowed errors; what is counted is the C file, read back.
TEST(WrittenModels, OfThePuma560ByValueNeedAtMost230OperationsForTheErrorOfThePapersRule) {
  const robot::Robot robot = without_friction(robot_in_folder("puma560"));
  explicit_model::DerivationOptions options;
  options.share = 0.01, options.rule = Rule::paper;
  const Derivation paper = explicit_model::derivation(robot, options).value();
  options.rule = Rule::value;
  for (const auto& joint : paper.certificate->joints) options.errors.push_back(joint.bound);
  const Derivation d = explicit_model::derivation(robot, options).value();
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_LE(d.certificate->joints[i].bound, paper.certificate->joints[i].bound) << "joint " << i + 1;
  Forms forms(robot, d, 7, 1000);
  forms.expect_all();
  EXPECT_LE(forms.worst(), 1.0);
  const auto c = cli::derive_files(robot, d, {}, "c", false, "a test").files[0];
  const std::string function = c.name.substr(0, c.name.size() - 2) + "_abbreviated_inverse_dynamics";
  std::string why_not;
  const auto program = explicit_model::torques_of_c(c.text, function, d.model.n, why_not);
  ASSERT_TRUE(program) << why_not;
  const int read = expression::count(*program, expression::rule_002).total();
  EXPECT_LE(read, 230);
  EXPECT_EQ(read, d.abbreviated->whole.total()) << "the count on the page is that of the file";
  std::cout << "puma560 by value, certified as the paper's rule: " << read << "\n";
}

constexpr int many = 100'000;

class WrittenModelsLong : public ::testing::TestWithParam<std::string> {};

TEST_P(WrittenModelsLong, OfSerialArmsKeepTheirCertificates) {
  const robot::Robot robot = without_friction(robot_in_folder(GetParam()));
  if (!explicit_model::derive(robot).ok()) GTEST_SKIP() << "a tree or a transmission: refused";
  const double ratio = robot.tree.size() <= 5 || GetParam() == "puma560" ? 3 : 8;
  for (const Rule rule : {Rule::paper, Rule::value}) expect_that_forms_hold(GetParam(), robot, rule, many, ratio);
}
INSTANTIATE_TEST_SUITE_P(Robots, WrittenModelsLong, ::testing::ValuesIn(robot_names()),
                         [](const auto& robot) { return robot.param; });

// Arms of other makers: numbers of CAD with all their digits.
class WrittenModelsOfOthersLong : public ::testing::TestWithParam<std::string> {};

TEST_P(WrittenModelsOfOthersLong, KeepTheirCertificates) {
  TAUFORGE_NEEDS_SHARED("robots");
  const auto path = testing::shared_data() / "robots" / (GetParam() + ".urdf");
  const robot::Robot robot = without_friction(files::load_robot(path.string()).take().robot);
  for (const Rule rule : {Rule::paper, Rule::value})
    expect_that_forms_hold(GetParam(), robot, rule, many, robot.tree.size() <= 5 ? 3 : 8);
}
INSTANTIATE_TEST_SUITE_P(Serial, WrittenModelsOfOthersLong,
                         ::testing::Values("double_pendulum_continuous", "scara", "gantry_rex", "ur5e", "staubli_rx160",
                                           "kuka_iiwa14", "kinova_gen3"));

class WrittenRandomModelsLong : public ::testing::TestWithParam<unsigned> {};

TEST_P(WrittenRandomModelsLong, KeepTheirCertificates) {
  const unsigned seed = GetParam();
  if (seed % 10 == 0) expect_that_forms_hold(fmt::format("rprpr {}", seed), rprpr(seed), Rule::value, many, 3);
  Random random(seed);
  const robot::Robot robot = without_friction(random_robot(random, {.joints = 2 + static_cast<int>(seed % 4)}));
  expect_that_forms_hold(fmt::format("random {}", seed), robot, Rule::value, many, 3);
}
INSTANTIATE_TEST_SUITE_P(Seeds, WrittenRandomModelsLong, ::testing::Range(1u, 51u));

}  // namespace
}  // namespace tauforge::tests
