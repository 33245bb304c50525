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

// Every robot that is written, judged as whoever reads it will have it.
class Judge {
 public:
  Judge(const native::OutputFolder& output, const std::vector<identify::Validation>& training, LoadOptions options,
        IdentifyReport& report)
      : output_(output), training_(training), options_(options), report_(report) {
    options_.strict = false;  // its warnings were there before
  }

  diagnostic::Findings judge(const std::string& name, double difference = 0.0, const diagnostic::Findings& lost = {}) {
    const auto again = tauforge::load(output_.place_of(name), options_);
    if (!again) return again.findings();
    const robot::Robot& robot = again.value().details().robot;
    WrittenRobot written{name, identify::error_of(robot, training_).all, identify::error_of(training_).all};
    if (const auto& fresh = report_.validations; !fresh.empty())
      written.fresh = identify::error_of(robot, fresh).all, written.model_fresh = identify::error_of(fresh).all;
    written.difference = difference, written.lost = lost;
    report_.written.push_back(std::move(written));
    return {};
  }

  diagnostic::Findings write_as_read(const std::string& name, const Robot& robot) {
    const auto converted = convert(robot, output_.place_of(name));
    if (!converted) return converted.findings();
    return judge(name, converted.value().lost.value_or(0.0), converted.findings());
  }

 private:
  const native::OutputFolder& output_;
  const std::vector<identify::Validation>& training_;
  LoadOptions options_;
  IdentifyReport& report_;
};

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
                                      const LoadOptions& load, IdentifyReport& report) {
  if (auto f = output.open(); !f.empty()) return f;
  if (auto f = output.write(names.possible, found.possible().to_toml()); !f.empty()) return f;
  if (auto f = output.write(names.reduced, found.reduced().to_toml()); !f.empty()) return f;
  std::vector<identify::Validation> training_logs;
  for (const auto& log : training)
    training_logs.push_back(identify::validate(report.prior, report.found.model, log.details()));
  Judge judge(output, training_logs, load, report);
  for (const std::string& name : {names.possible, names.reduced})
    if (auto f = judge.judge(name); !f.empty()) return f;
  for (const auto& [name, robot] :
       {std::pair(names.possible_as_read, &found.possible()), std::pair(names.reduced_as_read, &found.reduced())})
    if (!name.empty())
      if (auto f = judge.write_as_read(name, *robot); !f.empty()) return f;
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
  code.file = file, code.folder = options.folder + "/code", code.load = options.load;
  code.force = options.force, code.quiet = options.quiet || options.json;
  if (options.json) code.report = stderr;  // nothing follows the object
  return cli::generate(code);
}

}  // namespace tauforge::cli
