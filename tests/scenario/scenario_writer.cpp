// What is written of a motion gives the same motion when it is read.
#include "tauforge/scenario/scenario_writer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "scenarios.h"
#include "tauforge/motion/fourier.h"
#include "tauforge/motion/polynomial.h"

namespace tauforge::simulate {
namespace {

void expect_back(std::shared_ptr<const motion::Trajectory> path, double speed) {
  const robot::Robot scara = tests::robot_named("scara");
  const motion::Faster played(path, speed);
  const std::string text = scenario::scenario_text({*path, speed, "scara.toml", scara.drives, 250});
  const auto read = tests::scenario_of(text, scara);
  ASSERT_TRUE(read.ok()) << text;
  EXPECT_EQ(read.value().executive.period, 4'000'000);
  const motion::Trajectory& again = *read.value().motion;
  ASSERT_EQ(again.joints(), 4u);
  EXPECT_DOUBLE_EQ(again.duration(), played.duration());
  std::vector<double> q(4), qd(4), qdd(4), q2(4), qd2(4), qdd2(4);
  for (const double t : {0.0, 0.1, 0.7, 1.3, std::min(played.duration(), again.duration())}) {
    played.evaluate(t, q, qd, qdd), again.evaluate(t, q2, qd2, qdd2);
    for (std::size_t j = 0; j < 4; ++j) {
      EXPECT_NEAR(q2[j], q[j], 1e-14) << t;
      EXPECT_NEAR(qd2[j], qd[j], 1e-13) << t;
      EXPECT_NEAR(qdd2[j], qdd[j], 1e-12) << t;
    }
  }
}

TEST(ScenarioWriter, WritesAFourierSeriesThatIsPlayedFaster) {
  expect_back(std::make_shared<motion::Fourier>(
                  4.0, std::vector<double>{0.1, 0.2, 0.1, -0.3},
                  std::vector<std::vector<double>>{{0.3, -0.3}, {0.1, -0.1}, {0.02, -0.02}, {-0.2, 0.2}},
                  std::vector<std::vector<double>>{{0.2, -0.1}, {-0.4, 0.2}, {0.01, -0.005}, {0.1, -0.05}}),
              1.3);
}

TEST(ScenarioWriter, WritesAPolynomialThatIsPlayedFaster) {
  expect_back(
      std::make_shared<motion::Polynomial>(
          std::vector<std::vector<double>>{{0, 0, 0.05, 0}, {0.4, -0.3, 0.1, 0.2}, {0.1, 0.2, 0.08, -1.0 / 3}}, 1.5),
      0.7);
}

}  // namespace
}  // namespace tauforge::simulate
