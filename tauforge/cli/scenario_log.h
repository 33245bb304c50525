// A log that `tauforge identify` reads: t, q, qd, tau of every drive as the loop saw and commanded them, then what was
// wanted (qref, qdref, qddref) and, of a virtual robot, where the arm really was (qtrue, qdtrue, tautrue); then phases
// and digital outputs of scenarios that have some. Row by row, in constant memory.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/files/csv_table.h"
#include "tauforge/native/output_file.h"
#include "tauforge/scenario/outcome.h"

namespace tauforge::cli {

class ScenarioLog {
 public:
  // "-" is standard output. The file gets its name when it is complete.
  ScenarioLog(const std::string& path, const scenario::Scenario& scenario, bool knows_truth);

  const diagnostic::Findings& refusal() const { return refusal_; }  // some: nothing can be written
  void row(const control::LoopSample& sample, const scenario::Truth* truth);
  // The same in two steps, for two threads: what a row holds, and that it is written.
  void values(const control::LoopSample& sample, const scenario::Truth* truth, std::vector<double>& row) const;
  void row(const std::vector<double>& values) { writer_->row(values); }
  std::size_t columns() const { return columns_; }
  bool flush() { return writer_ && writer_->flush(); }  // what was written is in the file; false: it is not
  // When something of it cannot be written, what could be stays beside it, and the finding says where.
  diagnostic::Findings complete();

 private:
  struct Column {
    std::string name;
    std::function<double(const control::LoopSample&)> value;
  };
  static std::vector<Column> extra_columns(const scenario::Scenario& scenario);

  native::OutputFile file_;
  diagnostic::Findings refusal_;
  std::optional<files::CsvWriter> writer_;
  std::size_t drives_;
  bool knows_truth_;
  std::vector<Column> extra_;
  std::vector<double> row_;
  std::size_t columns_ = 0;
};

// All samples that an outcome has kept.
diagnostic::Findings write_log(const std::string& path, const scenario::Scenario& scenario,
                               const scenario::Outcome& outcome);

}  // namespace tauforge::cli
