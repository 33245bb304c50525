#include "tauforge/literature/elastic_gears.h"

#include <algorithm>
#include <cmath>

#include "tauforge/functions/drive_dynamics.h"
#include "tauforge/identify/cholesky.h"
#include "tauforge/identify/physical.h"

namespace tauforge::literature {

namespace {

using robot::Index;

// Of rotor inertia and viscous friction so much is the motor's, and the rest turns with the link. Base parameters leave
// bodies without some of their inertia, so not any share leaves an arm: the largest of 1/2, 1/4, ... that does.
constexpr double smallest_share = 1.0 / 64.0;

robot::Robot link_side(robot::Robot arm, double share) {
  for (auto& drive : arm.parameters.drive)
    drive = {.inertia = (1.0 - share) * drive.inertia, .viscous = (1.0 - share) * drive.viscous};
  arm.tree.friction.assign(arm.tree.friction.size(), robot::FrictionKind::coulomb);
  return arm;
}

bool can_move(const robot::Robot& arm) {
  constexpr std::size_t postures = 1000;
  return identify::positive_definite_postures(arm, postures) == postures;
}

// What each joint weighs on its axis while the others follow freely: 1 / (M^-1)_jj.
std::vector<double> free_inertias(const robot::Robot& arm) {
  const Index n = arm.tree.nv();
  functions::DriveDynamics<double> drives(arm.tree, arm.parameters);
  dynamics::State<double> x;
  x.q.assign(static_cast<std::size_t>(n), 0.0);
  std::vector<double> M(static_cast<std::size_t>(n * n));
  drives.mass_matrix(x, M);
  const identify::Matrix inverse = identify::inverse_of_symmetric(Eigen::Map<identify::Matrix>(M.data(), n, n));
  std::vector<double> result;
  for (Index j = 0; j < n; ++j) result.push_back(1.0 / inverse(j, j));
  return result;
}

}  // namespace

ElasticArm with_elastic_gears(const robot::Robot& arm, double natural_hz) {
  double share = 0.5;
  while (share > smallest_share && !can_move(link_side(arm, share))) share /= 2.0;
  ElasticArm result{link_side(arm, share), free_inertias(link_side(arm, share))};
  for (double& k : result.stiffness) k *= std::pow(2.0 * M_PI * natural_hz, 2);
  robot::Robot& all = result.robot;
  for (const Index j : arm.tree.base_to_tip()) {  // rotors: on the base, each on an axis of its own
    all.tree.add(robot::JointType::revolute, robot::Tree::base);
    all.tree.friction.push_back(arm.tree.friction[j]);
    auto& par = all.parameters;
    par.placement.emplace_back();
    par.offset.push_back(0.0), par.body.push_back({}), par.link_frame.push_back(par.placement.back());
    par.drive.push_back(arm.parameters.drive[j]);
    par.drive.back().inertia *= share, par.drive.back().viscous *= share;
    all.joints.push_back(arm.joints[j] + "_motor"), all.links.push_back(arm.links[j] + "_rotor");
    all.drives.push_back(arm.drives[j] + "_motor");
    all.limits.push_back({}), all.drive_gain.push_back(1.0);
  }
  return result;
}

void MotorTorques::at(double, std::span<const double> q_theta, std::span<double> out) noexcept {
  std::copy(tau.rbegin(), tau.rend(), out.rbegin());  // motors are last
  const std::size_t n = k_.size();
  for (std::size_t j = 0; j < n; ++j) {
    const double gear = k_[j] * (q_theta[n + j] - q_theta[j]);
    out[j] = gear, out[n + j] -= gear;
  }
}

std::vector<double> MotorTorques::at_rest(simulate::Plant& plant, const std::vector<double>& theta) const {
  std::vector<double> x = on_both_sides(theta), weight(x.size());
  constexpr int rounds = 20;  // sagging by thousandths changes the weight on the axis by as many thousandths
  for (int round = 0; round < rounds && !k_.empty(); ++round) {
    plant.gravity(x, false, weight);
    for (std::size_t j = 0; j < k_.size(); ++j) x[j] = theta[j] - weight[j] / k_[j];
  }
  return x;
}

std::vector<double> MotorTorques::on_both_sides(const std::vector<double>& theta) const {
  std::vector<double> x = theta;
  x.insert(x.end(), theta.begin(), k_.empty() ? theta.begin() : theta.end());
  return x;
}

}  // namespace tauforge::literature
