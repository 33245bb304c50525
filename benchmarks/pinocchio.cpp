// Pinocchio, from its headers alone: everything below is compiled here, with the flags of this benchmark.
#include <memory>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/config.hpp>

#include "benchmarks/peers.h"

namespace tauforge::benchmarks {

namespace {

using ConstVector = Eigen::Map<const Eigen::VectorXd>;

pinocchio::Inertia inertia_of(const PlacedBody& body) {
  const auto c = body.centre();
  const auto I = body.inertia_at_centre();
  Eigen::Matrix3d tensor;
  tensor << I.xx, I.xy, I.xz, I.xy, I.yy, I.yz, I.xz, I.yz, I.zz;
  return {body.inertia.m, Eigen::Vector3d(c.x, c.y, c.z), tensor};
}

pinocchio::SE3 pose_of(const robot::Pose<double>& X) {
  Eigen::Matrix3d R;
  R << X.R.xx, X.R.xy, X.R.xz, X.R.yx, X.R.yy, X.R.yz, X.R.zx, X.R.zy, X.R.zz;
  return {R, Eigen::Vector3d(X.p.x, X.p.y, X.p.z)};
}

pinocchio::Model model_of(const robot::Robot& robot) {
  pinocchio::Model model;
  const auto& g = robot.parameters.gravity;
  model.gravity.linear(Eigen::Vector3d(g.x, g.y, g.z));
  std::vector<pinocchio::JointIndex> index;
  pinocchio::JointIndex base = 0;
  if (robot.tree.floating) {
    base = model.addJoint(0, pinocchio::JointModelFreeFlyer(), pinocchio::SE3::Identity(), "base");
    model.appendBodyToJoint(base, inertia_of(placed_base(robot)));
  }
  for (const PlacedBody& body : placed_bodies(robot)) {
    const auto parent = body.parent < 0 ? base : index[static_cast<std::size_t>(body.parent)];
    const std::string name = "joint" + std::to_string(index.size() + 1);
    index.push_back(body.revolute ? model.addJoint(parent, pinocchio::JointModelRZ(), pose_of(body.X), name)
                                  : model.addJoint(parent, pinocchio::JointModelPZ(), pose_of(body.X), name));
    model.appendBodyToJoint(index.back(), inertia_of(body));
  }
  return model;
}

struct Pinocchio {
  pinocchio::Model model;
  pinocchio::Data data;
  const States& states;

  explicit Pinocchio(const Subject& subject) : model(model_of(subject.robot)), data(model), states(subject.states) {}

  ConstVector vector(const double* values, int size) const { return {values, size}; }
  ConstVector q(std::size_t k) const { return vector(states.q_of(k), model.nq); }
  ConstVector qd(std::size_t k) const { return vector(states.qd_of(k), model.nv); }
  ConstVector qdd(std::size_t k) const { return vector(states.qdd_of(k), model.nv); }
  ConstVector tau(std::size_t k) const { return vector(states.tau_of(k), model.nv); }

  std::vector<double> torque_by_regressor() const {
    Eigen::VectorXd pi(10 * (model.njoints - 1));
    for (pinocchio::JointIndex i = 1; i < static_cast<pinocchio::JointIndex>(model.njoints); ++i)
      pi.segment<10>(10 * (static_cast<Eigen::Index>(i) - 1)) = model.inertias[i].toDynamicParameters();
    const Eigen::VectorXd product = data.jointTorqueRegressor * pi;
    return {product.begin(), product.end()};
  }
  std::vector<double> full_mass_matrix() const {  // crba leaves the upper triangle
    std::vector<double> M;
    for (int i = 0; i < model.nv; ++i)
      for (int j = 0; j < model.nv; ++j) M.push_back(data.M(std::min(i, j), std::max(i, j)));
    return M;
  }
};

std::vector<double> copied(const Eigen::VectorXd& values) { return {values.begin(), values.end()}; }

// `one` computes state k, `read` fetches what it left.
template <class One, class Read> Contender contender(std::shared_ptr<Pinocchio> p, One one, Read read) {
  return {"Pinocchio",
          [p, one](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k) one(*p, k);
          },
          [p, one, read](std::size_t k) {
            one(*p, k);
            return read(*p);
          }};
}

}  // namespace

std::optional<Contender> pinocchio_contender(const Subject& subject, Function function) {
  const auto p = std::make_shared<Pinocchio>(subject);
  switch (function) {
    case Function::inverse_dynamics:
      return contender(
          p, [](Pinocchio& x, std::size_t k) { pinocchio::rnea(x.model, x.data, x.q(k), x.qd(k), x.qdd(k)); },
          [](const Pinocchio& x) { return copied(x.data.tau); });
    case Function::mass_matrix:
      return contender(
          p, [](Pinocchio& x, std::size_t k) { pinocchio::crba(x.model, x.data, x.q(k)); },
          [](const Pinocchio& x) { return x.full_mass_matrix(); });
    case Function::regressor:
      return contender(
          p,
          [](Pinocchio& x, std::size_t k) {
            pinocchio::computeJointTorqueRegressor(x.model, x.data, x.q(k), x.qd(k), x.qdd(k));
          },
          [](const Pinocchio& x) { return x.torque_by_regressor(); });
    case Function::forward_dynamics:
      return contender(
          p, [](Pinocchio& x, std::size_t k) { pinocchio::aba(x.model, x.data, x.q(k), x.qd(k), x.tau(k)); },
          [](const Pinocchio& x) { return copied(x.data.ddq); });
  }
  return {};
}

const char* pinocchio_version() { return PINOCCHIO_VERSION; }

}  // namespace tauforge::benchmarks
