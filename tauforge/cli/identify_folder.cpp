#include "tauforge/cli/identify_folder.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tauforge/cli/exit_code.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/refused.h"
#include "tauforge/files/csv_table.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/report/folder.h"

namespace tauforge::cli {

namespace {

diagnostic::Findings write_residuals(const native::OutputFolder& output, const std::string& name,
                                     const identify::Validation& v, const recording::Channels& of_bodies) {
  auto created = files::CsvWriter::create(output.place_of(name), output.shown(name));
  if (!created.ok()) return created.findings();
  files::CsvWriter writer = created.take();
  std::vector<std::string> header{"t"};
  for (const char* what : {"q", "qd", "qdd", "tau", "predicted", "residual", "identified"})
    for (std::size_t j = 1; j <= v.torque.size(); ++j) header.push_back(what + std::to_string(j));
  writer.header(header);
  std::vector<double> row;
  for (std::size_t k = 0; k < v.samples.size(); ++k) {
    row.assign(1, v.samples.t[k]);
    for (const recording::Channels* all : {&v.samples.q, &v.samples.qd, &v.samples.qdd, &v.torque, &v.prediction})
      for (const auto& channel : *all) row.push_back(channel[k]);
    for (std::size_t j = 0; j < v.torque.size(); ++j) row.push_back(v.torque[j][k] - v.prediction[j][k]);
    for (const auto& tau : of_bodies) row.push_back(tau[k]);
    writer.row(row);
  }
  return writer.finish();
}

// Every robot that is written, judged as whoever reads it will have it.
class Judge {
 public:
  Judge(const native::OutputFolder& output, const Identification& found, const std::vector<Recording>& logs,
        const std::vector<Recording>& fresh, LoadOptions options, IdentifyReport& report)
      : output_(output), found_(found), logs_(logs), fresh_(fresh), options_(options), report_(report) {
    options_.strict = false;  // its warnings were there before
  }

  diagnostic::Findings judge(const std::string& name, Written which, const Findings& lost = {},
                             double lost_difference = 0.0) {
    const auto again = tauforge::load(output_.place_of(name), options_);
    if (!again) return again.findings();
    WrittenRobot written{name, score(found_, which, again.value(), logs_, fresh_), lost_difference, lost};
    if (lost_difference > 0.0) written.score.as_fitted = true;  // what it cannot say is named
    report_.written.push_back(std::move(written));
    if (!lost.empty()) return {};
    which == Written::possible ? keep_predictions(again.value()) : keep_residuals(again.value());
    return {};
  }

  diagnostic::Findings write_as_read(const std::string& name, Written which, const Robot& robot) {
    const auto converted = convert(robot, output_.place_of(name));
    if (!converted) return converted.findings();
    return judge(name, which, converted.findings(), converted.value().lost.value_or(0.0));
  }

 private:
  void keep_residuals(const Robot& as_read) {
    report_.training.clear(), report_.validations.clear();
    const auto& how = report_.found.model.preparation;
    const robot::Robot& robot = as_read.details().robot;
    for (const Recording& log : logs_) report_.training.push_back(identify::validate(robot, how, log.details()));
    for (const Recording& log : fresh_) report_.validations.push_back(identify::validate(robot, how, log.details()));
  }

  // Of all parameters, as bodies that can exist have them: beside those of the few.
  void keep_predictions(const Robot& as_read) {
    report_.training_of_bodies.clear(), report_.validations_of_bodies.clear();
    const auto& how = report_.found.model.preparation;
    const robot::Robot& robot = as_read.details().robot;
    for (const Recording& log : logs_)
      report_.training_of_bodies.push_back(identify::validate(robot, how, log.details()).prediction);
    for (const Recording& log : fresh_)
      report_.validations_of_bodies.push_back(identify::validate(robot, how, log.details()).prediction);
  }

  const native::OutputFolder& output_;
  const Identification& found_;
  const std::vector<Recording>&logs_, &fresh_;
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

diagnostic::Findings write_robots(native::OutputFolder& output, const IdentifiedRobots& names,
                                  const Identification& found, const std::vector<Recording>& logs,
                                  const std::vector<Recording>& fresh, const LoadOptions& load,
                                  IdentifyReport& report) {
  if (auto f = output.open(); !f.empty()) return f;
  const Robot possible = with_residual_torques(found.possible(), report.alarms.possible),
              reduced = with_residual_torques(found.reduced(), report.alarms.reduced);
  if (auto f = output.write(names.possible, possible.to_toml()); !f.empty()) return f;
  if (auto f = output.write(names.reduced, reduced.to_toml()); !f.empty()) return f;
  Judge judge(output, found, logs, fresh, load, report);
  if (auto f = judge.judge(names.possible, Written::possible); !f.empty()) return f;
  if (auto f = judge.judge(names.reduced, Written::reduced); !f.empty()) return f;
  if (!names.possible_as_read.empty()) {
    if (auto f = judge.write_as_read(names.possible_as_read, Written::possible, possible); !f.empty()) return f;
    if (auto f = judge.write_as_read(names.reduced_as_read, Written::reduced, reduced); !f.empty()) return f;
  }
  return {};
}

diagnostic::Findings complete_folder(native::OutputFolder& output, const IdentifyReport& report) {
  if (auto f = output.write("report.json", json_text(identify_json(report))); !f.empty()) return f;
  const auto write_all = [&](const char* name, const std::vector<identify::Validation>& all,
                             const std::vector<recording::Channels>& of_bodies) -> diagnostic::Findings {
    for (std::size_t k = 0; k < all.size(); ++k)
      if (auto f = write_residuals(output, fmt::format("{}_{}.csv", name, k + 1), all[k], of_bodies[k]); !f.empty())
        return f;
    return {};
  };
  if (auto f = write_all("residuals", report.training, report.training_of_bodies); !f.empty()) return f;
  if (auto f = write_all("validation", report.validations, report.validations_of_bodies); !f.empty()) return f;
  return output.complete();
}

int report_identified(const IdentifyOptions& options, int code) {
  if (!options.page.wanted() || (code != exit_fine && code != exit_doubtful)) return code;
  auto chapter = report::read_folder(options.folder);
  if (!chapter) return refused("tauforge identify", chapter.findings());
  const std::string title = chapter.value().robot ? chapter.value().robot->name() : chapter.value().title;
  const int written =
      write_page(report::Page{title, {chapter.take()}}, options.page.path, options.quiet || options.json);
  return written == exit_fine ? code : written;
}

GenerateOptions code_options(const IdentifyOptions& options, const std::string& file) {
  GenerateOptions code;
  code.file = file, code.folder = options.folder + "/code", code.load = options.load;
  code.force = options.force, code.quiet = options.quiet || options.json;
  code.folder_comes = !std::filesystem::exists(options.folder);
  if (options.json) code.report = stderr;  // nothing follows the object
  return code;
}

int generate_reduced(const IdentifyOptions& options, const std::string& file) {
  Generation made;
  const GenerateOptions code = code_options(options, file);
  const int exit = make_code(code, made);
  return exit == exit_fine ? write_code(code, made) : exit;
}

}  // namespace tauforge::cli
