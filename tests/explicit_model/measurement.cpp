// Inertias from periods, by closed forms.
#include "tauforge/explicit_model/measurement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <string>

#include "tauforge/explicit_model/armstrong_constants.h"
#include "tauforge/explicit_model/derivation.h"
#include "tauforge/explicit_model/measured_bodies.h"
#include "tauforge/files/read_robot.h"

namespace tauforge::tests {
namespace {

using namespace explicit_model;

constexpr double pi = 3.14159265358979323846;

// A rod of mass M and length L has M L^2 / 12; hung on wires of length l at distance r it swings with
// T = 2 pi sqrt(I l / (M g r^2)).
TEST(TwoWires, FindTheInertiaOfARod) {
  const double M = 2, L = 0.6, r = 0.2, l = 1.5, g = 9.81, I = M * L * L / 12;
  const double T = 2 * pi * std::sqrt(I * l / (M * g * r * r));
  EXPECT_NEAR(inertia(TwoWires{{M, 0}, {r, 0}, {l, 0}, {T, 0}, g}).value, I, 1e-15);
}

TEST(TwoWires, CombineTolerancesAsTheRootOfTheSumOfSquares) {
  const Measured I = inertia(TwoWires{{2, 0.02}, {0.2, 0.002}, {1.5, 0.015}, {1.0, 0.01}});  // 1 % each
  EXPECT_NEAR(I.tolerance / I.value, std::sqrt(1 + 4 + 1 + 4) * 0.01, 1e-12);
}

// I a'' + c a' + k a = 0 with k = M g r^2 / l, as a joint on a spring.
TEST(TwoWires, AllowForDamping) {
  const double M = 2, r = 0.2, l = 1.5, g = 9.81, I = 0.06, k = M * g * r * r / l, c = 0.02, half = c / (2 * I);
  const double T = 2 * pi / std::sqrt(k / I - half * half), decay = std::exp(half * T);
  EXPECT_NEAR(inertia(TwoWires{{M, 0}, {r, 0}, {l, 0}, {T, 0}, g, {decay, 0}}).value, I, 1e-15);
  const double more = inertia(TwoWires{{M, 0}, {r, 0}, {l, 0}, {T, 0}, g, {decay + 1e-6, 0}}).value;
  EXPECT_NEAR(inertia(TwoWires{{M, 0}, {r, 0}, {l, 0}, {T, 0}, g, {decay, 1e-6}}).tolerance, std::abs(more - I), 1e-12);
}

TEST(CommandedSpring, FindsTheInertiaThatOscillates) {
  const double J = 1.5, K = 40, T = 2 * pi * std::sqrt(J / K);
  const auto found = joint_inertia({{K, 0}, {T, 0}, {1, 0}, {0.4, 0.01}});
  EXPECT_NEAR(found.total.value, J, 1e-14);
  EXPECT_NEAR(found.motor.value, J - 0.4, 1e-14);
  EXPECT_NEAR(found.motor.tolerance, 0.01, 1e-15);
}

// J q'' + c q' + K q = 0 has w_d^2 = K/J - (c/2J)^2 and amplitudes in the ratio exp(c T / 2J).
TEST(CommandedSpring, AllowsForDamping) {
  const double J = 1.5, K = 40, c = 3, half = c / (2 * J);
  const double T = 2 * pi / std::sqrt(K / J - half * half), decay = std::exp(half * T);
  EXPECT_NEAR(joint_inertia({{K, 0}, {T, 0}, {decay, 0}, {0, 0}}).total.value, J, 1e-13);
}

TEST(CommandedSpring, PropagatesEveryTolerance) {
  const CommandedSpring x{{40, 0.4}, {1.0, 0.01}, {1.5, 0.02}, {0.3, 0.02}};
  double squares = 0;
  for (const int k : {0, 1, 2, 3}) {
    CommandedSpring more = x, less = x;
    const auto change = [&](CommandedSpring& y, double by) {
      Measured* all[] = {&y.stiffness, &y.period, &y.decay, &y.arm};
      all[k]->value += by * all[k]->tolerance * 1e-4;
    };
    change(more, 1), change(less, -1);
    const double half = (joint_inertia(more).motor.value - joint_inertia(less).motor.value) / 2e-4;
    squares += half * half;
  }
  EXPECT_NEAR(joint_inertia(x).motor.tolerance, std::sqrt(squares), 1e-7);
}

// A rod of 2 kg that balances at 0.3 m; with the edge at 0 a balance at 0.6 m bears half of it.
TEST(KnifeEdge, FindsTheCentreOfARod) {
  EXPECT_NEAR(centre(KnifeEdge{{0.3, 0.003}, {1, 0}, {0, 0}, {2, 0}}).value, 0.3, 1e-15);
  const Measured c = centre(KnifeEdge{{0, 0}, {0.6, 0.006}, {1, 0.01}, {2, 0.02}});  // 1 % each
  EXPECT_NEAR(c.value, 0.3, 1e-15);
  EXPECT_NEAR(c.tolerance, 0.3 * 0.01 * std::sqrt(3.0), 1e-6);
}

// Closed forms: a hoop is a cylinder without length, and the shell of a sphere has 2/3 m r^2.
TEST(Shells, HaveTheInertiasOfTheTextbook) {
  const auto hoop = cylinder_shell({1.5, 0}, {0.2, 0}, {0, 0});
  EXPECT_NEAR(hoop.along.value, 1.5 * 0.04, 1e-15);
  EXPECT_NEAR(hoop.across.value, 1.5 * 0.02, 1e-15);
  EXPECT_NEAR(cylinder_shell({1.2, 0}, {0, 0}, {0.5, 0}).across.value, 1.2 * 0.25 / 12, 1e-15);  // a rod
  EXPECT_NEAR(sphere_shell({3, 0}, {0.1, 0}).value, 0.02, 1e-15);
  EXPECT_NEAR(sphere_shell({3, 0.75}, {0.1, 0}).tolerance, 0.005, 1e-15);
}

// Two point masses: 1 kg at x = 0.2 and 3 kg at x = -0.1 less the first are the second.
TEST(Subtraction, TakesABodyOff) {
  const double d = 0.3 - 0.075;  // of the first from the common centre, at -0.025
  MeasuredBody whole{{4, 0.04}, {{-0.025, 0.003}, {0, 0}, {0, 0}}, {{0, 0}, {0.05, 0}, {0.05, 0}}};
  whole.inertia[1].value = whole.inertia[2].value = 1 * d * d + 3 * 0.075 * 0.075;
  const MeasuredBody first{{1, 0.25}, {{0.2, 0}, {0, 0}, {0, 0}}, {{0, 0}, {0, 0}, {0, 0}}};
  const MeasuredBody rest = without(whole, first);
  EXPECT_NEAR(rest.mass.value, 3, 1e-15);
  EXPECT_NEAR(rest.mass.tolerance, std::hypot(0.04, 0.25), 1e-12);
  EXPECT_NEAR(rest.centre[0].value, -0.1, 1e-15);
  for (const Measured& i : rest.inertia) EXPECT_NEAR(i.value, 0, 1e-15);
}

// [AKB86, table A3]. Link 3 was measured with the wrist, 6.04 kg to 0.01 kg + 1 %, and the wrist by itself, too; what the wrist's
// links are made of is known to 25 % only, but that moves mass within the whole.
TEST(Tolerances, OfGravityAreThoseOfThePaperWhereSourcesAreShared) {
  auto loaded = files::load_robot(TAUFORGE_SOURCE_DIR "/robots/puma560.toml").take();
  robot::Description weighed = loaded.description;  // tolerances of the wholes
  for (auto& link : weighed.links) {
    if (link.name.value == "link3") link.inertial->mass_tolerance = 0.01 + 0.0604;
    if (link.name.value == "link4") link.inertial->mass_tolerance = 0.01 + 0.0124;
  }
  const auto k = armstrong_constants(loaded.robot);
  const auto tolerance_of = [&](double value, bool shared) {
    DerivationOptions options;
    options.derive.symbolic = true;
    if (shared) options.together = {{"link4", {"link5", "link6"}}, {"link3", {"link4", "link5", "link6"}}};
    const auto d = derivation(loaded.robot, options, shared ? &weighed : &loaded.description).value();
    for (const auto& c : d.model.constants)
      if (std::abs(std::abs(c.value) - std::abs(value)) < 1e-12) return c.tolerance.value_or(0.0);
    return -1.0;
  };
  const double g = 9.81, a2 = 0.4318, a3 = 0.0203;
  // g2 = g times the first moment of link 3 with wrist: printed 0.20
  EXPECT_NEAR(tolerance_of(k.g[2], true), g * std::hypot(6.05 * 0.003, 0.0704 * 0.1425), 2e-3);
  EXPECT_NEAR(tolerance_of(k.g[2], true), 0.20, 0.005);
  EXPECT_GT(tolerance_of(k.g[2], false), 0.8) << "without shared sources the wrist's 25 % would spoil it";
  // g1 = -g ((m3 + wrist) a2 + m2 rx2): 0.605 where 0.5 is printed. Link 2 alone makes 0.527, which is 0.5 to the printed digit; the
  // weighing of link 3 with wrist makes 0.298 besides. So the print is as if that weighing did not count, which the paper does not say.
  const double of_link_2 = g * std::hypot(17.4 * 0.003, 0.184 * 0.068), of_weighing = g * 0.0704 * a2;
  EXPECT_NEAR(tolerance_of(k.g[1], true), std::hypot(of_link_2, of_weighing), 5e-3);
  EXPECT_NEAR(of_link_2, 0.5, 0.05);
  // g4 = -g (wrist) a3: 0.0045 by the weighing of the wrist, 0.044 by its links' 25 % each, where 0.025 is printed: a tenth of the
  // value, as are the printed tolerances of I10 and I12, the other two that are made of (wrist) a3 and hardly anything else. That is
  // 2 mm of a3 = 20.3 mm, or 0.125 kg of the wrist; neither stands in the paper's tables, so this one is not reproduced.
  EXPECT_NEAR(tolerance_of(k.g[4], true), g * 0.0224 * a3, 2e-4);
  EXPECT_NEAR(tolerance_of(k.g[4], false), g * std::hypot(0.205, 0.085, 0.0225) * a3, 1e-3);
  for (const auto& [printed, value] : {std::pair{0.025, k.g[4]}, {0.0022, k.I[10]}, {0.0011, k.I[12]}})
    EXPECT_NEAR(printed / std::abs(value), 0.1, 0.005);
  EXPECT_NEAR(std::hypot(g * 0.0224 * a3, g * 1.25 * 0.002), 0.025, 5e-4);
  // I5 = a2 g2 / g, so its tolerance follows from that of g2: 0.009, and 0.041 with sources that are not shared. The printed 0.031
  // contradicts the printed 0.20 of g2, whichever of the two is right: not reproduced.
  EXPECT_NEAR(tolerance_of(k.I[5], true), a2 * tolerance_of(k.g[2], true) / g, 1e-6);
  EXPECT_NEAR(a2 * 0.20 / g, 0.0088, 1e-4);
  EXPECT_LT(tolerance_of(k.I[5], true), 0.031);
  EXPECT_GT(tolerance_of(k.I[5], false), 0.031);
}

// By the paper's own formulas (armstrong_constants), each number of the file moved by its tolerance: root of the sum of squares.
std::map<std::string, std::pair<double, double>> values_and_tolerances() {  // by the paper's names
  const auto loaded = files::load_robot(TAUFORGE_SOURCE_DIR "/robots/puma560.toml").take();
  const auto constants = [](const robot::Description& d) {
    const auto k = armstrong_constants(robot::assemble(d).take());
    std::map<std::string, double> all;
    for (int i = 1; i <= 23; ++i) all["I" + std::to_string(i)] = k.I[i];
    for (int i = 1; i <= 5; ++i) all["g" + std::to_string(i)] = k.g[i];
    return all;
  };
  const auto nominal = constants(loaded.description);
  std::map<std::string, std::pair<double, double>> result;
  for (const auto& [name, value] : nominal) result[name] = {value, 0.0};
  for (std::size_t l = 0; l < loaded.description.links.size(); ++l) {
    const auto& written = loaded.description.links[l].inertial;
    if (!written) continue;
    const auto add = [&](double tolerance, const std::function<double&(robot::InertialDescription&)>& number) {
      robot::Description more = loaded.description, less = loaded.description;
      number(*more.links[l].inertial) += tolerance, number(*less.links[l].inertial) -= tolerance;
      const auto above = constants(more), below = constants(less);
      for (auto& [name, x] : result) x.second = std::hypot(x.second, (above.at(name) - below.at(name)) / 2);
    };
    using D = robot::InertialDescription;
    add(written->mass_tolerance.value_or(0), [](D& d) -> double& { return d.mass.value; });
    if (const auto& t = written->centre_tolerance) {
      add(t->x, [](D& d) -> double& { return d.centre.value.x; });
      add(t->y, [](D& d) -> double& { return d.centre.value.y; });
      add(t->z, [](D& d) -> double& { return d.centre.value.z; });
    }
    if (const auto& t = written->inertia_tolerance) {
      add(t->xx, [](D& d) -> double& { return d.inertia.value.xx; });
      add(t->yy, [](D& d) -> double& { return d.inertia.value.yy; });
      add(t->zz, [](D& d) -> double& { return d.inertia.value.zz; });
    }
  }
  return result;
}

// [AKB86, table A3], all tolerances but those of g1, g2, g4, I5 (above). The odd I and g are legible in our copy, the even I were restored.
TEST(Tolerances, OfTableA3AreReproducedOrTheirDifferencesExplained) {
  const auto ours = values_and_tolerances();
  const auto value = [&](const char* name) { return std::abs(ours.at(name).first); };
  const auto tolerance = [&](const char* name) { return ours.at(name).second; };
  const auto expect = [&](const char* name, double printed, double by, double last_digit) {
    EXPECT_NEAR(by, printed, 0.6 * last_digit) << name;
  };
  // reproduced, to 0.6 of the last printed digit: I8, I9, I11, I23, g3 (a zero at the end being no digit)
  expect("I8", 0.014, tolerance("I8"), 1e-3);
  expect("I9", 0.012, tolerance("I9"), 1e-3);
  expect("I11", 0.007, tolerance("I11"), 1e-3);
  expect("I23", 2e-5, tolerance("I23"), 1e-5);
  expect("g3", 0.5, tolerance("g3"), 0.1);
  expect("I4", 0.02, tolerance("I4"), 1e-2);
  // m6 and rz6 are known to 25 % each, which makes 35 % of their product. I15, I16 and I22 are printed as if m6 rz6 had been one
  // number known to 25 %; g5 (20 %) and I18 (30 %) are the same product times lengths, so the prints contradict each other.
  for (const char* name : {"I15", "I16", "I18", "I22", "g5"})
    EXPECT_NEAR(tolerance(name) / value(name), 0.25 * std::sqrt(2.0), 1e-3) << name;
  expect("I15", 3e-4, 0.25 * value("I15"), 1e-4);
  expect("I16", 3e-4, 0.25 * value("I16"), 1e-4);
  expect("I22", 1.5e-5, 0.25 * value("I22"), 1e-6);
  EXPECT_NEAR(0.0056 / value("g5"), 0.20, 0.005);
  EXPECT_NEAR(1.3e-4 / value("I18"), 0.30, 0.005);
  // I17 = Izz5 + Ixx6 + m6 rz6^2: as one number known to 50 %, as inertias of the wrist are
  expect("I17", 3e-4, 0.5 * value("I17"), 1e-4);
  EXPECT_LT(tolerance("I17"), 2.5e-4) << "as three";
  // I14 = Izz4 + Iyy5 + Izz6, each known to 50 %: 0.67e-3 where 0.07e-3 is in our copy, a place of the point
  expect("I14", 0.7e-3, tolerance("I14"), 1e-4);
  // I13 = (wrist) a3 (d2 + d3) and I12 = (wrist) a2 a3 have the same share by any rule; printed are 24 % and 10 %
  EXPECT_NEAR(tolerance("I13") / value("I13"), tolerance("I12") / value("I12"), 1e-9);
  EXPECT_NEAR(0.9e-3 / value("I13"), 0.24, 0.005);
  EXPECT_NEAR(0.0011 / value("I12"), 0.10, 0.005);
  // I19 = -(I20 + I21): printed is the sum of the tolerances, 14 = 8 + 6, not the root of the sum of squares. Those two, 8e-4 and 6e-4,
  // do not follow from 50 % of each inertia of the wrist (2.3e-4 and 13e-4): table 6, which had them, is not legible in our copy.
  EXPECT_NEAR(ours.at("I19").first + ours.at("I20").first + ours.at("I21").first, 0.0, 1e-12);
  EXPECT_NEAR(tolerance("I20"), 2.3e-4, 1e-5);
  EXPECT_NEAR(tolerance("I21"), 13e-4, 1e-5);
  // I3: the inertias of link 2 are known to 3 to 5 %; the file has no tolerance for them, 4 % of each makes the print
  expect("I3", 0.05, std::hypot(tolerance("I3"), 0.04 * 0.524, 0.04 * 0.130), 1e-2);
  // I2, the same way: 0.05 to 0.06 where 0.07 was restored. I1: as much, less than 0.05, the rest is Izz1 = 0.35, known to no figure.
  EXPECT_NEAR(std::hypot(tolerance("I2"), 0.05 * 0.539), 0.055, 0.01);
  EXPECT_LT(tolerance("I1"), 0.05);
  EXPECT_NEAR(std::sqrt(0.05 * 0.05 - tolerance("I1") * tolerance("I1")) / 0.35, 0.12, 0.01);
  // I6 and I7 hold the wrist at a distance: printed (0.016, 0.029) between sources that are shared (below 0.006) and that are not (0.039)
  for (const auto& [name, printed] : {std::pair{"I6", 0.016}, {"I7", 0.029}}) {
    EXPECT_NEAR(tolerance(name), 0.039, 5e-4) << name;
    EXPECT_LT(printed, tolerance(name)) << name;
  }
  // what `derive` says of the constants that it has in common is the same by another way
  auto loaded = files::load_robot(TAUFORGE_SOURCE_DIR "/robots/puma560.toml").take();
  DerivationOptions options;
  options.derive.symbolic = true;
  const auto d = derivation(loaded.robot, options, &loaded.description).value();
  int common = 0;
  for (const auto& c : d.model.constants)
    for (const auto& [name, x] : ours)
      if (std::abs(std::abs(c.value) - std::abs(x.first)) < 1e-12) {
        EXPECT_NEAR(c.tolerance.value_or(0), x.second, 1e-6 * x.second) << name;
        ++common;
      }
  EXPECT_GE(common, 24);
}

}  // namespace
}  // namespace tauforge::tests
