// The law of parts: a trunk and its limbs, each computed alone, have the torques of the whole robot.
#include "tauforge/dynamics/planned/trunk_and_limbs.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/dynamics/planned/plan_space.h"
#include "tauforge/functions/instances.h"
#include "tests/support/limbed_robot.h"

namespace tauforge::tests {
namespace {

using dynamics::Plan;
using robot::Index;
using robot::Part;

using State = dynamics::State<double>;
using Workspace = dynamics::PlannedNewtonEulerWorkspace<double>;

robot::Robot part_of(const robot::Robot& robot, const Part& part, bool floating) {
  robot::Robot result;
  result.tree = tree_of(robot.tree, part);
  result.tree.floating = floating;
  result.parameters = robot::parameters_of(robot.parameters, part);
  return result;
}

dynamics::JointMotion<double> motion_of(const State& x, const Part& part) {
  dynamics::JointMotion<double> motion;
  for (const Index i : part) motion.q.push_back(x.q[i]), motion.qd.push_back(x.qd[i]), motion.qdd.push_back(x.qdd[i]);
  return motion;
}

class Parts {
 public:
  Parts(Random& random, const robot::Robot& robot) : robot_(robot), split_(split_limbs(robot.tree)) {
    trunk_ = part_of(robot, split_.trunk, robot.tree.floating);
    for (const auto& group : split_.groups)
      for (const Part& part : group.limbs) {
        Limb limb;
        limb.part = part, limb.carrier = robot::index_in(split_.trunk, group.carrier);
        limb.moves = robot.tree.floating || group.carrier != robot::Tree::base;
        robot::Robot alone = part_of(robot, part, limb.moves);
        alone.parameters.base = {};
        limb.tree = alone.tree;
        limb.plan = random_plan(random, alone);
        limb.numbers = dynamics::limb_numbers<double>(limb.tree, limb.plan, alone.parameters);
        auto& carrier = limb.carrier < 0 ? trunk_.parameters.base : trunk_.parameters.body[limb.carrier];
        carrier = carrier + dynamics::taken_from_base(limb.numbers);
        limbs_.push_back(std::move(limb));
      }
    if (trunk_.tree.size() > 0) plan_ = random_plan(random, trunk_);
    for (const Limb& limb : limbs_) dynamics::keep_frame(limb.carrier, plan_);
    dynamics::take_back_impossible(trunk_.tree, dynamics::link_choices(trunk_.tree, trunk_.parameters), plan_);
    dynamics::take_back_undefined(trunk_.tree, trunk_.parameters, plan_);
  }
  std::size_t limbs() const { return limbs_.size(); }

  std::vector<double> torques(const State& x) const {
    std::vector<double> tau(robot_.tree.nv());
    const auto numbers = dynamics::part_numbers<double>(trunk_.tree, plan_, trunk_.parameters);
    State of_trunk = dynamics::limb_state<double>(motion_of(x, split_.trunk), {});
    of_trunk.base = x.base;
    Workspace first, second;
    dynamics::part_torque<double>(trunk_.tree, plan_, numbers, of_trunk, true, first);
    const Index base = dynamics::base_rows(robot_.tree);
    for (const Limb& limb : limbs_) {
      const auto motion = dynamics::carrier_motion(first, limb.carrier);
      Workspace workspace;
      const auto rows =
          dynamics::part_torque<double>(limb.tree, limb.plan, limb.numbers,
                                        dynamics::limb_state<double>(motion_of(x, limb.part), motion), true, workspace);
      if (limb.moves) dynamics::add_limb_wrench<double>(trunk_.tree, limb.carrier, rows, of_trunk);
      for (std::size_t j = 0; j < limb.part.size(); ++j)
        tau[base + limb.part[j]] = rows[dynamics::base_rows(limb.tree) + j];
    }
    const auto rows = dynamics::part_torque<double>(trunk_.tree, plan_, numbers, of_trunk, true, second);
    for (robot::Index r = 0; r < base; ++r) tau[r] = rows[r];
    for (std::size_t j = 0; j < split_.trunk.size(); ++j) tau[base + split_.trunk[j]] = rows[base + j];
    return tau;
  }

  // Moving mass about makes constants larger than the torques they add up to.
  double largest_constant() const {
    double size = 1.0;
    const auto look_at = [&](dynamics::PlannedParameters<double> par) {
      par.body.push_back(par.base);
      for (auto& P : par.body)
        for (const double* value : dynamics::entries_of(P)) size = std::max(size, std::abs(*value));
    };
    for (const Limb& limb : limbs_) look_at(limb.numbers.planned);
    look_at(dynamics::apply(trunk_.tree, plan_, trunk_.parameters));
    return size;
  }

 private:
  struct Limb {
    Part part;
    Index carrier = robot::Tree::base;
    bool moves = true;
    robot::Tree tree;
    Plan plan;
    dynamics::PartNumbers<double> numbers;
  };
  const robot::Robot& robot_;
  robot::LimbSplit split_;
  robot::Robot trunk_;
  Plan plan_;
  std::vector<Limb> limbs_;
};

TEST(Parts, TogetherHaveTheTorquesOfTheWholeWhateverTheirPlans) {
  for (unsigned seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = robot_with_limbs(random, {.trunk_joints = static_cast<int>(seed % 4),
                                                         .limbs = 2 + static_cast<int>(seed % 3),
                                                         .limb_joints = 2 + static_cast<int>(seed % 4),
                                                         .branching = seed % 5 == 0,
                                                         .floating = seed % 2 == 0});
    const Parts parts(random, robot);
    ASSERT_EQ(parts.limbs(), 2 + seed % 3);
    const State x = random_state(random, robot, false);
    const auto expected = functions::DriveDynamics<double>(robot.tree, robot.parameters).torques(x);
    const auto tau = parts.torques(x);
    const double size = std::max(largest(expected), parts.largest_constant());
    for (std::size_t i = 0; i < tau.size(); ++i) EXPECT_NEAR(tau[i], expected[i], 1e-12 * size) << "row " << i + 1;
    if (::testing::Test::HasFailure()) break;
  }
}

}  // namespace
}  // namespace tauforge::tests
