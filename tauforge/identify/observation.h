// The observation matrix of logs, W pi = tau, reduced as it is built: rows are gathered block by block and each block is
// replaced by the triangular factor of its QR factorisation, so memory does not grow with the length of a log.
//
//   [W_b | tau_b] = Q_b R_b      |W_b x - tau_b| = |R_b (x, -1)|                     (1)
//   merged:  QR of R_a over R_b                                                      (2)
//
// (1) keeps every sum of squares, so weights, subsets of columns, cross-validation and intervals need only the factors.
// They are kept per drive (a drive's weight comes later) and hold only the columns that can move it.
//
// Rows are means over a window of samples, both sides alike; positions, velocities and accelerations are averaged before
// the regressor is evaluated, friction after.
#pragma once

#include <span>

#include "tauforge/identify/matrix.h"
#include "tauforge/identify/model_columns.h"
#include "tauforge/signals/differentiate.h"
#include "tauforge/signals/reversals.h"

namespace tauforge::identify {

// The rows of one drive.
struct DriveRows {
  std::vector<int> columns;  // of the model, those that can move the drive
  Matrix R;                  // upper triangular, columns and torque
  std::size_t rows = 0;
  std::vector<double> largest;  // |value| of each column over the rows
  double largest_torque = 0;
  double squared_measured = 0;  // sum of the squared torques as they were measured, whatever was added or taken away

  double squared_torque() const { return R.size() == 0 ? 0.0 : R.rightCols(1).squaredNorm(); }
};

// A part of a log.
struct BlockPart {
  std::size_t log = 0;
  double begin = 0, end = 0;  // [s]
};

struct Block {
  std::vector<DriveRows> drives;
  std::vector<DriveRows> near_reversals;  // rows that were set apart, see ObservationPlan; empty where none were
  std::size_t log = 0;                    // which log it comes from
  double begin = 0, end = 0;              // [s]
  std::vector<BlockPart> with;            // other logs that are in it, too (block_plan.h)
};

DriveRows merged(const DriveRows& a, const DriveRows& b);  // (2)
Block merged(const Block& a, const Block& b);
Block with_reversals(const Block& block);  // the rows that were set apart among the others again

// The same columns along another motion at the same times, beside each row: instruments (instruments.h).
struct InstrumentMotion {
  ColumnEvaluator& columns;
  const signals::Samples& samples;
  int first = 0;  // number of the first of their columns: as many as the model has
};

struct ObservationPlan {
  std::size_t window = 1;   // samples per row
  std::size_t blocks = 10;  // of this log
  std::size_t gap = 0;      // rows left out between blocks, so that neighbours know less of each other
  std::size_t every = 1;    // only every k-th row is taken
  const signals::NearReversals* apart = nullptr;  // rows with one of these samples are set apart, drive by drive
  const InstrumentMotion* instruments = nullptr;  // their columns follow the others
};

// Rows as they are made, for whoever does not keep factors of them.
class RowSink {
 public:
  virtual ~RowSink() = default;
  virtual bool wants(std::size_t row, double t) = 0;  // the row of this number, which begins at t [s]
  // The columns' values of the drive, and last its torque; `measured` is that before anything was added to it.
  virtual void add(std::size_t drive, std::span<const double> values, double measured, bool apart) = 0;
};
// All rows of one log, none of them in blocks; their number.
std::size_t rows_of(const signals::Samples& samples, const ObservationPlan& plan);
void observe_rows(ColumnEvaluator& columns, const signals::Samples& samples, const recording::Channels& torque,
                  const ObservationPlan& plan, RowSink& sink);

// Gathers rows of one drive and reduces them whenever enough have come.
class Reduction {
 public:
  explicit Reduction(const std::vector<int>& columns);
  void add(std::span<const double> row, double measured);
  DriveRows finish();

 private:
  void reduce();
  DriveRows rows_;
  Eigen::Index width_, filled_ = 0;
  Matrix buffer_;
};
// The columns of a drive's rows, those of instruments behind the others.
std::vector<int> columns_of_row(const ColumnEvaluator& columns, const ObservationPlan& plan, std::size_t drive);

// The blocks of one log. `torque` has one series per drive.
std::vector<Block> observe(ColumnEvaluator& columns, const signals::Samples& samples, const recording::Channels& torque,
                           const ObservationPlan& plan, std::size_t log);

}  // namespace tauforge::identify
