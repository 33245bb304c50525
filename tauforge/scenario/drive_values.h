// Values of all drives from a table of a scenario, however they are written:
//
//   to = [0.1, 0.2, 0.3]                one per drive, in the robot's order                      [rad, m]
//   to_deg = [10, 20, 0.3]              degrees for drives that turn, metres for those that slide
//   to = { elbow = 0.2 }                by name; the others keep what they have
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tauforge/files/toml_table.h"
#include "tauforge/robot/robot.h"

namespace tauforge::scenario {

// A drive turns when the first joint that it moves does; else it slides.
bool turns(const robot::Robot& robot, std::size_t drive);

class DriveValues {
 public:
  DriveValues(const files::TomlValue& raw, files::TomlTable& table, const robot::Robot& robot);

  // Nothing when both KEY and KEY_deg are absent or wrong; the latter is reported.
  std::optional<std::vector<double>> read(const std::string& key, const std::vector<double>& others);
  // The same, but absence is an error.
  std::optional<std::vector<double>> required(const std::string& key, const std::vector<double>& others,
                                              const std::string& hint);
  // What is there instead of `usual`, each more than zero: the first that is not is reported.
  std::vector<double> positive(const std::string& key, const std::vector<double>& usual);
  // KEY or KEY_deg: one list per point.
  std::optional<std::vector<std::vector<double>>> points(const std::string& key);

  // The key that is there, KEY or KEY_deg, for places; KEY where there is none.
  std::string written(const std::string& key) const;
  std::size_t count() const { return robot_.drives.size(); }
  std::vector<double> zeros() const { return std::vector<double>(count(), 0.0); }

 private:
  std::optional<std::string> one_unit(const std::string& key);
  bool fits(const std::string& key, std::size_t values, const diagnostic::Position& at);
  std::optional<std::vector<double>> by_name(const std::string& key, const files::TomlValue& node,
                                             std::vector<double> values, bool degrees);
  void to_radians(std::vector<double>& values) const;
  bool turns(std::size_t drive) const { return scenario::turns(robot_, drive); }

  const files::TomlValue& raw_;
  files::TomlTable& table_;
  const robot::Robot& robot_;
};

}  // namespace tauforge::scenario
