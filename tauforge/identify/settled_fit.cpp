#include "tauforge/identify/settled_fit.h"

#include <algorithm>
#include <cmath>

namespace tauforge::identify {

namespace {

using Wide = Eigen::Index;

constexpr int most_rounds = 12;
constexpr double still = 1e-6;         // of the torques: the fit moves less
constexpr double largest_load = 0.95;  // friction per load; at 1 a gear could not be driven back

bool grows(const ModelColumn& column) {
  return column.kind == ModelColumn::Kind::friction && column.part != FrictionPart::level;
}
bool is_load(const ModelColumn& column) { return grows(column) && column.part == FrictionPart::load; }

// Of the columns that grow the one that is farthest from what can be, by the torque it makes; -1: all can be.
Wide impossible(const ModelColumns& model, const Fit& fit, const Matrix& A) {
  Wide worst = -1;
  double most = 0.0;
  for (Wide c = 0; c < fit.values.size(); ++c) {
    const ModelColumn& column = model[static_cast<std::size_t>(fit.columns[static_cast<std::size_t>(c)])];
    if (!grows(column)) continue;
    const double beyond = std::max(-fit.values[c], is_load(column) ? fit.values[c] - largest_load : 0.0);
    if (const double torque = beyond * A.col(c).norm(); torque > most) most = torque, worst = c;
  }
  return worst;
}

}  // namespace

SettledFit settled_fit(const ModelColumns& model, std::vector<int> columns, std::vector<double> about,
                       const RowsAbout& rows_about, const FitRows& fit_rows) {
  SettledFit result;
  Vector last;
  for (result.rounds = 1;; ++result.rounds) {
    result.rows = rows_about(about);
    result.fit = fit_rows(result.rows.all, columns);
    const Stacked rows = stacked(result.rows.all, result.fit.columns, result.fit.weights);
    if (const Wide c = impossible(model, result.fit, rows.A); c >= 0) {
      const int dropped = result.fit.columns[static_cast<std::size_t>(c)];
      columns.erase(std::find(columns.begin(), columns.end(), dropped));
      about[static_cast<std::size_t>(dropped)] = 0.0;
      result.fit = fit_rows(result.rows.all, columns);
      last.resize(0);
    }
    const bool loads =
        std::any_of(columns.begin(), columns.end(), [&](int c) { return is_load(model[static_cast<std::size_t>(c)]); });
    for (std::size_t c = 0; c < columns.size(); ++c)
      about[static_cast<std::size_t>(result.fit.columns[c])] = result.fit.values[static_cast<Wide>(c)];
    const Stacked now = stacked(result.rows.all, result.fit.columns, result.fit.weights);
    const bool stays =
        last.size() == result.fit.values.size() && (now.A * (result.fit.values - last)).norm() <= still * now.b.norm();
    if (impossible(model, result.fit, now.A) < 0 && (!loads || stays)) break;
    if (result.rounds == most_rounds) {
      result.settled = false;
      break;
    }
    last = result.fit.values;
  }
  result.about = std::move(about);
  return result;
}

double correlation_with_load(const ModelColumns& model, const Block& all, const std::vector<double>& about,
                             int column) {
  const DriveRows& rows = all.drives[static_cast<std::size_t>(model[static_cast<std::size_t>(column)].drive)];
  Vector load = Vector::Zero(rows.R.rows()), friction = load;
  for (std::size_t c = 0; c < rows.columns.size(); ++c) {
    const auto k = static_cast<std::size_t>(rows.columns[c]);
    if (model[k].loads) load += about[k] * rows.R.col(static_cast<Wide>(c));
    if (rows.columns[c] == column) friction = rows.R.col(static_cast<Wide>(c));
  }
  const double lengths = load.norm() * friction.norm();
  return lengths > 0.0 ? load.dot(friction) / lengths : 1.0;
}

}  // namespace tauforge::identify
