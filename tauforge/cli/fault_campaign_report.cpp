#include "tauforge/cli/fault_campaign_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

using nlohmann::json;
using scenario::CampaignRun;
using scenario::KindSummary;

namespace {

constexpr std::size_t most_alarms = 8;  // shown to people; JSON has them all

std::string milliseconds(const std::optional<double>& seconds) {
  return seconds ? fmt::format("{:.0f}", 1e3 * *seconds) : "-";
}

std::string per_cent(std::size_t part, std::size_t all) {
  return fmt::format("{:.1f}", 100.0 * static_cast<double>(part) / static_cast<double>(all));
}

std::string kinds_table(const FaultCampaignReport& report) {
  diagnostic::Rows rows{{"fault", "runs", "found %", "50 %", "95 %", "last", "past", "unseen", "none %", "worst run"}};
  for (const KindSummary& kind : report.summary.kinds)
    rows.push_back({form_of(kind.kind).name, fmt::format("{}", kind.runs), per_cent(kind.detected, kind.runs),
                    milliseconds(kind.median), milliseconds(kind.most), milliseconds(kind.largest),
                    fmt::format("{:.2f}", kind.excursion), fmt::format("{:.2f}", kind.undetected),
                    per_cent(kind.harmless, kind.runs), kind.worst ? to_text(*kind.worst) : "-"});
  return table(rows, "  ", {{}, {}, {}, {}, {}, {}, {}, {}, {}, diagnostic::leaves(1)});
}

json value_or_null(const std::optional<double>& value) { return value ? json(*value) : json(); }

json json_of(const KindSummary& kind) {
  const auto share = [&](std::size_t part) { return static_cast<double>(part) / static_cast<double>(kind.runs); };
  return {{"kind", form_of(kind.kind).name},
          {"runs", kind.runs},
          {"detected", kind.detected},
          {"detected_share", share(kind.detected)},
          {"harmless", kind.harmless},
          {"harmless_share", share(kind.harmless)},
          {"diverged", kind.diverged},
          {"missed", kind.missed},
          {"detection_median_s", value_or_null(kind.median)},
          {"detection_95_s", value_or_null(kind.most)},
          {"detection_largest_s", value_or_null(kind.largest)},
          {"largest_excursion", kind.excursion},
          {"largest_undetected_excursion", kind.undetected},
          {"worst_run", kind.worst ? json(to_text(*kind.worst)) : json()}};
}

json json_of(const CampaignRun& run) {
  return {{"run", to_text(run.name)},
          {"kind", run.kind ? json(form_of(*run.kind).name) : json()},
          {"fault", run.fault.empty() ? json() : json(run.fault)},
          {"law", run.law.empty() ? json() : json(run.law)},
          {"fault_at_s", run.kind ? json(run.fault_at) : json()},
          {"alarm_at_s", value_or_null(run.alarm_at)},
          {"alarm", run.alarm_at ? json(run.alarm) : json()},
          {"excursion", run.excursion},
          {"undetected_excursion", run.undetected},
          {"unguarded_excursion", run.unguarded},
          {"diverged", run.diverged}};
}

}  // namespace

std::string run_text(const CampaignRun& run) {
  std::string text = fmt::format("run {}{}{}: ", to_text(run.name), run.law.empty() ? "" : ", ", run.law);
  text += run.kind ? fmt::format("at {:.4f} s {}; ", run.fault_at, printable(run.fault)) : "no fault; ";
  text += run.alarm_at ? fmt::format("alarm at {:.4f} s, {}", *run.alarm_at, printable(run.alarm)) : "no alarm";
  if (run.needed()) text += fmt::format("; if nobody watched: {:.3g} deg or cm past a limit", run.unguarded);
  if (run.excursion > 0)
    text += fmt::format("; {:.3g} deg or cm past a limit, {:.3g} before an alarm", run.excursion, run.undetected);
  return text + (run.diverged ? "; the plant could not be integrated to the end" : "");
}

namespace {

std::string alarms_text(const std::vector<CampaignRun>& alarms) {
  std::string text;
  for (std::size_t k = 0; k < std::min(most_alarms, alarms.size()); ++k)
    text += paragraph(run_text(alarms[k]), "  ", "    ");
  if (alarms.size() > most_alarms)
    text += fmt::format("  ... and {} more (--json has them all)\n", alarms.size() - most_alarms);
  return text;
}

}  // namespace

std::string fault_campaign_text(const FaultCampaignReport& report) {
  const scenario::CampaignSummary& summary = report.summary;
  std::string text = paragraph(fmt::format(
      "{} runs{}, seed {}, one fault in each of {}", report.runs.size(),
      report.runs.size() < report.wanted ? fmt::format(" of {}: interrupted", report.wanted) : "", report.seed,
      std::count_if(report.runs.begin(), report.runs.end(),
                    [](const CampaignRun& run) { return run.kind.has_value(); })));
  text += kinds_table(report);
  text += paragraph(
      "found: an alarm came after the fault; 50 %, 95 %, last: ms until then; past: deg or cm past a limit of the "
      "robot's "
      "file, unseen: before or without an alarm; none: neither an alarm nor past a limit. --only RUN repeats one.",
      "  ", "  ");
  for (const std::string& kind : report.left_out) text += paragraph(printable(kind), "  left out: ", "    ");
  text +=
      paragraph(fmt::format("{} false alarm{} in {:.3g} h without a fault: {:.3g} per hour, below {:.3g} with 95 % "
                            "confidence",
                            summary.false_alarms.size(), summary.false_alarms.size() == 1 ? "" : "s",
                            summary.fault_free_seconds / 3600.0, summary.per_hour, summary.per_hour_95));
  text += alarms_text(summary.false_alarms);
  if (!summary.needed_alarms.empty())
    text += paragraph(fmt::format("{} alarm{} without a fault that {} needed: the law led the arm past a limit",
                                  summary.needed_alarms.size(), summary.needed_alarms.size() == 1 ? "" : "s",
                                  summary.needed_alarms.size() == 1 ? "was" : "were"));
  text += alarms_text(summary.needed_alarms);
  if (summary.fault_free_excursion > 0)
    text += paragraph(
        fmt::format("without a fault an arm went {:.3g} deg or cm past a limit", summary.fault_free_excursion));
  return text;
}

json fault_campaign_json(const FaultCampaignReport& report) {
  const scenario::CampaignSummary& summary = report.summary;
  json kinds = json::array(), alarms = json::array(), needed = json::array(), missed = json::array();
  for (const KindSummary& kind : summary.kinds) kinds.push_back(json_of(kind));
  for (const CampaignRun& run : summary.false_alarms) alarms.push_back(json_of(run));
  for (const CampaignRun& run : summary.needed_alarms) needed.push_back(json_of(run));
  for (const CampaignRun& run : report.runs)
    if (run.undetected > scenario::tolerated) missed.push_back(json_of(run));
  return {{"schema", 1},
          {"robot", report.scenario.robot.name},
          {"scenario", report.scenario.title},
          {"campaign", report.campaign.title},
          {"seed", report.seed},
          {"runs", report.runs.size()},
          {"interrupted", report.runs.size() < report.wanted},
          {"integrator_step_s", report.campaign.step},
          {"tolerated", scenario::tolerated},
          {"passes", summary.passes()},
          {"left_out", report.left_out},
          {"kinds", kinds},
          {"missed", missed},
          {"false_alarms",
           {{"count", summary.false_alarms.size()},
            {"fault_free_s", summary.fault_free_seconds},
            {"per_hour", summary.per_hour},
            {"per_hour_95", summary.per_hour_95},
            {"runs", alarms}}},
          {"needed_alarms", needed},
          {"fault_free_excursion", summary.fault_free_excursion}};
}

}  // namespace tauforge::cli
