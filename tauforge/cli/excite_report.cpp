#include "tauforge/cli/excite_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

using diagnostic::leaves;
using excite::Excitation;

namespace {

std::string share(double of_limit) { return of_limit > 0.0 ? fmt::format("{:.0f}", 100.0 * of_limit) : "-"; }

}  // namespace

std::string excite_text(const Excitation& e, double margin) {
  std::string text = paragraph(fmt::format(
      "{:.4g} s, {} of {} base columns visible: condition number {:.4g}, random motions {:.4g} at best; stopped by the "
      "{}",
      e.motion->duration(), e.visible, e.columns, e.condition, e.random_condition, printable(e.limited_by)));
  std::vector<std::vector<std::string>> table_rows{
      {"joint", "from", "to", "speed", "acceleration", "torque", "range %", "speed %", "acceleration %", "torque %"}};
  for (const auto& use : e.joints)
    table_rows.push_back({printable(use.name), fmt::format("{:.3f}", use.lowest), fmt::format("{:.3f}", use.highest),
                          fmt::format("{:.3g}", use.largest_velocity), fmt::format("{:.3g}", use.largest_acceleration),
                          fmt::format("{:.4g}", use.largest_torque), share(margin * use.position_share),
                          share(margin * use.velocity_share), share(margin * use.acceleration_share),
                          share(margin * use.torque_share)});
  text += table(table_rows, "  ", {{}, {}, {}, {}, leaves(1), {}, leaves(2), leaves(3), leaves(5), leaves(4)});
  text += fmt::format("checked at 4001 points with Newton-Euler: {}\n",
                      e.within_limits ? "within every limit" : "NOT within every limit");
  if (e.cut_short) text += "The search was cut short: a whole one may find a better motion.\n";
  return text + paragraph("Neither the robot's own links nor its surroundings were looked at: try it slowly first.");
}

nlohmann::json excite_json(const Excitation& e) {
  nlohmann::json joints = nlohmann::json::array();
  for (const auto& use : e.joints)
    joints.push_back({{"name", use.name},
                      {"lowest", use.lowest},
                      {"highest", use.highest},
                      {"largest_velocity", use.largest_velocity},
                      {"largest_acceleration", use.largest_acceleration},
                      {"largest_torque", use.largest_torque},
                      {"position_share", use.position_share},
                      {"velocity_share", use.velocity_share},
                      {"acceleration_share", use.acceleration_share},
                      {"torque_share", use.torque_share}});
  return {{"duration", e.motion->duration()},
          {"condition", e.condition},
          {"random_condition", e.random_condition},
          {"information", e.information},
          {"columns", e.columns},
          {"visible", e.visible},
          {"limited_by", e.limited_by},
          {"within_limits", e.within_limits},
          {"cut_short", e.cut_short},
          {"evaluations", e.evaluations},
          {"joints", joints}};
}

}  // namespace tauforge::cli
