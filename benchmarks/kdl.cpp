// Orocos KDL: chains on a fixed base, one segment per body.
#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <memory>

#include "benchmarks/peers.h"

namespace tauforge::benchmarks {

namespace {

KDL::Frame frame_of(const robot::Pose<double>& X) {
  const auto& R = X.R;
  return {KDL::Rotation(R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz), KDL::Vector(X.p.x, X.p.y, X.p.z)};
}

// A segment's tip comes after its joint, so the placement of joint i is the tip of segment i - 1, and that of the first
// joint takes a segment that does not move. Inertias are given in the tip's frame.
KDL::Chain chain_of(const robot::Robot& robot) {
  const auto bodies = placed_bodies(robot);
  KDL::Chain chain;
  if (bodies[0].X != robot::Pose<double>{})
    chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::Fixed), frame_of(bodies[0].X)));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const KDL::Frame tip = i + 1 < bodies.size() ? frame_of(bodies[i + 1].X) : KDL::Frame::Identity();
    const auto c = bodies[i].centre();
    const auto I = bodies[i].inertia_at_centre();
    const KDL::RigidBodyInertia inertia(bodies[i].inertia.m, KDL::Vector(c.x, c.y, c.z),
                                        KDL::RotationalInertia(I.xx, I.yy, I.zz, I.xy, I.xz, I.yz));
    const KDL::Joint joint(bodies[i].revolute ? KDL::Joint::RotZ : KDL::Joint::TransZ);
    chain.addSegment(KDL::Segment(joint, tip, tip.Inverse() * inertia));
  }
  return chain;
}

struct Kdl {
  KDL::Chain chain;
  KDL::Vector gravity;
  KDL::ChainIdSolver_RNE newton_euler;
  KDL::ChainDynParam coefficients;
  KDL::Wrenches no_wrenches;
  std::vector<KDL::JntArray> q, qd, qdd;  // in KDL's own arrays: converting is not timed
  KDL::JntArray tau;
  KDL::JntSpaceInertiaMatrix M;

  explicit Kdl(const Subject& subject)
      : chain(chain_of(subject.robot)),
        gravity(subject.robot.parameters.gravity.x, subject.robot.parameters.gravity.y,
                subject.robot.parameters.gravity.z),
        newton_euler(chain, gravity),
        coefficients(chain, gravity),
        no_wrenches(chain.getNrOfSegments(), KDL::Wrench::Zero()),
        tau(chain.getNrOfJoints()),
        M(chain.getNrOfJoints()) {
    const States& s = subject.states;
    const auto array = [&](const double* values) {
      KDL::JntArray a(chain.getNrOfJoints());
      for (unsigned i = 0; i < chain.getNrOfJoints(); ++i) a(i) = values[i];
      return a;
    };
    for (std::size_t k = 0; k < s.count; ++k)
      q.push_back(array(s.q_of(k))), qd.push_back(array(s.qd_of(k))), qdd.push_back(array(s.qdd_of(k)));
  }
};

}  // namespace

std::optional<Contender> kdl_contender(const Subject& subject, Function function) {
  if (!subject.robot.tree.is_serial() || subject.robot.tree.floating) return {};
  const auto kdl = std::make_shared<Kdl>(subject);
  const std::size_t n = subject.states.nv;
  if (function == Function::inverse_dynamics) {
    const auto one = [kdl](std::size_t k) {
      kdl->newton_euler.CartToJnt(kdl->q[k], kdl->qd[k], kdl->qdd[k], kdl->no_wrenches, kdl->tau);
    };
    return Contender{"KDL",
                     [one](std::size_t begin, std::size_t end) {
                       for (std::size_t k = begin; k < end; ++k) one(k);
                     },
                     [one, kdl](std::size_t k) {
                       one(k);
                       return std::vector<double>(kdl->tau.data.begin(), kdl->tau.data.end());
                     }};
  }
  if (function == Function::mass_matrix) {
    const auto one = [kdl](std::size_t k) { kdl->coefficients.JntToMass(kdl->q[k], kdl->M); };
    return Contender{"KDL",
                     [one](std::size_t begin, std::size_t end) {
                       for (std::size_t k = begin; k < end; ++k) one(k);
                     },
                     [one, kdl, n](std::size_t k) {
                       one(k);
                       std::vector<double> M;
                       for (unsigned i = 0; i < n; ++i)
                         for (unsigned j = 0; j < n; ++j) M.push_back(kdl->M(i, j));
                       return M;
                     }};
  }
  return {};  // KDL's forward dynamics solves another, constrained problem; it has no regressor
}

}  // namespace tauforge::benchmarks
