// tauforge evaluate: any function of a robot on the rows of a table, in constant memory.
#include <CLI/CLI.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/evaluate/evaluator.h"
#include "tauforge/files/csv_table.h"

namespace tauforge::cli {

namespace {

// Where each input of the function stands in a row of the table; absent for optional ones.
using Mapping = std::vector<std::optional<std::size_t>>;

std::optional<Mapping> map_columns(const files::CsvReader& table, const evaluate::Evaluator& evaluator, std::string& missing) {
  Mapping mapping;
  for (const auto& input : evaluator.inputs) {
    std::optional<std::size_t> column = table.find(input.name);
    if (!column && !input.numbered.empty()) column = table.find(input.numbered);
    if (!column && !input.optional)
      missing += fmt::format("{}{}{}", missing.empty() ? "" : ", ", printable(input.name),
                             input.numbered.empty() ? "" : " or " + input.numbered);
    mapping.push_back(column);
  }
  if (!missing.empty()) return std::nullopt;
  return mapping;
}

class Progress {
 public:
  explicit Progress(bool wanted) : shown_(wanted && isatty(fileno(stderr))), next_(Clock::now() + std::chrono::seconds(1)) {}
  void row(std::size_t rows, const files::CsvReader& table) {
    if (!shown_ || rows % 4096 != 0 || Clock::now() < next_) return;
    next_ = Clock::now() + std::chrono::milliseconds(250);
    printed_ = true;
    if (const auto all = table.bytes_in_all(); all && *all > 0)
      fmt::print(stderr, "\r{} rows, {:.0f} %", rows, 100.0 * static_cast<double>(table.bytes_read()) / static_cast<double>(*all));
    else fmt::print(stderr, "\r{} rows", rows);
  }
  ~Progress() {
    if (printed_) fmt::print(stderr, "\r{:40}\r", "");
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool shown_, printed_ = false;
  Clock::time_point next_;
};

int machine_refused(const diagnostic::Findings& findings) {
  fmt::print(stderr, "{}", findings_text(findings, {wants_colour(stderr), false}));
  return exit_machine;
}

struct Evaluate {
  std::string robot_file, table_file, function = "inverse_dynamics", output = "-";
  evaluate::Request request;
  files::LoadOptions load;

  int run() {
    for (const auto& info : evaluate::functions())
      if (function == info.name) request.function = info.function;
    const auto robot = load_or_report(robot_file, load);
    if (!robot) return exit_input;
    std::string why_not;
    const auto evaluator = evaluate::make_evaluator(*robot, request, why_not);
    if (!evaluator) {
      fmt::print(stderr, "{}: error: {} [formulation-unsuited]\n", printable(robot_file), printable(why_not));
      return exit_input;
    }
    auto table = files::CsvReader::open(table_file);
    if (!table.ok()) {
      fmt::print(stderr, "{}", findings_text(table.findings(), {wants_colour(stderr), false}));
      return exit_input;
    }
    files::CsvReader reader = table.take();
    std::string missing;
    const auto mapping = map_columns(reader, *evaluator, missing);
    if (!mapping) {
      fmt::print(stderr, "{}: error: columns that {} of robot '{}' needs are missing: {} [column-missing]\n", printable(table_file),
                 function, printable(robot->name), missing);
      return exit_input;
    }
    return write_rows(reader, *mapping, *evaluator);
  }

  // A file is complete or absent: rows go to OUT.part, which takes its name at the end.
  int write_rows(files::CsvReader& reader, const Mapping& mapping, evaluate::Evaluator& evaluator) const {
    const bool to_file = output != "-";
    const std::string part = to_file ? output + ".part" : output;
    auto created = files::CsvWriter::create(part);
    if (!created.ok()) return machine_refused(created.findings());
    files::CsvWriter writer = created.take();
    const auto time = reader.find("t");
    std::vector<std::string> header;
    if (time) header.emplace_back("t");
    header.insert(header.end(), evaluator.outputs.begin(), evaluator.outputs.end());
    writer.header(header);

    std::vector<double> row(reader.columns().size()), inputs(mapping.size(), 0.0), results(header.size());
    const std::size_t first = time ? 1 : 0;
    Progress progress(to_file);
    for (std::size_t rows = 1; reader.next(row); ++rows) {
      for (std::size_t k = 0; k < mapping.size(); ++k)
        if (mapping[k]) inputs[k] = row[*mapping[k]];
      if (time) results[0] = row[*time];
      evaluator.evaluate(inputs, std::span<double>(results).subspan(first));
      writer.row(results);
      progress.row(rows, reader);
    }
    const diagnostic::Findings unwritten = writer.finish();
    std::error_code failed;
    if (!unwritten.empty()) {
      if (to_file) std::filesystem::remove(part, failed);
      return machine_refused(unwritten);
    }
    if (!reader.findings().empty()) {
      fmt::print(stderr, "{}", findings_text(reader.findings(), {wants_colour(stderr), false}));
      if (to_file) std::filesystem::remove(part, failed);
      return exit_input;
    }
    if (to_file) std::filesystem::rename(part, output, failed);
    if (failed) {
      fmt::print(stderr, "{}: error: cannot be written: {} [output-unwritable]\n", printable(output), failed.message());
      return exit_machine;
    }
    return exit_fine;
  }
};

std::string functions_text() {
  std::string text = "Functions, with their formulations (the first is the default where it suits the robot):\n";
  for (const auto& info : evaluate::functions())
    text += fmt::format("  {:20}{}\n  {:20}{}\n", info.name, info.meaning, "", fmt::join(info.formulations, ", "));
  return text;
}

}  // namespace

void add_evaluate(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<Evaluate>();
  CLI::App* command = program.add_subcommand("evaluate", "compute a function of a robot on every row of a table");
  std::vector<std::string> names, formulations;
  for (const auto& info : evaluate::functions()) {
    names.emplace_back(info.name);
    for (const auto& formulation : info.formulations)
      if (std::find(formulations.begin(), formulations.end(), formulation) == formulations.end()) formulations.push_back(formulation);
  }
  command->add_option("ROBOT", state->robot_file, "robot: .toml, .urdf, .dyn")->required();
  command->add_option("STATES", state->table_file, "CSV table with a header; - is standard input")->required();
  command->add_option("-f,--function", state->function, "what to compute (inverse_dynamics)")->check(CLI::IsMember(names));
  command->add_option("--formulation", state->request.formulation, "how to compute it")->check(CLI::IsMember(formulations));
  command->add_option("-o,--output", state->output, "CSV table to write (standard output)");
  command->add_flag("--rigid", state->request.rigid, "bodies alone: no rotor inertia, no friction");
  command->add_option("--link", state->request.link, "the link of jacobian (the last)");
  add_robot_options(*command, state->load);
  command->footer(functions_text() +
                  "\nColumns are q1.. qd1.. qdd1.. (tau1.. for forward_dynamics) or q:NAME with the names of the joints; of a floating\n"
                  "base base_x..z, base_qx..qw, base_vx..wz, base_ax..alz; wrenches on a link, in its frame, fx:LINK .. nz:LINK where\n"
                  "given. Other columns are ignored, t is passed on. Units: rad, m, s, N, N m.\n\n"
                  "Examples:\n"
                  "  tauforge evaluate robots/puma260.toml motion.csv -o torques.csv\n"
                  "  tauforge evaluate arm.urdf states.csv --function mass_matrix --formulation walker_orin\n"
                  "  tauforge evaluate --floating quadruped.urdf - <states.csv --rigid");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
