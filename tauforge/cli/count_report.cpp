#include "tauforge/cli/count_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

using diagnostic::breaks;
using diagnostic::leaves;
using expression::Operations;
using literature::OperationTable;

namespace {

std::string pair(const Operations& o) { return fmt::format("{} / {}", o.multiplications, o.additions); }
nlohmann::json to_json(const Operations& o) {
  return {{"multiplications", o.multiplications}, {"additions", o.additions}};
}

}  // namespace

std::string operations_text(const OperationTable& t) {
  std::string text = fmt::format("{}: {} joints, {} prismatic; multiplications / additions\n", printable(t.robot),
                                 t.joints, t.prismatic);
  std::vector<std::vector<std::string>> rows = {{"function", "free symbols", "Z0 = Z1", "this robot", "any load",
                                                 "every sign", "sin + cos", "printed", "", "by"}};
  std::string function;
  for (const auto& row : t.rows) {
    if (row.function != function) rows.push_back({function = row.function});
    std::vector<std::string> cells = {"  " + row.formulation,
                                      row.free ? pair(*row.free) : "-",
                                      row.free_vertical ? pair(*row.free_vertical) : "-",
                                      pair(row.given),
                                      pair(row.loaded),
                                      pair(row.given_signed),
                                      fmt::format("{} + {}", row.trigonometry.sines, row.trigonometry.cosines)};
    if (row.published.empty()) rows.push_back(cells);
    for (const auto& p : row.published) {
      if (p.loaded) cells[3] = pair(row.loaded);  // beside what it is to be compared with
      cells.insert(cells.end(), {p.total ? fmt::format("{} in all", p.total) : pair(p.operations),
                                 !p.formula.empty() ? p.formula
                                 : p.general        ? "general, n = 6"
                                 : p.loaded         ? "this robot, any load"
                                                    : "this robot",
                                 p.loaded ? p.who + ", any load" : p.who});
      rows.push_back(cells);
      cells = std::vector<std::string>(7);  // further counts of the same row
    }
  }
  text += table(rows, "  ", {{}, {}, leaves(3), {}, leaves(5), leaves(4), leaves(2), {}, leaves(1), breaks});
  bool heading = false;
  for (const auto& row : t.rows) {
    if (row.why_different.empty()) continue;
    if (!heading) text += "  why ours differ from the printed ones:\n", heading = true;
    text += paragraph(fmt::format("{} {}: {}", row.function, row.formulation, row.why_different), "    ", "      ");
  }
  for (const auto& line : t.left_out) text += paragraph("left out: " + printable(line), "  ", "    ");
  return text + "\n";
}

std::string steps_text(const OperationTable& t) {
  std::string text;
  for (const auto& row : t.rows) {
    if (row.steps.empty()) continue;
    std::vector<std::vector<std::string>> rows = {{"step", "free symbols", "this robot", "printed"}};
    for (const auto& step : row.steps)
      rows.push_back({fmt::format("{}", step.step), pair(step.free), pair(step.given), step.printed});
    text += fmt::format("{}, {} by the steps of its paper:\n{}\n", printable(t.robot), row.formulation,
                        table(rows, "  ", {{}, {}, {}, breaks}));
  }
  return text;
}

std::string renaud_text(const literature::RenaudExample& example) {
  std::vector<std::vector<std::string>> rows = {{"step", "ours", "printed"}};
  for (const auto& step : example.steps)
    rows.push_back({fmt::format("{}", step.step), pair(step.ours), pair(step.printed)});
  rows.push_back({"sum", pair(example.by_steps), "181 / 127"});
  return paragraph("Renaud's example [Ren87] in free symbols, augmented_body by the steps of the paper:") +
         fmt::format(
             "{}"
             "  products that two steps form, shared: {}\n"
             "  z6 merged into y5 as well: {}   printed: 164 / 115\n\n",
             table(rows, "  "), pair(example.shared), pair(example.regrouped));
}

std::string growth_text(const std::vector<literature::Growth>& formulations) {
  std::vector<std::vector<std::string>> rows = {{"formulation"}};
  for (int n = literature::growth_first_n; n <= literature::growth_last_n; ++n)
    rows[0].push_back(fmt::format("n = {}", n));
  rows[0].push_back("line");
  for (const auto& growth : formulations) {
    rows.push_back({growth.formulation});
    for (const auto& operations : growth.at) rows.back().push_back(pair(operations));
    rows.back().push_back(growth.linear ? growth.line : "grows with n^2");
  }
  std::vector<diagnostic::Column> columns(rows[0].size());  // the first few n tell the law
  for (std::size_t k = 2; k + 1 < columns.size(); ++k) columns[k] = leaves(static_cast<int>(k));
  return fmt::format("Inverse dynamics of n revolute joints in free symbols, and velocity torques:\n{}\n",
                     table(rows, "  ", columns));
}

nlohmann::json operations_json(const OperationTable& t) {
  nlohmann::json rows = nlohmann::json::array();
  for (const auto& row : t.rows) {
    nlohmann::json published = nlohmann::json::array();
    for (const auto& p : row.published) {
      nlohmann::json entry = to_json(p.operations);
      entry.update({{"by", p.who}, {"formula", p.formula}, {"general", p.general}, {"any_load", p.loaded}});
      if (p.total) entry = {{"total", p.total}, {"by", p.who}, {"general", p.general}};
      published.push_back(entry);
    }
    nlohmann::json steps = nlohmann::json::array();
    for (const auto& step : row.steps)
      steps.push_back({{"step", step.step},
                       {"free", to_json(step.free)},
                       {"given", to_json(step.given)},
                       {"printed", step.printed}});
    rows.push_back({{"function", row.function},
                    {"formulation", row.formulation},
                    {"given", to_json(row.given)},
                    {"given_every_sign", to_json(row.given_signed)},
                    {"given_any_load", to_json(row.loaded)},
                    {"free", row.free ? to_json(*row.free) : nlohmann::json()},
                    {"free_first_axis_vertical", row.free_vertical ? to_json(*row.free_vertical) : nlohmann::json()},
                    {"sines", row.trigonometry.sines},
                    {"cosines", row.trigonometry.cosines},
                    {"published", published},
                    {"why_different", row.why_different},
                    {"steps", steps}});
  }
  return {
      {"robot", t.robot}, {"joints", t.joints}, {"prismatic", t.prismatic}, {"rows", rows}, {"left_out", t.left_out}};
}

nlohmann::json renaud_json(const literature::RenaudExample& example) {
  nlohmann::json steps = nlohmann::json::array();
  for (const auto& step : example.steps)
    steps.push_back({{"step", step.step}, {"ours", to_json(step.ours)}, {"printed", to_json(step.printed)}});
  return {{"steps", steps},
          {"by_steps", to_json(example.by_steps)},
          {"shared", to_json(example.shared)},
          {"regrouped", to_json(example.regrouped)}};
}

nlohmann::json growth_json(const std::vector<literature::Growth>& formulations) {
  nlohmann::json all = nlohmann::json::array();
  for (const auto& growth : formulations) {
    nlohmann::json values = nlohmann::json::array();
    for (const auto& operations : growth.at) values.push_back(to_json(operations));
    all.push_back({{"formulation", growth.formulation},
                   {"first_n", literature::growth_first_n},
                   {"values", values},
                   {"line", growth.line}});
  }
  return all;
}

std::string customised_text(const std::string& robot, const std::vector<compiler::CustomisedCount>& counts) {
  std::vector<std::vector<std::string>> rows = {
      {"function", "multiplications", "additions", "sum", "fused", "sin + cos", "deviation"}};
  for (const auto& c : counts)
    rows.push_back({c.function, fmt::format("{}", c.operations.multiplications),
                    fmt::format("{}", c.operations.additions), fmt::format("{}", c.operations.total()),
                    fmt::format("{}", c.fused), fmt::format("{} + {}", c.trigonometry.sines, c.trigonometry.cosines),
                    fmt::format("{:.1e}", c.deviation)});
  return fmt::format("{}: customised count\n{}\n", printable(robot), table(rows, "  ", {{}, {}, {}, {}, leaves(1)}));
}

nlohmann::json customised_json(const std::string& robot, const std::vector<compiler::CustomisedCount>& counts) {
  nlohmann::json rows = nlohmann::json::array();
  for (const auto& c : counts)
    rows.push_back({{"robot", robot},
                    {"function", c.function},
                    {"multiplications", c.operations.multiplications},
                    {"additions", c.operations.additions},
                    {"fused", c.fused},
                    {"trig", c.trigonometry.sines + c.trigonometry.cosines},
                    {"deviation", c.deviation}});
  return rows;
}

}  // namespace tauforge::cli
