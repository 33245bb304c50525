// tauforge derive: the explicit model of an arm, as the 1986 paper prints it.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "tauforge/cli/command.h"
#include "tauforge/cli/derive_parts.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/folder_refusal.h"
#include "tauforge/cli/page_options.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

namespace {

struct Derive {
  std::string file, folder, format = "text", abbreviate_text, error_text, payload_text, rule = "value";
  int budget = 0;
  LoadOptions load;
  PageOption page;
  explicit_model::DerivationOptions options;
  DeriveExtras extras;
  bool reasons = false, json = false, force = false;

  int run();

 private:
  static int refuse(int code, const std::string& text) {
    fmt::print(stderr, "tauforge: error: {}\n", text);
    return code;
  }
  static int report(int code, const diagnostic::Findings& findings) {
    print_findings(findings);
    return code;
  }
  std::string wrong_usage();
};

// What is wrong with the options, if anything.
std::string Derive::wrong_usage() {
  if (json) format = "json";
  if (format == "c" && folder.empty()) return "--format c writes files: name a folder with -o [output-missing]";
  const bool needs_abbreviation = extras.compare || extras.simulate;
  options.rule = rule == "paper" ? explicit_model::Rule::paper : explicit_model::Rule::value;
  const bool by_paper = options.rule == explicit_model::Rule::paper;
  if (!error_text.empty() + !abbreviate_text.empty() + (budget > 0) > 1)
    return "--abbreviate, --error and --budget exclude one another [options-conflict]";
  if (by_paper && (budget > 0 || !error_text.empty()))
    return "--rule paper knows a share of terms: give --abbreviate SHARE [options-conflict]";
  if (!error_text.empty()) abbreviate_text = error_text;
  if (abbreviate_text.empty() && budget == 0 && (needs_abbreviation || by_paper)) abbreviate_text = "1%";
  if (needs_abbreviation && error_text.empty() && budget == 0) options.rule = explicit_model::Rule::paper;
  if (!payload_text.empty() && !(options.derive.payload = payload_of(payload_text)))
    return fmt::format("--payload '{}' is not MASS,X,Y,Z, mass above zero [payload-invalid]", printable(payload_text));
  if (options.derive.payload && (!abbreviate_text.empty() || budget > 0 || options.trade_off))
    return "what may be dropped depends on the payload: --payload stands with the full model [options-conflict]";
  if (budget > 0) options.budget = budget;
  extras.exact_code = !abbreviate_text.empty() || budget > 0;
  if (abbreviate_text.empty()) return "";
  options.share = share_of(abbreviate_text);
  if (!options.share || *options.share < 0 || *options.share > 0.5)
    return fmt::format("'{}' is no share between 0 and 50 % [share-invalid]", printable(abbreviate_text));
  return "";
}

int Derive::run() {
  if (const std::string wrong = wrong_usage(); !wrong.empty()) return refuse(exit_usage, wrong);
  if (const int code = refuse_page(page); code != exit_fine) return code;
  native::OutputFolder output(folder, "derive", force);
  if (!folder.empty())
    if (const auto findings = output.refusal(); !findings.empty()) return report_folder_refusal(findings);
  auto loaded = tauforge::load(file, load);
  diagnostic::Findings serious;
  for (const auto& finding : loaded.findings())
    if (finding.severity != diagnostic::Severity::note) serious.push_back(finding);
  report(exit_fine, serious);
  if (!loaded.ok()) return exit_input;
  const files::LoadedRobot robot = loaded.value().details();
  const auto joints = static_cast<std::size_t>(robot.robot.tree.size());
  for (const auto* bounds : {&options.operating.speed, &options.operating.acceleration})
    if (bounds->size() != 1 && bounds->size() != joints)
      return refuse(exit_usage, fmt::format("{} bounds for {} joints: give one, or one per joint [bounds-count]",
                                            bounds->size(), joints));
  const auto result = explicit_model::derivation(robot.robot, options, &robot.description, robot.options.assemble);
  if (!result.ok()) {
    auto findings = result.findings();
    for (auto& finding : findings)
      if (!finding.at.source) finding.at = robot.description.at;
    return report(exit_input, findings);
  }
  const auto& derivation = result.value();
  if (folder.empty()) extras.width = page_width();
  const auto [files, why_not, broken] = derive_files(robot.robot, derivation, extras, format, reasons, file);
  if (!why_not.empty()) return refuse(exit_input, printable(why_not));
  if (!broken.empty())
    return refuse(exit_bug, fmt::format("read again, the {} does not keep its certificate: {} [read-back]", format,
                                        printable(broken)));
  nlohmann::json shown;  // on the page, as --format json has it
  if (page.wanted())
    shown = nlohmann::json::parse(derive_files(robot.robot, derivation, extras, "json", reasons, file).files[0].text);
  if (folder.empty()) {
    fmt::print("{}", files[0].text);
    return write_page(page, {robot.robot.name, loaded.value(), shown}, exit_fine, json);
  }
  if (const auto findings = native::write_folder(output, files); !findings.empty())
    return report_folder_refusal(findings);
  for (const auto& written : files) fmt::print("{}/{}\n", printable(folder), written.name);
  return write_page(page, {robot.robot.name, loaded.value(), shown}, exit_fine, json);
}

}  // namespace

void add_derive(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<Derive>();
  CLI::App* command = program.add_subcommand("derive", "print the explicit model of an arm: A, B, C, g in closed form");
  command->add_option("ROBOT", state->file, "robot: .toml, .urdf, .dyn; a serial arm on a fixed base")->required();
  command
      ->add_option("--abbreviate", state->abbreviate_text,
                   "drop terms, with a certificate: torques within this share (1%) of the largest, or --rule paper")
      ->type_name("SHARE");
  command->add_option("--error", state->error_text, "the cheapest model within this share (1%) of the largest torques")
      ->type_name("SHARE");
  command->add_option("--budget", state->budget, "the best model of at most so many operations")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->add_option("--rule", state->rule, "what is dropped: value (error per operation), or paper (share of terms)")
      ->check(CLI::IsMember({"value", "paper"}));
  command->add_flag("--trade-off", state->options.trade_off, "what errors from 0.1 to 20 % save, as a table");
  command->add_flag("--symbolic", state->options.derive.symbolic,
                    "define constants with lengths, masses and centres as symbols");
  command
      ->add_option(
          "--payload", state->payload_text,
          "a payload whose mass and centre stay symbols (mL, xL, yL, zL; in C an argument): largest mass [kg] and "
          "centre in the frame of the last joint [m]")
      ->type_name("M,X,Y,Z");
  command->add_option("--format", state->format, "text, latex, markdown, c, json")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "latex", "markdown", "c", "json"}));
  add_page_option(*command, state->page);
  command->add_option("-o,--output", state->folder, "folder to write; standard output where not given")
      ->type_name("FOLDER");
  command->add_flag("--force", state->force, force_meaning);
  command->add_flag("--reasons", state->reasons, "list every symbol that vanishes or coincides, with the reason");
  command->add_flag("--compare", state->extras.compare, "tables 1, 2 and 3 of the paper beside our numbers");
  command->add_flag("--simulate", state->extras.simulate, "forward dynamics by four methods: operations, time, error");
  command->add_option("--blocks", state->extras.blocks, "cut the model into so many blocks for parallel processors")
      ->check(CLI::Range(1, 64));
  command->add_option("--columns", state->extras.columns, "of LaTeX pages, 1 or 2")->check(CLI::Range(1, 2));
  command->add_flag("--rates", state->extras.rates, "how often a processor of --flops computes the model");
  command->add_option("--flops", state->extras.flops, "operations per second of the processor, for rates")
      ->check(CLI::PositiveNumber);
  command->add_option("--ratio", state->extras.ratio, "torques per evaluation of what depends on q alone")
      ->check(CLI::Range(1, 1000));
  const auto add_bounds = [&](const char* name, std::vector<double>& values, bool& given, const char* meaning) {
    const auto take = [&values, &given](const std::vector<double>& read) { values = read, given = true; };
    command->add_option_function<std::vector<double>>(name, take, meaning)
        ->type_name("LIST")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::NonNegativeNumber);
  };
  auto& bounds = state->options.operating;
  add_bounds("--speed", bounds.speed, bounds.speed_given,
             "largest speeds for the certificate, one or one per joint [rad/s, m/s]");
  add_bounds("--acceleration", bounds.acceleration, bounds.acceleration_given,
             "largest accelerations for the certificate [rad/s^2, m/s^2]");
  command
      ->add_option_function<std::vector<std::string>>(
          "--together",
          [state](const auto& groups) { state->options.together = explicit_model::measured_together(groups); },
          "links measured together, the first less the others: link3=link4,link5,link6; for tolerances")
      ->type_name("GROUP")
      ->allow_extra_args(false);
  command->add_option("--most-terms", state->options.derive.most_terms,
                      "refuse arms whose kinetic energy matrix has more terms; 100000 where not given");
  command->add_flag("--json", state->json, "short for --format json");
  add_width_option(*command);
  add_robot_options(*command, state->load);
  command->footer(
      "Sliding joints are allowed; trees, floating bases and transmission matrices are not. Joints without limits "
      "turn\n"
      "all around (slide 1 m either way) with at most 2 rad/s and 10 rad/s^2.\n\n"
      "Examples:\n"
      "  tauforge derive robots/puma560.toml --symbolic\n"
      "  tauforge derive robots/puma560.toml --error 1% --speed 1.5 --acceleration 5\n"
      "  tauforge derive robots/puma560.toml --budget 200 --trade-off\n"
      "  tauforge derive robots/puma560.toml --payload 2,0,0,0.1 --format c -o puma_model\n"
      "  tauforge derive arm.urdf --format latex -o arm_model");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
