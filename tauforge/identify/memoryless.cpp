#include "tauforge/identify/memoryless.h"

#include <algorithm>
#include <cmath>

#include "tauforge/functions/instances.h"
#include "tauforge/identify/cholesky.h"
#include "tauforge/identify/cutoff_choice.h"
#include "tauforge/identify/excited.h"
#include "tauforge/identify/matrix.h"

namespace tauforge::identify {

namespace {

using Wide = Eigen::Index;

constexpr double shares_of_speed[] = {0.0, 0.003, 0.01, 0.03, 0.1, 0.3};  // widths; 0: the sign itself
constexpr std::size_t blocks = 8;

enum Column { level, load, root, viscous, offset, columns };

// Sums of squares and products of (1), block by block; the torque is last.
struct Sums {
  double width = 0;
  std::vector<Matrix> of_block = std::vector<Matrix>(blocks, Matrix::Zero(columns + 1, columns + 1));

  void add(std::size_t block, double v, double load_torque, double left) {
    const double s = width > 0.0 ? std::tanh(v / width) : (v > 0.0) - (v < 0.0);
    Vector row(columns + 1);
    row << s, s * std::abs(load_torque), s * dynamics::root_of_speed(v), v, 1.0, left;
    of_block[block] += row * row.transpose();
  }
};

// The columns that may be used, solved; what would be negative is left out, the largest first.
Vector solve(const Matrix& sums, std::vector<bool> used) {
  Vector x = Vector::Zero(columns);
  while (true) {
    std::vector<Wide> at;
    for (Wide c = 0; c < columns; ++c)
      if (used[static_cast<std::size_t>(c)] && sums(c, c) > 0.0) at.push_back(c);
    if (at.empty()) return Vector::Zero(columns);
    Vector part;
    Matrix G = sums(at, at);
    const Vector scale = G.diagonal().cwiseSqrt().cwiseInverse();
    G = (scale.asDiagonal() * G * scale.asDiagonal()).eval();
    G.diagonal().array() += 1e-10;
    const Vector b = scale.cwiseProduct(Vector(sums.col(columns)(at)));
    if (!solve_by_cholesky(G, b, 1e-12, part)) return Vector::Zero(columns);
    Wide worst = -1;
    for (std::size_t k = 0; k < at.size(); ++k)
      if (at[k] != offset && part[static_cast<Wide>(k)] < 0.0 &&
          (worst < 0 || part[static_cast<Wide>(k)] < part[worst]))
        worst = static_cast<Wide>(k);
    if (worst < 0) {
      x.setZero();
      for (std::size_t k = 0; k < at.size(); ++k) x[at[k]] = part[static_cast<Wide>(k)] * scale[static_cast<Wide>(k)];
      return x;
    }
    used[static_cast<std::size_t>(at[static_cast<std::size_t>(worst)])] = false;
  }
}

double squared_error(const Matrix& sums, const Vector& x) {
  Vector extended(columns + 1);
  extended << x, -1.0;
  return extended.dot(sums * extended);
}

double left_out_error(const Sums& sums, const Matrix& all, const std::vector<bool>& used) {
  double error = 0.0;
  for (const Matrix& block : sums.of_block) error += squared_error(block, solve(all - block, used));
  return error;
}

void set(const Vector& x, double width, robot::FrictionKind& kind, robot::Drive<double>& drive) {
  kind = width > 0.0 ? robot::FrictionKind::smooth : robot::FrictionKind::coulomb;
  drive.width = width > 0.0 ? width : 1.0;
  drive.coulomb = x[level], drive.viscous = x[viscous], drive.offset = x[offset];
  drive.static_level = 0.0, drive.stribeck_velocity = 1.0;
  drive.growth.reset();
  if (x[load] != 0.0 || x[root] != 0.0) drive.growth = {std::min(x[load], 0.95), x[root]};
}

}  // namespace

bool refit_without_memory(const std::vector<recording::Recording>& logs, const signals::Preparation& preparation,
                          robot::Robot& robot) {
  auto& drives = robot.parameters.drive;
  if (std::none_of(drives.begin(), drives.end(), [](const auto& drive) { return drive.memory.has_value(); }))
    return false;
  std::vector<signals::Samples> samples;
  for (const auto& log : logs) samples.push_back(signals::prepare(log, preparation));
  const Liveliness motion = liveliness(samples);
  std::vector<std::vector<Sums>> sums(drives.size());
  for (std::size_t j = 0; j < drives.size(); ++j)
    for (const double share : shares_of_speed) sums[j].push_back({share * motion.speed[j]});
  functions::DriveDynamics<double> bodies(robot.tree, robot.parameters);
  dynamics::State<double> x;
  std::vector<double> L(drives.size());
  std::size_t row = 0, rows = 0;
  for (const auto& s : samples) rows += s.size();
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const recording::Channels torque = torques(robot, logs[k], samples[k]);
    for (std::size_t i = 0; i < samples[k].size(); ++i, ++row) {
      x.q.clear(), x.qd.clear(), x.qdd.clear();
      for (std::size_t j = 0; j < drives.size(); ++j) {
        x.q.push_back(samples[k].q[j][i]), x.qd.push_back(samples[k].qd[j][i]);
        x.qdd.push_back(samples[k].qdd[j][i]);
      }
      bodies.torques(x, L, {.friction = true});
      for (std::size_t j = 0; j < drives.size(); ++j)
        if (drives[j].memory)
          for (Sums& own : sums[j]) own.add(row * blocks / rows, x.qd[j], L[j], torque[j][i] - L[j]);
    }
  }
  for (std::size_t j = 0; j < drives.size() && rows > 0; ++j) {
    if (!drives[j].memory) continue;
    const robot::FrictionMemory<double>& m = *drives[j].memory;
    const std::vector<bool> used = {m.coulomb != 0.0, m.growth.load != 0.0, m.growth.root != 0.0, m.viscous != 0.0,
                                    m.offset != 0.0};
    double lowest = HUGE_VAL;
    for (const Sums& own : sums[j]) {
      Matrix all = Matrix::Zero(columns + 1, columns + 1);
      for (const Matrix& block : own.of_block) all += block;
      const double error = left_out_error(own, all, used);
      if (!(error < lowest)) continue;
      lowest = error;
      set(solve(all, used), own.width, robot.tree.friction[j], drives[j]);
    }
  }
  return true;
}

robot::Robot without_memory(robot::Robot robot) {
  robot.tree.loaded_friction = false;
  for (auto& drive : robot.parameters.drive) {
    drive.memory.reset();
    robot.tree.loaded_friction |= drive.growth.has_value();
  }
  return robot;
}

}  // namespace tauforge::identify
