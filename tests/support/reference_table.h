// One CSV file of reference values: numbers by column name.
#pragma once

#include <charconv>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace tauforge::tests {

class ReferenceTable {
 public:
  explicit ReferenceTable(const std::string& path) {
    std::ifstream stream(path);
    std::string line;
    std::getline(stream, line);
    for (const std::string& name : split(line)) {
      columns_[name] = names_.size();
      names_.push_back(name);
    }
    while (std::getline(stream, line)) {
      std::vector<double> row;
      for (const std::string& text : split(line)) {
        double value = 0;
        const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
        if (end.ec != std::errc() || end.ptr != text.data() + text.size()) throw std::runtime_error(path + ": " + text);
        row.push_back(value);
      }
      if (row.size() != names_.size()) throw std::runtime_error(path + ": a row of another length");
      rows_.push_back(row);
    }
  }

  const std::vector<std::string>& names() const { return names_; }
  std::size_t rows() const { return rows_.size(); }
  bool has(const std::string& column) const { return columns_.count(column) > 0; }
  double at(std::size_t row, const std::string& column) const { return rows_.at(row).at(columns_.at(column)); }

 private:
  static std::vector<std::string> split(std::string line) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    std::vector<std::string> cells;
    std::stringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    return cells;
  }

  std::vector<std::string> names_;
  std::map<std::string, std::size_t> columns_;
  std::vector<std::vector<double>> rows_;
};

}  // namespace tauforge::tests
