// tauforge evaluate: any function of a robot on the rows of a table, in constant memory.
#include <CLI/CLI.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/files/csv_table.h"
#include "tauforge/functions/column_map.h"
#include "tauforge/native/output_file.h"

namespace tauforge::cli {

namespace {

diagnostic::Position header_of(const files::CsvReader& table, const std::string& name) {
  return {std::make_shared<const diagnostic::Source>(diagnostic::Source{name, ""}), table.line(), 0, 1};
}

class Progress {
 public:
  explicit Progress(bool wanted)
      : shown_(wanted && isatty(fileno(stderr))), next_(Clock::now() + std::chrono::seconds(1)) {}
  void row(std::size_t rows, const files::CsvReader& table) {
    if (!shown_ || rows % 4096 != 0 || Clock::now() < next_) return;
    next_ = Clock::now() + std::chrono::milliseconds(250);
    printed_ = true;
    if (const auto all = table.bytes_in_all(); all && *all > 0)
      fmt::print(stderr, "\r{} rows, {:.0f} %", rows,
                 100.0 * static_cast<double>(table.bytes_read()) / static_cast<double>(*all));
    else
      fmt::print(stderr, "\r{} rows", rows);
  }
  ~Progress() {
    if (printed_) fmt::print(stderr, "\r{:40}\r", "");
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool shown_, printed_ = false;
  Clock::time_point next_;
};

int usage(const std::string& message) {
  fmt::print(stderr, "tauforge evaluate: {}\n", printable(message));
  return exit_usage;
}

struct Evaluate {
  std::string robot_file, table_file, function = "inverse_dynamics", output = "-";
  functions::EvaluationRequest request;
  LoadOptions load;

  int run() {
    request.function = *functions::function_named(function);
    const auto known = functions::formulations_of(request.function);
    if (!request.formulation.empty() && std::find(known.begin(), known.end(), request.formulation) == known.end())
      return usage(
          fmt::format("{} has no formulation '{}'; it has {}", function, request.formulation, fmt::join(known, ", ")));
    if (!request.link.empty() && request.function != functions::Function::jacobian)
      return usage("--link is for --function jacobian");
    for (const auto* input : {&robot_file, &table_file})
      if (native::same_file(output, *input))
        return usage(fmt::format("'{}' would be overwritten by its own result", *input));

    const auto loaded = load_or_report(robot_file, load);
    if (!loaded) return exit_input;
    const robot::Robot& robot = loaded->details().robot;
    std::string why_not;
    const auto evaluator = functions::Evaluator::make(robot, request, why_not);
    if (!evaluator) {
      const auto source = std::make_shared<const diagnostic::Source>(diagnostic::Source{robot_file, ""});
      print_findings({diagnostic::error({source, 0, 0, 1}, "formulation-unsuited", why_not)});
      return exit_input;
    }
    auto table = files::CsvReader::open(table_file);
    print_findings(table.findings());
    if (!table.ok()) return exit_input;
    files::CsvReader reader = table.take();
    diagnostic::Findings findings;
    const functions::ColumnMap mapping =
        functions::map_columns(reader.columns(), header_of(reader, table_file), robot, evaluator->inputs, findings);
    print_findings(findings);
    return diagnostic::has_error(findings) ? exit_input : write_rows(reader, mapping, *evaluator);
  }

  int write_rows(files::CsvReader& reader, const functions::ColumnMap& mapping, functions::Evaluator& evaluator) const {
    native::OutputFile file(output);
    const auto refused = [](const diagnostic::Findings& findings) {
      print_findings(findings);
      return exit_machine;
    };
    if (const auto findings = file.refusal(); !findings.empty()) return refused(findings);
    auto created = files::CsvWriter::create(file.write_to(), output);
    if (!created.ok()) return refused(created.findings());
    files::CsvWriter writer = created.take();
    const auto time = reader.find("t");
    std::vector<std::string> header;
    if (time) header.emplace_back("t");
    header.insert(header.end(), evaluator.outputs.begin(), evaluator.outputs.end());
    writer.header(header);

    std::vector<double> row(reader.columns().size()), inputs(mapping.size(), 0.0), results(header.size());
    const std::span<double> outputs = std::span<double>(results).subspan(time ? 1 : 0);
    diagnostic::Findings broken;
    {
      Progress progress(!file.is_stream());
      for (std::size_t rows = 1; broken.empty() && reader.next(row); ++rows) {
        for (std::size_t k = 0; k < mapping.size(); ++k)
          if (mapping[k]) inputs[k] = row[*mapping[k]];
        if (time) results[0] = row[*time];
        evaluator.evaluate(inputs, outputs);
        if (!evaluator.singular.empty())
          broken = {diagnostic::error(header_of(reader, table_file), "mass-matrix-singular",
                                      fmt::format("{} of this row does not exist: {}", function, evaluator.singular),
                                      "give its links masses and inertias, or its drive a motor inertia")};
        else if (!std::all_of(outputs.begin(), outputs.end(), [](double v) { return std::isfinite(v); }))
          broken = {diagnostic::error(header_of(reader, table_file), "result-not-finite",
                                      fmt::format("{} of this row is not finite", function),
                                      "numbers too large, or a quaternion whose length is not 1")};
        else
          writer.row(results);
        progress.row(rows, reader);
      }
    }
    const diagnostic::Findings unwritten = writer.finish();
    if (!unwritten.empty()) return refused(unwritten);
    append(broken, reader.findings());
    if (!broken.empty()) {
      print_findings(broken);
      return exit_input;
    }
    if (const auto findings = file.complete(); !findings.empty()) return refused(findings);
    return exit_fine;
  }
};

std::string functions_text() {
  std::string text = "Functions, with their formulations (the first is the default where it suits the robot):\n";
  for (const auto& info : functions::function_list())
    text += fmt::format("  {:30}{}\n  {:30}{}\n", info.name, info.meaning, "",
                        fmt::join(functions::formulations_of(info.function), ", "));
  return text;
}

}  // namespace

void add_evaluate(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<Evaluate>();
  CLI::App* command = program.add_subcommand("evaluate", "compute a function of a robot on every row of a table");
  std::vector<std::string> names, formulations;
  for (const auto& info : functions::function_list()) {
    names.emplace_back(info.name);
    for (const auto& formulation : functions::formulations_of(info.function))
      if (std::find(formulations.begin(), formulations.end(), formulation) == formulations.end())
        formulations.push_back(formulation);
  }
  command->add_option("ROBOT", state->robot_file, "robot: .toml, .urdf, .dyn")->required();
  command->add_option("STATES", state->table_file, "CSV table with a header; - is standard input")->required();
  command->add_option("-f,--function", state->function, "what to compute (inverse_dynamics)")
      ->type_name("NAME")
      ->check(CLI::IsMember(names));
  command->add_option("--formulation", state->request.formulation, "how to compute it")
      ->type_name("NAME")
      ->check(CLI::IsMember(formulations));
  command->add_option("-o,--output", state->output, "CSV table to write (standard output)")->type_name("FILE");
  command->add_flag("--rigid", state->request.rigid, "bodies alone: no rotor inertia, no friction");
  command->add_option("--link", state->request.link, "the link of jacobian, also one behind a fixed joint (the last)")
      ->type_name("NAME");
  add_robot_options(*command, state->load);
  command->footer(
      functions_text() +
      "\nColumns are q1.. qd1.. qdd1.. (tau1.. for forward dynamics) or q:NAME with the names of the "
      "joints; of a floating\n"
      "base base_x..z, base_qx..qw, base_vx..wz, base_ax..alz; wrenches on a link, in its frame, fx:LINK "
      ".. nz:LINK where\n"
      "given (inverse and forward dynamics, their derivatives, bias). Every cell is a number; other columns are "
      "ignored, t is passed on.\n"
      "Units: rad, m, s, N, N m.\n\n"
      "Examples:\n"
      "  tauforge evaluate robots/puma260.toml motion.csv -o torques.csv\n"
      "  tauforge evaluate arm.urdf states.csv --function mass_matrix --formulation walker_orin\n"
      "  tauforge evaluate --floating quadruped.urdf - <states.csv --rigid");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
