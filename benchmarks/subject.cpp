#include "benchmarks/subject.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/dynamics/newton_euler.h"

namespace tauforge::benchmarks {

namespace {

spatial::Mat3<double> rotation_of(const double quaternion[4]) {
  const double x = quaternion[0], y = quaternion[1], z = quaternion[2], w = quaternion[3];
  // clang-format off
  return {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
          2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
          2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
  // clang-format on
}

dynamics::State<double> state_of(const robot::Tree& tree, const double* q, const double* qd, const double* qdd) {
  dynamics::State<double> x;
  if (tree.floating) {
    x.base.X_wb = {rotation_of(q + 3), {q[0], q[1], q[2]}};
    x.base.velocity = {{qd[0], qd[1], qd[2]}, {qd[3], qd[4], qd[5]}};
    x.base.acceleration = {{qdd[0], qdd[1], qdd[2]}, {qdd[3], qdd[4], qdd[5]}};
    q += 7, qd += 6, qdd += 6;
  }
  const std::size_t n = tree.size();
  x.q.assign(q, q + n), x.qd.assign(qd, qd + n), x.qdd.assign(qdd, qdd + n);
  return x;
}

std::vector<double> torques(const robot::Robot& robot, const robot::Parameters<double>& parameters, const double* q,
                            const double* qd, const double* qdd) {
  dynamics::NewtonEulerWorkspace<double> workspace;
  std::vector<double> tau(dynamics::base_rows(robot.tree) + robot.tree.size());
  dynamics::newton_euler<double>(robot.tree, parameters, state_of(robot.tree, q, qd, qdd), workspace, tau);
  return tau;
}

std::array<double, 10> moments_of(const robot::Inertia<double>& b) {
  return {b.m, b.h.x, b.h.y, b.h.z, b.I.xx, b.I.yy, b.I.zz, b.I.xy, b.I.yz, b.I.xz};
}

}  // namespace

const char* to_text(Function function) {
  switch (function) {
    case Function::inverse_dynamics: return "inverse_dynamics";
    case Function::mass_matrix: return "mass_matrix";
    case Function::regressor: return "regressor";
    case Function::forward_dynamics: return "forward_dynamics";
  }
  return "";
}

std::vector<double> Subject::expected(Function function, std::size_t k) const {
  const std::size_t nv = states.nv;
  switch (function) {
    case Function::inverse_dynamics:
    case Function::regressor: return {states.tau_of(k), states.tau_of(k) + nv};
    case Function::forward_dynamics: return {states.qdd_of(k), states.qdd_of(k) + nv};
    case Function::mass_matrix: {
      robot::Parameters<double> weightless = robot.parameters;
      weightless.gravity = {0, 0, 0};
      std::vector<double> M(nv * nv), unit(nv);
      const std::vector<double> still(nv);
      for (std::size_t column = 0; column < nv; ++column) {
        std::fill(unit.begin(), unit.end(), 0.0);
        unit[column] = 1;
        const auto tau = torques(robot, weightless, states.q_of(k), still.data(), unit.data());
        for (std::size_t row = 0; row < nv; ++row) M[row * nv + column] = tau[row];
      }
      return M;
    }
  }
  return {};
}

std::vector<double> Subject::standard_parameters() const {
  std::vector<double> pi;
  const auto append = [&](const robot::Inertia<double>& b) {
    for (const double moment : moments_of(b)) pi.push_back(moment);
  };
  if (robot.tree.floating) append(robot.parameters.base);
  for (robot::Index i : robot.tree.base_to_tip())
    append(moved(inverse(robot.parameters.link_frame[i]), robot.parameters.body[i]));
  return pi;
}

Subject make_subject(const robot::Robot& robot, std::size_t count) {
  Subject subject{robot, {}};
  States& s = subject.states;
  const std::size_t n = robot.tree.size();
  s.count = count;
  s.nv = (dynamics::base_rows(robot.tree)) + n;
  s.nq = robot.tree.floating ? s.nv + 1 : s.nv;
  std::mt19937_64 bits(1);  // the same states every time
  const auto uniform = [&](double limit) {
    return limit * (static_cast<double>(bits() >> 11) * 0x1p-52 - 1.0);  // std's distribution differs between libraries
  };
  for (std::size_t k = 0; k < count; ++k) {
    if (robot.tree.floating) {
      for (int i = 0; i < 3; ++i) s.q.push_back(uniform(1));
      double quaternion[4], norm = 0;
      for (double& x : quaternion) x = uniform(1), norm += x * x;
      for (const double x : quaternion) s.q.push_back(x / std::sqrt(norm));
    }
    for (std::size_t i = 0; i < n; ++i) s.q.push_back(uniform(std::numbers::pi));
    for (std::size_t i = 0; i < s.nv; ++i) s.qd.push_back(uniform(2)), s.qdd.push_back(uniform(5));
  }
  for (std::size_t k = 0; k < count; ++k)
    for (const double x : torques(robot, robot.parameters, s.q_of(k), s.qd_of(k), s.qdd_of(k))) s.tau.push_back(x);
  return subject;
}

robot::Vec3<double> PlacedBody::centre() const {
  return inertia.m == 0 ? robot::Vec3<double>{0, 0, 0} : (1 / inertia.m) * inertia.h;
}

spatial::Sym3<double> PlacedBody::inertia_at_centre() const {
  const auto c = centre();
  const double m = inertia.m;
  auto I = inertia.I;
  I.xx -= m * (c.y * c.y + c.z * c.z), I.yy -= m * (c.x * c.x + c.z * c.z), I.zz -= m * (c.x * c.x + c.y * c.y);
  I.xy += m * c.x * c.y, I.yz += m * c.y * c.z, I.xz += m * c.x * c.z;
  return I;
}

std::vector<PlacedBody> placed_bodies(const robot::Robot& robot) {
  std::vector<PlacedBody> bodies;
  for (robot::Index i : robot.tree.base_to_tip()) {
    const bool revolute = robot.tree.is_revolute(i);
    robot::Pose<double> X = robot.parameters.placement[i];
    const double offset = robot.parameters.offset[i], c = std::cos(offset), s = std::sin(offset);
    if (revolute && offset != 0)
      X.R = X.R * spatial::Mat3<double>{c, -s, 0, s, c, 0, 0, 0, 1};
    else if (!revolute)
      X.p = X.p + X.R * robot::Vec3<double>{0, 0, offset};
    bodies.push_back({robot.tree.parent(i), revolute, X, robot.parameters.body[i]});
  }
  return bodies;
}

PlacedBody placed_base(const robot::Robot& robot) { return {robot::Tree::base, false, {}, robot.parameters.base}; }

}  // namespace tauforge::benchmarks
