#include "tauforge/cli/recipe_rows.h"

#include <fmt/format.h>

#include <cmath>

namespace tauforge::cli {

using identify::Conditioning;
using identify::Summary;
using literature::PaperIdentification;
using literature::TrajectoryColumns;

std::vector<double> over(const RecipeRow& row, double Summary::*figure) {
  std::vector<double> values;
  for (const Summary& s : row.draws) values.push_back(s.*figure);
  return values;
}

RecipeRow row_1(const RecipeReport& r, std::size_t k) {
  RecipeRow row{{}, published_row(r.table_1, r.draws.front().estimates[k].name.name)};
  for (const auto& draw : r.draws) row.draws.push_back(draw.estimates[k].all);
  return row;
}

RecipeRow row_2(const RecipeReport& r, std::size_t k) {
  RecipeRow row{{}, published_row(r.table_2, r.draws.front().estimates[k].name.name)};
  for (const auto& draw : r.draws)
    if (draw.estimates[k].significant) row.draws.push_back(draw.estimates[k].significant_alone);
  return row;
}

bool mostly_significant(const RecipeReport& r, std::size_t k) { return 2 * row_2(r, k).draws.size() > r.draws.size(); }

namespace {

double condition(const Conditioning& c, std::size_t rank) { return rank < c.columns ? HUGE_VAL : c.number(); }

}  // namespace

RecipeConditions conditions_of(const RecipeReport& r) {
  RecipeConditions c;
  for (const auto& draw : r.draws)
    for (const TrajectoryColumns& t : draw.trajectories) {
      c.before.push_back(condition(t.before, t.rank_before)), c.after.push_back(condition(t.after, t.rank_after));
      if (std::isfinite(c.before.back()) && std::isfinite(c.after.back()))
        c.better.push_back(c.before.back() / c.after.back());
    }
  return c;
}

std::vector<double> RecipeReport::over_draws(const std::function<double(const PaperIdentification&)>& figure) const {
  std::vector<double> values;
  for (const auto& draw : draws) values.push_back(figure(draw));
  return values;
}

std::string range_of(const std::vector<double>& values) {
  const Summary s = identify::summary(values);
  return fmt::format("{:.3g}..{:.3g}", s.smallest, s.largest);
}

std::string figure_text(const std::vector<double>& values) {
  if (values.empty()) return "-";
  if (values.size() == 1) return fmt::format("{:.6f}", values.front());
  return fmt::format("{:.4g} ({})", identify::median(values), range_of(values));
}

}  // namespace tauforge::cli
