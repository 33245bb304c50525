// A table of numbers over time, column by column.
#pragma once

#include <string>
#include <vector>

#include "tauforge/diagnostic/result.h"

namespace tauforge::report {

struct Table {
  std::string name;
  std::vector<std::string> columns;
  std::vector<std::vector<double>> values;  // of each column
  std::size_t rows() const { return values.empty() ? 0 : values[0].size(); }
};

// A CSV file. More than `most_numbers` are an error ("table-too-long"): a page has to fit into a browser.
constexpr std::size_t most_numbers = 40'000'000;
diagnostic::Result<Table> read_table(const std::string& path, const std::string& name);

}  // namespace tauforge::report
