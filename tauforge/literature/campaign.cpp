#include "tauforge/literature/campaign.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tauforge/control/law.h"
#include "tauforge/control/template_model.h"
#include "tauforge/identify/robot_parameters.h"
#include "tauforge/literature/campaign_plant.h"
#include "tauforge/literature/elastic_gears.h"
#include "tauforge/simulate/noise.h"

namespace tauforge::literature {

namespace {

// Computed torque with the model of table 2 and a weak feedback, told to the drives every 4 ms, or every half a millisecond where
// gears give way: a motor that is alone for an instant is lighter, and feedback for the whole arm would shake it. One step of
// the integrator each, or more where a drive comes to rest or breaks away within it.
class Follower {
 public:
  Follower(const robot::Robot& arm, const robot::Robot& model, double gear_hz)
      : drives_(arm.drives),
        G_(arm.tree.direct ? std::vector<double>{} : arm.parameters.G),
        arm_(gear_hz > 0.0 ? with_elastic_gears(arm, gear_hz) : ElasticArm{arm, {}}),
        plant_(arm_.robot),
        model_(model),
        equation_(model_, control::point_of(law)),
        controller_(equation_, law, control::equal_poles(law, drives_.size(), 20.0),
                    control::unlimited(drives_.size())) {}

  // One trajectory. `watch` is shown how much is done; the recording is empty where it ends the campaign.
  recording::Recording follow(const motion::Trajectory& motion, const CampaignSettings& settings,
                              const std::function<bool(double)>& watch) {
    const int steps_per_sample = arm_.stiffness.empty() ? 7 : 56;
    const double step = settings.period / steps_per_sample;
    const std::size_t n = drives_.size();
    recording::Recording log;
    log.joints = drives_;
    log.effort_kind = recording::Effort::torque;
    log.q.resize(n), log.effort.resize(n);
    MotorTorques motors(n, arm_.stiffness);
    simulate::Integrator arm(plant_, motors, {.step = step});
    const identify::Motion start = of_drives(motion_at(motion, 0.0));
    arm.set_state(motors.at_rest(plant_, start.q), motors.on_both_sides(start.qd));
    for (double t = 0.0; t <= motion.duration(); t += settings.period) {
      if (!watch(t / motion.duration())) return {};
      log.t.push_back(t);
      for (int k = 0; k < steps_per_sample; ++k) {
        const identify::Motion wanted = of_drives(motion_at(motion, t + k * step));
        const auto q = arm.q().last(n), qd = arm.qd().last(n);  // of the motors
        controller_.step({q, qd}, {wanted.q, wanted.qd, wanted.qdd}, step, motors.tau);
        if (k == 0)
          for (std::size_t j = 0; j < n; ++j) log.q[j].push_back(q[j]), log.effort[j].push_back(motors.tau[j]);
        arm.advance(t + (k + 1) * step);
      }
    }
    return log;
  }

 private:
  static constexpr control::Law law = control::Law::tracking;

  // theta = G^-1 q, with ones on the diagonal of G and nothing above it.
  identify::Motion of_drives(identify::Motion x) const {
    const std::size_t n = drives_.size();
    for (std::size_t i = 1; i < n && !G_.empty(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        for (std::vector<double>* values : {&x.q, &x.qd, &x.qdd}) (*values)[i] -= G_[i * n + j] * (*values)[j];
    return x;
  }

  std::vector<std::string> drives_;
  std::vector<double> G_;  // empty: the joints are the drives
  ElasticArm arm_;
  simulate::Plant plant_;
  control::TemplateModel model_;
  control::OnePass equation_;
  control::Controller controller_;
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

// Another one: gears that are not round.
robot::Robot with_ripple(robot::Robot robot) {
  for (auto& drive : robot.parameters.drive) drive.harmonics = {{3.0, 0.2, 0.2}, {7.0, 0.1, 0.0}};
  return robot;
}

robot::Robot with_coupled_wrist(robot::Robot robot) {
  const std::size_t n = robot.drives.size();
  robot.tree.direct = false;
  robot.parameters.G.assign(n * n, 0.0), robot.parameters.q0.assign(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) robot.parameters.G[i * n + i] = 1.0;
  for (const std::size_t joint : {4u, 5u}) robot.parameters.G[joint * n + joint - 1] = wrist_coupling;
  return robot;
}

}  // namespace

diagnostic::Result<Campaign> drive_campaign(const robot::Robot& puma, const CampaignSettings& settings,
                                            const CampaignWatch& watch) {
  if (const std::string why = why_no_campaign(puma); !why.empty()) return campaign_refusal(puma, why);
  Campaign campaign;
  const identify::BaseParameters base =
      identify::ordered_base_parameters(puma, identify::paper_order(puma.tree, false));
  auto plant = campaign_plant(puma, base);
  if (!plant) return plant.findings();
  campaign.plant = plant.take();
  campaign.truth = identify::grouped(base, identify::parameters_of(campaign.plant));
  const auto as_moved = [&](robot::Robot robot) {
    return settings.coupled_wrist ? with_coupled_wrist(std::move(robot)) : robot;
  };
  robot::Robot as_it_rubs = settings.unmodelled ? with_stribeck(campaign.plant) : campaign.plant;
  if (settings.rippled) as_it_rubs = with_ripple(std::move(as_it_rubs));
  Follower follower(as_moved(std::move(as_it_rubs)), as_moved(puma), settings.gear_hz);
  const auto motions = campaign_motions_of(puma);
  campaign.planned = motions.size();
  for (std::size_t k = 0; k < motions.size(); ++k) {
    const auto share_of_all = [&](double share) {
      return (static_cast<double>(k) + share) / static_cast<double>(motions.size());
    };
    recording::Recording log =
        follower.follow(motions[k], settings, [&](double share) { return !watch || watch(k, share_of_all(share)); });
    if (log.samples() == 0) break;
    campaign.trajectories.push_back(std::move(log));
    campaign.trajectories.back().name = "trajectory " + std::to_string(k + 1);
  }
  return campaign;
}

Campaign measured(Campaign campaign, const CampaignSettings& settings) {
  simulate::Noise noise(settings.seed);
  for (recording::Recording& log : campaign.trajectories)
    for (std::size_t j = 0; j < log.q.size(); ++j) {
      double largest = 0.0;
      for (const double tau : log.effort[j]) largest = std::max(largest, std::abs(tau));
      for (double& tau : log.effort[j]) tau += settings.torque_noise * largest * noise.normal();
      for (double& q : log.q[j])
        if (settings.encoder_step > 0.0) q = settings.encoder_step * std::round(q / settings.encoder_step);
      if (settings.unmodelled) std::rotate(log.effort[j].begin(), log.effort[j].end() - 1, log.effort[j].end());
    }
  return campaign;
}

diagnostic::Result<Campaign> measure_campaign(const robot::Robot& puma, const CampaignSettings& settings,
                                              const CampaignWatch& watch) {
  auto driven = drive_campaign(puma, settings, watch);
  if (!driven) return driven;
  return measured(driven.take(), settings);
}

}  // namespace tauforge::literature
