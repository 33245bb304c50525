// tauforge drift: which parameters have changed between two identifications of a robot.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/number_range.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/files/source_text.h"
#include "tauforge/identify/drift.h"

namespace tauforge::cli {

namespace {

using identify::DriftReport;
using identify::KnownParameter;
using nlohmann::json;

// A number of an object, or nothing.
std::optional<double> number(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number()) return std::nullopt;
  const double value = found->get<double>();
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// The estimates of a report of `tauforge identify`: those of the full model, which do not depend on what was left out.
std::optional<std::vector<KnownParameter>> read_estimates(const std::string& path, diagnostic::Findings& findings) {
  const auto source = files::read_source(path);
  append(findings, source.findings());
  if (!source) return std::nullopt;
  json report;
  try {  // the library tells where it failed by an exception only
    report = json::parse(source.value()->text);
  } catch (const json::parse_error& failure) {
    const std::size_t at = failure.byte > 0 ? failure.byte - 1 : 0;
    findings.push_back(diagnostic::error(files::position_at(source.value(), std::min(at, source.value()->text.size())),
                                         "json-malformed", "this is not JSON",
                                         "report.json of tauforge identify is wanted"));
    return std::nullopt;
  } catch (const json::out_of_range&) {
    findings.push_back(diagnostic::error({source.value(), 0, 0, 1}, "number-out-of-range",
                                         "a number is too large for double precision"));
    return std::nullopt;
  }
  const auto list = report.is_object() ? report.find("estimates") : report.end();
  if (!report.is_object() || list == report.end() || !list->is_array()) {
    findings.push_back(diagnostic::error({source.value(), 0, 0, 1}, "report-without-estimates",
                                         "there is no list 'estimates'", "report.json of tauforge identify is wanted"));
    return std::nullopt;
  }
  std::vector<KnownParameter> known;
  for (const json& estimate : *list) {
    if (!estimate.is_object() || !estimate.contains("name") || !estimate["name"].is_string()) continue;
    const json& full = estimate.contains("full") && estimate["full"].is_object() ? estimate["full"] : estimate;
    const auto value = number(full, "value"), deviation = number(full, "deviation");
    if (value && deviation && *deviation >= 0.0)
      known.push_back({estimate["name"].get<std::string>(), *value, *deviation});
  }
  if (known.empty()) {
    findings.push_back(diagnostic::error({source.value(), 0, 0, 1}, "report-without-estimates",
                                         "no estimate has a name, a value and a deviation"));
    return std::nullopt;
  }
  return known;
}

std::string report_text(const DriftReport& r) {
  std::vector<std::vector<std::string>> rows{{"", "parameter", "before", "now", "change", "+-", "z"}};
  std::size_t drifted = 0;
  for (const auto& d : r.parameters) {
    drifted += d.drifted ? 1 : 0;
    if (d.drifted || rows.size() <= 10)
      rows.push_back({d.drifted ? "*" : "", printable(d.name), fmt::format("{:.5g}", d.before),
                      fmt::format("{:.5g}", d.now), fmt::format("{:+.3g}", d.now - d.before),
                      fmt::format("{:.2g}", d.deviation), fmt::format("{:+.1f}", d.z)});
  }
  std::string text = table(rows, "  ");
  text += drifted == 0 ? fmt::format("none of {} parameters has drifted\n", r.parameters.size())
                       : fmt::format("{} of {} parameters have drifted (*)\n", drifted, r.parameters.size());
  for (const auto& [what, names] : {std::pair{"before", &r.only_before}, std::pair{"now", &r.only_now}})
    if (!names->empty())
      text += paragraph(printable(fmt::format("only {}: {}", what, fmt::join(*names, ", "))), "", "  ");
  return text;
}

json report_json(const DriftReport& r) {
  json parameters = json::array();
  for (const auto& d : r.parameters)
    parameters.push_back({{"name", d.name},
                          {"before", d.before},
                          {"now", d.now},
                          {"deviation", d.deviation},
                          {"z", d.z},
                          {"chance", d.chance},
                          {"drifted", d.drifted}});
  return {{"parameters", parameters}, {"only_before", r.only_before}, {"only_now", r.only_now}};
}

struct DriftCommand {
  std::string before, now;
  double confidence = 0.95;
  bool json_wanted = false;

  int run() const {
    diagnostic::Findings findings;
    const auto earlier = read_estimates(before, findings), later = read_estimates(now, findings);
    print_findings(findings);
    if (!earlier || !later) return exit_input;
    const DriftReport report = identify::find_drift(*earlier, *later, confidence);
    if (json_wanted)
      fmt::print("{}", json_text(report_json(report)));
    else
      fmt::print("{}", report_text(report));
    return exit_fine;
  }
};

}  // namespace

void add_drift(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<DriftCommand>();
  CLI::App* command = program.add_subcommand("drift", "say which parameters changed between two identifications");
  command->add_option("BEFORE", state->before, "report.json of the earlier tauforge identify")->required();
  command->add_option("NOW", state->now, "report.json of the later one")->required();
  command->add_option("--confidence", state->confidence, "that none is named without a change (0.95)")
      ->check(NumberRange(0.5, 0.9999));
  command->add_flag("--json", state->json_wanted, "machine-readable output");
  add_width_option(*command);
  command->footer(
      "Differences are compared with the deviations of both estimates, and many parameters are looked at: Holm's "
      "procedure\n"
      "keeps the chance of any false alarm at 1 - confidence.\n\n"
      "Example:\n  tauforge drift january/report.json june/report.json");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
