#include "tauforge/files/open_table.h"

#include <array>
#include <filesystem>
#include <fstream>

#include "tauforge/files/csv_table.h"
#include "tauforge/files/mat_table.h"
#include "tauforge/files/mcap_table.h"

namespace tauforge::files {

namespace {

template <class Table> diagnostic::Result<std::unique_ptr<TableReader>> as_table(diagnostic::Result<Table> opened) {
  if (!opened) return opened.findings();
  return {std::unique_ptr<TableReader>(std::make_unique<Table>(opened.take())), opened.findings()};
}

}  // namespace

diagnostic::Result<std::unique_ptr<TableReader>> open_table(const std::string& path, const TableRequest& request) {
  std::array<unsigned char, 8> begin{};
  std::error_code failed;
  if (path != "-" && std::filesystem::is_regular_file(path, failed)) {  // a pipe cannot be looked at twice
    std::ifstream file(path, std::ios::binary);
    file.read(reinterpret_cast<char*>(begin.data()), static_cast<std::streamsize>(begin.size()));
  }
  if (begins_as_mcap(begin)) return as_table(McapTable::open(path, {request.topics, request.joints}));
  if (!request.topics.empty())
    return diagnostic::error(whole_file(path), "topic-missing", "only MCAP files have topics", "leave --topic out");
  if (begins_as_mat(begin)) return as_table(MatTable::open(path, request.time));
  return as_table(CsvReader::open(path, {.allow_non_finite = true, .columns = request.columns, .go_on = true}));
}

}  // namespace tauforge::files
