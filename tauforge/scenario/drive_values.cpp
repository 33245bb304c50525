#include "tauforge/scenario/drive_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "tauforge/diagnostic/did_you_mean.h"
#include "tauforge/files/degrees.h"
#include "tauforge/files/number.h"

namespace tauforge::scenario {

namespace {

constexpr std::size_t most_points = 10000;

std::string joined(const std::vector<std::string>& names) {
  constexpr std::size_t most_shown = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most_shown); ++i) text += (i > 0 ? ", " : "") + names[i];
  return text + (names.size() > most_shown ? ", ..." : "");
}

}  // namespace

DriveValues::DriveValues(const files::TomlValue& raw, files::TomlTable& table, const robot::Robot& robot)
    : raw_(raw), table_(table), robot_(robot) {}

std::string DriveValues::written(const std::string& key) const {
  return !raw_.find(key) && raw_.find(key + "_deg") ? key + "_deg" : key;
}

bool turns(const robot::Robot& robot, std::size_t drive) {
  const auto& tree = robot.tree;
  if (tree.direct) return tree.is_revolute(static_cast<robot::Index>(drive));
  for (robot::Index i : tree.base_to_tip())
    if (robot.parameters.G[static_cast<std::size_t>(i) * robot.drives.size() + drive] != 0.0)
      return tree.is_revolute(i);
  return true;
}

void DriveValues::to_radians(std::vector<double>& values) const {
  for (std::size_t j = 0; j < values.size(); ++j)
    if (turns(j)) values[j] = files::radians_from_degrees(values[j]);
}

// The one of KEY and KEY_deg that is there.
std::optional<std::string> DriveValues::one_unit(const std::string& key) {
  const std::string degrees = key + "_deg";
  const bool in_radians = table_.has(key.c_str()), in_degrees = table_.has(degrees.c_str());
  if (in_radians && in_degrees) {
    table_.error(table_.at(degrees.c_str()), "key-conflict",
                 fmt::format("{} has both '{}' and '{}'", table_.owner(), key, degrees),
                 "one value in one unit: remove one of them");
    return std::nullopt;
  }
  if (!in_radians && !in_degrees) return std::nullopt;
  return in_radians ? key : degrees;
}

bool DriveValues::fits(const std::string& key, std::size_t values, const diagnostic::Position& at) {
  if (values == count()) return true;
  table_.error(at, "wrong-length",
               fmt::format("'{}' of {} has {} numbers, not {}", key, table_.owner(), values, count()),
               fmt::format("one per drive: {}", joined(robot_.drives)));
  return false;
}

std::optional<std::vector<double>> DriveValues::by_name(const std::string& key, const files::TomlValue& node,
                                                        std::vector<double> values, bool degrees) {
  bool good = true;
  diagnostic::Findings findings;
  files::TomlTable names(node, fmt::format("'{}' of {}", key, table_.owner()), findings);
  for (const auto& entry : node.entries) {
    const auto found = std::find(robot_.drives.begin(), robot_.drives.end(), entry.key);
    if (found == robot_.drives.end()) {
      const std::string guess = diagnostic::did_you_mean(entry.key, robot_.drives);
      table_.error(entry.key_at, "unknown-drive",
                   fmt::format("'{}' of {} names '{}', which is no drive of robot '{}'", key, table_.owner(), entry.key,
                               robot_.name),
                   guess.empty() ? "its drives: " + joined(robot_.drives) : guess);
      good = false;
      continue;
    }
    const auto drive = static_cast<std::size_t>(found - robot_.drives.begin());
    const auto value = names.number(entry.key.c_str());
    good = good && value;
    if (value) values[drive] = degrees && turns(drive) ? files::radians_from_degrees(value->value) : value->value;
  }
  for (auto& finding : findings) table_.report(finding);
  if (!good) return std::nullopt;
  return values;
}

std::optional<std::vector<double>> DriveValues::read(const std::string& key, const std::vector<double>& others) {
  const auto name = one_unit(key);
  if (!name) return std::nullopt;
  const bool degrees = *name != key;
  const files::TomlValue& node = *raw_.find(*name);
  if (node.is_table()) return by_name(*name, node, others, degrees);
  auto list = table_.numbers(name->c_str());
  if (!list || !fits(*name, list->value.size(), list->at)) return std::nullopt;
  if (degrees) to_radians(list->value);
  return std::move(list->value);
}

std::optional<std::vector<double>> DriveValues::required(const std::string& key, const std::vector<double>& others,
                                                         const std::string& hint) {
  const bool present = table_.has(key.c_str()) || table_.has((key + "_deg").c_str());
  if (!present) table_.error(table_.at(), "missing-key", fmt::format("{} has no '{}'", table_.owner(), key), hint);
  return read(key, others);
}

std::vector<double> DriveValues::positive(const std::string& key, const std::vector<double>& usual) {
  const auto found = read(key, usual);
  if (!found) return usual;
  for (const double value : *found)
    if (!(value > 0.0)) {
      table_.error(table_.at(written(key).c_str()), "not-positive",
                   fmt::format("'{}' of {} holds {}", written(key), table_.owner(), files::number_text(value)),
                   "each is more than zero");
      return usual;
    }
  return *found;
}

std::optional<std::vector<std::vector<double>>> DriveValues::points(const std::string& key) {
  const auto name = one_unit(key);
  if (!name) {
    if (!table_.has(key.c_str()))
      table_.error(table_.at(), "missing-key", fmt::format("{} has no '{}'", table_.owner(), key),
                   fmt::format("{} = [[...], [...], ...]: at least two, each with one value per drive", key));
    return std::nullopt;
  }
  auto rows = table_.rows(name->c_str());
  if (!rows) return std::nullopt;
  const auto& node = *raw_.find(*name);
  if (rows->size() < 2 || rows->size() > most_points) {
    table_.error(node.at, "wrong-length", fmt::format("'{}' of {} has {} points", *name, table_.owner(), rows->size()),
                 fmt::format("from 2 to {} points", most_points));
    return std::nullopt;
  }
  for (std::size_t k = 0; k < rows->size(); ++k) {
    if (!fits(*name, (*rows)[k].size(), node.items[k].at)) return std::nullopt;
    if (*name != key) to_radians((*rows)[k]);
  }
  return rows;
}

}  // namespace tauforge::scenario
