#include "tauforge/files/table_reader.h"

#include <algorithm>
#include <memory>

#include "tauforge/diagnostic/printable.h"

namespace tauforge::files {

diagnostic::Position whole_file(const std::string& name) {
  return {std::make_shared<const diagnostic::Source>(diagnostic::Source{name, ""}), 0, 0, 1};
}

std::optional<std::size_t> TableReader::find(std::string_view column) const {
  auto found = std::find(columns_.begin(), columns_.end(), column);
  if (found == columns_.end())  // as CsvWriter writes a name that hides something
    found = std::find(columns_.begin(), columns_.end(), diagnostic::printable(column));
  if (found == columns_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns_.begin());
}

}  // namespace tauforge::files
