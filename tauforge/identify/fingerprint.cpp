#include "tauforge/identify/fingerprint.h"

#include <fmt/format.h>

#include <bit>

#include "tauforge/diagnostic/content_hash.h"
#include "tauforge/identify/model_columns.h"
#include "tauforge/identify/robot_parameters.h"

namespace tauforge::identify {

namespace {

void add(diagnostic::ContentHash& hash, double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value == 0.0 ? 0.0 : value);  // -0 is 0
  char bytes[8];
  for (int k = 0; k < 8; ++k) bytes[k] = static_cast<char>(bits >> (8 * k) & 0xff);
  hash.add({bytes, 8});
}

}  // namespace

std::string fingerprint(const recording::Recording& log) {
  diagnostic::ContentHash hash;
  for (const double t : log.t) add(hash, t);
  for (const auto* channels : {&log.q, &log.qd, &log.effort})
    for (const auto& series : *channels)
      for (const double value : series) add(hash, value);
  return hash.text();
}

std::string fingerprint(const robot::Robot& robot) {
  diagnostic::ContentHash hash;
  for (const std::string& drive : robot.drives) hash.add(drive), hash.add("\n");
  ModelColumns columns;
  for (Index c = 0; const ParameterName& name : parameter_names(robot)) {
    hash.add(name.name), hash.add("\n");
    ModelColumn column;
    column.regressor = c++, column.name = name;
    columns.push_back(column);
  }
  for (const double value : parameters_of(robot)) add(hash, value);
  for (const double gain : robot.drive_gain) add(hash, gain);
  // the geometry, by what it makes of one motion; to ten digits, so that compilers may differ in the last
  if (robot.tree.floating) return hash.text();
  ColumnEvaluator evaluator(robot, columns);
  Motion x;
  for (Index j = 0; j < robot.tree.drives(); ++j) {
    const auto k = static_cast<double>(j);
    x.q.push_back(0.3 + 0.7 * k), x.qd.push_back(0.9 - 0.4 * k), x.qdd.push_back(1.1 + 0.2 * k);
  }
  evaluator.evaluate(x, {});
  for (Index row = 0; row < robot.tree.drives(); ++row)
    for (const int c : evaluator.of_row(row)) hash.add(fmt::format("{:.10g}", evaluator.value(row, c)));
  return hash.text();
}

}  // namespace tauforge::identify
