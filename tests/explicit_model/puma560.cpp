// Paper 001: what Armstrong, Khatib and Burdick derived by hand in five weeks, derived by the program.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <map>
#include <set>

#include "tauforge/explicit_model/derivation.h"
#include "tauforge/files/read_robot.h"
#include "tests/literature/armstrong_elements.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

using explicit_model::armstrong_constants;
using explicit_model::ArmstrongConstants;
using explicit_model::Element;
using explicit_model::ExplicitModel;
using explicit_model::Table;

class Puma560Model : public ::testing::Test {
 protected:
  const robot::Robot robot = robot_in_folder("puma560");
  const ExplicitModel model = explicit_model::derive(robot, {.symbolic = true}).value();
  const std::vector<Element> all = explicit_model::elements(model);
};

// The same kind of arm with other numbers: zeros stay zero, the last link stays symmetric.
robot::Robot variant(robot::Robot robot, Random& random) {
  const auto change = [&](double& x) { x *= random.uniform(0.5, 2.0); };
  auto& par = robot.parameters;
  for (std::size_t i = 0; i < 6; ++i) {
    auto& b = par.body[i];
    robot::Vec3<double> r = b.m > 0 ? (1.0 / b.m) * b.h : robot::Vec3<double>{0.0, 0.0, 0.0};
    auto I = b.I - b.m * spatial::point_inertia(r);
    for (double* x : {&b.m, &r.x, &r.y, &r.z, &I.xx, &I.yy, &I.zz}) change(*x);
    I.xy = I.yz = I.xz = 0.0;
    if (i == 5) I.yy = I.xx;
    b.h = b.m * r;
    b.I = I + b.m * spatial::point_inertia(r);
    change(par.drive[i].inertia);
  }
  for (double* length : {&par.placement[1].p.y, &par.placement[2].p.x, &par.placement[2].p.z, &par.placement[3].p.x,
                         &par.placement[3].p.y})
    change(*length);
  return robot;
}

// Our constants by their printed definitions, with the numbers of another robot.
std::vector<double> constants_of(const ExplicitModel& model, const robot::Robot& robot) {
  explicit_model::ParameterTable table;
  explicit_model::symbolic_parameters(robot, {.symbolic = true}, table);
  for (std::size_t i = 0; i < 6; ++i) table.symbol("Im" + std::to_string(i + 1), robot.parameters.drive[i].inertia);
  std::map<std::string, double> value;
  for (int s = 0; s < table.symbols(); ++s) value[table.name(s)] = table.value_of_symbol(s);
  std::vector<double> result;
  for (const auto& c : model.constants)
    result.push_back(c.definition.value([&](int product) {
      double x = 1;
      for (const int s : model.symbols->factors(static_cast<explicit_model::ParameterTable::Product>(product)))
        x *= value.at(model.symbols->name(s));
      return x;
    }));
  return result;
}

std::vector<double> papers_constants(const robot::Robot& robot) {
  const ArmstrongConstants k = armstrong_constants(robot);
  std::vector<double> all(k.I + 1, k.I + 24);
  all.insert(all.end(), k.Im + 1, k.Im + 7);
  all.insert(all.end(), k.g + 1, k.g + 6);
  return all;
}

// Every column of `of` is a sum of multiples of columns of `by`, whatever the numbers of the robot.
void expect_combinations(const Matrix& of, const Matrix& by, const char* what) {
  const Eigen::VectorXd scale = by.colwise().norm();
  const Matrix scaled = by * scale.cwiseInverse().asDiagonal();
  const auto solver = scaled.completeOrthogonalDecomposition();
  for (Eigen::Index c = 0; c < of.cols(); ++c) {
    const Eigen::VectorXd x = solver.solve(of.col(c));
    EXPECT_LT((scaled * x - of.col(c)).norm(), 1e-9 * of.col(c).norm()) << what << " " << c + 1;
  }
}

TEST_F(Puma560Model, HasConstantsEquivalentToThoseOfThePaper) {
  Random random(86);
  const int variants = 150;
  Matrix ours(variants, static_cast<Eigen::Index>(model.constants.size())), papers(variants, 34);
  for (int v = 0; v < variants; ++v) {
    const robot::Robot other = variant(robot, random);
    const auto a = constants_of(model, other), b = papers_constants(other);
    for (std::size_t c = 0; c < a.size(); ++c) ours(v, static_cast<Eigen::Index>(c)) = a[c];
    for (std::size_t c = 0; c < b.size(); ++c) papers(v, static_cast<Eigen::Index>(c)) = b[c];
  }
  expect_combinations(ours, papers, "ours");
  expect_combinations(papers, ours, "the paper's");
}

// 34 in the paper. I19 is not needed: I19 = -(I20 + I21), which the choice of squares in a13 brings out.
TEST_F(Puma560Model, NeedsThirtyThreeConstantsBecauseOneOfThePapersIsASumOfOthers) {
  EXPECT_EQ(model.constants.size(), 33U);
  Random random(19);
  for (int v = 0; v < 5; ++v) {
    const ArmstrongConstants k = armstrong_constants(variant(robot, random));
    EXPECT_NEAR(k.I[19], -(k.I[20] + k.I[21]), 1e-15);
  }
}

TEST_F(Puma560Model, HasThePapersValuesWhereItHasThePapersConstants) {
  const ArmstrongConstants k = armstrong_constants(robot);
  std::vector<double> values;
  for (const auto& c : model.constants) values.push_back(c.value);
  const auto has = [&](double wanted) {
    for (const double v : values)
      if (std::abs(std::abs(v) - std::abs(wanted)) < 1e-12) return true;
    return false;
  };
  for (int i = 1; i <= 23; ++i) {
    if (i == 2 || i == 19) continue;  // I2 occurs as I2 + I6 only; I19 not at all
    EXPECT_TRUE(has(k.I[i])) << "I" << i;
  }
  EXPECT_TRUE(has(k.I[2] + k.I[6]));
  for (int i = 1; i <= 6; ++i) EXPECT_TRUE(has(k.Im[i])) << "Im" << i;
  for (int i = 1; i <= 5; ++i) EXPECT_TRUE(has(k.g[i])) << "g" << i;
}

TEST_F(Puma560Model, HasThirtyFiveDistinctChristoffelSymbolsAndFortyDerivatives) {
  const auto& c = model.christoffel;
  EXPECT_EQ(c.uses.size(), 126U);
  EXPECT_EQ(c.distinct.size(), 35U);     // at most 39 in the paper
  EXPECT_EQ(c.derivatives.size(), 40U);  // 46 in the paper
  // distinct indeed
  std::set<explicit_model::TrigSum> seen;
  for (const auto& sum : c.distinct) {
    explicit_model::TrigSum negative;
    negative.add(sum, -1.0);
    EXPECT_FALSE(sum.zero());
    EXPECT_TRUE(seen.insert(sum).second);
    EXPECT_TRUE(seen.insert(negative).second);
  }
}

TEST_F(Puma560Model, GivesAReasonForEverySymbolThatVanishesOrCoincides) {
  const auto& c = model.christoffel;
  EXPECT_EQ(c.merges.size() + c.distinct.size(), c.uses.size());
  int removed = 0;
  for (const int r : c.removed) removed += r;
  EXPECT_EQ(removed, 126 - 35);
  // one element of this robot alone: a45 = a56 = 0 makes [55,4] vanish; all else follows from the paper's relations
  EXPECT_EQ(c.removed[static_cast<std::size_t>(explicit_model::Reason::this_robot)], 1);
  for (const auto& m : c.merges) {
    const auto use = c.use(m.symbol.i, m.symbol.k, m.symbol.l);
    if (m.zero) {
      EXPECT_LT(use.distinct, 0);
      continue;
    }
    const auto other = c.use(m.same_as.i, m.same_as.k, m.same_as.l);
    EXPECT_EQ(use.distinct, other.distinct);
    if (use.distinct >= 0) {
      EXPECT_EQ(use.sign, m.sign * other.sign);
    }
  }
}

TEST_F(Puma560Model, FindsTheIdentitiesOfParallelAxesThatThePaperLists) {
  const auto& c = model.christoffel;
  const auto same = [&](const std::array<int, 3>& a, const std::array<int, 3>& b) {  // b_ikl as (i, k, l), from 1
    const auto x = c.use(a[0] - 1, a[1] - 1, a[2] - 1), y = c.use(b[0] - 1, b[1] - 1, b[2] - 1);
    return x.distinct >= 0 && x.distinct == y.distinct && x.sign == y.sign;
  };
  EXPECT_TRUE(same({1, 3, 3}, {1, 2, 3}));  // c13 = b123/2
  EXPECT_TRUE(same({2, 3, 3}, {2, 2, 3}));
  for (const auto& [i, l] :
       {std::pair{1, 4}, {1, 5}, {1, 6}, {2, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}, {5, 4}, {6, 4}, {6, 5}})
    EXPECT_TRUE(same({i, 3, l}, {i, 2, l})) << "b" << i << 3 << l;
}

TEST_F(Puma560Model, CostsLessThanThePaperSays) {
  const auto full = explicit_model::calculations(model, all);
  EXPECT_LE(full.whole.total(), 618);  // 1165 = 739 + 426 in the paper
  EXPECT_LE(full.whole.multiplications, 739);
  EXPECT_LE(full.whole.additions, 426);
  EXPECT_LE(full.kinetic_energy.total(), 149);  // 278 in the paper
  const auto range = explicit_model::operating_range(robot);
  const auto short_form = explicit_model::calculations(model, abbreviate(model, all, range).elements);
  EXPECT_LE(short_form.whole.total(), 296);          // 305 in the paper
  EXPECT_LE(short_form.kinetic_energy.total(), 25);  // 25 in the paper
}

// The program that is counted computes the torques.
TEST_F(Puma560Model, RecordedAsAProgramEqualsNewtonEuler) {
  const auto program = record(model, all, explicit_model::Function::inverse_dynamics);
  Random random(3);
  for (int k = 0; k < 100; ++k) {
    const State<double> x = random_state(random, robot, false);
    std::vector<double> inputs = x.q;
    inputs.insert(inputs.end(), x.qd.begin(), x.qd.end());
    inputs.insert(inputs.end(), x.qdd.begin(), x.qdd.end());
    const auto tau = expression::evaluate(program, inputs), expected = torque(robot, x);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(tau[i], expected[i], 1e-12 * largest(expected));
  }
}

// RMS combination of the file's tolerances: I9 = m2 ry2 (d2 + rz2), g3 = g m2 ry2, Im1 as given.
TEST_F(Puma560Model, HasTolerancesByRmsCombination) {
  const auto loaded = files::load_robot(TAUFORGE_SOURCE_DIR "/robots/puma560.toml").take();
  const auto d = explicit_model::derivation(loaded.robot, {}, &loaded.description).value();
  const double m = 17.4, tm = 0.184, y = 0.006, z = -0.016, t = 0.003, d2 = 0.2435;
  const double i9 = std::hypot(tm * y * (d2 + z), m * t * (d2 + z), m * y * t);
  const double g3 = 9.81 * std::hypot(tm * y, m * t);
  int found = 0;
  for (const auto& c : d.model.constants) {
    const auto is = [&](double value) { return std::abs(c.value - value) < 1e-12; };
    const double expected = is(m * y * (d2 + z)) ? i9 : is(9.81 * m * y) ? g3 : c.name == "Im1" ? 0.27 : 0.0;
    if (expected == 0.0) continue;
    ++found;
    ASSERT_TRUE(c.tolerance) << c.name;
    EXPECT_NEAR(*c.tolerance, expected, 1e-3 * expected) << c.name;  // products are not quite linear
  }
  EXPECT_EQ(found, 3);
  EXPECT_NEAR(i9, 0.0120, 0.0005);  // printed: 0.0120
}

}  // namespace
}  // namespace tauforge::tests
