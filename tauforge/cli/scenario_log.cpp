#include <fmt/format.h>

#include <functional>

#include "tauforge/cli/outcome_report.h"
#include "tauforge/files/csv_table.h"
#include "tauforge/native/output_file.h"

namespace tauforge::cli {

using scenario::Outcome;
using scenario::Scenario;

namespace {

struct Column {
  std::string name;
  std::function<double(const control::LoopSample&)> value;
};

// Of scenarios that say more to the cards than torques: phases and digital outputs.
std::vector<Column> extra_columns(const Scenario& scenario) {
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
  return columns;
}

}  // namespace

diagnostic::Findings write_log(const std::string& path, const Scenario& scenario, const Outcome& outcome) {
  native::OutputFile file(path);
  if (auto refused = file.refusal(); !refused.empty()) return refused;
  auto created = files::CsvWriter::create(file.write_to(), path);
  if (!created) return created.findings();
  files::CsvWriter writer = created.take();
  std::vector<std::string> header{"t"};
  std::vector<const char*> letters{"q", "qd", "tau", "qref", "qdref", "qddref"};
  if (outcome.knows_truth()) letters.insert(letters.end(), {"qtrue", "qdtrue", "tautrue"});
  for (const char* letter : letters)
    for (const auto& drive : scenario.robot.drives) header.push_back(fmt::format("{}:{}", letter, drive));
  const auto extra = extra_columns(scenario);
  for (const auto& column : extra) header.push_back(column.name);
  writer.header(header);
  const std::size_t n = scenario.robot.drives.size();
  std::vector<double> row;
  const auto append = [&](std::initializer_list<const std::array<double, control::most_drives>*> lists) {
    for (const auto* values : lists)
      row.insert(row.end(), values->begin(), values->begin() + static_cast<std::ptrdiff_t>(n));
  };
  for (std::size_t k = 0; k < outcome.samples.size(); ++k) {
    const auto& s = outcome.samples[k];
    row.assign(1, static_cast<double>(s.time) / 1e9);
    append({&s.q, &s.qd, &s.tau, &s.q_d, &s.qd_d, &s.qdd_d});
    if (outcome.knows_truth()) append({&outcome.truth[k].q, &outcome.truth[k].qd, &outcome.truth[k].tau});
    for (const auto& column : extra) row.push_back(column.value(s));
    writer.row(row);
  }
  if (auto refused = writer.finish(); !refused.empty()) return refused;
  return file.complete();
}

}  // namespace tauforge::cli
