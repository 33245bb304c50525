// Any file that holds a table of signals, by its first bytes: MCAP, MATLAB, or else comma-separated text, compressed or not.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tauforge/files/table_reader.h"

namespace tauforge::files {

struct TableRequest {
  std::vector<std::string> columns = {};  // of text without a line of names
  std::vector<std::string> topics = {};   // of MCAP
  std::vector<std::string> joints = {};   // of MCAP: which messages have to name
  std::string time = "t";                 // of MATLAB: the variable of the times
};

diagnostic::Result<std::unique_ptr<TableReader>> open_table(const std::string& path, const TableRequest& request);

}  // namespace tauforge::files
