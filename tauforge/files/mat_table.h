// Variables of a MATLAB file as a table: a vector is a column of its name, a matrix q the columns q1, q2 ...; one field deep
// into structs. As many rows as the time has values; matrices may lie either way.                     format: [MAT5], level 5
// Files of version 7.3 are HDF5 and are refused by that name. All numbers are read at once.
#pragma once

#include <string>
#include <vector>

#include "tauforge/files/table_reader.h"

namespace tauforge::files {

bool begins_as_mat(std::span<const unsigned char> begin);

class MatTable : public TableReader {
 public:
  // `time`: the variable of the times. At most so many bytes are read and unpacked.
  static diagnostic::Result<MatTable> open(const std::string& path, const std::string& time,
                                           std::size_t most = std::size_t{1} << 31);
  static diagnostic::Result<MatTable> from_bytes(const std::string& name, std::span<const unsigned char> bytes,
                                                 const std::string& time, std::size_t most);

  bool next(std::span<double> row) override;
  int line() const override { return static_cast<int>(row_); }
  diagnostic::Position place_of(std::size_t column) const override;

 private:
  std::string name_;
  std::vector<std::vector<double>> values_;  // per column
  std::size_t rows_ = 0, row_ = 0;
};

}  // namespace tauforge::files
