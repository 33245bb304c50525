#include "tauforge/report/table.h"

#include <fmt/format.h>

#include "tauforge/diagnostic/printable.h"
#include "tauforge/files/csv_table.h"

namespace tauforge::report {

diagnostic::Result<Table> read_table(const std::string& path, const std::string& name) {
  files::CsvOptions options;
  options.allow_non_finite = true;
  auto opened = files::CsvReader::open(path, options);
  if (!opened) return opened.findings();
  files::CsvReader reader = opened.take();
  Table table{name, reader.columns(), {}};
  table.values.resize(table.columns.size());
  std::vector<double> row(table.columns.size());
  while (reader.next(row)) {
    for (std::size_t k = 0; k < row.size(); ++k) table.values[k].push_back(row[k]);
    if (table.rows() * row.size() > most_numbers)
      return diagnostic::error(
          {}, "table-too-long",
          fmt::format("'{}': more than {} numbers are too many for a page", diagnostic::printable(path), most_numbers),
          "take a part of the log");
  }
  if (diagnostic::has_error(reader.findings())) return reader.findings();
  return table;
}

}  // namespace tauforge::report
