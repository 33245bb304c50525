#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tauforge/face/cancellable.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/native/code_for_control.h"
#include "tauforge/simulate/simulate.h"
#include "tauforge/tauforge.h"

namespace tauforge {

namespace {

double seconds(simulate::Nanoseconds time) { return 1e-9 * static_cast<double>(time); }

std::size_t drives_of(const simulate::Simulation& simulation) { return simulation.scenario.robot.drives.size(); }

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

Result<Simulation> simulate_scenario(const Robot& robot, const std::string& path, const Progress& progress) {
  auto read = simulate::read_scenario(path, robot.details().robot, robot.details().options);
  Findings findings = read.findings();
  if (!read) return findings;
  simulate::Simulation result{read.take(), {}};
  Cancellable watched(progress);
  std::optional<native::VerifiedCode> code;
  if (result.scenario.control.generated) {
    native::CodeWatch watch;
    watch.search.stage = [&](const std::string& what) { watched("generating " + what); };
    watch.search.search = [&](const compiler::SearchProgress& search) { return watched("generating", search.share); };
    auto made = native::code_for_control(result.scenario.robot, watch);
    if (watched.cancelled()) return cancelled();
    append(findings, made.findings());
    if (!made) return findings;
    code = made.take();
  }
  if (!watched.cancelled())
    result.outcome = simulate::simulate(result.scenario, code ? &**code->model : nullptr,
                                        [&](double share) { return watched("simulating", share); });
  if (watched.cancelled()) return cancelled();
  return {Simulation(std::make_shared<const simulate::Simulation>(std::move(result))), findings};
}

}  // namespace tauforge
