// A motion given by rows of a table: positions, velocities and accelerations at times. Between two rows runs the polynomial
// of fifth degree that has those of both.
#pragma once

#include <vector>

#include "tauforge/motion/trajectory.h"

namespace tauforge::motion {

class Tabulated : public Trajectory {
 public:
  struct Row {
    double t;
    std::vector<double> q, qd, qdd;
  };
  // At least two rows; times increase, and are counted from the first.
  explicit Tabulated(std::vector<Row> rows);

  std::size_t joints() const override { return rows_.front().q.size(); }
  double duration() const override { return rows_.back().t; }
  void evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const override;

 private:
  std::vector<Row> rows_;
};

}  // namespace tauforge::motion
