#include "tauforge/cli/evaluate_rows.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>

#include "tauforge/cli/exit_code.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/native/output_file.h"

namespace tauforge::cli {

namespace {

diagnostic::Position line_of(const std::string& name, int line) {
  return {std::make_shared<const diagnostic::Source>(diagnostic::Source{name, ""}), line, 0, 1};
}

class Progress {
 public:
  explicit Progress(bool wanted)
      : shown_(wanted && isatty(fileno(stderr))), next_(Clock::now() + std::chrono::seconds(1)) {}
  void row(std::size_t rows, const StateRows& source) {
    if (!shown_ || rows % 4096 != 0 || Clock::now() < next_) return;
    next_ = Clock::now() + std::chrono::milliseconds(250);
    printed_ = true;
    if (const auto share = source.share_done())
      fmt::print(stderr, "\r{} rows, {:.0f} %", rows, 100.0 * *share);
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

}  // namespace

TableRows::TableRows(files::CsvReader reader, std::string name)
    : reader_(std::move(reader)), name_(std::move(name)), time_(reader_.find("t")), row_(reader_.columns().size()) {}

diagnostic::Findings TableRows::map(const robot::Robot& robot, const std::vector<functions::InputColumn>& inputs,
                                    bool reference) {
  diagnostic::Findings findings;
  const auto& table = reader_.columns();
  if (!reference && functions::lacks_accelerations(table, inputs) && functions::has_reference(table, inputs)) {
    reference = true;
    findings.push_back(diagnostic::note(place(), "reference-motion",
                                        "the table has no accelerations qdd: the motion that was wanted is evaluated",
                                        "columns qref, qdref, qddref; the measured one has q and qd only"));
  }
  mapping_ =
      functions::map_columns(table, place(), robot, reference ? functions::of_reference(inputs) : inputs, findings);
  return findings;
}

std::vector<std::string> TableRows::passed_on() const {
  return time_ ? std::vector<std::string>{"t"} : std::vector<std::string>{};
}

bool TableRows::next(std::span<double> inputs, std::span<double> passed_on) {
  if (!reader_.next(row_)) return false;
  for (std::size_t k = 0; k < mapping_.size(); ++k)
    if (mapping_[k]) inputs[k] = row_[*mapping_[k]];
  if (time_) passed_on[0] = row_[*time_];
  return true;
}

diagnostic::Position TableRows::place() const { return line_of(name_, reader_.line()); }

std::optional<double> TableRows::share_done() const {
  const auto all = reader_.bytes_in_all();
  if (!all || *all == 0) return std::nullopt;
  return static_cast<double>(reader_.bytes_read()) / static_cast<double>(*all);
}

MotionRows::MotionRows(const Robot& robot, Motion motion, double period, std::string scenario)
    : drives_(robot.drives()),
      motion_(std::move(motion)),
      period_(period),
      scenario_(std::move(scenario)),
      rows_(1 + static_cast<std::size_t>(std::floor(motion_.duration() / period_ * (1.0 + 1e-12)))) {}

std::string MotionRows::why_not(const functions::FunctionInfo& function) {
  return function.reads.torque ? fmt::format("{} reads torques, which a motion has not", function.name) : "";
}

std::vector<std::string> MotionRows::passed_on() const {
  std::vector<std::string> names{"t"};
  for (const char* letter : {"q", "qd", "qdd"})
    for (const auto& drive : drives_) names.push_back(fmt::format("{}:{}", letter, drive));
  return names;
}

bool MotionRows::next(std::span<double> inputs, std::span<double> passed_on) {
  if (next_ == rows_) return false;
  const std::size_t n = drives_.size();
  passed_on[0] = std::min(static_cast<double>(next_++) * period_, motion_.duration());
  const std::span<double> state = passed_on.subspan(1);
  motion_.at(passed_on[0], state.first(n), state.subspan(n, n), state.last(n));
  // functions read positions, then velocities, then accelerations, as far as they read them; wrenches stay zero
  std::copy_n(state.begin(), std::min(state.size(), inputs.size()), inputs.begin());
  return true;
}

diagnostic::Position MotionRows::place() const { return line_of(scenario_, 0); }

std::optional<double> MotionRows::share_done() const { return static_cast<double>(next_) / static_cast<double>(rows_); }

int write_results(StateRows& rows, functions::Evaluator& evaluator, const std::string& function,
                  const std::string& output) {
  native::OutputFile file(output);
  const auto refused = [](const diagnostic::Findings& findings) {
    print_findings(findings);
    return exit_machine;
  };
  if (const auto findings = file.refusal(); !findings.empty()) return refused(findings);
  auto created = files::CsvWriter::create(file.write_to(), output);
  if (!created.ok()) return refused(created.findings());
  files::CsvWriter writer = created.take();
  std::vector<std::string> header = rows.passed_on();
  const std::size_t before = header.size();
  const bool timed = before > 0 && header[0] == "t";
  header.insert(header.end(), evaluator.outputs.begin(), evaluator.outputs.end());
  writer.header(header);

  std::vector<double> inputs(evaluator.inputs.size(), 0.0), results(header.size());
  const std::span<double> passed_on = std::span<double>(results).first(before);
  const std::span<double> outputs = std::span<double>(results).subspan(before);
  diagnostic::Findings broken;
  {
    Progress progress(!file.is_stream());
    for (std::size_t k = 1; broken.empty() && rows.next(inputs, passed_on); ++k) {
      if (timed)
        evaluator.evaluate(passed_on[0], inputs, outputs);
      else
        evaluator.evaluate(inputs, outputs);
      if (!evaluator.singular.empty())
        broken = {diagnostic::error(rows.place(), "mass-matrix-singular",
                                    fmt::format("{} of this row does not exist: {}", function, evaluator.singular),
                                    "give its links masses and inertias, or its drive a motor inertia")};
      else if (!std::all_of(outputs.begin(), outputs.end(), [](double v) { return std::isfinite(v); }))
        broken = {diagnostic::error(rows.place(), "result-not-finite",
                                    fmt::format("{} of this row is not finite", function),
                                    "numbers too large, or a quaternion whose length is not 1")};
      else
        writer.row(results);
      progress.row(k, rows);
    }
  }
  const diagnostic::Findings unwritten = writer.finish();
  if (!unwritten.empty()) return refused(unwritten);
  append(broken, rows.findings());
  if (!broken.empty()) {
    print_findings(broken);
    return exit_input;
  }
  if (const auto findings = file.complete(); !findings.empty()) return refused(findings);
  return exit_fine;
}

}  // namespace tauforge::cli
