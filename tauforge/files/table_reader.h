// Rows of numbers under names, one after another in constant memory, whatever kind of file they come from.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tauforge/diagnostic/result.h"

namespace tauforge::files {

// A file as a whole: its text is not at hand, or says nothing.
diagnostic::Position whole_file(const std::string& name);

class TableReader {
 public:
  virtual ~TableReader() = default;

  const std::vector<std::string>& columns() const { return columns_; }
  std::optional<std::size_t> find(std::string_view column) const;

  // Reads the next row, one number per column. False at the end of the file and after an error; findings() tells which.
  virtual bool next(std::span<double> row) = 0;
  const diagnostic::Findings& findings() const { return findings_; }

  // Rows that could not be read and were passed over, where the reader does that.
  virtual std::size_t malformed() const { return 0; }

  virtual int line() const = 0;  // of the last row, 1-based; before the first row, of the names
  // Where a number of the last row stands; before the first row, where a column is named.
  virtual diagnostic::Position place_of(std::size_t column) const = 0;

 protected:
  TableReader() = default;
  TableReader(TableReader&&) = default;
  TableReader& operator=(TableReader&&) = default;

  std::vector<std::string> columns_;
  diagnostic::Findings findings_;
};

}  // namespace tauforge::files
