#include <nlohmann/json.hpp>

#include "tauforge/cli/identify_figures.h"
#include "tauforge/cli/recipe_rows.h"

namespace tauforge::cli {

using identify::Summary;
using literature::PaperEstimate;
using literature::PaperIdentification;
using nlohmann::json;

json figure_json(const std::vector<double>& values) {
  if (values.size() == 1) return number_json(values.front());
  const Summary s = identify::summary(values);
  return {{"median", number_json(identify::median(values))}, {"smallest", s.smallest}, {"largest", s.largest}};
}

json recipe_json(const RecipeReport& r) {
  using F = const PaperIdentification&;
  const PaperIdentification& first = r.draws.front();
  json j = {{"recipe", 1992},
            {"draws", r.draws.size()},
            {"period_s", first.period},
            {"trim", first.model.preparation.trim},
            {"parameters", first.estimates.size() + first.base.dropped.size()},
            {"independent", first.estimates.size()},
            {"significant", figure_json(r.over_draws([](F f) { return static_cast<double>(f.significant); }))},
            {"significant_by",
             {{"mean", figure_json(r.over_draws([](F f) { return static_cast<double>(f.by_mean); }))},
              {"alone", figure_json(r.over_draws([](F f) { return static_cast<double>(f.by_alone); }))},
              {"together", figure_json(r.over_draws([](F f) { return static_cast<double>(f.by_together); }))}}}};
  const auto row_json = [](const RecipeRow& row) {
    json figures = {{"draws", row.draws.size()}};
    for (const RecipeStatistic& s : recipe_statistics) {
      if (row.draws.empty()) continue;
      figures[s.name] = figure_json(over(row, s.ours));
      if (row.paper) figures["paper"][s.name] = row.paper->*s.paper;
    }
    return figures;
  };
  for (std::size_t k = 0; k < first.estimates.size(); ++k) {
    const PaperEstimate& e = first.estimates[k];
    json estimate = {{"name", e.name.name},
                     {"meaning", e.name.meaning},
                     {"unit", e.name.unit},
                     {"torque_share", figure_json(r.over_draws([&](F f) { return f.estimates[k].torque_share; }))},
                     {"significant", mostly_significant(r, k)},
                     {"table_1", row_json(row_1(r, k))}};
    if (!row_2(r, k).draws.empty()) estimate["table_2"] = row_json(row_2(r, k));
    if (!r.truth.empty()) estimate["truth"] = r.truth[k];
    j["estimates"].push_back(estimate);
  }
  const RecipeConditions c = conditions_of(r);
  const auto range = [](const std::vector<double>& v) {
    const Summary s = identify::summary(v);
    return json{{"smallest", number_json(s.smallest)},
                {"largest", number_json(s.largest)},
                {"median", number_json(identify::median(v))}};
  };
  j["condition"] = {
      {"independent", range(c.before)}, {"significant", range(c.after)}, {"times_better", range(c.better)}};
  return j;
}

}  // namespace tauforge::cli
