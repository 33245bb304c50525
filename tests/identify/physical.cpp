// Parameters that can exist: closed forms of known bodies, and agreement with robots whose truth is known.
#include "tauforge/identify/physical.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/files/csv_recording.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/identify/log_cholesky.h"
#include "tauforge/robot/assemble.h"
#include "tauforge/signals/differentiate.h"
#include "tests/support/random_robot.h"
#include "tests/support/shared_data.h"
#include "tests/support/values.h"

namespace tauforge::identify {
namespace {

using tests::Random;

tests::RobotKind arm(int joints) { return {.joints = joints}; }

// What `states` random states say about the parameters of a robot: A = Y, b = Y pi, exactly.
Evidence measured(const robot::Robot& robot, const std::vector<double>& truth, int states) {
  Random random(5);
  Evidence evidence;
  for (int s = 0; s < states; ++s) {
    const tests::Matrix Y = tests::regressor_with_drives(robot, tests::random_state(random, robot, false));
    for (Eigen::Index r = 0; r < Y.rows(); ++r) {
      double b = 0.0;
      for (Eigen::Index c = 0; c < Y.cols(); ++c) {
        evidence.A.push_back(Y(r, c));
        b += Y(r, c) * truth[static_cast<std::size_t>(c)];
      }
      evidence.b.push_back(b);
    }
  }
  return evidence;
}

TEST(LogCholesky, KnowsTheBox) {
  // a box of 2 kg, half edges a b c, centre t: second moments per mass a^2/3, b^2/3, c^2/3
  const double a = 0.1, b = 0.2, c = 0.3, t[3] = {0.5, -0.4, 0.3};
  const double k[10] = {0.5 * std::log(2.0),
                        std::log(a / std::sqrt(3.0)),
                        std::log(b / std::sqrt(3.0)),
                        std::log(c / std::sqrt(3.0)),
                        0,
                        0,
                        0,
                        t[0],
                        t[1],
                        t[2]};
  double p[10];
  moments_of_log_cholesky(k, p);
  EXPECT_NEAR(p[0], 2.0, 1e-15);
  EXPECT_NEAR(p[2], 2.0 * t[1], 1e-15);
  EXPECT_NEAR(p[4], 2.0 * ((b * b + c * c) / 3.0 + t[1] * t[1] + t[2] * t[2]), 1e-15);
  EXPECT_NEAR(p[7], -2.0 * t[0] * t[1], 1e-15);
}

TEST(LogCholesky, IsInvertedForBodiesAndRefusesWhatIsNone) {
  Random random(3);
  for (int trial = 0; trial < 100; ++trial) {
    double k[10], p[10], again[10];
    for (double& value : k) value = random.uniform(-1.5, 1.5);
    moments_of_log_cholesky(k, p);
    ASSERT_TRUE(log_cholesky_of_moments(p, again));
    for (int e = 0; e < 10; ++e) EXPECT_NEAR(again[e], k[e], 1e-9);
  }
  double p[10] = {1, 0, 0, 0, 1, 1, 2.1, 0, 0, 0}, k[10];  // breaks the triangle inequality
  EXPECT_FALSE(log_cholesky_of_moments(p, k));
  p[6] = 1.0, p[0] = -1.0;
  EXPECT_FALSE(log_cholesky_of_moments(p, k));
}

TEST(RobotParameters, TimesTheRegressorAreTheTorques) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const robot::Robot robot =
        tests::random_robot(random, {.joints = 5, .tree = seed % 2 == 1, .transmission = seed % 3 == 0});
    const auto x = tests::random_state(random, robot, false);
    const std::vector<double> pi = parameters_of(robot), tau = tests::torque(robot, x);
    const tests::Matrix Y = tests::regressor_with_drives(robot, x);
    for (std::size_t r = 0; r < tau.size(); ++r) {
      double sum = 0.0;
      for (std::size_t c = 0; c < pi.size(); ++c)
        sum += Y(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)) * pi[c];
      EXPECT_NEAR(sum, tau[r], 1e-9 * tests::largest(tau));
    }
    const std::vector<double> again = parameters_of(with_parameters(robot, pi));
    for (std::size_t c = 0; c < pi.size(); ++c) EXPECT_NEAR(again[c], pi[c], 1e-9);
  }
}

TEST(EvidenceOfBaseParameters, MeansTheSameForAllParameters) {
  Random random(6);
  const robot::Robot robot = tests::random_robot(random, arm(4));
  std::vector<robot::Index> order(parameters_of(robot).size());
  for (std::size_t c = 0; c < order.size(); ++c) order[c] = static_cast<robot::Index>(c);
  const BaseParameters base = ordered_base_parameters(robot, order);
  std::vector<double> R(3 * base.kept.size()), z(3, 0.0);
  for (double& entry : R) entry = random.uniform(-1, 1);
  const Evidence e = evidence_of(robot, base, R, z, 0.0);
  const std::vector<double> pi = parameters_of(robot), beta = grouped(base, pi);
  for (std::size_t r = 0; r < 3; ++r) {
    double all = 0.0, reduced = 0.0;
    for (std::size_t c = 0; c < pi.size(); ++c) all += e.A[r * pi.size() + c] * pi[c];
    for (std::size_t k = 0; k < beta.size(); ++k) reduced += R[r * beta.size() + k] * beta[k];
    EXPECT_NEAR(all, reduced, 1e-9 * (1.0 + std::abs(reduced)));
  }
}

TEST(NearestPossible, KeepsThePriorWhereNothingWasMeasured) {
  Random random(2);
  const robot::Robot robot = tests::random_robot(random, arm(3));
  const PhysicalFit fit = nearest_possible(robot, {});
  const std::vector<double> prior = parameters_of(robot);
  for (std::size_t c = 0; c < prior.size(); ++c)
    EXPECT_NEAR(fit.parameters[c], prior[c], 1e-6 * (1.0 + std::abs(prior[c])));
  EXPECT_NEAR(fit.distance, 0.0, 1e-6);
  EXPECT_TRUE(fit.replaced_priors.empty());
}

TEST(NearestPossible, ReproducesExactMeasurementsFromAWrongPrior) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    Random random(seed);
    const robot::Robot truth = tests::random_robot(random, arm(4));
    Evidence evidence = measured(truth, parameters_of(truth), 60);
    for (double& a : evidence.A) a *= 100.0;  // residuals in units of 1 % of a N m
    for (double& b : evidence.b) b *= 100.0;
    std::vector<double> wrong = parameters_of(truth);
    for (std::size_t i = 0; i < 4; ++i)  // every body half as heavy again
      for (std::size_t e = 0; e < 10; ++e) wrong[10 * i + e] *= 1.5;
    evidence.unexplained = static_cast<double>(evidence.b.size());
    const PhysicalFit fit = nearest_possible(with_parameters(truth, wrong), evidence);
    EXPECT_TRUE(fit.converged) << fit.summary;
    EXPECT_LE(fit.residual, 1.02 * fit.unconstrained);
    for (const double least : fit.smallest_eigenvalue) EXPECT_GT(least, 0.0);
    EXPECT_EQ(positive_definite_postures(with_parameters(truth, fit.parameters), 500), 500u);
    const auto x = tests::random_state(random, truth, false);
    const auto expected = tests::torque(truth, x), found = tests::torque(with_parameters(truth, fit.parameters), x);
    for (std::size_t r = 0; r < expected.size(); ++r)
      EXPECT_NEAR(found[r], expected[r], 0.02 * tests::largest(expected));
  }
}

TEST(NearestPossible, FindsABodyForMeasurementsThatNoBodyExplains) {
  Random random(9);
  const robot::Robot robot = tests::random_robot(random, arm(3));
  std::vector<double> impossible = parameters_of(robot);
  impossible[20] = -2.0;                        // a negative mass at the tip
  impossible[24] = -1.0, impossible[25] = 3.0;  // and an inertia that is none
  impossible[30 + 1] = -5.0;                    // friction that drives
  Evidence evidence = measured(robot, impossible, 60);
  evidence.unexplained = 1.0;
  const PhysicalFit fit = nearest_possible(robot, evidence);
  EXPECT_GT(fit.residual, fit.unconstrained);
  for (const double least : fit.smallest_eigenvalue) EXPECT_GT(least, 0.0);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_GE(fit.parameters[10 * i], 0.99e-3);
  EXPECT_GE(fit.parameters[30 + 1], 0.0);
  EXPECT_EQ(positive_definite_postures(with_parameters(robot, fit.parameters), 1000), 1000u);
}

// At most a tenth more error than parameters without physics, on a real arm.
TEST(NearestPossible, CostsLittleOnAMeasuredArm) {
  TAUFORGE_NEEDS_SHARED("data/ur10e");
  const std::string folder = (testing::shared_data() / "data/ur10e/").string();
  robot::Robot robot = files::load_robot(folder + "ur10e.urdf").take().robot;
  for (std::size_t j = 0; j < 6; ++j) {
    robot.tree.friction[j] = robot::FrictionKind::smooth;
    robot.parameters.drive[j].width = 0.03;
  }
  files::RecordingOptions options;
  options.layout.rows = {635, 3510};
  options.layout.gains = {10.0, 10.6956, 8.4566, 9.0029, 9.48, 10.1232};
  const auto log = files::read_recording(folder + "id_30s_12harm.csv", options).take();
  const signals::Samples s = signals::prepare(log, {.motion = {4, 8.0}, .effort = {4, 8.0}, .trim = 10, .every = 2});
  Evidence evidence;
  const double deviation[] = {2.0, 3.0, 2.0, 0.8, 0.8, 0.8};  // of each drive's residual, roughly          [N m]
  dynamics::State<double> x;
  x.q.resize(6), x.qd.resize(6), x.qdd.resize(6);
  for (std::size_t k = 0; k < s.size(); ++k) {
    for (std::size_t j = 0; j < 6; ++j) x.q[j] = s.q[j][k], x.qd[j] = s.qd[j][k], x.qdd[j] = s.qdd[j][k];
    const tests::Matrix Y = tests::regressor_with_drives(robot, x);
    for (Eigen::Index j = 0; j < 6; ++j) {
      for (Eigen::Index c = 0; c < Y.cols(); ++c) evidence.A.push_back(Y(j, c) / deviation[j]);
      evidence.b.push_back(s.effort[static_cast<std::size_t>(j)][k] / deviation[j]);
    }
  }
  const PhysicalFit fit = nearest_possible(robot, evidence);
  EXPECT_LT(fit.residual, 1.1 * fit.unconstrained);
  for (const double least : fit.smallest_eigenvalue) EXPECT_GT(least, 0.0);
  EXPECT_EQ(positive_definite_postures(with_parameters(robot, fit.parameters), 10000), 10000u);
}

TEST(NearestPossible, ReplacesAPriorThatIsNoBody) {
  Random random(4);
  robot::Robot robot = tests::random_robot(random, arm(2));
  robot.parameters.body[1] = {};
  const PhysicalFit fit = nearest_possible(robot, {});
  ASSERT_EQ(fit.replaced_priors.size(), 1u);
  EXPECT_EQ(fit.replaced_priors[0], robot.links[1]);
  EXPECT_GT(fit.smallest_eigenvalue[1], 0.0);
}

// Written and read again, the identified robot has the same torques.
TEST(IdentifiedDescription, SurvivesBothFormats) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const auto description =
        tests::random_description(random, {.joints = 4, .tree = seed % 2 == 0, .transmission = seed % 4 == 1});
    robot::Robot robot = robot::assemble(description, {}).take();
    std::vector<double> pi = parameters_of(robot);
    for (std::size_t c = 0; c < 40; ++c) pi[c] *= 1.25;
    robot = with_parameters(robot, pi);
    const auto identified = identified_description(description, robot, robot::Meaning::physical);
    ASSERT_EQ(identified.gravity_directions.size(), 1u);
    for (const auto format : {robot::Format::toml, robot::Format::urdf}) {
      const auto text = files::write_robot(identified, format);
      if (!text.ok()) {  // URDF has no transmission of this kind
        EXPECT_EQ(format, robot::Format::urdf);
        continue;
      }
      const auto read =
          files::read_robot(files::source_from_text(format == robot::Format::toml ? "a.toml" : "a.urdf", text.value()));
      ASSERT_TRUE(read.ok());
      EXPECT_EQ(read.value().gravity_directions.size(), format == robot::Format::toml ? 1u : 0u);
      auto again = robot::assemble(read.value(), {});
      ASSERT_TRUE(again.ok());
      if (format == robot::Format::urdf && description.transmission) continue;
      robot::Robot other = again.take();
      other.parameters.gravity = robot.parameters.gravity;  // URDF cannot say it
      const auto x = tests::random_state(random, robot, false);
      if (format == robot::Format::urdf)
        other.parameters.drive = robot.parameters.drive, other.tree.friction = robot.tree.friction;
      const auto expected = tests::torque(robot, x), found = tests::torque(other, x);
      for (std::size_t r = 0; r < expected.size(); ++r)
        EXPECT_NEAR(found[r], expected[r], 1e-8 * tests::largest(expected));
    }
  }
}

}  // namespace
}  // namespace tauforge::identify
