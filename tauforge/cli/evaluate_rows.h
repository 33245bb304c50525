// Where `tauforge evaluate` takes its states from, row by row: a table, or a motion over time.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tauforge/files/csv_table.h"
#include "tauforge/functions/column_map.h"
#include "tauforge/tauforge.h"

namespace tauforge::cli {

class StateRows {
 public:
  virtual ~StateRows() = default;
  virtual std::vector<std::string> passed_on() const = 0;  // columns that stand before the results
  // The inputs of the function and what is passed on; false at the end, or where something is wrong.
  virtual bool next(std::span<double> inputs, std::span<double> passed_on) = 0;
  virtual diagnostic::Position place() const = 0;  // of the last row
  virtual std::optional<double> share_done() const = 0;
  virtual diagnostic::Findings findings() const { return {}; }
};

// Column t is passed on.
class TableRows : public StateRows {
 public:
  TableRows(files::CsvReader reader, std::string name);
  // Which column is which input; what is wrong with them comes back. `reference`: the motion that was wanted, as logs of
  // control loops have it; it is taken anyway, with a note, where a function reads accelerations and the table has no other.
  diagnostic::Findings map(const robot::Robot& robot, const std::vector<functions::InputColumn>& inputs,
                           bool reference);

  std::vector<std::string> passed_on() const override;
  bool next(std::span<double> inputs, std::span<double> passed_on) override;
  diagnostic::Position place() const override;
  std::optional<double> share_done() const override;
  diagnostic::Findings findings() const override { return reader_.findings(); }

 private:
  files::CsvReader reader_;
  std::string name_;
  std::optional<std::size_t> time_;
  functions::ColumnMap mapping_;
  std::vector<double> row_;
};

// From 0 to the end of the motion; time and motion are passed on, so that the result is a table of states again.
class MotionRows : public StateRows {
 public:
  MotionRows(const Robot& robot, Motion motion, double period, std::string scenario);
  // Why the function cannot be computed along a motion; empty: it can.
  static std::string why_not(const functions::FunctionInfo& function);

  std::vector<std::string> passed_on() const override;
  bool next(std::span<double> inputs, std::span<double> passed_on) override;
  diagnostic::Position place() const override;
  std::optional<double> share_done() const override;

 private:
  std::vector<std::string> drives_;
  Motion motion_;
  double period_;
  std::string scenario_;
  std::size_t next_ = 0, rows_;
};

// Every row to a CSV file, or "-"; the exit code comes back. The file is complete or absent.
int write_results(StateRows& rows, functions::Evaluator& evaluator, const std::string& function,
                  const std::string& output);

}  // namespace tauforge::cli
