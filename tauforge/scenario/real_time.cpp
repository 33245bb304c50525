#include "tauforge/scenario/real_time.h"

#include <algorithm>
#include <atomic>

#include "tauforge/executive/clock.h"

namespace tauforge::scenario {

namespace {

using executive::clock_now;

// When a background task that hangs is let go at the latest: a run must not wait for it after its end.
std::atomic<Nanoseconds> end_of_run{0};

void hang(Nanoseconds time) noexcept {
  constexpr Nanoseconds nap = 20'000'000;
  for (const Nanoseconds end = clock_now() + time; clock_now() < std::min(end, end_of_run.load());)
    executive::sleep_until(std::min(end, clock_now() + nap));
}

}  // namespace

Outcome run(const Scenario& scenario, const tauforge_model* code, const RunSettings& settings,
            executive::MeasuredRun& measured) {
  const VirtualMachine owner = virtual_machine(scenario);
  return run(scenario, owner.machine, code, settings, measured);
}

Outcome run(const Scenario& scenario, const Machine& machine, const tauforge_model* code, const RunSettings& settings,
            executive::MeasuredRun& measured) {
  const ExecutiveSettings& times = scenario.executive;
  Experiment experiment(scenario, machine, code, {.clock = &clock_now, .wait = &hang});
  Outcome outcome;
  Collector collector(experiment, scenario, outcome, settings.taker);
  executive::RunRequest request{experiment.task(), times.period, times.policies};
  request.background = experiment.background();
  request.until = collector.end();  // at the latest
  request.settings = settings.realtime;
  const auto goes_on = [&](std::span<const executive::Sample> news) {
    for (const executive::Sample& s : news) {
      if (!experiment.timing.push(s)) collector.collect(), experiment.timing.push(s);
    }
    collector.collect();
    if (outcome.stopped && outcome.at_rest) return false;  // somebody has to look at it first
    return settings.go_on() && !collector.enough() && !outcome.diverged &&
           (!scenario.starts_up() || outcome.end_time() < collector.end());
  };
  request.observe = [&](std::span<const executive::Sample> news) {
    try {
      if (goes_on(news)) return true;
    } catch (...) {
      end_of_run = 0;
      throw;
    }
    end_of_run = 0;
    return false;
  };
  // taken now: memory that grows while the loop runs would disturb it
  constexpr Nanoseconds most = 600'000;  // of a start that takes longer than anybody expects, some memory comes later
  const std::size_t steps = static_cast<std::size_t>(std::min(request.until / times.period, most)) + 2;
  if (!settings.taker) outcome.samples.reserve(steps), outcome.truth.reserve(machine.virtual_robot ? steps : 0);

  const std::uint64_t unusable_before = measured.unusable;
  // with time for what is prepared before the first release
  end_of_run = clock_now() + request.until + 1'000'000'000;
  try {
    executive::run_measured(request, measured);
  } catch (...) {  // the executive has stopped the arm; nobody looks after it any more
    experiment.loop().finish();
    throw;
  }
  outcome.unusable = measured.unusable - unusable_before;
  collector.finish();
  settings.afterwards(request);
  return outcome;
}

}  // namespace tauforge::scenario
