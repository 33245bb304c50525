// tauforge run: a scenario on the real clock, and how the machine kept time.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "tauforge/cli/command.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/outcome_report.h"
#include "tauforge/cli/prepared_scenario.h"
#include "tauforge/cli/run_report.h"
#include "tauforge/executive/load.h"
#include "tauforge/native/run_program.h"
#include "tauforge/scenario/real_time.h"

namespace tauforge::cli {

namespace {

constexpr double longest = 86'400.0;    // [s]
constexpr double most_steps = 600'000;  // a log of more would need gigabytes of memory while the loop runs

// The first interruption ends the run, which is then reported as far as it went; the second ends the program.
volatile std::sig_atomic_t interrupted = 0;
void (*before_interruption)(int) = SIG_DFL;

void interrupt(int signal) {
  interrupted = 1;
  native::end_running_program();
  std::signal(signal, before_interruption);
}

struct Interruptible {
  Interruptible() { before_interruption = std::signal(SIGINT, interrupt); }
  ~Interruptible() { std::signal(SIGINT, before_interruption); }
};

std::vector<std::string> background_names(const scenario::Scenario& scenario) {
  std::vector<std::string> names;
  if (scenario.control.two_rates) names = {"inertia and gravity", "velocity torques"};
  if (tells_of_payloads(scenario)) names.push_back("set-up of a payload");
  return names;
}

struct Run {
  ScenarioRequest request{"run"};
  double seconds = 0;  // 0: as long as the scenario
  int priority = 80, processor = -1;
  bool stress = false;

  int run() {
    int exit_code = exit_fine;
    const auto prepared = prepare(request, exit_code);
    if (!prepared) return exit_code;
    scenario::Scenario scenario = prepared->details();
    const double wanted = seconds > 0 ? seconds : scenario.duration;
    // Under stress the scenario is repeated, with the other program in between: what the machine suffers in these
    // minutes, both suffer.
    if (wanted > longest) {
      fmt::print(stderr, "tauforge run: {:g} s are too long; at most {:g} s are possible\n", wanted, longest);
      return exit_usage;
    }
    const int rounds =
        stress ? std::max(1, static_cast<int>(std::ceil(wanted / std::clamp(scenario.duration, 2.0, 10.0)))) : 1;
    scenario.duration = wanted / rounds;
    const double steps = 1e9 * scenario.duration / static_cast<double>(scenario.executive.period);
    if (steps > most_steps) {
      fmt::print(stderr, "tauforge run: {:g} s are {:.0f} steps; at most {:.0f} are possible\n", wanted, steps,
                 most_steps);
      return exit_usage;
    }
    return run_rounds(scenario, rounds, prepared->model());
  }

  int run_rounds(const scenario::Scenario& scenario, int rounds, const tauforge_model* code) {
    scenario::RunSettings settings;
    settings.realtime.synchronous.priority = priority;
    settings.realtime.synchronous.processor = processor;
    settings.go_on = [] { return interrupted == 0; };
    executive::MeasuredRun measured;
    Yardstick yardstick([] { return interrupted != 0; });
    const executive::LoadSettings busy;
    if (stress)
      settings.afterwards = [&](const executive::RunRequest& tasks) {
        if (interrupted) return;
        const executive::RunningBackground background(tasks, measured.realtime);
        executive::RealtimeSettings same = settings.realtime;
        if (!measured.realtime) same.synchronous.priority = 0;
        yardstick.measure(tasks.period, tasks.until, same);
      };
    scenario::Outcome first;  // its log is kept
    int made = 0;             // rounds
    {
      const Interruptible interruptible;
      std::optional<executive::Load> machine_load;
      if (stress) machine_load.emplace(busy);
      for (int k = 0; k < rounds && !interrupted; ++k) {
        request.tell(stress ? fmt::format("round {} of {}: {:.3g} s of this loop, then as much of {}", k + 1, rounds,
                                          scenario.duration, yardstick.name())
                            : fmt::format("running for {:.4g} s", scenario.duration));
        scenario::Outcome outcome = scenario::run(scenario, code, settings, measured);
        outcome.interrupted =
            interrupted != 0 &&
            (!outcome.motion_began ||
             1e-9 * static_cast<double>(outcome.end_time() - *outcome.motion_began + scenario.executive.period) <
                 scenario.duration);
        ++made;
        if (!first.stopped) first.stopped = outcome.stopped;  // of any round
        if (k == 0 || outcome.diverged) first = std::move(outcome);
        if (first.diverged) break;
      }
    }
    const RunReport timing{.period = scenario.executive.period,
                           .run = measured,
                           .background_names = background_names(scenario),
                           .yardstick = stress ? &yardstick : nullptr,
                           .load = stress ? executive::text(busy) : "",
                           .rounds = made};
    if (request.json) {
      nlohmann::json result = outcome_json(scenario, first);
      result["timing"] = timing_json(timing);
      fmt::print("{}", json_text(result));
    } else if (request.output != "-") {
      fmt::print("{}\n{}", outcome_text(scenario, first, false), timing_text(timing));
      if (made > 1)
        fmt::print("The figures of drives{} are those of the first round.\n",
                   request.output.empty() ? "" : " and the log");
    }
    return conclude(request, scenario, first);
  }
};

}  // namespace

void add_run(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<Run>();
  CLI::App* command = program.add_subcommand("run", "run a scenario on a virtual robot, on the real clock");
  add_scenario_options(*command, state->request);
  command->add_option("--for", state->seconds, "how long: 10s, 500ms, 1min (as long as the scenario)")
      ->type_name("TIME")
      ->transform(CLI::AsNumberWithUnit(std::map<std::string, double>{{"ms", 1e-3}, {"s", 1.0}, {"min", 60.0}},
                                        CLI::AsNumberWithUnit::CASE_SENSITIVE, "TIME"))
      ->check(CLI::PositiveNumber);
  command->add_flag("--stress", state->stress,
                    "load the machine meanwhile and compare wake-up latencies with cyclictest of rt-tests");
  command->add_option("--priority", state->priority, "of the synchronous task under SCHED_FIFO (80); 0: normal")
      ->check(CLI::Range(0, 99));
  command->add_option("--processor", state->processor, "the one that the synchronous task runs on (any)")
      ->check(CLI::Range(0, 4095));
  command->footer(
      "The control loop and its background tasks run in threads of their own; the robot is virtual, time is not. What "
      "the\nmachine grants (priority, locked memory) is asked for and said; docs/realtime.md explains how to grant "
      "it.\n\n"
      "Examples:\n"
      "  tauforge run robots/puma560.toml examples/first_steps.toml --for 10s\n"
      "  tauforge run robots/puma560.toml examples/first_steps.toml --for 1min --stress\n"
      "  tauforge run arm.urdf scenario.toml -o log.csv --json > timing.json");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
