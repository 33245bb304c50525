#include "tauforge/cli/identify_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tauforge/cli/identify_figures.h"
#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

using diagnostic::breaks;
using diagnostic::leaves;
using diagnostic::shortened;

namespace {

using identify::Estimate;
using identify::RelativeError;
using nlohmann::json;

json estimate_json(const Estimate& e) {
  json j = {{"name", e.name.name},
            {"meaning", e.name.meaning},
            {"unit", e.name.unit},
            {"group", e.group},
            {"significant", e.significant},
            {"torque_share", number_json(e.torque_share)},
            {"full", {{"value", number_json(e.all)}, {"deviation", number_json(e.all_deviation)}}}};
  if (e.trajectories_all.count > 0) j["full"]["over_logs"] = summary_json(e.trajectories_all);
  if (!e.significant) return j;
  j["value"] = number_json(e.value), j["deviation"] = number_json(e.deviation);
  j["interval"] = {number_json(e.interval.lower), number_json(e.interval.upper)};
  if (e.trajectories.count > 0) j["over_logs"] = summary_json(e.trajectories);
  return j;
}

std::string estimates_table(const std::vector<Estimate>& estimates) {
  const bool logs =
      std::any_of(estimates.begin(), estimates.end(), [](const Estimate& e) { return e.trajectories_all.count > 0; });
  std::vector<std::vector<std::string>> rows{
      {"", "parameter", "value", "+-", "95 % interval", "share %", "unit", "meaning"}};
  std::vector<diagnostic::Column> columns{{}, {}, {}, {}, leaves(2), leaves(1), {}, breaks};
  if (logs) {
    rows[0].insert(rows[0].begin() + 5, {"mean of logs", "deviation", "largest", "smallest"});
    columns.insert(columns.begin() + 5, {leaves(4), leaves(3), leaves(6), leaves(5)});
  }
  for (const Estimate& e : estimates) {
    std::vector<std::string> row{
        e.significant ? "*" : "", printable(e.name.name), fmt::format("{:.5g}", e.significant ? e.value : e.all),
        fmt::format("{:.2g}", e.significant ? e.deviation : e.all_deviation),
        e.significant ? fmt::format("{:.4g} .. {:.4g}", e.interval.lower, e.interval.upper) : ""};
    if (logs) {
      const identify::Summary& s = e.significant ? e.trajectories : e.trajectories_all;
      for (const double x : {s.mean, s.deviation, s.largest, s.smallest}) row.push_back(fmt::format("{:.4g}", x));
    }
    row.push_back(fmt::format("{:.2f}", 100.0 * e.torque_share));
    row.push_back(e.name.unit), row.push_back(printable(e.name.meaning));
    rows.push_back(row);
  }
  return table(rows, "  ", columns);
}

}  // namespace

std::string identify_text(const IdentifyReport& r) {
  const auto& f = r.found;
  std::string text = fmt::format("Robot '{}': {} samples, {} rows in {} blocks, {:.2f} s\n\n", printable(r.prior.name),
                                 f.samples, f.rows, f.blocks, r.seconds);
  text += "Choices, made from these logs alone\n";
  for (const auto& reason : f.reasons) text += paragraph(printable(reason), "  ", "    ");
  text += "\nFriction\n";
  for (std::size_t j = 0; j < f.friction.size(); ++j)
    text += paragraph(to_text(f.friction[j]), fmt::format("  {:20} ", shortened(printable(r.prior.drives[j]), 20)));
  text +=
      "\n" + paragraph(fmt::format("Parameters: * kept in the reduced model ({} columns, {} fitted numbers with widths "
                                   "and delay). Intervals are those of the full model, and without * the value and "
                                   "deviation too",
                                   f.after.columns, f.model.fitted_numbers()));
  text += estimates_table(f.estimates);
  if (!f.refusals.empty()) {
    text += "\nNot told by these logs, left as the robot's file has them\n";
    for (const auto& refusal : f.refusals)
      text += paragraph(printable(refusal.why),
                        fmt::format("  {:6} = {:<10.4g} ", printable(refusal.name.name), refusal.value));
  }
  text += "\n" + paragraph(fmt::format(
                     "Conditioning (smallest, largest singular value): full {:.3g} {:.4g}, ratio {:.3g}; reduced "
                     "{:.3g} {:.4g}, ratio {:.3g}: {:.1f} times better",
                     f.before.smallest, f.before.largest, f.before.number(), f.after.smallest, f.after.largest,
                     f.after.number(), f.after.number() > 0 ? f.before.number() / f.after.number() : 0.0));
  text += "\nRelative error of the torques, all drives (each drive)\n" +
          paragraph("logs, averaged to rows: " + error_text(f.training), "  ", "    ");
  for (std::size_t k = 0; k < r.validations.size(); ++k) {
    text +=
        paragraph(fmt::format("validation {}: {}", printable(r.validations[k].log), error_text(r.validations[k].error)),
                  "  ", "    ");
    if (k < r.possible_errors.size())
      text += paragraph("with bodies that can exist: " + error_text(r.possible_errors[k]), "    ", "      ");
  }
  const auto& p = r.possible.fit;
  if (!p.smallest_eigenvalue.empty()) {
    std::string bodies = fmt::format(
        "Bodies that can exist: residual {:.2f} % above the unconstrained one; smallest eigenvalues of the "
        "pseudo-inertias",
        p.unconstrained > 0 ? 100.0 * (p.residual / p.unconstrained - 1.0) : 0.0);
    for (const double e : p.smallest_eigenvalue) bodies += fmt::format(" {:.2g}", e);
    bodies +=
        fmt::format("; mass matrix positive definite in {} of {} random postures", r.positive_postures, r.postures);
    text += "\n" + paragraph(bodies);
  }
  return text;
}

json identify_json(const IdentifyReport& r) {
  const auto& f = r.found;
  json j = {{"robot", r.prior.name},
            {"drives", r.prior.drives},
            {"logs", r.logs},
            {"samples", f.samples},
            {"rows", f.rows},
            {"blocks", f.blocks},
            {"seconds", r.seconds},
            {"reasons", f.reasons},
            {"cutoff_hz", f.model.preparation.motion.cutoff_hz},
            {"delay_s", f.model.preparation.delay},
            {"fitted_numbers", f.model.fitted_numbers()},
            {"solver", {{"full", to_text(f.full_solver.solver)}, {"reduced", to_text(f.reduced_solver.solver)}}},
            {"ridge", {{"full", f.full_solver.ridge}, {"reduced", f.reduced_solver.ridge}}},
            {"training", error_json(f.training)},
            {"residual_deviation", f.residual_deviation}};
  for (const auto* c : {&f.before, &f.after})
    j[c == &f.before ? "conditioning_full" : "conditioning_reduced"] = {{"columns", c->columns},
                                                                        {"smallest", c->smallest},
                                                                        {"largest", c->largest},
                                                                        {"number", number_json(c->number())}};
  for (const auto& t : f.cutoffs)
    j["cutoff_trials"].push_back({{"cutoff_hz", t.cutoff_hz}, {"error", number_json(t.error)}});
  for (const auto& s : f.reduction)
    j["reduction"].push_back({{"columns", s.columns}, {"error", number_json(s.error)}, {"left_out", s.left_out}});
  for (const auto& s : f.friction) j["friction"].push_back({{"form", to_text(s.form)}, {"width", s.width}});
  j["estimates"] = json::array(), j["not_told"] = json::array(), j["validation"] = json::array();
  for (const auto& e : f.estimates) j["estimates"].push_back(estimate_json(e));
  for (const auto& refusal : f.refusals)
    j["not_told"].push_back({{"name", refusal.name.name},
                             {"meaning", refusal.name.meaning},
                             {"value", refusal.value},
                             {"why", refusal.why}});
  const auto names = [&](identify::Index column) {
    for (const auto& e : f.evidence_columns)
      if (e.kind == identify::ModelColumn::Kind::parameter && e.regressor == column) return e.name.name;
    return std::to_string(column);
  };
  for (const auto& dropped : f.base.dropped) {
    json shares = json::array();
    for (const auto& share : dropped.shares)
      shares.push_back({{"of", names(share.kept)}, {"coefficient", share.coefficient}});
    j["regrouping"].push_back({{"column", dropped.column}, {"shares", shares}});
  }
  for (std::size_t k = 0; k < r.validations.size(); ++k) {
    json v = {{"log", r.validations[k].log}, {"error", error_json(r.validations[k].error)}};
    if (k < r.possible_errors.size()) v["possible"] = error_json(r.possible_errors[k]);
    j["validation"].push_back(v);
  }
  const auto& p = r.possible.fit;
  j["possible"] = {{"residual", number_json(p.residual)},
                   {"unconstrained", number_json(p.unconstrained)},
                   {"smallest_eigenvalue", p.smallest_eigenvalue},
                   {"replaced_priors", p.replaced_priors},
                   {"postures", r.postures},
                   {"positive_postures", r.positive_postures}};
  j["written"] = json::array();
  for (const auto& written : r.written) j["written"].push_back(written_json(written));
  return j;
}

}  // namespace tauforge::cli
