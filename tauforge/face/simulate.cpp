#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tauforge/face/control_code.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/scenario/scenario_motion.h"
#include "tauforge/scenario/simulate.h"
#include "tauforge/tauforge.h"

namespace tauforge {

namespace {

double seconds(executive::Nanoseconds time) { return 1e-9 * static_cast<double>(time); }

std::size_t drives_of(const scenario::Simulation& simulation) { return simulation.scenario.robot.drives.size(); }

}  // namespace

std::size_t Simulation::samples() const {
  return std::min(simulation_->outcome.samples.size(), simulation_->outcome.truth.size());
}
double Simulation::time(std::size_t k) const {
  return k < samples() ? seconds(simulation_->outcome.samples[k].time) : std::nan("");
}
In Simulation::wanted(std::size_t k) const {
  return k < samples() ? In(simulation_->outcome.samples[k].q_d).first(drives_of(*simulation_)) : In{};
}
In Simulation::q(std::size_t k) const {
  return k < samples() ? In(simulation_->outcome.truth[k].q).first(drives_of(*simulation_)) : In{};
}
In Simulation::tau(std::size_t k) const {
  return k < samples() ? In(simulation_->outcome.samples[k].tau).first(drives_of(*simulation_)) : In{};
}

std::vector<std::string> Simulation::events() const {
  std::vector<std::string> list;
  for (const auto& event : simulation_->outcome.events) {
    char time[32];
    std::snprintf(time, sizeof time, "%.4g s: ", seconds(event.time));
    list.push_back(time + event.what);
  }
  return list;
}

double Motion::duration() const { return motion_->duration(); }
Status Motion::at(double t, Out q, Out qd, Out qdd) const {
  const bool fits = q.size() == motion_->joints() && qd.size() == q.size() && qdd.size() == q.size();
  if (fits)
    motion_->evaluate(std::clamp(t, 0.0, motion_->duration()), q, qd, qdd);
  else
    for (const Out& out : {q, qd, qdd}) std::fill(out.begin(), out.end(), std::nan(""));
  return fits ? Status::fine : Status::wrong_size;
}

Result<Motion> read_motion(const Robot& robot, const std::string& scenario) {
  auto motion = scenario::read_motion_of(scenario, robot.details().robot);
  const Findings findings = motion.findings();
  if (!motion) return findings;
  return {Motion(motion.take()), findings};
}

const std::vector<std::string>& Scenario::files() const { return scenario_->files; }
const tauforge_model* Scenario::model() const { return code_ ? &**code_ : nullptr; }

Result<Scenario> read_scenario(const Robot& robot, const std::string& path, const Progress& progress) {
  auto read = scenario::read_scenario(path, robot.details().robot, robot.details().options);
  Findings findings = read.findings();
  if (!read) return findings;
  auto scenario = std::make_shared<const scenario::Scenario>(read.take());
  auto code = code_for(*scenario, progress);
  append(findings, code.findings());
  if (!code) return findings;
  return {Scenario(std::move(scenario), code.take()), findings};
}

Result<Simulation> simulate_scenario(const Scenario& scenario, const Progress& progress) {
  Cancellable watched(progress);
  scenario::Simulation result{scenario.details(), {}};
  result.outcome = scenario::simulate(result.scenario, scenario.model(), [&](double share) {
    return watched({"simulating", share});
  });
  if (watched.cancelled()) return cancelled();
  return Simulation(std::make_shared<const scenario::Simulation>(std::move(result)));
}

}  // namespace tauforge
