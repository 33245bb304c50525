#include "tauforge/literature/campaign.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tauforge/functions/instances.h"
#include "tauforge/identify/robot_parameters.h"
#include "tauforge/literature/campaign_plant.h"
#include "tauforge/literature/random.h"

namespace tauforge::literature {

namespace {

// One trajectory: computed torque with the model of table 2 and a weak feedback, four Runge-Kutta steps of order four per
// control period.
class Follower {
 public:
  Follower(const robot::Robot& plant, const robot::Robot& model)
      : plant_(plant), plant_drives_(plant.tree, plant.parameters), model_drives_(model.tree, model.parameters) {}

  // `watch` is shown how much is done; the recording is empty where it ends the campaign.
  recording::Recording follow(const CampaignMotion& motion, const CampaignSettings& settings,
                              literature::Random& random, const std::function<bool(double)>& watch) {
    constexpr int steps_per_sample = 7;
    const double step = settings.period / steps_per_sample;
    const std::size_t n = plant_.tree.nv();
    recording::Recording log;
    log.joints = plant_.drives;
    log.effort_kind = recording::Effort::torque;
    log.q.resize(n), log.effort.resize(n);
    identify::Motion x = motion.at(0.0);
    for (double t = 0.0; t <= motion.duration(); t += settings.period) {
      if (!watch(t / motion.duration())) return {};
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
  std::vector<double> torque(const identify::Motion& reference, const identify::Motion& x) {
    identify::Motion wanted = reference;
    constexpr double stiffness = 400.0, damping = 40.0;  // [1/s^2], [1/s]
    for (std::size_t j = 0; j < wanted.q.size(); ++j)
      wanted.qdd[j] += stiffness * (reference.q[j] - x.q[j]) + damping * (reference.qd[j] - x.qd[j]);
    return torques_of(model_drives_, wanted);
  }

  void derivative(const identify::Motion& x, const std::vector<double>& tau, std::vector<double>& qdd) {
    state_.q = x.q, state_.qd = x.qd, state_.qdd.assign(x.q.size(), 0.0);
    plant_drives_.accelerations(state_, tau, qdd);
  }

  void advance(identify::Motion& x, const std::vector<double>& tau, double h) {
    const std::size_t n = x.q.size();
    std::vector<double> a[4];
    for (auto& values : a) values.resize(n);
    const double share[] = {0.0, 0.5, 0.5, 1.0};
    identify::Motion stage[4];
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
  dynamics::State<double> state_;
  functions::DriveDynamics<double> plant_drives_, model_drives_;
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

diagnostic::Result<Campaign> measure_campaign(const robot::Robot& puma, const CampaignSettings& settings,
                                              const CampaignWatch& watch) {
  if (const std::string why = why_no_campaign(puma); !why.empty()) return campaign_refusal(puma, why);
  Campaign campaign;
  const identify::BaseParameters base =
      identify::ordered_base_parameters(puma, identify::paper_order(puma.tree, false));
  auto plant = campaign_plant(puma, base);
  if (!plant) return plant.findings();
  campaign.plant = plant.take();
  campaign.truth = identify::grouped(base, identify::parameters_of(campaign.plant));
  const robot::Robot moving = settings.unmodelled ? with_stribeck(campaign.plant) : campaign.plant;
  literature::Random random(settings.seed);
  Follower follower(moving, puma);
  const auto motions =
      settings.new_trajectories ? campaign_motions_of(puma, 1992 + settings.seed) : campaign_motions_of(puma);
  campaign.planned = motions.size();
  for (std::size_t k = 0; k < motions.size(); ++k) {
    const auto share_of_all = [&](double share) {
      return (static_cast<double>(k) + share) / static_cast<double>(motions.size());
    };
    recording::Recording log = follower.follow(motions[k], settings, random,
                                               [&](double share) { return !watch || watch(k, share_of_all(share)); });
    if (log.samples() == 0) break;
    campaign.trajectories.push_back(std::move(log));
    campaign.trajectories.back().name = "trajectory " + std::to_string(k + 1);
  }
  return campaign;
}

}  // namespace tauforge::literature
