#include "tauforge/cli/generate_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tauforge/cli/generate_checks.h"
#include "tauforge/cli/passes_report.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/dynamics/catalogue.h"
#include "tauforge/literature/published_counts.h"

namespace tauforge::cli {

using diagnostic::breaks;
using diagnostic::leaves;

namespace {

// The lowest count printed for a function: of this very robot, with a load or without, if there is one, else of a general arm.
std::optional<literature::PublishedCount> lowest_published(const robot::Robot& robot, const std::string& function,
                                                           bool loaded) {
  if (!robot.tree.is_serial() || robot.tree.floating) return std::nullopt;
  std::vector<std::string> rows = {function};
  if (function == "inverse_dynamics")
    for (const auto& entry : dynamics::inverse_dynamics_catalogue()) rows.emplace_back(entry.name);
  if (function == "mass_matrix")
    for (const auto& entry : dynamics::mass_matrix_catalogue())
      rows.push_back(fmt::format("mass_matrix:{}", entry.name));
  int prismatic = 0;
  for (robot::Index i : robot.tree.base_to_tip()) prismatic += !robot.tree.is_revolute(i);
  std::optional<literature::PublishedCount> best;
  const auto size = [](const literature::PublishedCount& p) { return p.total ? p.total : p.operations.total(); };
  for (const auto& row : rows)
    for (const auto& p : literature::published_counts(row, robot.tree.size(), prismatic, robot.name))
      if (p.sequential && (p.general || p.loaded == loaded) &&
          (!best || std::pair(p.general, size(p)) < std::pair(best->general, size(*best))))
        best = p;
  return best;
}

std::string time_text(const native::CallTime* time) {
  return time && time->rounds > 0 ? fmt::format("{:.0f}", time->nanoseconds) : "-";
}

std::vector<std::string> file_names(const native::VerifiedCode& code) {
  std::vector<std::string> names;
  for (const auto& file : code.files) names.push_back(file.name);
  return names;
}

}  // namespace

void GenerateReport::explain() {
  for (const auto& report : code->compiled.reports)
    if (report.name == "inverse_dynamics" && report.plan) {
      ablation = compiler::ablation(*robot, code->request, compiler::PlannedFunction::inverse_dynamics, *report.plan);
      return;
    }
}

std::string GenerateReport::text() const {
  const compiler::CompiledModel& model = code->compiled;
  const auto& checks = code->checks;
  std::vector<std::vector<std::string>> rows = {{"function", "free symbols", "plain", "generated", "set-up",
                                                 "sin + cos", "published", "ns/call", "ns/state", "deviation",
                                                 "allowed"}};
  for (std::size_t i = 0; i < model.reports.size(); ++i) {
    const auto& r = model.reports[i];
    std::string published;
    if (const auto p = lowest_published(*robot, r.name, code->request.run_time.payload))
      published = fmt::format("{} {}",
                              p->total ? fmt::format("{}", p->total)
                                       : fmt::format("{} / {}", p->operations.multiplications, p->operations.additions),
                              p->who + (p->loaded ? ", any load" : ""));
    const auto pair = [](const expression::Operations& o) {
      return fmt::format("{} / {}", o.multiplications, o.additions);
    };
    const native::FunctionCheck* check = i < checks.size() ? &checks[i] : nullptr;
    rows.push_back(
        {r.name, r.free ? pair(*r.free) : "-", pair(r.plain), pair(r.run), r.setup.total() ? pair(r.setup) : "-",
         fmt::format("{} + {}", r.trigonometry.sines, r.trigonometry.cosines), published.empty() ? "-" : published,
         time_text(check ? &check->call : nullptr), time_text(check ? &check->batch : nullptr),
         check ? fmt::format("{:.1e}", check->deviation) : "not verified",
         check ? fmt::format("{:.1e}", check->allowed) : "-"});
  }
  std::string text = fmt::format(
      "{}: multiplications / additions\n{}", printable(robot->name),
      table(rows, "  ", {{}, leaves(2), leaves(4), {}, leaves(6), leaves(5), leaves(3), {}, leaves(1), {}, {}}));
  text += checks_text(*code);
  if (code->from_cache()) text += paragraph("from the cache: verified and timed when it was made", "  ");
  if (code->cut_short) text += paragraph(native::cut_short_remark, "  ");
  if (!snap_error.empty())
    text +=
        paragraph(fmt::format("rounding angles to quarter turns changes torques by at most {:.3g} % of their largest",
                              100.0 * *std::max_element(snap_error.begin(), snap_error.end())),
                  "  ");
  if (ablation) {
    text += fmt::format("\nWhat each choice bought (inverse dynamics, {} operations):\n", ablation->factored);
    text += fmt::format("  plain Newton-Euler {}, all choices {}, factored {}\n", ablation->plain, ablation->planned,
                        ablation->factored);
    if (std::any_of(model.unit.functions.begin(), model.unit.functions.end(),
                    [](const emit::UnitFunction& f) { return !f.rolled.groups.empty(); }))
      text += "  counted with every limb written out\n";
    std::vector<std::vector<std::string>> choices = {{"without", "operations", "it buys"}};
    for (const auto& row : ablation->rows)
      choices.push_back(
          {row.choice, fmt::format("{}", row.without), fmt::format("{}", row.without - ablation->factored)});
    text += table(choices, "  ", {breaks});
  }
  if (!code->passes.empty()) text += passes_text(code->passes);
  return text + paragraph(fmt::format("wrote {}: {}", printable(folder), fmt::join(file_names(*code), ", ")), "", "  ");
}

nlohmann::json GenerateReport::json() const {
  const compiler::CompiledModel& model = code->compiled;
  const auto& checks = code->checks;
  nlohmann::json answer = {{"robot", robot->name},
                           {"folder", folder},
                           {"files", file_names(*code)},
                           {"compiler", code->options.build.text()}};
  const auto counts = [](const expression::Operations& o) {
    return nlohmann::json{{"multiplications", o.multiplications}, {"additions", o.additions}};
  };
  for (std::size_t i = 0; i < model.reports.size(); ++i) {
    const auto& r = model.reports[i];
    nlohmann::json one = {
        {"function", r.name},          {"plain", counts(r.plain)},      {"generated", counts(r.run)},
        {"setup", counts(r.setup)},    {"sines", r.trigonometry.sines}, {"cosines", r.trigonometry.cosines},
        {"evaluations", r.evaluations}};
    if (const auto p = lowest_published(*robot, r.name, code->request.run_time.payload)) {
      one["published"] = p->total ? nlohmann::json{{"total", p->total}} : counts(p->operations);
      one["published"].update({{"by", p->who}, {"general", p->general}, {"any_load", p->loaded}});
    }
    if (i < checks.size()) {
      one["deviation"] = checks[i].deviation;
      one["allowed"] = checks[i].allowed;
      one["used"] = checks[i].used;
      for (const auto& [name, time] : {std::pair("", &checks[i].call), std::pair("batch_", &checks[i].batch)}) {
        if (time->rounds == 0) continue;
        one[fmt::format("{}nanoseconds", name)] = time->nanoseconds;
        one[fmt::format("{}shared_rounds", name)] = time->shared;
      }
    }
    answer["functions"].push_back(one);
  }
  answer.update(checks_json(*code));
  if (code->from_cache()) answer["from_cache"] = true;
  if (code->cut_short) answer["cut_short"] = true;
  if (!snap_error.empty()) answer["snap_error"] = snap_error;
  if (ablation) {
    answer["ablation"] = {{"plain", ablation->plain}, {"planned", ablation->planned}, {"factored", ablation->factored}};
    for (const auto& row : ablation->rows) answer["ablation"]["without"][row.choice] = row.without;
  }
  if (!code->passes.empty()) answer["passes"] = passes_json(code->passes);
  return answer;
}

}  // namespace tauforge::cli
