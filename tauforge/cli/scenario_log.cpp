#include "tauforge/cli/scenario_log.h"

#include <fmt/format.h>

#include <initializer_list>

namespace tauforge::cli {

using scenario::Outcome;
using scenario::Scenario;

// Phases and digital outputs of scenarios that have some; how far a stop is, and what came of reading the cards.
std::vector<ScenarioLog::Column> ScenarioLog::extra_columns(const Scenario& scenario) {
  std::vector<Column> columns;
  const auto line = [&](const std::string& name, std::uint64_t bit) {
    for (const Column& column : columns)
      if (column.name == "output:" + name) return;
    columns.push_back({"output:" + name, [bit](const control::LoopSample& s) { return s.digital & bit ? 1.0 : 0.0; }});
  };
  const bool around = scenario.starts_up() || scenario.sequence.brakes_at_end;
  if (around) columns.push_back({"phase", [](const control::LoopSample& s) { return static_cast<double>(s.phase); }});
  if (around || !scenario.outputs.empty()) line("brakes", control::brakes);
  for (const auto& output : scenario.outputs) line(output.name, output.switching.line);
  columns.push_back({"stop", [](const control::LoopSample& s) { return static_cast<double>(s.stop); }});
  columns.push_back({"cards", [](const control::LoopSample& s) { return static_cast<double>(s.cards); }});
  return columns;
}

ScenarioLog::ScenarioLog(const std::string& path, const Scenario& scenario, bool knows_truth)
    : file_(path),
      refusal_(file_.refusal()),
      drives_(scenario.robot.drives.size()),
      knows_truth_(knows_truth),
      extra_(extra_columns(scenario)) {
  if (!refusal_.empty()) return;
  auto created = files::CsvWriter::create(file_.write_to(), path);
  refusal_ = created.findings();
  if (!created) return;
  writer_.emplace(created.take());
  std::vector<std::string> header{"t"};
  std::vector<const char*> letters{"q", "qd", "tau", "qref", "qdref", "qddref", "residual"};
  if (knows_truth) letters.insert(letters.end(), {"qtrue", "qdtrue", "tautrue"});
  for (const char* letter : letters)
    for (const auto& drive : scenario.robot.drives) header.push_back(fmt::format("{}:{}", letter, drive));
  for (const auto& column : extra_) header.push_back(column.name);
  writer_->header(header);
  columns_ = header.size();
}

void ScenarioLog::values(const control::LoopSample& s, const scenario::Truth* truth, std::vector<double>& row) const {
  const auto append = [&](std::initializer_list<const std::array<double, control::most_drives>*> lists) {
    for (const auto* values : lists)
      row.insert(row.end(), values->begin(), values->begin() + static_cast<std::ptrdiff_t>(drives_));
  };
  row.assign(1, static_cast<double>(s.time) / 1e9);
  append({&s.q, &s.qd, &s.tau, &s.q_d, &s.qd_d, &s.qdd_d, &s.residual});
  if (knows_truth_) append({&truth->q, &truth->qd, &truth->tau});
  for (const auto& column : extra_) row.push_back(column.value(s));
}

void ScenarioLog::row(const control::LoopSample& s, const scenario::Truth* truth) {
  values(s, truth, row_);
  row(row_);
}

diagnostic::Findings ScenarioLog::complete() {
  if (!refusal_.empty()) return refusal_;
  auto refused = writer_->finish();
  if (refused.empty()) return file_.complete();
  if (const std::string part = file_.leave_part(); !part.empty())
    refused.front().hint = fmt::format("is the disk full? What could be written is in '{}'", part);
  return refused;
}

diagnostic::Findings write_log(const std::string& path, const Scenario& scenario, const Outcome& outcome) {
  ScenarioLog log(path, scenario, outcome.knows_truth());
  if (!log.refusal().empty()) return log.refusal();
  for (std::size_t k = 0; k < outcome.samples.size(); ++k)
    log.row(outcome.samples[k], outcome.knows_truth() ? &outcome.truth[k] : nullptr);
  return log.complete();
}

}  // namespace tauforge::cli
