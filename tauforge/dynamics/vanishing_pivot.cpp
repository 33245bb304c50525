#include "tauforge/dynamics/vanishing_pivot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tauforge/dynamics/drive.h"

namespace tauforge::dynamics {

namespace {

double length(const Vec3<double>& v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

// E of every row of M, for joints at k.q.
void add_up(const Tree& tree, const Parameters<double>& par, VanishingPivotWorkspace& k) {
  auto& moved = k.moved;
  auto& E = k.E;
  moved.assign(tree.size(), {}), E.clear();
  MovedMoments base;
  base.add(par.base);
  for (Index i : tree.tip_to_base()) {
    moved[i].add(par.body[i]);
    moved[i].L += length(par.link_frame[i].p);  // the file's moments came from there
    const double slid = tree.is_revolute(i) ? 0.0 : std::abs(k.q[i] + par.offset[i]);
    (tree.has_parent(i) ? moved[tree.parent(i)] : base).add(moved[i], length(par.placement[i].p) + slid);
  }
  for (Index r = 0; r < base_rows(tree); ++r) E.push_back(r < 3 ? base.m : base.turning());
  for (Index d = 0; d < tree.drives(); ++d) {
    double root = 0.0;
    for (Index i = 0; i < tree.size(); ++i) {
      const double G = tree.direct ? (i == d ? 1.0 : 0.0) : std::abs(par.G[i * tree.drives() + d]);
      root += G * std::sqrt(tree.is_revolute(i) ? moved[i].turning() : moved[i].m);
    }
    E.push_back(root * root + std::abs(par.drive[d].inertia));  // (3)
  }
}

}  // namespace

void MovedMoments::add(const spatial::Inertia<double>& b) {
  m += std::abs(b.m), h += length(b.h);
  for (const double value : {b.I.xx, b.I.yy, b.I.zz, b.I.xy, b.I.yz, b.I.xz}) I += std::abs(value);
}

void MovedMoments::add(const MovedMoments& other, double distance) {
  m += other.m, h += other.h, I += other.I, L += other.L + distance;
}

std::optional<Index> vanishing_pivot(const Tree& tree, const Parameters<double>& par, std::span<const double> q,
                                     VanishingPivotWorkspace& k, Pivots wanted) {
  const Index n = tree.nv(), joint_rows = base_rows(tree) + tree.size();
  to_joints<double>(tree, par, q, true, k.q);
  k.joint_M.resize(joint_rows * joint_rows), k.M.resize(n * n);
  composite_body<double>(tree, par, k.q, k.composite_body, k.joint_M);
  mass_to_drives<double>(tree, par, k.joint_M, k.M);
  add_up(tree, par, k);
  std::vector<double>& E = k.E;
  const auto finite = [](double value) { return std::isfinite(value); };
  if (!std::all_of(k.M.begin(), k.M.end(), finite) || !std::all_of(E.begin(), E.end(), finite)) return std::nullopt;
  const double rounding = 16.0 * n * std::numeric_limits<double>::epsilon();
  const auto M = [&](Index i, Index j) -> double& { return k.M[i * n + j]; };
  for (Index j = n - 1; j >= 0; --j) {  // (1), of the upper triangle
    const double pivot = wanted == Pivots::positive ? M(j, j) : std::abs(M(j, j));
    if (!(pivot > rounding * E[j])) return j;  // (4)
    for (Index i = j - 1; i >= 0; --i) {
      const double l = M(i, j) / M(j, j);
      E[i] += std::abs(l * M(i, j));
      for (Index r = 0; r <= i; ++r) M(r, i) -= l * M(r, j);
    }
  }
  return std::nullopt;
}

std::string vanishing_pivot_text(const robot::Robot& robot, Index row) {
  const Index base = base_rows(robot.tree);
  if (row < base)
    return row < 3 ? "the floating base carries no mass" : "the floating base carries no inertia about some axis";
  return (robot.tree.direct ? "joint '" : "drive '") + robot.drives[row - base] +
         "' moves no inertia of its own: none is left where the joints after it move freely";
}

}  // namespace tauforge::dynamics
