#include "tauforge/identify/observation.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "tauforge/diagnostic/require.h"
#include "tauforge/identify/qr.h"

namespace tauforge::identify {

namespace {

using Wide = Eigen::Index;

// The upper triangle of a QR factorisation, square.
Matrix triangle(const Matrix& rows) {
  const Wide n = rows.cols();
  Matrix R = Matrix::Zero(n, n);
  R.topRows(std::min(rows.rows(), n)) = triangular_factor(rows);
  return R;
}

// The mean of a window of samples: motion before the regressor is evaluated, friction after.
class WindowMean {
 public:
  WindowMean(ColumnEvaluator& columns, const signals::Samples& samples)
      : columns_(columns), samples_(samples), friction_(columns.friction_columns()), mean_friction_(friction_.size()) {
    for (auto* x : {&sample_, &mean_})
      for (auto* values : {&x->q, &x->qd, &x->qdd}) values->resize(samples.q.size());
  }
  void take(std::size_t first, std::size_t window) {
    for (auto* x : {&mean_.q, &mean_.qd, &mean_.qdd, &mean_friction_}) std::fill(x->begin(), x->end(), 0.0);
    const double share = 1.0 / static_cast<double>(window);
    for (std::size_t k = first; k < first + window; ++k) {
      for (std::size_t j = 0; j < samples_.q.size(); ++j) {
        sample_.q[j] = samples_.q[j][k], sample_.qd[j] = samples_.qd[j][k], sample_.qdd[j] = samples_.qdd[j][k];
        mean_.q[j] += share * sample_.q[j], mean_.qd[j] += share * sample_.qd[j];
        mean_.qdd[j] += share * sample_.qdd[j];
      }
      sample_.t = samples_.t[k];
      columns_.friction(sample_, friction_);
      for (std::size_t c = 0; c < friction_.size(); ++c) mean_friction_[c] += share * friction_[c];
    }
  }
  void evaluate() { columns_.evaluate(mean_, mean_friction_); }

 private:
  ColumnEvaluator& columns_;
  const signals::Samples& samples_;
  Motion sample_, mean_;
  std::vector<double> friction_, mean_friction_;
};

bool is_apart(const ObservationPlan& plan, std::size_t drive, std::size_t first, std::size_t window) {
  if (plan.apart == nullptr) return false;
  const std::vector<bool>& apart = (*plan.apart)[drive];
  for (std::size_t k = first; k < first + window; ++k)
    if (apart[k]) return true;
  return false;
}

}  // namespace

DriveRows merged(const DriveRows& a, const DriveRows& b) {
  diagnostic::require(a.columns == b.columns, "blocks of the same model are merged");
  DriveRows both = a;
  Matrix stacked(a.R.rows() + b.R.rows(), a.R.cols());
  stacked << a.R, b.R;
  both.R = triangle(stacked);  // (2)
  both.rows += b.rows, both.squared_measured += b.squared_measured;
  for (std::size_t c = 0; c < both.largest.size(); ++c) both.largest[c] = std::max(a.largest[c], b.largest[c]);
  both.largest_torque = std::max(a.largest_torque, b.largest_torque);
  return both;
}

Block merged(const Block& a, const Block& b) {
  Block both = a;
  for (std::size_t j = 0; j < both.drives.size(); ++j) both.drives[j] = merged(a.drives[j], b.drives[j]);
  for (std::size_t j = 0; j < both.near_reversals.size(); ++j)
    both.near_reversals[j] = merged(a.near_reversals[j], b.near_reversals[j]);
  both.begin = std::min(a.begin, b.begin), both.end = std::max(a.end, b.end);
  return both;
}

Block with_reversals(const Block& block) {
  Block whole = block;
  whole.near_reversals.clear();
  for (std::size_t j = 0; j < block.near_reversals.size(); ++j)
    whole.drives[j] = merged(block.drives[j], block.near_reversals[j]);
  return whole;
}

Reduction::Reduction(const std::vector<int>& columns) : width_(static_cast<Wide>(columns.size()) + 1) {
  rows_.columns = columns;
  rows_.largest.assign(columns.size(), 0.0);
  buffer_.resize(width_ + std::max<Wide>(4 * width_, 128), width_);
}

void Reduction::add(std::span<const double> row, double measured) {
  rows_.squared_measured += measured * measured;
  for (Wide c = 0; c < width_; ++c) buffer_(filled_, c) = row[static_cast<std::size_t>(c)];
  for (std::size_t c = 0; c < rows_.largest.size(); ++c)
    rows_.largest[c] = std::max(rows_.largest[c], std::abs(row[c]));
  rows_.largest_torque = std::max(rows_.largest_torque, std::abs(row.back()));
  ++rows_.rows;
  if (++filled_ == buffer_.rows()) reduce();
}

DriveRows Reduction::finish() {
  reduce();
  rows_.R = buffer_.topRows(width_);
  return rows_;
}

void Reduction::reduce() {
  const Matrix R = triangle(buffer_.topRows(filled_));  // (1)
  buffer_.topRows(width_) = R;
  filled_ = width_;
}

std::vector<int> columns_of_row(const ColumnEvaluator& columns, const ObservationPlan& plan, std::size_t drive) {
  const auto& own = columns.of_row(static_cast<Index>(drive));
  std::vector<int> all(own.begin(), own.end());
  if (plan.instruments != nullptr)
    for (const int c : own) all.push_back(plan.instruments->first + c);
  return all;
}

std::size_t rows_of(const signals::Samples& samples, const ObservationPlan& plan) {
  std::size_t rows = 0;
  for (const auto& s : samples.stretches) rows += s.size() / std::max<std::size_t>(plan.window, 1);
  return rows;
}

void observe_rows(ColumnEvaluator& columns, const signals::Samples& samples, const recording::Channels& torque,
                  const ObservationPlan& plan, RowSink& sink) {
  const std::size_t drives = samples.q.size(), window = std::max<std::size_t>(plan.window, 1);
  WindowMean mean(columns, samples);
  std::optional<WindowMean> instruments;
  if (plan.instruments != nullptr) instruments.emplace(plan.instruments->columns, plan.instruments->samples);
  std::vector<double> mean_torque(drives), row;
  std::size_t row_number = 0;
  for (const auto& stretch : samples.stretches) {
    columns.forget();
    if (instruments) plan.instruments->columns.forget();
    for (std::size_t first = stretch.begin; first + window <= stretch.end; first += window, ++row_number) {
      mean.take(first, window);
      if (instruments) instruments->take(first, window);
      const double share = 1.0 / static_cast<double>(window);
      for (std::size_t j = 0; j < drives; ++j) {
        mean_torque[j] = 0.0;
        for (std::size_t k = first; k < first + window; ++k) mean_torque[j] += share * torque[j][k];
      }
      if (!sink.wants(row_number, samples.t[first])) continue;
      mean.evaluate();
      if (instruments) instruments->evaluate();
      for (std::size_t j = 0; j < drives; ++j) {
        row.clear();
        for (const int c : columns.of_row(static_cast<Index>(j)))
          row.push_back(columns.value(static_cast<Index>(j), c));
        if (instruments)
          for (const int c : columns.of_row(static_cast<Index>(j)))
            row.push_back(plan.instruments->columns.value(static_cast<Index>(j), c));
        row.push_back(mean_torque[j] + columns.shift(static_cast<Index>(j)));
        sink.add(j, row, mean_torque[j], is_apart(plan, j, first, window));
      }
    }
  }
}

namespace {

// Rows into the factors of blocks of equal numbers of them.
class BlockSink : public RowSink {
 public:
  BlockSink(const ColumnEvaluator& columns, const signals::Samples& samples, const ObservationPlan& plan,
            std::size_t log)
      : plan_(plan), log_(log), rows_(rows_of(samples, plan)), of_row_(samples.q.size()) {
    blocks_ = std::max<std::size_t>(1, std::min(plan.blocks, rows_));
    for (std::size_t j = 0; j < of_row_.size(); ++j) of_row_[j] = columns_of_row(columns, plan, j);
  }
  bool wants(std::size_t row, double t) override {
    const std::size_t block = row * blocks_ / rows_;
    if (block + 1 > all_.size()) end_block(t), begin_block(t);
    const std::size_t block_begin = (block * rows_ + blocks_ - 1) / blocks_;
    if (block > 0 && row < block_begin + plan_.gap) return false;
    return row % plan_.every == 0;
  }
  void add(std::size_t drive, std::span<const double> values, double measured, bool apart) override {
    (apart ? apart_ : reductions_)[drive].add(values, measured);
  }
  std::vector<Block> finish(double t) {
    end_block(t);
    return std::move(all_);
  }

 private:
  void begin_block(double t) {
    Block block;
    block.log = log_, block.begin = t;
    all_.push_back(block);
    reductions_.clear(), apart_.clear();
    for (const auto& columns : of_row_) {
      reductions_.emplace_back(columns);
      if (plan_.apart != nullptr) apart_.emplace_back(columns);
    }
  }
  void end_block(double t) {
    if (all_.empty()) return;
    all_.back().end = t;
    for (auto& reduction : reductions_) all_.back().drives.push_back(reduction.finish());
    for (auto& reduction : apart_) all_.back().near_reversals.push_back(reduction.finish());
  }
  const ObservationPlan& plan_;
  std::size_t log_, rows_, blocks_ = 1;
  std::vector<std::vector<int>> of_row_;
  std::vector<Block> all_;
  std::vector<Reduction> reductions_, apart_;
};

}  // namespace

std::vector<Block> observe(ColumnEvaluator& columns, const signals::Samples& samples, const recording::Channels& torque,
                           const ObservationPlan& plan, std::size_t log) {
  BlockSink sink(columns, samples, plan, log);
  observe_rows(columns, samples, torque, plan, sink);
  return sink.finish(samples.t.empty() ? 0.0 : samples.t.back());
}

}  // namespace tauforge::identify
