#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tauforge/cards/cards_run.h"
#include "tauforge/face/cancellable.h"
#include "tauforge/face/service.h"
#include "tauforge/motion/repeated.h"
#include "tauforge/tauforge.h"

namespace tauforge {

namespace {

double seconds(executive::Nanoseconds time) { return 1e-9 * static_cast<double>(time); }

In of_drives(const cards::CardsRun& run, const std::array<double, control::most_drives>& values) {
  return In(values).first(run.scenario.robot.drives.size());
}

std::string told(const scenario::Event& event) {
  char time[32];
  std::snprintf(time, sizeof time, "%.4g s: ", seconds(event.time));
  return time + event.what;
}

// Somebody ended it: it did not come to its own end.
bool ended_early(const scenario::Scenario& scenario, const scenario::Outcome& outcome) {
  if (!outcome.motion_began) return true;
  return seconds(outcome.end_time() - *outcome.motion_began + scenario.executive.period) < scenario.duration;
}

}  // namespace

std::size_t Run::samples() const { return run_->outcome.samples.size(); }
double Run::time(std::size_t k) const { return k < samples() ? seconds(run_->outcome.samples[k].time) : std::nan(""); }
In Run::wanted(std::size_t k) const { return k < samples() ? of_drives(*run_, run_->outcome.samples[k].q_d) : In{}; }
In Run::q(std::size_t k) const { return k < samples() ? of_drives(*run_, run_->outcome.samples[k].q) : In{}; }
In Run::tau(std::size_t k) const { return k < samples() ? of_drives(*run_, run_->outcome.samples[k].tau) : In{}; }
std::optional<std::string> Run::stopped() const {
  if (!run_->outcome.stopped) return std::nullopt;
  return told(*run_->outcome.stopped);
}
std::vector<std::string> Run::events() const {
  std::vector<std::string> list;
  for (const auto& event : run_->outcome.events) list.push_back(told(event));
  return list;
}

Result<Run> run_scenario(const Scenario& scenario, const RunOptions& options, const Progress& progress) {
  Cancellable watched(progress);
  auto run = std::make_shared<cards::CardsRun>();
  run->scenario = scenario.details();
  if (options.seconds > 0) run->scenario.duration = std::min(options.seconds, scenario::forever);
  if (run->scenario.duration >= scenario::forever)
    run->scenario.endless = motion::ends_where_it_begins(*run->scenario.motion);
  Findings findings;
  std::optional<cards::OpenedMachine> machine;
  if (const auto& own = options.cards) {
    findings = record_refused(options, run->scenario);
    if (!findings.empty()) return findings;
    auto opened = cards::open_machine(run->scenario, {own->driver, own->machine, own->options, own->without_watchdog,
                                                      own->without_emergency_stop, own->acknowledged});
    findings = opened.findings();
    if (!opened) return findings;
    machine.emplace(opened.take());
    if (const std::string limited = limit_torque(options, run->scenario, findings); !limited.empty())
      watched({limited, {}});
  }
  bool asked_to_end = false;
  scenario::RunSettings settings;
  settings.realtime.synchronous.priority = options.priority;
  settings.realtime.synchronous.processor = options.processor;
  settings.go_on = [&] {
    asked_to_end = asked_to_end || !watched({"running", {}});
    return !asked_to_end;
  };
  settings.taker = options.taker;
  if (options.afterwards) settings.afterwards = options.afterwards;
  executive::MeasuredRun& measured = options.measured ? *options.measured : run->measured;
  if (machine)
    append(findings, cards::run_on(*machine, scenario.model(), settings, measured, *run));
  else
    run->outcome = scenario::run(run->scenario, scenario.model(), settings, measured);
  machine.reset();  // the cards are closed before anybody hears of the end
  if (watched.cancelled()) return cancelled();
  run->outcome.interrupted = asked_to_end && ended_early(run->scenario, run->outcome);
  return {Run(std::move(run)), findings};
}

}  // namespace tauforge
