// Fits of models whose friction grows with the load: the rows are expanded about the last fit (model_columns.h, (2)) and
// fitted again until nothing moves, which is the method of Gauss and Newton with the whole Jacobian. Models without such
// friction are settled at once.
#pragma once

#include <functional>
#include <vector>

#include "tauforge/identify/least_squares.h"

namespace tauforge::identify {

// Reduced rows, and all of them together; the torques that refused parameters make are taken away, but for `measured`.
struct Rows {
  std::vector<Block> blocks;
  Block all;
  Block measured = {};
};

struct SettledFit {
  Rows rows;                  // expanded about the fit
  Fit fit;                    // growth below zero was dropped from its columns
  std::vector<double> about;  // per column of the model: its values, and those of refused columns
  int rounds = 1;
  bool settled = true;
};

using RowsAbout = std::function<Rows(const std::vector<double>& about)>;
using FitRows = std::function<Fit(const Block& all, const std::vector<int>& columns)>;

// From `about`, in which the values of refused columns stay.
SettledFit settled_fit(const ModelColumns& model, std::vector<int> columns, std::vector<double> about,
                       const RowsAbout& rows_about, const FitRows& fit_rows);

// Friction per load is told from a factor of the torque, a drive's gain, by driving and being driven back. The correlation of
// a load column with the load of its drive: near 1 the drive hardly is driven back, near -1 it hardly drives.
double correlation_with_load(const ModelColumns& model, const Block& all, const std::vector<double>& about, int column);
constexpr double like_a_gain = 0.9;  // from here on

}  // namespace tauforge::identify
