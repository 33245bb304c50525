#include "tauforge/identify/hausman.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "tauforge/identify/cholesky.h"
#include "tauforge/identify/eigenvalues.h"
#include "tauforge/identify/instruments.h"
#include "tauforge/identify/jackknife.h"

namespace tauforge::identify {

namespace {

using Wide = Eigen::Index;

HausmanTest none(std::string why) {
  HausmanTest test;
  test.why_not = std::move(why);
  return test;
}

constexpr const char* what_is_tested = "Hausman's test";

// The whole test on parts of the logs from all along: so many seconds decide, and an hour takes no longer than minutes.
constexpr double most_seconds = 120.0, seconds_of_part = 10.0, shortest_part = 2.0;

std::vector<recording::Recording> parts_of(std::vector<recording::Recording> logs) {
  std::vector<double> periods;
  double in_all = 0.0;
  for (const auto& log : logs) {
    periods.push_back(recording::usual_period(log.t));
    in_all += periods.back() * static_cast<double>(log.samples());
  }
  if (in_all <= most_seconds) return logs;
  const double between = seconds_of_part * in_all / most_seconds;
  std::vector<recording::Recording> parts;
  double before = 0.0;  // of the logs so far
  for (std::size_t k = 0; k < logs.size(); ++k) {
    const double period = periods[k], end = before + period * static_cast<double>(logs[k].samples());
    for (double begin = between * std::floor(before / between); begin < end; begin += between) {
      const double from = std::max(begin, before), to = std::min(begin + seconds_of_part, end);
      if (to - from < shortest_part) continue;
      const auto sample = [&](double at) { return static_cast<std::size_t>((at - before) / period); };
      parts.push_back(recording::slice(logs[k], sample(from), std::min(sample(to), logs[k].samples())));
    }
    before = end;
  }
  return parts;
}

// What every pass over the rows needs. Blocks are equal numbers of rows, whichever logs they are of.
struct Passes {
  const PreparedLogs& prepared;
  const ModelColumns& columns;
  const std::vector<double>& about;
  std::size_t blocks = 0, rows = 0;
  std::function<void()> before_log;

  // `take(block, drive, values, measured, near a reversal)`
  template <class Take> void each_row(const Take& take) const {
    struct Sink : RowSink {
      Sink(const Passes& of, const Take& what) : passes(of), take(what) {}
      bool wants(std::size_t row, double) override {
        const std::size_t n = first + row, begin = (block = n * passes.blocks / passes.rows) * passes.rows;
        return n >= (begin + passes.blocks - 1) / passes.blocks + (block > 0 ? rows_between_blocks : 0);
      }
      void add(std::size_t drive, std::span<const double> values, double measured, bool near) override {
        take(block, drive, values, measured, near);
      }
      const Passes& passes;
      const Take& take;
      std::size_t first = 0, block = 0;
    } sink(*this, take);
    const auto& [robot, logs, samples, filter, settings, instruments] = prepared;
    ColumnEvaluator own(robot, columns, about), beside(robot, columns, about);
    for (std::size_t k = 0; k < logs.size(); ++k) {
      before_log();
      const signals::NearReversals near =
          signals::near_reversals(samples[k], signals::blurred_samples(filter.preparation, samples[k].period));
      const InstrumentMotion motion{beside, (*instruments)[k], static_cast<int>(columns.size())};
      const ObservationPlan plan{filter.window, 1, 0, 1, &near, &motion};
      observe_rows(own, samples[k], torques(robot, logs[k], samples[k]), plan, sink);
      sink.first += rows_of(samples[k], plan);
    }
  }
};

// Factors of all rows; those near reversals go where friction has no memory (observed_logs.h).
struct Factors {
  Observations rows;              // `all` of them
  std::vector<bool> reversals;    // of each drive: whether rows near them are among these
  std::vector<Matrix> predicted;  // of each drive: What = Z times this
};

Factors factors(const Passes& passes, const std::vector<FrictionShape>& friction) {
  std::vector<Reduction> away, near;
  Block plain;
  const ColumnEvaluator own(passes.prepared.robot, passes.columns, passes.about);
  for (std::size_t j = 0; j < friction.size(); ++j) {
    std::vector<int> columns = own.of_row(static_cast<Index>(j));
    const std::size_t n = columns.size();
    for (std::size_t c = 0; c < n; ++c) columns.push_back(columns[c] + static_cast<int>(passes.columns.size()));
    away.emplace_back(columns), near.emplace_back(columns);
  }
  passes.each_row([&](std::size_t, std::size_t j, std::span<const double> values, double measured, bool reversal) {
    (reversal ? near : away)[j].add(values, measured);
  });
  for (std::size_t j = 0; j < friction.size(); ++j)
    plain.drives.push_back(away[j].finish()), plain.near_reversals.push_back(near[j].finish());
  Factors result;
  result.rows.all = with_reversals(plain), result.rows.away = {std::move(plain)};
  result.rows = without_blurred_rows(std::move(result.rows), friction);
  for (std::size_t j = 0; j < friction.size(); ++j) {
    result.reversals.push_back(result.rows.all.drives[j].rows > result.rows.away.front().drives[j].rows);
    result.predicted.push_back(first_stage(result.rows.all.drives[j]));
  }
  predict_by_instruments(result.rows);
  return result;
}

// What is fitted: columns `free`, with the others held.
struct Fitted {
  std::vector<int> free, instruments, held;
  std::vector<Refusal> held_at;
  Vector weights, lengths;  // of drives; of columns, which are scaled to one
  Vector x;                 // by instrumental variables, of scaled columns
};

// W_b' e_b and What_b' e_b of every block, one column each.
struct Moments {
  Matrix own, predicted;
};

Moments moments(const Passes& passes, const Factors& all, const Fitted& fitted) {
  const auto n = static_cast<Wide>(fitted.free.size()), B = static_cast<Wide>(passes.blocks);
  const std::size_t drives = all.predicted.size();
  std::vector<std::vector<double>> value(drives);  // of each column of a drive's row
  std::vector<std::vector<Wide>> place(drives);    // among the free ones, or -1
  std::vector<Matrix> along_instruments;           // Z_b' e_b
  for (std::size_t j = 0; j < drives; ++j) {
    const Wide own = all.predicted[j].rows();
    along_instruments.push_back(Matrix::Zero(own, B));
    for (Wide c = 0; c < own; ++c) {
      const int column = all.rows.all.drives[j].columns[static_cast<std::size_t>(c)];
      const auto is_free = std::find(fitted.free.begin(), fitted.free.end(), column);
      const auto is_held = std::find(fitted.held.begin(), fitted.held.end(), column);
      const Wide at = is_free == fitted.free.end() ? -1 : is_free - fitted.free.begin();
      place[j].push_back(at);
      value[j].push_back(at >= 0 ? fitted.x[at] / fitted.lengths[at]
                                 : fitted.held_at[static_cast<std::size_t>(is_held - fitted.held.begin())].value);
    }
  }
  Moments sums{Matrix::Zero(n, B), Matrix::Zero(n, B)};
  passes.each_row([&](std::size_t b, std::size_t j, std::span<const double> row, double, bool reversal) {
    if (reversal && !all.reversals[j]) return;
    const std::size_t own = place[j].size();
    double e = row.back();
    for (std::size_t c = 0; c < own; ++c) e -= row[c] * value[j][c];
    e *= fitted.weights[static_cast<Wide>(j)] * fitted.weights[static_cast<Wide>(j)];
    for (std::size_t c = 0; c < own; ++c) {
      if (place[j][c] >= 0) sums.own(place[j][c], static_cast<Wide>(b)) += row[c] * e;
      along_instruments[j](static_cast<Wide>(c), static_cast<Wide>(b)) += row[own + c] * e;
    }
  });
  for (std::size_t j = 0; j < drives; ++j) {
    const Matrix of_drive = all.predicted[j].transpose() * along_instruments[j];
    for (std::size_t c = 0; c < place[j].size(); ++c)
      if (place[j][c] >= 0) sums.predicted.row(place[j][c]) += of_drive.row(static_cast<Wide>(c));
  }
  for (Matrix* m : {&sums.own, &sums.predicted}) *m = fitted.lengths.cwiseInverse().asDiagonal() * *m;
  return sums;
}

HausmanTest test_of(const Passes& passes, const Factors& all, Fitted& fitted) {
  Block rows = all.rows.all;
  take_away(rows, fitted.held, fitted.held_at);
  Stacked own = stacked(rows, fitted.free, fitted.weights);
  Matrix What = stacked(rows, fitted.instruments, fitted.weights).A;
  fitted.lengths = own.A.colwise().norm();
  for (double& length : fitted.lengths)
    if (!(length > 0.0)) length = 1.0;
  own.A *= fitted.lengths.cwiseInverse().asDiagonal(), What *= fitted.lengths.cwiseInverse().asDiagonal();
  const Matrix G = own.A.transpose() * own.A, predicted = What.transpose() * What;
  constexpr double exactly = 1e-12, dependent = 1e-10;
  if (!solve_by_cholesky(predicted, What.transpose() * own.b, dependent, fitted.x))
    return none("the instruments do not tell the columns apart");
  std::vector<Wide> columns;
  for (Wide k = 0; k < G.cols(); ++k)
    if (G(k, k) - predicted(k, k) > exactly * G(k, k)) columns.push_back(k);
  if (columns.empty()) return none("regressors and instruments are the same");

  const Moments of_block = moments(passes, all, fitted);
  const Matrix of_all = of_block.own - G * inverse_of_symmetric(predicted) * of_block.predicted;  // (2)
  const auto B = static_cast<double>(passes.blocks);
  const auto r = static_cast<Wide>(columns.size());
  Matrix each(r, of_all.cols());
  for (Wide k = 0; k < r; ++k) each.row(k) = of_all.row(columns[static_cast<std::size_t>(k)]);
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
  test.freedom = passes.blocks - test.columns;
  const auto first = static_cast<double>(test.columns), second = static_cast<double>(test.freedom);
  test.statistic = squared * second / ((B - 1.0) * first);  // (4)
  test.p = fisher_tail(test.statistic, first, second);
  return test;
}

}  // namespace

HausmanTest hausman_test(const robot::Robot& prior, const std::vector<recording::Recording>& given,
                         const Settings& asked, const Identification& found, const robot::Robot& robot,
                         const Progress& progress) {
  const std::vector<recording::Recording> logs = parts_of(logs_to_fit(given, asked).logs);
  CutoffChoice filter;
  filter.preparation = found.full.preparation, filter.window = found.window;
  std::vector<signals::Samples> samples;
  std::size_t rows = 0;
  for (const auto& log : logs) {
    samples.push_back(signals::prepare(log, filter.preparation));
    rows += rows_of(samples.back(), {.window = filter.window});
  }
  const std::size_t columns = found.full.columns.size();
  Fitted fitted;
  for (std::size_t c = 0; c < columns; ++c)
    if (found.full.fitted[c]) {
      fitted.free.push_back(static_cast<int>(c)), fitted.instruments.push_back(static_cast<int>(c + columns));
    } else {
      fitted.held.push_back(static_cast<int>(c));
      fitted.held_at.push_back({found.full.columns[c].name, found.full.values[c], ""});
    }
  if (fitted.free.empty()) return none("the robot's file decides every parameter");
  constexpr std::size_t fewest_rows = 3 * rows_between_blocks;  // of a block
  const std::size_t blocks = std::min(3 * fitted.free.size(), rows / fewest_rows);
  if (blocks < 2 * fitted.free.size())
    return none(fmt::format("{} rows are too few for {} columns", rows, fitted.free.size()));
  fitted.weights.resize(static_cast<Wide>(found.residual_deviation.size()));
  const double floor = 1e-9 * *std::max_element(found.residual_deviation.begin(), found.residual_deviation.end());
  for (std::size_t j = 0; j < found.residual_deviation.size(); ++j)
    fitted.weights[static_cast<Wide>(j)] = 1.0 / std::max({found.residual_deviation[j], floor, 1e-300});

  const double reference_hz = reference_hz_of(filter.preparation, samples.front().period, asked.reference_hz);
  auto motion = simulated_loops(robot, logs, references(logs, filter.preparation, reference_hz), [&] {
    if (progress) progress(what_is_tested);
  });
  if (!motion) return none(motion.findings().front().message);
  const PreparedLogs prepared{prior, logs, samples, filter, asked, &motion.value()};
  const Passes passes{prepared, found.full.columns, found.full.values, blocks, rows, [&] {
                        if (progress) progress(what_is_tested);
                      }};
  const Factors all = factors(passes, found.friction);
  HausmanTest test = test_of(passes, all, fitted);
  test.reference_hz = reference_hz;
  return test;
}

}  // namespace tauforge::identify
