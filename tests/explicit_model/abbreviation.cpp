// The abbreviated model of paper 001, and whether its certificate is true.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>

#include "tauforge/explicit_model/armstrong_constants.h"
#include "tauforge/explicit_model/definite.h"
#include "tauforge/explicit_model/derivation.h"
#include "tauforge/explicit_model/savings.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"
#include "tests/support/serial_arms.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

using explicit_model::armstrong_constants;
using explicit_model::ArmstrongConstants;
using explicit_model::Derivation;
using explicit_model::Element;

struct Angles {
  double S2, C2, S3, C3, S4, C4, S5, C5, S23, C23, C223;
  double SC2, SS23, CC23, SC23, SS4, CC4, SC4, SS5, CC5, SC5;
  explicit Angles(const std::vector<double>& q)
      : S2(std::sin(q[1])),
        C2(std::cos(q[1])),
        S3(std::sin(q[2])),
        C3(std::cos(q[2])),
        S4(std::sin(q[3])),
        C4(std::cos(q[3])),
        S5(std::sin(q[4])),
        C5(std::cos(q[4])),
        S23(std::sin(q[1] + q[2])),
        C23(std::cos(q[1] + q[2])),
        C223(std::cos(2 * q[1] + q[2])),
        SC2(S2 * C2),
        SS23(S23 * S23),
        CC23(C23 * C23),
        SC23(S23 * C23),
        SS4(S4 * S4),
        CC4(C4 * C4),
        SC4(S4 * C4),
        SS5(S5 * S5),
        CC5(C5 * C5),
        SC5(S5 * C5) {}
};

Derivation abbreviated(const robot::Robot& robot) {
  explicit_model::DerivationOptions options;
  options.share = 0.01;
  options.rule = explicit_model::Rule::paper;
  return explicit_model::derivation(robot, options).value();
}

class AbbreviatedPuma560 : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { derived = new Derivation(abbreviated(robot_in_folder("puma560"))); }
  static void TearDownTestSuite() { delete derived; }
  static Derivation* derived;

  const robot::Robot robot = robot_in_folder("puma560");
  const ArmstrongConstants k = armstrong_constants(robot);

  using Formula = std::function<double(const Angles&)>;
  // Our abbreviated element is the printed one plus what is explained.
  void expect_element(const std::string& name, const Formula& printed, const Formula& explained = {}) {
    Random random(1);
    for (const Element& e : derived->abbreviation->elements) {
      if (e.name != name) continue;
      for (int t = 0; t < 20; ++t) {
        std::vector<double> q;
        for (int i = 0; i < 6; ++i) q.push_back(random.uniform(-3, 3));
        const Angles a(q);
        EXPECT_NEAR(derived->model.value(e.sum, q), printed(a) + (explained ? explained(a) : 0.0), 1e-13) << name;
      }
      return;
    }
    ADD_FAILURE() << "no element " << name;
  }
};
Derivation* AbbreviatedPuma560::derived = nullptr;

// The fourteen abbreviations that are legible in our copy, with the constants of the link parameters.
TEST_F(AbbreviatedPuma560, HasThePapersTermsInNineOfTheFourteenLegibleElements) {
  const double* I = k.I;
  expect_element("b113", [&](const Angles& a) {
    return 2 * I[5] * a.C2 * a.C23 + 2 * I[7] * a.SC23 - 2 * I[12] * a.C2 * a.S23 + I[10] * (1 - 2 * a.SS23);
  });
  expect_element("b123", [&](const Angles& a) { return -2 * I[8] * a.S23 + 2 * I[13] * a.C23; });
  expect_element("b223", [&](const Angles& a) { return 2 * I[5] * a.C3 - 2 * I[12] * a.S3; });
  for (const char* name : {"b124", "b125", "b126", "b145", "b146", "b156"})
    expect_element(name, [](const Angles&) { return 0.0; });
}

// By its size (2 I12 = 0.0219) S223 is as significant as what the print keeps (I10 = 0.0213): the print is not mechanical.
TEST_F(AbbreviatedPuma560, KeepsInB112ATermThatThePrintDrops) {
  const double* I = k.I;
  expect_element(
      "b112",
      [&](const Angles& a) {
        return -2 * I[3] * a.SC2 + 2 * I[5] * a.C223 + 2 * I[7] * a.SC23 + I[10] * (1 - 2 * a.SS23);
      },
      [&](const Angles& a) { return -2 * I[12] * (a.S2 * a.C23 + a.C2 * a.S23); });
}

// I20 (2.02e-4) stands on the border: joint 4's limit is 2.016e-4, and joint 5's 1.796e-4.
TEST_F(AbbreviatedPuma560, KeepsTheTermsOfI20ThatStandOnTheBorder) {
  const double* I = k.I;
  EXPECT_NEAR(derived->abbreviation->joint_constants[3], 0.20164, 1e-12);
  EXPECT_NEAR(std::abs(I[20]), 2.0216e-4, 1e-12);
  expect_element(
      "b114",
      [&](const Angles& a) {
        return -2 * I[15] * a.SC23 * a.S4 * a.S5 - 2 * I[16] * a.C2 * a.C23 * a.S4 * a.S5 + 2 * I[18] * a.C4 * a.S5;
      },
      [&](const Angles& a) { return -2 * I[20] * (a.SS23 * a.SS5 * a.SC4 - a.SC23 * a.S4 * a.SC5); });
  expect_element(
      "b115",
      [&](const Angles& a) {
        return -2 * I[15] * (a.SS23 * a.S5 - a.SC23 * a.C4 * a.C5) -
               2 * I[16] * a.C2 * (a.S23 * a.S5 - a.C23 * a.C4 * a.C5) + 2 * I[18] * a.S4 * a.C5;
      },
      [&](const Angles& a) {
        return 2 * I[20] * (a.SC5 * (a.CC4 * (1 - a.CC23) - a.CC23) - a.SC23 * a.C4 * (1 - 2 * a.SS5));
      });
  expect_element(
      "b215",
      [&](const Angles& a) {
        return -2 * I[15] * a.C23 * a.S4 * a.C5 + 2 * I[16] * a.S2 * a.S4 * a.C5 - I[17] * a.C23 * a.S4;
      },
      [&](const Angles& a) { return I[20] * a.S4 * (a.C23 * (1 - 2 * a.SS5) - 2 * a.S23 * a.C4 * a.SC5); });
}

// Without I19 its share is spread over I20 and I21: of I19 S23 (1 - 2 SS4) the part with I20 stays, that with I21 goes.
TEST_F(AbbreviatedPuma560, WritesB214WithoutI19) {
  const double* I = k.I;
  expect_element(
      "b214",
      [&](const Angles& a) {
        return I[14] * a.S23 - 2 * I[15] * a.C23 * a.C4 * a.S5 + 2 * I[16] * a.S2 * a.C4 * a.S5 +
               I[19] * a.S23 * (1 - 2 * a.SS4);
      },
      [&](const Angles& a) {
        return -I[19] * a.S23 * (1 - 2 * a.SS4) + 2 * I[20] * (a.C23 * a.C4 * a.SC5 - a.S23 * a.CC4 * a.SS5);
      });
}

// What the rule gives for the tables that are lost in our copy.
TEST_F(AbbreviatedPuma560, HasTheKineticEnergyMatrixAndGravityOfTheRule) {
  const double *I = k.I, *Im = k.Im, *g = k.g;
  expect_element("a11", [&](const Angles& a) {
    return Im[1] + I[1] + I[3] * a.C2 * a.C2 + I[7] * a.SS23 + 2 * I[5] * a.C2 * a.S23;
  });
  expect_element("a12", [&](const Angles& a) { return I[4] * a.S2 + I[8] * a.C23 + I[9] * a.C2; });
  expect_element("a13", [&](const Angles& a) { return I[8] * a.C23 + I[13] * a.S23; });
  expect_element("a22", [&](const Angles& a) { return Im[2] + I[2] + I[6] + 2 * I[5] * a.S3; });
  expect_element("a23", [&](const Angles& a) { return I[6] + I[5] * a.S3 + I[12] * a.C3; });
  expect_element("a33", [&](const Angles&) { return Im[3] + I[6]; });
  expect_element("G2", [&](const Angles& a) { return g[1] * a.C2 + g[2] * a.S23 + g[3] * a.S2; });
  expect_element("G3", [&](const Angles& a) { return g[2] * a.S23 + g[4] * a.C23; });
}

// Torques of the abbreviated model against Newton-Euler on fresh states: none is beyond the bound.
void expect_true_certificate(const robot::Robot& robot, const Derivation& d, unsigned seed, int states) {
  const auto& certificate = *d.certificate;
  const auto program = record(d.model, d.printed, explicit_model::Function::inverse_dynamics);
  Random random(seed);
  const auto n = certificate.joints.size();
  std::vector<double> worst(n, 0.0);
  for (int s = 0; s < states; ++s) {
    State<double> x;
    for (std::size_t i = 0; i < n; ++i) {
      const auto& range = certificate.range;
      x.q.push_back(random.uniform(range.q[i].low, range.q[i].high));
      x.qd.push_back(random.uniform(-range.qd[i], range.qd[i]));
      x.qdd.push_back(random.uniform(-range.qdd[i], range.qdd[i]));
    }
    std::vector<double> inputs = x.q;
    inputs.insert(inputs.end(), x.qd.begin(), x.qd.end());
    inputs.insert(inputs.end(), x.qdd.begin(), x.qdd.end());
    const auto tau = expression::evaluate(program, inputs), expected = torque(robot, x);
    for (std::size_t i = 0; i < n; ++i) worst[i] = std::max(worst[i], std::abs(tau[i] - expected[i]));
  }
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_LE(worst[i], certificate.joints[i].bound + 1e-9) << "joint " << i + 1;
    EXPECT_GE(certificate.joints[i].found * (1 + 1e-6) + 1e-9, worst[i])
        << "the search found less than chance, joint " << i + 1;
  }
}

TEST_F(AbbreviatedPuma560, NeverExceedsItsBoundOnFreshStates) {  // tests/written_models has more of them
  expect_true_certificate(robot, *derived, 100000, 10'000);
}

TEST_F(AbbreviatedPuma560, HasABoundWithinAFactorOfThreeOfTheLargestErrorFound) {
  for (const auto& joint : derived->certificate->joints) {
    EXPECT_LE(joint.found, joint.bound);
    EXPECT_LE(joint.bound, 1.5 * joint.found);
  }
}

TEST_F(AbbreviatedPuma560, IsAsBadAsItSaysWhereItSaysSo) {
  const auto program = record(derived->model, derived->printed, explicit_model::Function::inverse_dynamics);
  for (std::size_t i = 0; i < 6; ++i) {
    const auto& joint = derived->certificate->joints[i];
    State<double> x;
    x.q = joint.q, x.qd = joint.qd, x.qdd = joint.qdd;
    std::vector<double> inputs = x.q;
    inputs.insert(inputs.end(), x.qd.begin(), x.qd.end());
    inputs.insert(inputs.end(), x.qdd.begin(), x.qdd.end());
    EXPECT_NEAR(std::abs(expression::evaluate(program, inputs)[i] - torque(robot, x)[i]), joint.found, 1e-9);
  }
}

// With the bounds of the paper's rule as allowed errors.
TEST_F(AbbreviatedPuma560, ByValueNeedsAtMost230OperationsForTheSameCertifiedError) {
  EXPECT_LE(derived->calculations.whole.total(), 618);
  EXPECT_LE(derived->abbreviated->whole.total(), 296);
  EXPECT_LE(derived->abbreviated->kinetic_energy.total(), 25);
  const auto& range = derived->certificate->range;
  std::vector<double> errors;
  for (const auto& joint : derived->certificate->joints) errors.push_back(joint.bound);
  const auto chosen = cheapest_within(derived->model, derived->complete, range, errors);
  EXPECT_LE(chosen.operations, 230);
  const auto held = certificate(derived->model, derived->complete, chosen.elements, range, derived->torques);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_LE(held.joints[i].bound, errors[i]) << "joint " << i + 1;
}

const Element& named(const std::vector<Element>& all, const std::string& name) {
  return *std::find_if(all.begin(), all.end(), [&](const Element& e) { return e.name == name; });
}

// a14 = a24 = -a44 = -2e-4 kg m^2: far below 0.1 % of a11, but all that joint 4 moves.
TEST(PapersRule, JudgesAnInertiaInItsOwnRowEvenWhereItEqualsAnElementOfAnother) {
  const Derivation d = abbreviated(robot_in_folder("scara"));
  EXPECT_EQ(named(d.complete, "a44").same_as, 3) << "a14";
  EXPECT_FALSE(named(d.printed, "a44").zero);
  EXPECT_EQ(d.not_definite, "");
}

double determinant(const std::vector<std::vector<double>>& m) {  // by its first row
  if (m.empty()) return 1;
  double sum = 0;
  for (std::size_t k = 0; k < m.size(); ++k) {
    std::vector<std::vector<double>> minor(m.begin() + 1, m.end());
    for (auto& row : minor) row.erase(row.begin() + static_cast<std::ptrdiff_t>(k));
    sum += (k % 2 == 0 ? 1 : -1) * m[0][k] * determinant(minor);
  }
  return sum;
}

// By the criterion of Sylvester: a principal minor that begins in the last row is not positive there.
TEST(MassMatrix, OfAnAbbreviationIsSaidNotToBeDefiniteWhereItIsNot) {
  explicit_model::DerivationOptions options;
  options.share = 0.05, options.rule = explicit_model::Rule::paper;
  options.certificate = {.mesh_points = 1000, .cells = 100};
  const Derivation d = explicit_model::derivation(robot_in_folder("stanford"), options).value();
  const auto& range = d.certificate->range;
  EXPECT_FALSE(where_not_definite(d.model, d.complete, range));
  const auto q = where_not_definite(d.model, d.printed, range);
  ASSERT_TRUE(q);
  const auto least_minor = [&](const std::vector<Element>& all) {
    double least = 1e9;
    for (int first = 5; first >= 0; --first) {
      std::vector<std::vector<double>> m(static_cast<std::size_t>(6 - first));
      for (int i = first; i < 6; ++i)
        for (int k = first; k < 6; ++k) {
          const Element& a =
              named(all, explicit_model::element_name(explicit_model::Table::A, std::min(i, k), std::max(i, k)));
          const Element& root = a.same_as < 0 ? a : all[static_cast<std::size_t>(a.same_as)];
          m[static_cast<std::size_t>(i - first)].push_back((a.same_as < 0 ? 1 : a.factor) * value(root.numbers, *q));
        }
      least = std::min(least, determinant(m));
    }
    return least;
  };
  EXPECT_LE(least_minor(d.printed), 0.0);
  EXPECT_GT(least_minor(d.complete), 0.0);
}

// Of three joints, with what dropping by value needs.
struct RandomArm {
  explicit RandomArm(unsigned seed) : random(seed) {}

  int cheapest(double share) const {
    std::vector<double> errors;
    for (const double t : torques) errors.push_back(share * t);
    return cheapest_within(model, all, range, errors).operations;
  }

  Random random;
  robot::Robot robot = random_robot(random, {.joints = 3});
  explicit_model::ExplicitModel model = explicit_model::derive(robot).value();
  std::vector<Element> all = explicit_model::elements(model);
  explicit_model::OperatingRange range = explicit_model::operating_range(robot);
  std::vector<double> torques = largest_torques(model, all, range);
  int full = operations_of(model, all);
};

TEST(ByValue, IsNeverDearerThanTheFullModel) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const RandomArm arm(seed);
    for (const double share : {0.001, 0.1}) EXPECT_LE(arm.cheapest(share), arm.full);
  }
}

// Whatever a larger error costs: none of the shares below the one given makes a model of so few operations.
TEST(ByValue, GivesTheSmallestShareForABudget) {
  const RandomArm arm(5);
  for (const int budget : {arm.full, arm.full - arm.full / 10, arm.full / 2}) {
    const auto best = best_within(arm.model, arm.all, arm.range, arm.torques, budget);
    ASSERT_TRUE(best) << budget;
    EXPECT_LE(best->model.operations, budget);
    for (const double share : explicit_model::shares_for_budgets) {
      if (share >= best->share) break;
      EXPECT_GT(arm.cheapest(share), budget) << share;
    }
    if (budget == arm.full) EXPECT_EQ(best->share, explicit_model::shares_for_budgets[0]);
    const auto held = certificate(arm.model, arm.all, best->model.elements, arm.range, arm.torques);
    for (std::size_t i = 0; i < arm.torques.size(); ++i) EXPECT_LE(held.joints[i].bound, best->share * arm.torques[i]);
  }
}

// What is counted without recording again is what recording again counts, as long as brackets go as a whole.
TEST(Savings, AreThoseOfTheModelThatIsLeft) {
  for (const auto& robot : {robot_in_folder("puma560"), orthogonal_5r(1)}) {
    SCOPED_TRACE(robot.name);
    const auto model = explicit_model::derive(robot).value();
    const auto complete = explicit_model::elements(model);
    std::vector<std::pair<std::size_t, std::size_t>> place;  // of a term
    std::vector<std::size_t> first;
    for (std::size_t e = 0; e < complete.size(); ++e) {
      first.push_back(place.size());
      if (complete[e].same_as >= 0) continue;
      for (std::size_t k = 0; k < complete[e].numbers.size(); ++k) place.emplace_back(e, k);
    }
    explicit_model::Savings savings(
        model, complete, [&](const auto& p) { return first[p.element] + p.number; }, place.size());
    std::vector<Element> left = complete;
    Random random(5);
    const auto groups = savings.groups();
    for (int k = 0; k < 12; ++k) {
      const auto& group = groups[static_cast<std::size_t>(random.uniform(0, static_cast<double>(groups.size()) - 0.5))];
      if (group.size() > place.size() / 20) continue;
      const int before = savings.operations(), saved = savings.saved_by(group);
      savings.leave_out(group);
      EXPECT_EQ(savings.operations(), before - saved);
      EXPECT_GE(saved, 0);
      for (const std::size_t t : group) left[place[t].first].numbers[place[t].second].second = 0.0;
    }
    explicit_model::TermsOfNodes terms;
    const auto again = expression::count(record_with_terms(model, left, terms), expression::rule_002).total();
    EXPECT_NEAR(again, savings.operations(), 0.01 * again) << "lone constants and new coincidences are not foreseen";
    EXPECT_LT(savings.operations(), operations_of(model, complete));
  }
}

// What an error of 1 % saves is a matter of the arm. Never dearer, and the certificate is within what was allowed; the shares are
// printed for docs/explicit-model.md.
TEST(ByValueLong, SaysWhatOnePercentSavesOnRandomOrthogonalArms) {
  std::vector<double> saved;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    const robot::Robot robot = orthogonal_5r(seed);
    explicit_model::DerivationOptions options;
    options.share = 0.01;
    const Derivation d = explicit_model::derivation(robot, options).value();
    const int full = d.calculations.whole.total(), left = d.abbreviated->whole.total();
    EXPECT_LE(left, full);
    for (const auto& joint : d.certificate->joints) EXPECT_LE(joint.bound, 0.0101 * joint.torque);
    saved.push_back(100.0 * (full - left) / full);
    std::cout << "orthogonal 5R " << seed << ": " << full << " -> " << left << "\n" << std::flush;
  }
  std::sort(saved.begin(), saved.end());
  std::cout << "saved: median " << saved[saved.size() / 2] << " %, " << saved.front() << " to " << saved.back()
            << " %\n";
}

void expect_certificates(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    robot::Robot robot = robot_in_folder(name);
    for (auto& drive : robot.parameters.drive) {  // friction is no part of the model
      const double rotor = drive.inertia;
      drive = {};
      drive.inertia = rotor;
    }
    const Derivation d = abbreviated(robot);
    expect_true_certificate(robot, d, 11, 5'000);
    for (const auto& joint : d.certificate->joints) EXPECT_LE(joint.bound, 3 * joint.found);
  }
}

TEST(Certificate, HoldsOnTheOtherRobotsOfThePapers) { expect_certificates({"stanford", "scara"}); }
TEST(CertificateLong, HoldsOnTheOtherRobotsOfThePapers) { expect_certificates({"puma260", "renaud6r"}); }

// Whether a number that enters the torque of a joint is printed as another one.
bool is_rounded(const Derivation& d, int joint) {
  for (std::size_t e = 0; e < d.complete.size(); ++e) {
    const Element &exact = d.complete[e], &printed = d.printed[e];
    if (!std::count(exact.joints.begin(), exact.joints.end(), joint)) continue;
    if (exact.numbers.size() != printed.numbers.size()) return true;
    for (std::size_t k = 0; k < exact.numbers.size(); ++k)
      if (std::abs(exact.numbers[k].second - printed.numbers[k].second) > 1e-12 * std::abs(exact.numbers[k].second))
        return true;
  }
  return false;
}

// Rounding alone: at most 1e-4 of the largest torque, and nothing where all numbers are short as they are.
TEST(Certificate, OfAModelWithNothingDroppedIsThatOfItsDigits) {
  explicit_model::DerivationOptions options;
  options.share = 0.0;
  options.rule = explicit_model::Rule::paper;
  const Derivation d = explicit_model::derivation(robot_in_folder("puma560"), options).value();
  EXPECT_EQ(d.abbreviation->dropped, 0);
  for (int i = 0; i < 6; ++i) {
    const auto& joint = d.certificate->joints[static_cast<std::size_t>(i)];
    EXPECT_EQ(joint.bound > 1e-12 * joint.torque, is_rounded(d, i)) << "joint " << i + 1;
    EXPECT_LE(joint.bound, 1e-4 * joint.torque);
  }
  EXPECT_TRUE(is_rounded(d, 0));
  for (const auto& joint : d.rounding.joints) EXPECT_LE(joint.bound, 1e-4 * joint.torque);
}

TEST(OperatingRange, BoundsProductsByTheirIntervals) {
  using explicit_model::Factor;
  using explicit_model::FactorKind;
  const Factor sine_cosine{explicit_model::angle_of_joint(0), FactorKind::sine_cosine};
  const auto all_around = range_of(sine_cosine, {{-4, 4}});
  EXPECT_EQ(all_around.low, -0.5);
  EXPECT_EQ(all_around.high, 0.5);
  const auto part = range_of(sine_cosine, {{0.1, 0.2}});
  EXPECT_NEAR(part.low, 0.5 * std::sin(0.2), 1e-15);
  EXPECT_NEAR(part.high, 0.5 * std::sin(0.4), 1e-15);
  const Factor square{explicit_model::angle_of_joint(0), FactorKind::cosine_squared};
  EXPECT_NEAR(range_of(square, {{0.5, 1.0}}).high, std::cos(0.5) * std::cos(0.5), 1e-15);
  EXPECT_EQ(range_of(square, {{1.0, 2.0}}).low, 0.0);
}

}  // namespace
}  // namespace tauforge::tests
