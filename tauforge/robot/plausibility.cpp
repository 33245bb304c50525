#include "tauforge/robot/plausibility.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <random>

#include "tauforge/robot/exact_angles.h"

namespace tauforge::robot {

namespace {

using diagnostic::Findings;
using diagnostic::warning;

constexpr double room_for_springs = 3.0;
constexpr double densest_arm = 400.0;  // [kg/m^3], of a cube as wide as the reach
constexpr double light = 20.0;         // below this a placeholder of 1 kg per link would decide  [kg]
constexpr int joints_of_an_arm = 3;
constexpr int postures = 300;

double length(const Vector& v) { return std::sqrt(dot(v, v)); }
class Judge {
 public:
  Judge(const Description& d, const Robot& r) : d_(d), r_(r), n_(r.tree.size()) {}

  Findings run() {
    if (r_.tree.floating || d_.meaning == Meaning::base || n_ == 0) return {};
    for (const auto& body : r_.parameters.body)
      if (body.m < 0.0) return {};
    compare_mass_with_reach();
    if (r_.tree.direct) compare_weight_with_torque();
    return std::move(findings_);
  }

 private:
  double coordinate(Index i, double share) const {
    const LimitsDescription& l = r_.limits[i];
    if (l.lower && l.upper && *l.lower <= *l.upper) return *l.lower + share * (*l.upper - *l.lower);
    return r_.tree.is_revolute(i) ? (2.0 * share - 1.0) * std::numbers::pi : 0.0;
  }

  // The torque that holds each joint against gravity, everything beyond it lumped.
  std::vector<double> holding_torque(const std::vector<double>& q) const {
    const auto& p = r_.parameters;
    std::vector<Pose<double>> X(n_);
    std::vector<double> m(n_);
    std::vector<Vector> h(n_);  // first moment in the world
    for (const Index i : r_.tree.base_to_tip()) {
      const double value = q[i] + p.offset[i];
      Pose<double> here = p.placement[i];
      if (r_.tree.is_revolute(i))
        here.R = here.R * rotation_z({std::cos(value), std::sin(value)});
      else
        here.p = here.p + value * (here.R * Vector{0, 0, 1});
      X[i] = r_.tree.has_parent(i) ? X[r_.tree.parent(i)] * here : here;
      m[i] = p.body[i].m;
      h[i] = m[i] * X[i].p + X[i].R * p.body[i].h;
    }
    std::vector<double> torque(n_);
    for (const Index i : r_.tree.tip_to_base()) {
      const Vector z = X[i].R * Vector{0, 0, 1};
      torque[i] = r_.tree.is_revolute(i) ? -dot(z, cross(h[i] - m[i] * X[i].p, p.gravity)) : -m[i] * dot(z, p.gravity);
      if (!r_.tree.has_parent(i)) continue;
      m[r_.tree.parent(i)] += m[i];
      h[r_.tree.parent(i)] = h[r_.tree.parent(i)] + h[i];
    }
    return torque;
  }

  void compare_weight_with_torque() {
    std::mt19937 random(1);  // the same postures for everybody
    std::vector<double> worst(n_, 0.0), q(n_);
    for (int posture = 0; posture < postures; ++posture) {
      for (Index i = 0; i < n_; ++i) q[i] = coordinate(i, static_cast<double>(random()) / 4294967295.0);
      const auto torque = holding_torque(q);
      for (Index i = 0; i < n_; ++i) worst[i] = std::max(worst[i], std::abs(torque[i]));
    }
    for (const auto& joint : d_.joints) {
      const auto found = std::find(r_.joints.begin(), r_.joints.end(), joint.name.value);
      if (found == r_.joints.end() || joint.mimic || !joint.limits.torque || !(*joint.limits.torque > 0.0)) continue;
      if (joint.spring || joint.counterbalance) continue;  // it carries weight instead of the drive
      const double needed = worst[static_cast<std::size_t>(found - r_.joints.begin())], limit = *joint.limits.torque;
      if (!(needed > room_for_springs * limit)) continue;
      const char* unit = joint.kind == JointKind::prismatic ? "N" : "N m";
      findings_.push_back(
          warning(joint.limits.where.at.source ? joint.limits.where.at : joint.name.at, "torque-below-weight",
                  fmt::format("joint '{}' may give {:.4g} {}, but the weight beyond it asks for up to {:.4g} {}",
                              joint.name.value, limit, unit, needed, unit),
                  "it cannot hold its own arm: check the masses and centres beyond it, and the limit"));
    }
  }

  // How far the body reaches from the origin of its joint.
  double size(Index i) const {
    const auto& body = r_.parameters.body[i];
    double far = body.m > 0.0 ? length(body.h) / body.m : 0.0;
    for (const Frame& frame : r_.frames)
      if (frame.body == i) far = std::max(far, length(frame.X.p));
    return far;
  }
  double stroke(Index i) const {
    if (r_.tree.is_revolute(i)) return 0.0;
    const LimitsDescription& l = r_.limits[i];
    if (!l.lower || !l.upper) return std::numeric_limits<double>::infinity();
    const double offset = r_.parameters.offset[i];
    return std::max(std::abs(*l.lower + offset), std::abs(*l.upper + offset));
  }

  void compare_mass_with_reach() {
    std::vector<Index> root(n_);
    std::vector<int> depth(n_, 1);
    std::vector<double> path(n_, 0.0);
    struct Branch {
      double mass = 0.0, reach = 0.0;
      int joints = 0;
    };
    std::map<Index, Branch> branches;
    for (const Index i : r_.tree.base_to_tip()) {
      const Index parent = r_.tree.parent(i);
      root[i] = r_.tree.has_parent(i) ? root[parent] : i;
      path[i] = stroke(i);
      if (r_.tree.has_parent(i)) {
        depth[i] = depth[parent] + 1;
        path[i] += path[parent] + length(r_.parameters.placement[i].p);
      }
      Branch& branch = branches[root[i]];
      branch.mass += r_.parameters.body[i].m;
      branch.reach = std::max(branch.reach, path[i] + size(i));
      branch.joints = std::max(branch.joints, depth[i]);
    }
    for (const auto& [first, branch] : branches) {
      const double reach = branch.reach;
      if (branch.joints < joints_of_an_arm || branch.mass < light || branch.mass <= densest_arm * reach * reach * reach)
        continue;
      const LinkDescription* heaviest = heaviest_link(root, first);
      if (!heaviest) continue;
      findings_.push_back(warning(
          heaviest->inertial->mass.at.source ? heaviest->inertial->mass.at : heaviest->name.at, "mass-implausible",
          fmt::format("{:.4g} kg move on joint '{}' and reach no farther than {:.3g} m; {:.4g} kg of it are link '{}'",
                      branch.mass, r_.joints[first], reach, heaviest->inertial->mass.value, heaviest->name.value),
          fmt::format("more than {:g} kg per cubic metre of reach, three times the densest arms: check masses [kg] and "
                      "lengths [m]",
                      densest_arm)));
    }
  }

  const LinkDescription* heaviest_link(const std::vector<Index>& root, Index first) const {
    const LinkDescription* result = nullptr;
    for (const auto& link : d_.links) {
      const auto frame = std::find_if(r_.frames.begin(), r_.frames.end(),
                                      [&](const Frame& each) { return each.name == link.name.value; });
      if (!link.inertial || frame == r_.frames.end() || frame->body == Tree::base || root[frame->body] != first)
        continue;
      if (!result || link.inertial->mass.value > result->inertial->mass.value) result = &link;
    }
    return result;
  }

  const Description& d_;
  const Robot& r_;
  Index n_;
  Findings findings_;
};

}  // namespace

Findings judge_plausibility(const Description& description, const Robot& robot) {
  return Judge(description, robot).run();
}

}  // namespace tauforge::robot
