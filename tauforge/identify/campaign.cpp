#include "tauforge/identify/campaign.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "tauforge/dynamics/forward_dynamics.h"
#include "tauforge/dynamics/regressor.h"
#include "tauforge/identify/matrix.h"
#include "tauforge/identify/robot_parameters.h"

namespace tauforge::identify {

using dynamics::at;

namespace {

// Not printed in the paper: ranges near those of the PUMA 260's data sheet, and torques its motors can hold.
const std::vector<double> lower = {-2.5, -1.9, -1.9, -2.4, -1.8, -2.6},
                          upper = {2.5, 1.9, 1.9, 2.4, 1.8, 2.6};      // [rad]
const std::vector<double> limits = {10.0, 15.0, 6.5, 1.3, 1.3, 0.65};  // [N m]
constexpr unsigned plant_seed = 260, trajectory_seed = 1992;

// Numbers that do not depend on the standard library.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double uniform() { return (static_cast<double>(engine_()) + 0.5) / 4294967296.0; }
  double normal() { return std::sqrt(-2.0 * std::log(uniform())) * std::cos(2.0 * M_PI * uniform()); }  // Box, Muller

 private:
  std::mt19937 engine_;
};

std::vector<double> inverse(const robot::Robot& robot, const Motion& x, dynamics::InverseDynamicsWorkspace<double>& k) {
  dynamics::State<double> state;
  state.q = x.q, state.qd = x.qd, state.qdd = x.qdd;
  std::vector<double> tau(at(robot.tree.nv()));
  dynamics::inverse_dynamics<double>(dynamics::InverseDynamics::newton_euler, robot.tree, robot.parameters, state, k,
                                     tau);
  return tau;
}

std::vector<CampaignMotion> motions_for(const robot::Robot& puma, unsigned seed) {
  dynamics::InverseDynamicsWorkspace<double> workspace;
  std::vector<CampaignMotion> motions;
  for (const CampaignMotion& motion : campaign_motions(lower, upper, 4, seed))
    motions.push_back(scaled_to_torque(motion, limits, [&](const Motion& x) { return inverse(puma, x, workspace); }));
  return motions;
}

bool mass_matrix_is_positive(const robot::Robot& robot) {
  Random random(4);
  const Index n = robot.tree.nv();
  dynamics::MassMatrixWorkspace<double> workspace;
  std::vector<double> q(at(n)), M(at(n * n));
  for (int k = 0; k < 1000; ++k) {
    for (double& value : q) value = M_PI * (2.0 * random.uniform() - 1.0);
    dynamics::mass_matrix<double>(dynamics::MassMatrix::composite_body, robot.tree, robot.parameters, q, workspace, M);
    if (Eigen::Map<Matrix>(M.data(), n, n).llt().info() != Eigen::Success) return false;
  }
  return true;
}

// The arm: table 2 and small parameters where the table has none.
robot::Robot plant_of(const robot::Robot& puma, const BaseParameters& base) {
  const std::vector<double> table2 = parameters_of(puma);
  // the largest torque per unit of every column, relative to the largest torque of the joint
  std::vector<double> unit_share(table2.size(), 0.0);
  dynamics::InverseDynamicsWorkspace<double> workspace;
  dynamics::RegressorWorkspace<double> regressor_workspace;
  const Index n = puma.tree.nv(), width = dynamics::regressor_columns(puma.tree);
  std::vector<double> Y(at(n * width));
  for (const CampaignMotion& motion : motions_for(puma, trajectory_seed)) {
    std::vector<double> largest(at(n), 0.0), column(at(n * width), 0.0);
    for (double t = 0.0; t < motion.duration(); t += 0.028) {
      const Motion x = motion.at(t);
      const std::vector<double> tau = inverse(puma, x, workspace);
      dynamics::State<double> state;
      state.q = x.q, state.qd = x.qd, state.qdd = x.qdd;
      dynamics::regressor<double>(puma.tree, puma.parameters, state, regressor_workspace, Y);
      for (std::size_t j = 0; j < tau.size(); ++j) largest[j] = std::max(largest[j], std::abs(tau[j]));
      for (std::size_t e = 0; e < Y.size(); ++e) column[e] = std::max(column[e], std::abs(Y[e]));
    }
    for (Index j = 0; j < n; ++j)
      for (Index c = 0; c < width; ++c)
        unit_share[at(c)] = std::max(unit_share[at(c)], column[at(j * width + c)] / largest[at(j)]);
  }
  for (unsigned seed = plant_seed;; ++seed) {
    Random random(seed);
    std::vector<double> values = table2;
    for (const Index kept : base.kept)
      if (table2[at(kept)] == 0.0) {
        const double share = 0.002 + 0.007 * random.uniform();
        values[at(kept)] = (random.uniform() < 0.5 ? -1.0 : 1.0) * share / unit_share[at(kept)];
      }
    const robot::Robot plant = with_parameters(puma, values);
    if (mass_matrix_is_positive(plant)) return plant;
  }
}

// One trajectory: computed torque with the model of table 2 and a weak feedback, four Runge-Kutta steps of order four per
// control period.
class Follower {
 public:
  Follower(const robot::Robot& plant, const robot::Robot& model) : plant_(plant), model_(model) {}

  recording::Recording follow(const CampaignMotion& motion, const CampaignSettings& settings, Random& random) {
    constexpr int steps_per_sample = 7;
    const double step = settings.period / steps_per_sample;
    const std::size_t n = at(plant_.tree.nv());
    recording::Recording log;
    log.joints = plant_.drives;
    log.effort_kind = recording::Effort::torque;
    log.q.resize(n), log.effort.resize(n);
    Motion x = motion.at(0.0);
    for (double t = 0.0; t <= motion.duration(); t += settings.period) {
      log.t.push_back(t);
      std::vector<double> tau;
      for (int k = 0; k < steps_per_sample; ++k) {
        tau = torque(motion.at(t + k * step), x);
        if (k == 0)
          for (std::size_t j = 0; j < n; ++j) log.q[j].push_back(x.q[j]), log.effort[j].push_back(tau[j]);
        advance(x, tau, step);
      }
    }
    for (std::size_t j = 0; j < n; ++j) {
      double largest = 0.0;
      for (const double tau : log.effort[j]) largest = std::max(largest, std::abs(tau));
      for (double& tau : log.effort[j]) tau += settings.torque_noise * largest * random.normal();
      for (double& q : log.q[j])
        if (settings.encoder_step > 0.0) q = settings.encoder_step * std::round(q / settings.encoder_step);
      if (settings.unmodelled) std::rotate(log.effort[j].begin(), log.effort[j].end() - 1, log.effort[j].end());
    }
    return log;
  }

 private:
  std::vector<double> torque(const Motion& reference, const Motion& x) {
    Motion wanted = reference;
    constexpr double stiffness = 400.0, damping = 40.0;  // [1/s^2], [1/s]
    for (std::size_t j = 0; j < wanted.q.size(); ++j)
      wanted.qdd[j] += stiffness * (reference.q[j] - x.q[j]) + damping * (reference.qd[j] - x.qd[j]);
    return inverse(model_, wanted, inverse_workspace_);
  }

  void derivative(const Motion& x, const std::vector<double>& tau, std::vector<double>& qdd) {
    state_.q = x.q, state_.qd = x.qd, state_.qdd.assign(x.q.size(), 0.0);
    dynamics::forward_dynamics<double>(dynamics::ForwardDynamics::articulated_body, plant_.tree, plant_.parameters,
                                       state_, tau, forward_workspace_, qdd);
  }

  void advance(Motion& x, const std::vector<double>& tau, double h) {
    const std::size_t n = x.q.size();
    std::vector<double> a[4];
    for (auto& values : a) values.resize(n);
    const double share[] = {0.0, 0.5, 0.5, 1.0};
    Motion stage[4];
    for (int s = 0; s < 4; ++s) {
      stage[s] = x;
      for (std::size_t j = 0; s > 0 && j < n; ++j) {
        stage[s].q[j] += share[s] * h * stage[s - 1].qd[j];
        stage[s].qd[j] += share[s] * h * a[s - 1][j];
      }
      derivative(stage[s], tau, a[s]);
    }
    for (std::size_t j = 0; j < n; ++j) {
      x.q[j] += h / 6.0 * (stage[0].qd[j] + 2.0 * stage[1].qd[j] + 2.0 * stage[2].qd[j] + stage[3].qd[j]);
      x.qd[j] += h / 6.0 * (a[0][j] + 2.0 * a[1][j] + 2.0 * a[2][j] + a[3][j]);
    }
  }

  const robot::Robot& plant_;
  const robot::Robot& model_;
  dynamics::State<double> state_;
  dynamics::InverseDynamicsWorkspace<double> inverse_workspace_;
  dynamics::ForwardDynamicsWorkspace<double> forward_workspace_;
};

// A law that is not fitted: friction is a third higher near standstill.
robot::Robot with_stribeck(robot::Robot robot) {
  for (std::size_t j = 0; j < robot.parameters.drive.size(); ++j) {
    robot.tree.friction[j] = robot::FrictionKind::stribeck;
    auto& drive = robot.parameters.drive[j];
    drive.static_level = drive.coulomb * 4.0 / 3.0;
    drive.stribeck_velocity = 0.2;
  }
  return robot;
}

}  // namespace

Campaign measure_campaign(const robot::Robot& puma, const CampaignSettings& settings) {
  Campaign campaign;
  const BaseParameters base = ordered_base_parameters(puma, paper_order(puma.tree, false));
  campaign.plant = plant_of(puma, base);
  campaign.truth = grouped(base, parameters_of(campaign.plant));
  const robot::Robot moving = settings.unmodelled ? with_stribeck(campaign.plant) : campaign.plant;
  Random random(settings.seed);
  Follower follower(moving, puma);
  int number = 0;
  for (const CampaignMotion& motion :
       motions_for(puma, settings.new_trajectories ? trajectory_seed + settings.seed : trajectory_seed)) {
    campaign.trajectories.push_back(follower.follow(motion, settings, random));
    campaign.trajectories.back().name = "trajectory " + std::to_string(++number);
  }
  return campaign;
}

}  // namespace tauforge::identify
