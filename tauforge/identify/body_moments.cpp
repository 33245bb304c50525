#include "tauforge/identify/body_moments.h"

#include <Eigen/Cholesky>

#include <cmath>

#include "tauforge/identify/log_cholesky.h"
#include "tauforge/robot/pseudo_inertia_matrix.h"
#include "tauforge/scalar/dual.h"

namespace tauforge::identify {

using Wide = Eigen::Index;

namespace {

robot::PseudoInertiaMatrix pseudo_inertia_of(const double* p) {
  return robot::pseudo_inertia({p[0], {p[1], p[2], p[3]}, {p[4], p[5], p[6], p[7], p[8], p[9]}});
}

Eigen::Matrix4d as_matrix(const double* moments) {
  Eigen::Matrix4d P;
  const auto square = pseudo_inertia_of(moments);
  for (std::size_t r = 0; r < 4; ++r)
    for (std::size_t c = 0; c < 4; ++c) P(static_cast<Wide>(r), static_cast<Wide>(c)) = square[r][c];
  return P;
}

}  // namespace

double smallest_eigenvalue(const double* p) {
  const double m = p[0], x = p[1] / m, y = p[2] / m, z = p[3] / m;
  const TenMoments central{m,
                           0,
                           0,
                           0,
                           p[4] - m * (y * y + z * z),
                           p[5] - m * (x * x + z * z),
                           p[6] - m * (x * x + y * y),
                           p[7] + m * x * y,
                           p[8] + m * y * z,
                           p[9] + m * x * z};
  return robot::symmetric_eigen(pseudo_inertia_of(central.data())).smallest();
}

TenByTen derivatives_of_moments(const double* k, const double* weights, TenByTen& second) {
  using Dual = scalar::Dual<double>;
  using Twice = scalar::Dual<Dual>;
  TenByTen first;
  for (Wide e = 0; e < 10; ++e)
    for (Wide f = e; f < 10; ++f) {
      Twice numbers[10], moments[10];
      for (Wide i = 0; i < 10; ++i) numbers[i] = Twice(Dual(k[i], i == e ? 1.0 : 0.0), Dual(i == f ? 1.0 : 0.0));
      moments_of_log_cholesky(numbers, moments);
      double sum = 0.0;
      for (Wide i = 0; i < 10; ++i) {
        sum += weights[i] * moments[i].derivative.derivative;
        if (f == e) first(i, e) = moments[i].value.derivative;
      }
      second(e, f) = second(f, e) = sum;
    }
  return first;
}

TenByTen distance_from(const double* prior) {
  const Eigen::Matrix4d L = as_matrix(prior).llt().matrixL();
  const Eigen::Matrix4d to_unit = L.triangularView<Eigen::Lower>().solve(Eigen::Matrix4d::Identity());
  TenByTen rows;
  for (Wide e = 0; e < 10; ++e) {
    TenMoments unit{};
    unit[static_cast<std::size_t>(e)] = 1.0;
    const Eigen::Matrix4d D = to_unit * as_matrix(unit.data()) * to_unit.transpose();
    Wide r = 0;
    for (Wide i = 0; i < 4; ++i)
      for (Wide j = i; j < 4; ++j) rows(r++, e) = (i == j ? 1.0 : std::sqrt(2.0)) * D(i, j);
  }
  return rows;
}

TenByTen moments_by_distance(const double* prior) {
  const Eigen::Matrix4d L = as_matrix(prior).llt().matrixL();
  TenByTen columns;
  Wide c = 0;
  for (Wide i = 0; i < 4; ++i)
    for (Wide j = i; j < 4; ++j) {
      Eigen::Matrix4d E = Eigen::Matrix4d::Zero();
      E(i, j) = E(j, i) = i == j ? 1.0 : 1.0 / std::sqrt(2.0);
      const Eigen::Matrix4d P = L * E * L.transpose();
      robot::PseudoInertiaMatrix square;
      for (std::size_t r = 0; r < 4; ++r)
        for (std::size_t s = 0; s < 4; ++s) square[r][s] = P(static_cast<Wide>(r), static_cast<Wide>(s));
      const auto [m, h, I] = robot::moments_of(square);
      columns.col(c++) << m, h.x, h.y, h.z, I.xx, I.yy, I.zz, I.xy, I.yz, I.xz;
    }
  return columns;
}

TenMoments ball(double m, double x, double y, double z) {
  const double r = 0.05 * 0.05;
  return {m,
          m * x,
          m * y,
          m * z,
          m * (y * y + z * z + 2 * r),
          m * (x * x + z * z + 2 * r),
          m * (x * x + y * y + 2 * r),
          -(m * x * y),
          -(m * y * z),
          -(m * x * z)};
}

}  // namespace tauforge::identify
