#include "tauforge/cli/identify_folder.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tauforge/cli/generate.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/files/csv_table.h"
#include "tauforge/files/read_robot.h"

namespace tauforge::cli {

namespace {

diagnostic::Findings write_residuals(const native::OutputFolder& output, const std::string& name,
                                     const identify::Validation& v) {
  auto created = files::CsvWriter::create(output.place_of(name), output.shown(name));
  if (!created.ok()) return created.findings();
  files::CsvWriter writer = created.take();
  std::vector<std::string> header{"t"};
  for (const char* what : {"q", "tau", "predicted", "residual"})
    for (std::size_t j = 1; j <= v.torque.size(); ++j) header.push_back(what + std::to_string(j));
  writer.header(header);
  std::vector<double> row;
  for (std::size_t k = 0; k < v.samples.size(); ++k) {
    row.assign(1, v.samples.t[k]);
    for (const auto& q : v.samples.q) row.push_back(q[k]);
    for (const auto& tau : v.torque) row.push_back(tau[k]);
    for (const auto& tau : v.prediction) row.push_back(tau[k]);
    for (std::size_t j = 0; j < v.torque.size(); ++j) row.push_back(v.torque[j][k] - v.prediction[j][k]);
    writer.row(row);
  }
  return writer.finish();
}

diagnostic::Findings write_as_read(const native::OutputFolder& output, const std::string& name, const Robot& robot,
                                   const std::vector<identify::Validation>& logs, double model_error,
                                   std::vector<WrittenRobot>& all) {
  const auto converted = convert(robot, output.place_of(name));
  if (!converted) return converted.findings();
  const auto again = load(output.place_of(name));
  if (!again) return again.findings();
  all.push_back({name, identify::error_of(again.value().details().robot, logs).all, model_error,
                 converted.value().lost.value_or(0.0), converted.findings()});
  return {};
}

}  // namespace

IdentifiedRobots identified_robots(const std::string& robot_file, const Robot& robot) {
  const std::string stem = std::filesystem::path(robot_file).stem().string();
  IdentifiedRobots names{stem + ".identified.toml", stem + ".reduced.toml"};
  if (robot.details().description.format == robot::Format::specification)
    names.possible_as_read = stem + ".identified.dyn", names.reduced_as_read = stem + ".reduced.dyn";
  return names;
}

diagnostic::Findings write_identified(native::OutputFolder& output, const IdentifiedRobots& names,
                                      const Identification& found, const std::vector<Recording>& training,
                                      IdentifyReport& report) {
  if (auto f = output.open(); !f.empty()) return f;
  if (auto f = output.write(names.possible, found.possible().to_toml()); !f.empty()) return f;
  if (auto f = output.write(names.reduced, found.reduced().to_toml()); !f.empty()) return f;
  std::vector<identify::Validation> training_logs;
  for (const auto& log : training)
    training_logs.push_back(identify::validate(report.prior, report.found.model, log.details()));
  const double model_error = identify::error_of(training_logs).all;
  for (const auto& [name, robot] :
       {std::pair(names.possible_as_read, &found.possible()), std::pair(names.reduced_as_read, &found.reduced())})
    if (!name.empty())
      if (auto f = write_as_read(output, name, *robot, training_logs, model_error, report.written); !f.empty())
        return f;
  if (auto f = output.write("report.json", json_text(identify_json(report))); !f.empty()) return f;
  std::size_t number = 0;
  for (const auto& v : training_logs)
    if (auto f = write_residuals(output, fmt::format("residuals_{}.csv", ++number), v); !f.empty()) return f;
  number = 0;
  for (const auto& v : report.validations)
    if (auto f = write_residuals(output, fmt::format("validation_{}.csv", ++number), v); !f.empty()) return f;
  return output.complete();
}

int generate_reduced(const IdentifyOptions& options, const std::string& file) {
  GenerateOptions code;
  code.file = file, code.folder = options.folder + "/code";
  code.force = options.force, code.quiet = options.quiet || options.json;
  if (options.json) code.report = stderr;  // nothing follows the object
  return cli::generate(code);
}

}  // namespace tauforge::cli
