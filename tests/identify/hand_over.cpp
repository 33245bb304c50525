// What is written is what was scored.
#include "tauforge/identify/hand_over.h"

#include <gtest/gtest.h>

#include "tauforge/dynamics/regressor.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/identify/identified_robot.h"
#include "tests/support/virtual_log.h"

namespace tauforge::identify {

namespace {

robot::Robot project_robot(const std::string& name) {
  return files::load_robot(std::string(TAUFORGE_SOURCE_DIR) + "/robots/" + name, {}).take().robot;
}

double largest_mass(const robot::Robot& robot) {
  double most = 0.0;
  for (const auto& body : robot.parameters.body) most = std::max(most, body.m);
  return most;
}

// The evidence as if refused columns were free.
Identification without_hold(Identification found) {
  Identification loose = found;
  loose.evidence_columns.clear(), loose.evidence_A.clear(), loose.evidence_held.clear();
  const std::size_t columns = found.evidence_columns.size();
  std::vector<std::size_t> free;
  for (std::size_t c = 0; c < columns; ++c)
    if (found.evidence_held[c] == 0.0) free.push_back(c), loose.evidence_columns.push_back(found.evidence_columns[c]);
  loose.evidence_held.assign(free.size(), 0.0);
  for (std::size_t r = 0; r < found.evidence_b.size(); ++r)
    for (const std::size_t c : free) loose.evidence_A.push_back(found.evidence_A[r * columns + c]);
  return loose;
}

// Drives stand still, so columns are refused; bodies could then become anything in directions that no error shows, until the
// file is used for another motion.
TEST(HandOver, LeavesRefusedDirectionsWhereTheFileHasThem) {
  const robot::Robot plant = project_robot("ur10e.toml"), prior = testing::misjudged(plant, 3, 0.6);
  const auto lively = testing::swinging_log(plant, {.seed = 2});
  double worst_of_loose = 0.0;
  for (const std::vector<std::size_t>& still : {std::vector<std::size_t>{3, 4, 5}, {0, 1}, {1, 2, 4}}) {
    const auto found =
        identified_robot(prior, {testing::swinging_log(plant, {.seed = 1, .still = still, .swing = 0.2})});
    ASSERT_TRUE(found.ok());
    const IdentifiedRobot& f = found.value();
    EXPECT_FALSE(f.found.refusals.empty());
    const auto& how = f.found.model.preparation;
    // file and model say the same of a motion that shows everything
    const HandOver handed = handed_over(f.possible.robot, {validate(prior, f.possible.model, lively)});
    EXPECT_LT(handed.difference, largest_rounding);
    EXPECT_LT(handed_over(f.reduced, {validate(prior, f.found.model, lively)}).difference, largest_rounding);
    // what the logs do not tell is what the description says
    const std::vector<double> values = grouped(f.found.base, parameters_of(f.possible.robot));
    const std::vector<double> described = grouped(f.found.base, parameters_of(prior));
    for (const Refusal& refusal : f.found.refusals)
      for (std::size_t k = 0; k < values.size(); ++k) {
        const Index column = f.found.base.kept[k];
        if (parameter_names(prior)[column].name != refusal.name.name) continue;
        if (column >= dynamics::inertial_columns(prior.tree))
          continue;  // friction: beside a memory the file has another level
        EXPECT_NEAR(values[k], described[k], 1e-4 * std::max(std::abs(described[k]), 0.01)) << refusal.name.name;
      }
    EXPECT_LE(handed.all.all, 1.1 * validate(prior, how, lively).error.all);
    EXPECT_LT(largest_mass(f.possible.robot), 2.0 * std::max(largest_mass(prior), largest_mass(plant)));
    const PossibleRobot loose = possible_robot(prior, without_hold(f.found));
    worst_of_loose = std::max(worst_of_loose, validate(loose.robot, how, lively).error.all);
  }
  EXPECT_GT(worst_of_loose, 100.0);  // the prior itself is off by 6 %
}

}  // namespace

}  // namespace tauforge::identify
