// tauforge run: a scenario on the real clock, and how the machine kept time.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include "tauforge/cards/cards_run.h"
#include "tauforge/cli/cards_options.h"
#include "tauforge/cli/command.h"
#include "tauforge/cli/commission_record.h"
#include "tauforge/cli/ended_by_signal.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/outcome_report.h"
#include "tauforge/cli/prepared_scenario.h"
#include "tauforge/cli/refused.h"
#include "tauforge/cli/run_report.h"
#include "tauforge/cli/scenario_page.h"
#include "tauforge/cli/streamed_log.h"
#include "tauforge/executive/load.h"
#include "tauforge/motion/repeated.h"

namespace tauforge::cli {

namespace {

struct RunCommand {
  ScenarioRequest request{"run"};
  CardsOptions cards;
  double seconds = 0;  // 0: as long as the scenario
  int priority = 80, processor = -1;
  bool stress = false, busy = false;

  int run() {
    int exit_code = exit_fine;
    request.also_read = {cards.cards.driver, cards.cards.machine, cards.record};
    const auto prepared = prepare(request, exit_code);
    if (!prepared) return exit_code;
    const scenario::Scenario& scenario = prepared->details();
    const bool endless = seconds >= scenario::forever;
    const double wanted = seconds > 0 ? seconds : scenario.duration;
    // Under stress the scenario is repeated, with the other program in between: what the machine suffers in these
    // minutes, both suffer.
    const double round = std::clamp(scenario.duration, 2.0, 10.0);
    const double rounds = !stress ? 1 : endless ? INFINITY : std::ceil(wanted / round);
    if (endless && !stress && !motion::ends_where_it_begins(*scenario.motion))
      request.tell("the motion does not end where it begins: it is played once, and then held");
    return run_rounds(*prepared, stress && endless ? round : wanted / rounds, rounds);
  }

  int run_rounds(const Scenario& scenario, double duration, double rounds) {
    std::optional<StreamedLog> log;  // of the first round
    const ScenarioPage page(request);
    if (!page.log().empty()) log.emplace(page.log(), scenario.details(), !cards.wanted());
    executive::MeasuredRun measured;
    RunOptions options{duration, priority, processor, cards.wanted(), {}, &measured};
    if (!cards.record.empty()) {
      auto record = read_record(cards.record);
      if (!record) return refused("tauforge run", record.findings());
      options.commissioned = record.take();
    }
    const auto ended = [&] { return EndedBySignal::asked() != 0 || (log && log->failed()); };
    Yardstick yardstick(ended);
    const executive::LoadSettings load;
    if (stress)
      options.afterwards = [&](const executive::RunRequest& tasks) {
        if (ended()) return;
        const executive::RunningBackground background(tasks, measured.realtime);
        executive::RealtimeSettings same = tasks.settings;
        if (!measured.realtime) same.synchronous.priority = 0;
        yardstick.measure(tasks.period, tasks.until, same);
      };
    cards::CardsRun first;
    diagnostic::Findings log_refused;
    int made = 0;      // rounds
    std::string told;  // before anything moved: not to be said again
    {
      const EndedBySignal ended_by_signal;
      std::optional<executive::Load> machine_load;
      if (stress || busy) machine_load.emplace(load);
      for (int k = 0; k < rounds && !ended() && !first.outcome.diverged; ++k) {
        request.tell(stress ? fmt::format("round {}{}: {:.3g} s of this loop, then as much of {}", k + 1,
                                          std::isinf(rounds) ? "" : fmt::format(" of {}", rounds), duration,
                                          yardstick.name())
                     : duration < scenario::forever ? fmt::format("running for {:.4g} s", duration)
                                                    : "running until it is interrupted");
        options.taker = [&log, k](const control::LoopSample& sample, const scenario::Truth* truth) {
          if (log && k == 0) log->take(sample, truth);
          return true;
        };
        const auto run = run_scenario(scenario, options, [&](const Step& step) {
          if (step.what != "running") request.tell(told = step.what);
          return ended() ? Answer::enough : Answer::go_on;
        });
        if (!run) return refused("tauforge run", run.findings());
        diagnostic::Findings news = run.findings();
        std::erase_if(news, [&](const auto& finding) { return !request.quiet && told.starts_with(finding.message); });
        print_findings(news);
        ++made;
        const cards::CardsRun& found = run.value().details();
        if (!first.outcome.stopped) first.outcome.stopped = found.outcome.stopped;  // of any round
        if (k == 0 || found.outcome.diverged) first = found;
      }
      if (log) log_refused = log->complete();  // a signal that came has been answered by now
    }
    if (made == 0) first.scenario = scenario.details();
    const RunReport timing{.period = first.scenario.executive.period,
                           .run = measured,
                           .background_names = background_names(first.scenario),
                           .yardstick = stress ? &yardstick : nullptr,
                           .load = stress || busy ? executive::text(load) : "",
                           .rounds = made};
    const nlohmann::json answer = print(first, timing, log ? std::optional(log->left_out()) : std::nullopt);
    print_findings(log_refused);
    if (!log_refused.empty()) return exit_machine;
    const int signal = EndedBySignal::asked();
    const int exit_code = page.write(first.scenario.title, answer, verdict(request, first.outcome));
    if (signal == 0 || signal == SIGINT || exit_code != exit_fine) return exit_code;
    fmt::print(stderr, "tauforge run: ended by {} [run-ended]\n", name_of_signal(signal));
    return exit_alarm;
  }

  // `left_out`: rows of the log, where there is one. What --json prints comes back.
  nlohmann::json print(const cards::CardsRun& run, const RunReport& timing,
                       std::optional<std::uint64_t> left_out) const {
    nlohmann::json result = outcome_json(run.scenario, run.outcome);
    const int signal = EndedBySignal::asked();
    result["timing"] = timing_json(timing);
    result["ended_by"] = signal ? nlohmann::json(name_of_signal(signal)) : nlohmann::json();
    if (left_out) result["log_rows_left_out"] = *left_out;
    if (run.cards) result["cards"] = cards_json(*run.cards);
    if (request.json) {
      fmt::print("{}", json_text(result));
    } else if (request.output != "-") {
      fmt::print("{}\n{}{}", outcome_text(run.scenario, run.outcome, false),
                 run.cards ? cards_text(*run.cards) + "\n" : "", timing_text(timing));
      if (timing.rounds > 1)
        fmt::print("The figures of drives{} are those of the first round.\n", left_out ? " and the log" : "");
    }
    std::fflush(stdout);  // what follows goes to standard error, and not into the middle
    if (left_out.value_or(0) > 0)
      fmt::print(stderr, "tauforge run: warning: {} rows of the log are missing, the disk was too slow [log-gaps]\n",
                 *left_out);
    return result;
  }
};

}  // namespace

void add_run(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<RunCommand>();
  CLI::App* command =
      program.add_subcommand("run", "run a scenario on the real clock, on a virtual robot or on cards of your own");
  add_scenario_options(*command, state->request);
  command->add_option("--for", state->seconds, "how long: 10s, 500ms, 1min, 8h, forever (as long as the scenario)")
      ->type_name("TIME")
      ->transform(
          CLI::AsNumberWithUnit(std::map<std::string, double>{{"ms", 1e-3}, {"s", 1.0}, {"min", 60.0}, {"h", 3600.0}},
                                CLI::AsNumberWithUnit::CASE_SENSITIVE, "TIME"))
      ->transform(CLI::Validator(  // read before that of units
          [](std::string& text) { return text = text == "forever" ? fmt::format("{}s", scenario::forever) : text, ""; },
          "TIME"))
      ->check(CLI::Range(1e-9, scenario::forever));
  CLI::Option* hardware = add_cards_options(*command, state->cards);
  add_record_option(*command, hardware, state->cards);
  CLI::Option* stress =
      command
          ->add_flag("--stress", state->stress,
                     "load the machine meanwhile and compare wake-up latencies with cyclictest of rt-tests")
          ->excludes(hardware);
  command->add_flag("--busy", state->busy, "load the machine as --stress does, in one run without a comparison")
      ->excludes(hardware, stress);
  command->add_option("--priority", state->priority, "of the synchronous task under SCHED_FIFO (80); 0: normal")
      ->check(CLI::Range(0, 99));
  command->add_option("--processor", state->processor, "the one that the synchronous task runs on (any)")
      ->check(CLI::Range(0, 4095));
  command->footer(
      "The control loop and its background tasks run in threads of their own; the robot is virtual, time is not. What "
      "the\nmachine grants (priority, locked memory) is asked for and said; docs/realtime.md explains how to grant it. "
      "With\n--hardware the robot is real, too: docs/hardware.md.\n\n"
      "Ctrl-C, SIGTERM and SIGHUP end a run in good order: the arm is stopped, the log completed, the report printed. "
      "With\n--for forever a motion that ends where it begins is repeated until then; memory does not grow.\n\n"
      "Examples:\n"
      "  tauforge run robots/puma560.toml examples/first_steps.toml --for 1min --stress\n"
      "  tauforge run robots/puma560.toml examples/first_steps.toml --for forever -o log.csv\n"
      "  tauforge run arm.urdf scenario.toml -o log.csv --json > timing.json\n"
      "  tauforge run arm.toml scenario.toml --hardware ./libmycards.so --machine machine.toml -o log.csv");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
