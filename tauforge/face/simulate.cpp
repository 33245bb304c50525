#include <algorithm>
#include <cstdio>

#include "tauforge/files/read_robot.h"
#include "tauforge/native/code_for_control.h"
#include "tauforge/simulate/simulate.h"
#include "tauforge/tauforge.h"

namespace tauforge {

namespace {

double seconds(simulate::Nanoseconds time) { return 1e-9 * static_cast<double>(time); }

}  // namespace

std::size_t Simulation::samples() const { return simulation_->outcome.samples.size(); }
double Simulation::time(std::size_t k) const { return seconds(simulation_->outcome.samples.at(k).time); }
In Simulation::wanted(std::size_t k) const {
  return In(simulation_->outcome.samples.at(k).q_d).first(simulation_->scenario.robot.drives.size());
}
In Simulation::q(std::size_t k) const {
  return In(simulation_->outcome.truth.at(k).q).first(simulation_->scenario.robot.drives.size());
}
In Simulation::tau(std::size_t k) const {
  return In(simulation_->outcome.samples.at(k).tau).first(simulation_->scenario.robot.drives.size());
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

Result<Simulation> simulate_scenario(const Robot& robot, const std::string& path, const Progress& progress) {
  auto read = simulate::read_scenario(path, robot.details().robot, robot.details().options);
  Findings findings = read.findings();
  if (!read) return findings;
  simulate::Simulation result{read.take(), {}};
  std::optional<native::VerifiedCode> code;
  if (result.scenario.control.generated) {
    native::CodeWatch watch;
    if (progress) watch.search.stage = [&](const std::string& what) { progress("generating " + what, std::nullopt); };
    auto made = native::code_for_control(result.scenario.robot, watch);
    append(findings, made.findings());
    if (!made) return findings;
    code = made.take();
  }
  simulate::Progress tell;
  if (progress) tell = [&](double share) { return progress("simulating", share); };
  result.outcome = simulate::simulate(result.scenario, code ? &**code->model : nullptr, tell);
  return {Simulation(std::make_shared<const simulate::Simulation>(std::move(result))), findings};
}

}  // namespace tauforge
