// What the recipe of [IHPH92] found, as its tables 1 and 2 show it: once, or over several draws of the noise, where every
// figure is the median with its smallest and largest value. `campaign` and `identify --recipe` both print through here.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "tauforge/literature/paper_recipe.h"
#include "tauforge/literature/published_puma260.h"

namespace tauforge::cli {

struct RecipeReport {
  std::vector<literature::PaperIdentification> draws;
  std::vector<double> truth = {};                                             // where the arm is known
  std::span<const literature::PublishedEstimate> table_1 = {}, table_2 = {};  // to stand beside; empty: none

  // Of each draw.
  std::vector<double> over_draws(const std::function<double(const literature::PaperIdentification&)>& figure) const;
};

std::string range_of(const std::vector<double>& values);  // "0.0913..0.0921"
// "0.0916", and of several "0.0916 (0.0913..0.0921)".
std::string figure_text(const std::vector<double>& over_draws);
// A number, and of several {median, smallest, largest}.
nlohmann::json figure_json(const std::vector<double>& over_draws);

std::string recipe_text(const RecipeReport& report);
nlohmann::json recipe_json(const RecipeReport& report);

}  // namespace tauforge::cli
