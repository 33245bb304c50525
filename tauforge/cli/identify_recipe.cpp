// tauforge identify --recipe 1992: every log fitted alone, statistics over the logs, the 1 % rule, the re-fit.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/folder_refusal.h"
#include "tauforge/cli/identify_figures.h"
#include "tauforge/cli/identify_folder.h"
#include "tauforge/cli/identify_options.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/number_range.h"
#include "tauforge/cli/recipe_report.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

using nlohmann::json;

namespace {

constexpr const char* recipe_group = "Recipe of 1992";

struct Measured {
  std::string what;  // whose torques are compared with the logs
  std::vector<identify::Validation> logs, fresh;
  diagnostic::Findings doubts;
};

diagnostic::Result<Measured> measured_on(const RecipeIdentification& found, const Robot& robot, const std::string& what,
                                         const std::vector<Recording>& logs, const std::vector<Recording>& fresh) {
  Measured m{what, {}, {}, found.doubts(robot, logs)};
  diagnostic::Findings findings;
  const auto measure = [&](const std::vector<Recording>& of, std::vector<identify::Validation>& to) {
    for (const Recording& log : of) {
      auto v = identify::validation_on(robot.details().robot, found.details().model.preparation, log.details());
      append(findings, v.findings());
      if (v) to.push_back(v.take());
    }
  };
  measure(logs, m.logs), measure(fresh, m.fresh);
  if (diagnostic::has_error(findings)) return findings;
  return m;
}

std::string text_of(const RecipeReport& report, const Measured& m) {
  const literature::PaperIdentification& f = report.draws.front();
  std::string text = paragraph(fmt::format(
      "Recipe of 1992: {} trajectories, differences over two steps of {:.3g} ms, {} samples dropped at both ends",
      f.trajectories.size(), 1e3 * f.period, f.model.preparation.trim));
  text += "\n" + recipe_text(report) + "\n";
  text += paragraph(fmt::format(
      "The paper does not say whose torques its {:g} % rule judges (--judge): by the means over the trajectories {} "
      "parameters stay, by each trajectory's own estimates {}, by the fit of all together {}",
      100.0 * f.share, f.by_mean, f.by_alone, f.by_together));
  text += "\n" + paragraph(fmt::format("Relative error of the torques of {}, all drives (each drive)", m.what));
  for (const auto& v : m.logs)
    text += paragraph(fmt::format("{}: {}", printable(v.log), error_text(v.error)), "  ", "    ");
  for (const auto& v : m.fresh)
    text += paragraph(fmt::format("validation {}: {}", printable(v.log), error_text(v.error)), "  ", "    ");
  return text;
}

json json_of(const RecipeReport& report, const Measured& m, const std::string& robot) {
  json j = recipe_json(report);
  j["robot"] = robot, j["error_of"] = m.what;
  const auto& trajectories = report.draws.front().trajectories;
  for (std::size_t k = 0; k < trajectories.size(); ++k) {
    const auto& t = trajectories[k];
    j["trajectories"].push_back({{"log", t.name},
                                 {"samples", t.samples},
                                 {"rank_independent", t.rank_before},
                                 {"rank_significant", t.rank_after},
                                 {"condition_independent", number_json(t.before.number())},
                                 {"condition_significant", number_json(t.after.number())},
                                 {"error", error_json(m.logs[k].error)}});
  }
  j["validation"] = json::array(), j["doubts"] = json::array();
  for (const auto& v : m.fresh) j["validation"].push_back({{"log", v.log}, {"error", error_json(v.error)}});
  for (const auto& d : m.doubts) j["doubts"].push_back({{"code", d.code}, {"message", d.message}});
  return j;
}

// The robot file alone, still beside its folder, and read back: the figures of the report are those of the written file.
diagnostic::Result<Robot> written_back(const native::OutputFolder& output, const std::string& name,
                                       const Robot& reduced, LoadOptions load) {
  if (auto f = output.write(name, reduced.to_toml()); !f.empty()) return f;
  load.strict = false;  // its warnings were there before
  return tauforge::load(output.place_of(name), load);
}

diagnostic::Findings finish(native::OutputFolder& output, const json& report) {
  if (auto f = output.write("report.json", json_text(report)); !f.empty()) return f;
  return output.complete();
}

}  // namespace

void RecipeOptions::add(CLI::App& command) {
  command.add_option("--recipe", recipe, "identify as a paper did: 1992 is [IHPH92], from positions and torques alone")
      ->check(CLI::IsMember({"1992"}))
      ->type_name("YEAR")
      ->group(recipe_group);
  command.add_option("--trim", settings.trim, "samples dropped at both ends of every log (15)")
      ->check(NumberRange(0.0, 1e6))
      ->type_name("COUNT")
      ->group(recipe_group);
  command.add_option("--period", period_ms, "of the samples that are taken [ms] (all of a log; the paper's: 28)")
      ->check(CLI::PositiveNumber)
      ->type_name("MS")
      ->group(recipe_group);
  using Judged = RecipeSettings::Judged;
  const std::map<std::string, Judged> judges = {
      {"together", Judged::together}, {"mean", Judged::mean}, {"alone", Judged::alone}};
  command
      .add_option(
          "--judge", settings.judged,
          "whose torques must reach 1 % (--tolerance): the means over the logs, each log's own estimates, or the fit "
          "of all logs together where it tells the parameter from zero (mean)")
      ->transform(CLI::CheckedTransformer(judges, CLI::ignore_case))
      ->type_name("mean|alone|together")
      ->group(recipe_group);
}

std::string RecipeOptions::conflict(const CLI::App& command) const {
  const auto given = [&](const char* option) { return command.get_option(option)->count() > 0; };
  if (recipe.empty()) {
    for (const char* option : {"--trim", "--period", "--judge"})
      if (given(option)) return fmt::format("{} belongs to --recipe 1992", option);
    return "";
  }
  const std::pair<const char*, const char*> unused[] = {
      {"--cutoff", "its differences are the filter"},
      {"--delay", "it takes torques and positions as of the same instant"},
      {"--significance", "it drops what never makes 1 % of the torque; --judge says by which estimate"},
      {"--no-offsets", "it has no constant torques"},
      {"--solver", "it solves by QR"},
      {"--ridge", "it solves by QR"},
      {"--prior", "it solves by QR"},
      {"--method", "it solves by QR"},
      {"--reference", "it solves by QR"},
      {"--alarm-hours", "it has no residual torques"},
      {"--alarm-gain", "it has no residual torques"}};
  for (const auto& [option, why] : unused)
    if (given(option)) return fmt::format("--recipe 1992 does not use {}: {}", option, why);
  return "";
}

int identify_with_recipe(const IdentifyOptions& options, const RecipeOptions& recipe) {
  const auto robot = load_or_report(options.robot_file, options.load);
  if (!robot) return exit_input;
  native::OutputFolder output(options.folder, "identify", options.force);
  if (!options.folder.empty())
    if (const auto f = output.make_parents().refusal(); !f.empty()) return report_folder_refusal(f);
  const auto logs = read_logs_or_report(*robot, options.logs, options.arguments);
  const auto fresh = read_logs_or_report(*robot, options.validate_logs, options.arguments);
  if (!logs || !fresh) return exit_input;
  RecipeSettings settings = recipe.settings;
  settings.period = 1e-3 * recipe.period_ms;
  const auto found = identify_by_recipe(*robot, *logs, settings);
  print_findings(found.findings());
  if (!found) return exit_input;
  const std::string name = identified_robots(options.robot_file, *robot).reduced;
  const bool writes = !options.folder.empty();
  if (const auto f = writes ? output.open() : diagnostic::Findings(); !f.empty()) return report_folder_refusal(f);
  const auto judged = writes ? written_back(output, name, found.value().reduced(), options.load)
                             : diagnostic::Result<Robot>(found.value().reduced());
  if (!judged) return report_folder_refusal(judged.findings());
  const auto measured = measured_on(found.value(), judged.value(),
                                    writes ? output.shown(name) : "the means, not written (-o)", *logs, *fresh);
  if (!measured) return print_findings(measured.findings()), exit_input;
  const Measured& m = measured.value();
  RecipeReport report;
  report.draws.push_back(found.value().details());
  const json object = json_of(report, m, robot->name());
  if (const auto f = writes ? finish(output, object) : diagnostic::Findings(); !f.empty())
    return report_folder_refusal(f);
  fmt::print("{}", options.json ? json_text(object) : text_of(report, m));
  print_findings(m.doubts);
  if (writes && !options.quiet && !options.json)
    fmt::print("\nwritten: {} (the reduced model), report.json in {}\n", printable(output.shown(name)),
               printable(options.folder));
  if (!m.doubts.empty()) {
    if (options.generate)
      fmt::print(stderr,
                 "tauforge identify: no code of a model that is not to be trusted; `tauforge generate` takes it\n");
    return exit_doubtful;
  }
  return options.generate ? generate_reduced(options, output.shown(name)) : exit_fine;
}

}  // namespace tauforge::cli
