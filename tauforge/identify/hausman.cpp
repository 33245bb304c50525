#include "tauforge/identify/hausman.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/identify/cholesky.h"
#include "tauforge/identify/eigenvalues.h"
#include "tauforge/identify/instruments.h"
#include "tauforge/identify/jackknife.h"

namespace tauforge::identify {

namespace {

using Wide = Eigen::Index;

// Weighted rows of a block: W, What and the torques.
struct ThreeParts {
  Matrix W, predicted;
  Vector tau;
};

HausmanTest none(std::string why) {
  HausmanTest test;
  test.why_not = std::move(why);
  return test;
}

HausmanTest test_of(const std::vector<ThreeParts>& blocks) {
  const Wide n = blocks.front().W.cols();
  Matrix G = Matrix::Zero(n, n), predicted = G;
  Vector c = Vector::Zero(n);
  for (const ThreeParts& b : blocks) {
    G += b.W.transpose() * b.W, predicted += b.predicted.transpose() * b.predicted;
    c += b.predicted.transpose() * b.tau;
  }
  constexpr double exactly = 1e-12, dependent = 1e-10;
  Vector x;
  if (!solve_by_cholesky(predicted, c, dependent, x)) return none("the instruments do not tell the columns apart");
  const Matrix carried = G * inverse_of_symmetric(predicted);
  std::vector<Wide> columns;
  for (Wide k = 0; k < n; ++k)
    if (G(k, k) - predicted(k, k) > exactly * G(k, k)) columns.push_back(k);
  if (columns.empty()) return none("regressors and instruments are the same");

  const auto B = static_cast<double>(blocks.size());
  const auto r = static_cast<Wide>(columns.size());
  Matrix each(r, static_cast<Wide>(blocks.size()));
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const Vector e = blocks[b].tau - blocks[b].W * x;
    const Vector g = blocks[b].W.transpose() * e - carried * (blocks[b].predicted.transpose() * e);  // (2)
    for (Wide k = 0; k < r; ++k) each(k, static_cast<Wide>(b)) = g[columns[static_cast<std::size_t>(k)]];
  }
  Vector g = each.rowwise().sum();
  each.colwise() -= g / B;
  for (Wide k = 0; k < r; ++k) {  // deviations of one, since columns differ by many orders of magnitude
    const double deviation = std::sqrt(B / (B - 1.0)) * each.row(k).norm();
    if (!(deviation > 0.0)) return none("residuals without any spread");
    each.row(k) /= deviation, g[k] /= deviation;
  }
  const auto [values, vectors] = symmetric_eigenvectors(B / (B - 1.0) * (each * each.transpose()));  // (3)
  HausmanTest test;
  double squared = 0.0;
  for (Wide k = 0; k < r; ++k)
    if (values[k] > dependent * values[r - 1]) {
      const double along = vectors.col(k).dot(g);
      squared += along * along / values[k], ++test.columns;
    }
  test.freedom = blocks.size() - test.columns;
  const auto first = static_cast<double>(test.columns), second = static_cast<double>(test.freedom);
  test.statistic = squared * second / ((B - 1.0) * first);  // (4)
  test.p = fisher_tail(test.statistic, first, second);
  return test;
}

}  // namespace

HausmanTest hausman_test(const robot::Robot& prior, const std::vector<recording::Recording>& given,
                         const Settings& asked, const Identification& found, const robot::Robot& robot) {
  const std::vector<recording::Recording> logs = logs_to_fit(given, asked).logs;
  CutoffChoice filter;
  filter.preparation = found.full.preparation, filter.window = found.window;
  std::vector<signals::Samples> samples;
  std::size_t rows = 0;
  for (const auto& log : logs) {
    samples.push_back(signals::prepare(log, filter.preparation));
    rows += samples.back().size() / filter.window;
  }
  const std::size_t columns = found.full.columns.size();
  std::vector<int> free, instruments, refused;
  std::vector<Refusal> values_of_refused;
  for (std::size_t c = 0; c < columns; ++c)
    if (found.full.fitted[c]) {
      free.push_back(static_cast<int>(c)), instruments.push_back(static_cast<int>(c + columns));
    } else {
      refused.push_back(static_cast<int>(c));
      values_of_refused.push_back({found.full.columns[c].name, found.full.values[c], ""});
    }
  constexpr std::size_t fewest_rows = 3 * rows_between_blocks;  // of a block
  Settings settings = asked;
  settings.blocks = std::min(3 * free.size(), rows / fewest_rows);
  if (settings.blocks < 2 * free.size())
    return none(fmt::format("{} rows are too few for {} columns", rows, free.size()));

  const double reference_hz = reference_hz_of(filter.preparation, samples.front().period, asked.reference_hz);
  auto motion = simulated_loops(robot, logs, references(logs, filter.preparation, reference_hz));
  if (!motion) return none(motion.findings().front().message);
  const PreparedLogs prepared{prior, logs, samples, filter, settings, &motion.value()};
  Observations observed = without_blurred_rows(
      observe_logs_with_instruments(prepared, found.full.columns, found.full.values), found.friction);
  predict_by_instruments(observed);
  Vector weights(static_cast<Wide>(found.residual_deviation.size()));
  const double floor = 1e-9 * *std::max_element(found.residual_deviation.begin(), found.residual_deviation.end());
  for (std::size_t j = 0; j < found.residual_deviation.size(); ++j)
    weights[static_cast<Wide>(j)] = 1.0 / std::max({found.residual_deviation[j], floor, 1e-300});
  std::vector<ThreeParts> parts;
  for (Block& block : observed.blocks) {
    take_away(block, refused, values_of_refused);
    Stacked W = stacked(block, free, weights);
    parts.push_back({std::move(W.A), stacked(block, instruments, weights).A, std::move(W.b)});
  }
  Vector lengths = Vector::Zero(static_cast<Wide>(free.size()));
  for (const ThreeParts& part : parts) lengths += part.W.colwise().squaredNorm().transpose();
  for (ThreeParts& part : parts)
    for (Wide c = 0; c < lengths.size(); ++c)
      if (lengths[c] > 0.0) part.W.col(c) /= std::sqrt(lengths[c]), part.predicted.col(c) /= std::sqrt(lengths[c]);
  HausmanTest test = test_of(parts);
  test.reference_hz = reference_hz;
  return test;
}

}  // namespace tauforge::identify
