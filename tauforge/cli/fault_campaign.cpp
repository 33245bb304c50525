#include "tauforge/cli/fault_campaign.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "tauforge/cli/command.h"
#include "tauforge/cli/fault_campaign_report.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/interruption.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/number_range.h"
#include "tauforge/cli/outcome_report.h"
#include "tauforge/cli/progress.h"
#include "tauforge/cli/run_report.h"
#include "tauforge/cli/scenario_page.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/native/output_file.h"
#include "tauforge/scenario/fault_draw.h"

namespace tauforge::cli {

namespace {

using scenario::CampaignRun;

diagnostic::Result<scenario::FaultCampaign> campaign_of(const std::string& name, const scenario::Scenario& base) {
  if (name == "campaign")
    return scenario::read_fault_campaign(files::source_from_text("campaign", scenario::usual_campaign()), base);
  const auto source = files::read_source(name);
  if (!source.ok()) return source.findings();
  return scenario::read_fault_campaign(source.value(), base);
}

int refuse(int code, const diagnostic::Findings& findings) {
  print_findings(findings);
  return code;
}

class Command {
 public:
  Command(const ScenarioRequest& request, const FaultCampaignOptions& options) : request_(request), options_(options) {}

  int run() {
    int exit_code = exit_fine;
    const auto prepared = prepare(request_, exit_code);
    if (!prepared) return exit_code;
    const scenario::Scenario& scenario = prepared->details();
    auto read = campaign_of(options_.campaign, scenario);
    print_findings(read.findings());
    if (!read) return exit_input;
    if (request_.load.strict && tally(read.findings()).warnings > 0) return exit_input;
    scenario::FaultCampaign campaign = read.take();
    const auto left_out = scenario::leave_out_idle(scenario, campaign);
    if (campaign.faults.empty()) {
      fmt::print(stderr, "tauforge simulate: no fault of the campaign can happen in this scenario [faults-idle]\n");
      return exit_input;
    }
    // the robot as the user named it: the scenario may take others for its model and its plant
    const auto robot = load(request_.robot_file, request_.load);
    if (!robot) return exit_input;
    auto base = scenario::base_of(request_.scenario_file, robot.value().details().robot,
                                  robot.value().details().options, scenario);
    if (!base) return refuse(exit_input, base.findings());
    const scenario::Base stands_on = base.take();
    scenario::CampaignRequest campaign_request{
        stands_on, campaign, prepared->model(), options_.seed, options_.runs, options_.fault_free, jobs()};
    return options_.only.empty() ? run_all(campaign_request, left_out) : run_only(campaign_request);
  }

 private:
  unsigned jobs() const { return options_.jobs ? options_.jobs : std::max(1u, std::thread::hardware_concurrency()); }

  int run_all(scenario::CampaignRequest& request, const std::vector<std::string>& left_out) const {
    const std::size_t wanted = request.runs + request.fault_free;
    std::vector<CampaignRun> runs;
    {
      const Interruption interruption;
      Progress progress(request_.quiet || request_.json);
      progress.stage(fmt::format("{} runs on {} thread{}", wanted, request.jobs, request.jobs == 1 ? "" : "s"));
      request.progress = [&](std::size_t made) {
        progress.show(static_cast<double>(made) / static_cast<double>(wanted),
                      fmt::format("{} of {} runs", made, wanted));
        return !interruption.asked();
      };
      runs = scenario::run_campaign(request);
    }
    const FaultCampaignReport report{
        request.base.scenario, request.campaign, runs, scenario::summarize(runs), left_out, request.seed, wanted};
    const nlohmann::json answer = fault_campaign_json(report);
    fmt::print("{}", request_.json ? json_text(answer) : fault_campaign_text(report));
    return ScenarioPage(request_).write(request.base.scenario.title, answer,
                                        report.summary.passes() ? exit_fine : exit_alarm);
  }

  // As a scenario of its own, with its log.
  int run_only(const scenario::CampaignRequest& request) const {
    const auto name = scenario::run_named(options_.only);
    if (!name) {
      fmt::print(stderr, "tauforge simulate: '{}' names no run: 17, or free:3 for one without a fault\n",
                 printable(options_.only));
      return exit_usage;
    }
    const scenario::DrawnRun drawn = scenario::draw_run(request.base, request.campaign, request.seed, *name);
    if (!options_.write_scenario.empty())
      if (const auto findings = native::write_text(options_.write_scenario, drawn.text); !findings.empty())
        return refuse(exit_machine, findings);
    fmt::print(stderr, "{}\n", run_text(scenario::run_one(request, *name)));
    const auto read = scenario::read_scenario(files::source_from_text(request.base.path, drawn.text),
                                              request.base.robot, request.base.load);
    const scenario::Outcome outcome = scenario::simulate(read.value(), request.code);
    const ScenarioPage page(request_);
    nlohmann::json result = outcome_json(read.value(), outcome);
    result["timing"] = timing_json(read.value().executive.period, outcome.timing);
    if (request_.json) {
      fmt::print("{}", json_text(result));
    } else if (request_.output != "-") {
      fmt::print("{}", outcome_text(read.value(), outcome));
    }
    return page.write(read.value().title, result, conclude(request_, page.log(), read.value(), outcome));
  }

  const ScenarioRequest& request_;
  const FaultCampaignOptions& options_;
};

}  // namespace

const char* FaultCampaignOptions::stray() const {
  const FaultCampaignOptions usual;
  if (!only.empty()) return "--only";
  if (!write_scenario.empty()) return "--write-scenario";
  if (runs != usual.runs) return "--runs";
  if (fault_free != usual.fault_free) return "--fault-free";
  if (seed != usual.seed) return "--seed";
  return jobs != usual.jobs ? "--jobs" : nullptr;
}

void add_fault_options(CLI::App& command, FaultCampaignOptions& options) {
  const char* group = "Fault campaign";
  const auto number = [&](const char* name, auto& value, const char* text, std::size_t least, std::size_t most) {
    command.add_option(name, value, text)->type_name("COUNT")->group(group)->check(CLI::Range(least, most));
  };
  command
      .add_option("--faults", options.campaign,
                  "many runs with one drawn fault each: 'campaign', or a file that says what may go wrong")
      ->type_name("CAMPAIGN")
      ->group(group);
  number("--runs", options.runs, "with a fault (1000)", 0, 10'000'000);
  number("--fault-free", options.fault_free, "runs without one, for false alarms (100)", 0, 10'000'000);
  command.add_option("--seed", options.seed, "of everything that is drawn (1)")->group(group)->check(seed_number());
  number("--jobs", options.jobs, "threads (all processors); the results do not depend on it", 1, 1024);
  command
      .add_option("--only", options.only, "one run of the campaign, by its number or free:NUMBER, with its log in -o")
      ->type_name("RUN")
      ->group(group);
  command.add_option("--write-scenario", options.write_scenario, "with --only: the run as a scenario file")
      ->type_name("FILE")
      ->group(group);
  command
      .add_option("--write-campaign", options.write_campaign, "write the campaign of the program as a file to change")
      ->type_name("FILE")
      ->group(group);
}

int run_fault_campaign(const ScenarioRequest& request, const FaultCampaignOptions& options) {
  if (options.write_campaign.empty()) return Command(request, options).run();
  const auto findings = native::write_text(options.write_campaign, scenario::usual_campaign());
  return findings.empty() ? exit_fine : refuse(exit_machine, findings);
}

}  // namespace tauforge::cli
