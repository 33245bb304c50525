#include "tauforge/scenario/simulate.h"

#include <algorithm>

#include "tauforge/executive/virtual_executive.h"

namespace tauforge::scenario {

namespace {

// Times of the scenario; a background task that hangs takes longer.
class ScenarioSchedule : public executive::Schedule {
 public:
  ScenarioSchedule(const ExecutiveSettings& times, Experiment& experiment) : times_(times), experiment_(experiment) {}

  Nanoseconds latency(std::int64_t) noexcept override { return times_.latency; }
  Nanoseconds computation(std::int64_t, executive::Action) noexcept override { return times_.computation; }
  Nanoseconds background(std::size_t task, std::int64_t) noexcept override {
    return (task < times_.background_computation.size() ? times_.background_computation[task] : 0) +
           experiment_.hangs(task);
  }
  bool acknowledges(std::int64_t) noexcept override { return false; }

 private:
  const ExecutiveSettings& times_;
  Experiment& experiment_;
};

Outcome run(const Scenario& scenario, const Machine& machine, const tauforge_model* code, const Progress& progress,
            std::size_t places, SampleTaker taker) {
  const ExecutiveSettings& times = scenario.executive;
  Experiment experiment(scenario, machine, code, {}, places);
  ScenarioSchedule schedule(times, experiment);
  executive::VirtualExecutive executive(experiment.task(), times.period, times.policies, schedule, experiment.timing);
  for (const auto& [task, period] : experiment.background()) executive.add(*task, period);

  Outcome outcome;
  Collector collector(experiment, scenario, outcome, std::move(taker));
  const Nanoseconds slice = times.period * static_cast<Nanoseconds>(places / 2);
  for (Nanoseconds until = 0, told = 0; until < collector.end();) {
    // until the motion begins nobody knows when the run ends: it goes on step by step
    until = std::min(until + (outcome.motion_began ? slice : times.period), collector.end());
    executive.run(until);
    collector.collect();
    if (outcome.diverged || collector.enough()) break;
    if (until < collector.end() && until - told < slice) continue;
    told = until;
    if (progress && !progress(static_cast<double>(until) / static_cast<double>(collector.end()))) break;
  }
  outcome.unusable = executive.unusable();
  collector.finish();
  return outcome;
}

}  // namespace

Outcome watch(const Scenario& scenario, const tauforge_model* code, SampleTaker taker) {
  constexpr std::size_t places = 128;  // a small ring stays in the cache, and a run that is over is left soon
  const VirtualMachine owner = virtual_machine(scenario);
  return run(scenario, owner.machine, code, {}, places, std::move(taker));
}

Outcome simulate(const Scenario& scenario, const tauforge_model* code, const Progress& progress) {
  const VirtualMachine owner = virtual_machine(scenario);
  return simulate(scenario, owner.machine, code, progress);
}

Outcome simulate(const Scenario& scenario, const Machine& machine, const tauforge_model* code,
                 const Progress& progress) {
  return run(scenario, machine, code, progress, Experiment::ring_places, {});
}

}  // namespace tauforge::scenario
