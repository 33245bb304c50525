#include "tauforge/files/csv_recording_columns.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "tauforge/diagnostic/column_list.h"
#include "tauforge/diagnostic/did_you_mean.h"

namespace tauforge::files {

using diagnostic::Findings;
using diagnostic::Position;
using recording::Effort;

namespace {

constexpr std::size_t most_joints = 1000;

std::string filled(const std::string& pattern, const std::string& word) {
  const std::size_t at = pattern.find("{}");
  if (at == std::string::npos) return pattern;
  return pattern.substr(0, at) + word + pattern.substr(at + 2);
}

class Finder {
 public:
  Finder(const TableReader& table, const std::string& name, const RecordingOptions& options, Findings& findings)
      : table_(table), layout_(options.layout), findings_(findings) {
    header_ = {std::make_shared<const diagnostic::Source>(diagnostic::Source{name, ""}), table.line(), 0, 1};
    columns_.joints = options.joints;
  }

  RecordingColumns find() {
    if (columns_.joints.empty()) name_joints();
    if (columns_.joints.empty() || columns_.joints.size() > most_joints) return columns_;
    if (const auto time = table_.find(layout_.time))
      columns_.time = *time;
    else
      error("column-missing", fmt::format("there is no time column '{}'", layout_.time),
            diagnostic::did_you_mean(layout_.time, table_.columns()));
    columns_.position = required(layout_.position, "q");
    columns_.velocity = layout_.velocity.given() ? required(layout_.velocity, "qd") : whole_or_none("qd");
    find_effort();
    return columns_;
  }

 private:
  // Without a robot the table says how many joints there are: q1, q2 ... or q:shoulder, q:elbow ...
  void name_joints() {
    const std::string pattern = layout_.position.pattern.empty() ? "q{}" : layout_.position.pattern;
    if (!layout_.position.names.empty())
      for (std::size_t j = 0; j < layout_.position.names.size(); ++j) columns_.joints.push_back(std::to_string(j + 1));
    while (layout_.position.names.empty() && table_.find(filled(pattern, std::to_string(columns_.joints.size() + 1))) &&
           columns_.joints.size() <= most_joints)
      columns_.joints.push_back(std::to_string(columns_.joints.size() + 1));
    if (columns_.joints.empty() && !layout_.position.given())
      for (const auto& column : table_.columns())
        if (column.starts_with("q:") && columns_.joints.size() <= most_joints)
          columns_.joints.push_back(column.substr(2));
    if (columns_.joints.empty())
      error("column-missing",
            fmt::format("there is no column of a position: neither {} nor q:NAME", filled(pattern, "1")),
            "the table has " + diagnostic::column_list(table_.columns()));
    if (columns_.joints.size() > most_joints)
      error("too-many-joints", fmt::format("more than {} joints are recorded", most_joints), "");
  }

  std::optional<std::size_t> column_of(const ColumnNames& names, const std::string& letter, std::size_t j) const {
    if (!names.names.empty()) return j < names.names.size() ? table_.find(names.names[j]) : std::nullopt;
    const std::string number = std::to_string(j + 1);
    if (!names.pattern.empty()) {
      const auto numbered = table_.find(filled(names.pattern, number));
      return numbered ? numbered : table_.find(filled(names.pattern, columns_.joints[j]));
    }
    const auto named = table_.find(letter + ":" + columns_.joints[j]);
    return named ? named : table_.find(letter + number);
  }

  std::string wanted(const ColumnNames& names, const std::string& letter, std::size_t j) const {
    if (!names.names.empty() && j >= names.names.size()) return "one for joint " + columns_.joints[j];
    if (!names.names.empty()) return names.names[j].empty() ? "''" : names.names[j];
    if (!names.pattern.empty()) return filled(names.pattern, std::to_string(j + 1));
    return letter + std::to_string(j + 1);
  }

  // The columns of all joints; those that are not there are listed.
  std::vector<std::size_t> present(const ColumnNames& names, const std::string& letter,
                                   std::vector<std::string>& missing) const {
    std::vector<std::size_t> found;
    for (std::size_t j = 0; j < columns_.joints.size(); ++j) {
      if (const auto column = column_of(names, letter, j))
        found.push_back(*column);
      else
        missing.push_back(wanted(names, letter, j));
    }
    return found;
  }

  std::vector<std::size_t> required(const ColumnNames& names, const std::string& letter) {
    std::vector<std::string> missing;
    auto found = present(names, letter, missing);
    if (!missing.empty())
      error("column-missing", fmt::format("columns are missing: {}", diagnostic::column_list(missing)),
            "the table has " + diagnostic::column_list(table_.columns()));
    if (names.names.size() > columns_.joints.size())
      error("layout-size",
            fmt::format("{} columns are named for {} joints", names.names.size(), columns_.joints.size()),
            "one name per joint");
    return found;
  }

  // Columns that may be left out altogether, but not for some of the joints.
  std::vector<std::size_t> whole_or_none(const std::string& letter) {
    std::vector<std::string> missing;
    auto found = present({}, letter, missing);
    if (missing.empty() || found.empty()) return found;
    findings_.push_back(diagnostic::warning(
        header_, "column-missing",
        fmt::format("columns are missing: {}; the others of their kind are not read", diagnostic::column_list(missing)),
        "record all joints or none"));
    return {};
  }

  void find_effort() {
    if (layout_.torque.given() || layout_.current.given()) {
      columns_.effort_kind = layout_.torque.given() ? Effort::torque : Effort::current;
      columns_.effort = layout_.torque.given() ? required(layout_.torque, "tau") : required(layout_.current, "i");
      return;
    }
    columns_.effort = whole_or_none("tau");
    columns_.effort_kind = Effort::torque;
    if (!columns_.effort.empty()) return;
    columns_.effort = whole_or_none("i");
    columns_.effort_kind = columns_.effort.empty() ? Effort::none : Effort::current;
  }

  void error(const char* code, const std::string& message, const std::string& hint) {
    findings_.push_back(diagnostic::error(header_, code, message, hint));
  }

  const TableReader& table_;
  const RecordingLayout& layout_;
  Findings& findings_;
  Position header_;
  RecordingColumns columns_;
};

}  // namespace

RecordingColumns find_columns(const TableReader& table, const std::string& name, const RecordingOptions& options,
                              Findings& findings) {
  return Finder(table, name, options, findings).find();
}

}  // namespace tauforge::files
