// The rows of the recipe's tables over the draws, for people and for programs.
#pragma once

#include "tauforge/cli/recipe_report.h"

namespace tauforge::cli {

// One row of table 1 or 2.
struct RecipeRow {
  std::vector<identify::Summary> draws;
  const literature::PublishedEstimate* paper = nullptr;
};

struct RecipeStatistic {
  const char* name;
  double identify::Summary::*ours;
  double literature::PublishedEstimate::*paper;
};
inline constexpr RecipeStatistic recipe_statistics[] = {
    {"mean", &identify::Summary::mean, &literature::PublishedEstimate::mean},
    {"deviation", &identify::Summary::deviation, &literature::PublishedEstimate::deviation},
    {"largest", &identify::Summary::largest, &literature::PublishedEstimate::largest},
    {"smallest", &identify::Summary::smallest, &literature::PublishedEstimate::smallest}};

std::vector<double> over(const RecipeRow& row, double identify::Summary::*figure);

RecipeRow row_1(const RecipeReport& report, std::size_t parameter);
RecipeRow row_2(const RecipeReport& report, std::size_t parameter);  // over the draws that found it significant
bool mostly_significant(const RecipeReport& report, std::size_t parameter);

// Condition numbers over trajectories, of all draws; infinite where columns depend on one another.
struct RecipeConditions {
  std::vector<double> before, after, better;
};
RecipeConditions conditions_of(const RecipeReport& report);

}  // namespace tauforge::cli
