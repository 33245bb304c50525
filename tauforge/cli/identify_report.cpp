#include "tauforge/cli/identify_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/identify_figures.h"
#include "tauforge/cli/identify_tables.h"
#include "tauforge/cli/identify_verdict.h"
#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

using diagnostic::shortened;

using nlohmann::json;

std::string identify_text(const IdentifyReport& r) {
  const auto& f = r.found;
  std::string text = verdict_text(r);
  text +=
      "\nWhat is handed over, judged as it will be used: relative error of the torques\n" + written_table(r.written);
  text += fmt::format("\nChoices, made from these logs alone ({} samples, {} rows in {} blocks)\n", f.samples, f.rows,
                      f.blocks);
  for (const auto& reason : f.reasons) text += paragraph(printable(reason), "  ", "    ");
  text += "\nFriction\n";
  for (std::size_t j = 0; j < f.friction.size(); ++j)
    text += paragraph(to_text(f.friction[j]), fmt::format("  {:20} ", shortened(printable(r.prior.drives[j]), 20)));
  text +=
      "\n" +
      paragraph(fmt::format(
          "Parameters of the full model: value, standard deviation, interval. Beside them the robot's file, and the "
          "value in the reduced model where it is kept ({} columns, {} fitted numbers with widths and delay); the "
          "interval is not that of the reduced value, which stands for what was left out, too",
          f.after.columns, f.model.fitted_numbers()));
  text += estimates_table(f.estimates);
  if (!f.refusals.empty()) {
    text += "\nWhy values are from the file\n";
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
  for (const auto& v : r.validations)
    text += paragraph(fmt::format("validation {}: {}", printable(v.log), error_text(v.error)), "  ", "    ");
  const auto& p = r.possible.fit;
  if (!p.smallest_eigenvalue.empty()) {
    std::string bodies = fmt::format(
        "Bodies that can exist: residual {:.2f} % above the unconstrained one; smallest eigenvalues of the "
        "pseudo-inertias",
        p.unconstrained > 0 ? 100.0 * (p.residual / p.unconstrained - 1.0) : 0.0);
    for (const double e : p.smallest_eigenvalue) bodies += fmt::format(" {:.2g}", e);
    bodies +=
        fmt::format("; mass matrix positive definite in {} of {} random postures", r.positive_postures, r.postures);
    text +=
        "\n" + paragraph(bodies) + "\n" +
        paragraph(
            "Bodies: as written, and as the robot's file has them in brackets. *: told by the logs alone; f: by the "
            "file alone; others: combinations are told, and the file decides how they are shared");
    text += bodies_table(r.bodies);
  }
  return text + alarms_text(r.alarms, r.prior);
}

json identify_json(const IdentifyReport& r) {
  const auto& f = r.found;
  json j = {{"verdict", verdict_json(r.verdict)},
            {"robot", r.prior.name},
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
            {"prior", prior_json(f.prior)},
            {"method", f.instruments.rounds == 0 ? "ls"
                       : f.instruments.direct    ? "direct"
                                                 : "iv"},
            {"instruments", instruments_json(f.instruments)},
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
  for (const auto& v : r.validations) j["validation"].push_back({{"log", v.log}, {"error", error_json(v.error)}});
  for (const auto& b : r.bodies) j["bodies"].push_back(body_json(b));
  j["cost_of_signs"] = number_json(f.cost_of_signs), j["reduced_replaced"] = r.reduced_replaced;
  j["findings"] = findings_json(r.findings);
  const auto& p = r.possible.fit;
  j["possible"] = {{"residual", number_json(p.residual)},
                   {"unconstrained", number_json(p.unconstrained)},
                   {"smallest_eigenvalue", p.smallest_eigenvalue},
                   {"replaced_priors", p.replaced_priors},
                   {"postures", r.postures},
                   {"positive_postures", r.positive_postures}};
  j["alarms"] = alarms_json(r.alarms);
  j["written"] = json::array();
  for (const auto& written : r.written) j["written"].push_back(written_json(written));
  return j;
}

}  // namespace tauforge::cli
