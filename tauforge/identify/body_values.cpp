#include "tauforge/identify/body_values.h"

#include "tauforge/dynamics/regressor.h"
#include "tauforge/identify/qr.h"
#include "tauforge/identify/robot_parameters.h"
#include "tauforge/robot/pseudo_inertia_matrix.h"

namespace tauforge::identify {

namespace {

constexpr std::size_t ten = 10;

std::array<double, ten> central(const double* p) {
  const spatial::Inertia<double> body{p[0], {p[1], p[2], p[3]}, {p[4], p[5], p[6], p[7], p[8], p[9]}};
  if (!(body.m > 0.0)) return {p[0], 0, 0, 0, p[4], p[5], p[6], p[7], p[8], p[9]};
  const auto I = robot::central_inertia(body);
  return {p[0], p[1] / p[0], p[2] / p[0], p[3] / p[0], I.xx, I.yy, I.zz, I.xy, I.yz, I.xz};
}

// Of every parameter.
std::vector<Known> knowledge(const IdentifiedRobot& found) {
  const auto& f = found.found;
  const Eigen::Index columns = dynamics::regressor_columns(found.prior.tree);
  std::vector<const ModelColumn*> told;
  for (std::size_t c = 0; c < f.evidence_columns.size(); ++c)
    if (f.evidence_held[c] == 0.0 && f.evidence_columns[c].kind == ModelColumn::Kind::parameter)
      told.push_back(&f.evidence_columns[c]);
  Matrix Bt = Matrix::Zero(columns, static_cast<Eigen::Index>(told.size()));  // B transposed
  for (std::size_t r = 0; r < told.size(); ++r) {
    Bt(told[r]->regressor, static_cast<Eigen::Index>(r)) = 1.0;
    for (const DroppedColumn& dropped : f.base.dropped)
      for (const Share& share : dropped.shares)
        if (share.kept == told[r]->regressor) Bt(dropped.column, static_cast<Eigen::Index>(r)) += share.coefficient;
  }
  std::vector<Known> known(static_cast<std::size_t>(columns), Known::not_told);
  for (Eigen::Index k = 0; k < columns; ++k) {
    if (told.empty() || Bt.row(k).squaredNorm() == 0.0) continue;
    Vector unit = Vector::Zero(columns);
    unit[k] = 1.0;
    const double outside = (Bt * solve_by_qr(Bt, unit, 1e-10) - unit).norm();
    known[static_cast<std::size_t>(k)] = outside < 1e-6 ? Known::measured : Known::combined;
  }
  return known;
}

}  // namespace

std::vector<BodyValues> body_values(const IdentifiedRobot& found) {
  const std::vector<double> now = parameters_of(found.possible.robot), described = parameters_of(found.prior);
  const std::vector<Known> known = knowledge(found);
  std::vector<BodyValues> bodies;
  for (std::size_t i = 0; i < found.prior.links.size(); ++i) {
    BodyValues body{found.prior.links[i], central(now.data() + ten * i), central(described.data() + ten * i), {}};
    // the centre needs the mass as well, the inertia about it both
    const auto with = [](Known a, Known b) { return a == b ? a : Known::combined; };
    const Known* k = known.data() + ten * i;
    body.known[0] = k[0];
    Known first = k[0];
    for (std::size_t c = 1; c < 4; ++c) body.known[c] = with(k[0], k[c]), first = with(first, k[c]);
    for (std::size_t c = 4; c < ten; ++c) body.known[c] = with(first, k[c]);
    bodies.push_back(std::move(body));
  }
  return bodies;
}

}  // namespace tauforge::identify
