// A robot, random states of it, and what every contender must compute there.
//
// The reference is the template newton_euler<double>: torques directly, the mass matrix column by column from unit
// accelerations, accelerations by giving its torques to forward dynamics, the regressor through Y pi = tau.
#pragma once

#include <string>
#include <vector>

#include "tauforge/robot/robot.h"

namespace tauforge::benchmarks {

enum class Function { inverse_dynamics, mass_matrix, regressor, forward_dynamics };
const char* to_text(Function function);

// Row-major, one state after another. A floating base comes first: position and quaternion x y z w in q, linear and
// angular velocity in the base's frame in qd.
struct States {
  std::size_t count = 0, nq = 0, nv = 0;
  std::vector<double> q, qd, qdd, tau;

  const double* q_of(std::size_t k) const { return q.data() + k * nq; }
  const double* qd_of(std::size_t k) const { return qd.data() + k * nv; }
  const double* qdd_of(std::size_t k) const { return qdd.data() + k * nv; }
  const double* tau_of(std::size_t k) const { return tau.data() + k * nv; }
};

struct Subject {
  robot::Robot robot;  // rigid: without drives
  States states;

  // In this order: tau; M row-major; Y pi; qdd.
  std::vector<double> expected(Function function, std::size_t k) const;
  // The ten moments of every body, a floating base first, as the columns of the generated regressor expect them.
  std::vector<double> standard_parameters() const;
};

constexpr std::size_t states_of_one_call = 128;  // inputs and results stay in the first cache
constexpr std::size_t states_of_a_batch = 10000;

Subject make_subject(const robot::Robot& robot, std::size_t count);

// A robot as peers want it: joint offsets are part of the placement.
struct PlacedBody {
  robot::Index parent;
  bool revolute;
  robot::Pose<double> X;  // of the frame that moves along or about its z, at q = 0, in the parent's frame
  robot::Inertia<double> inertia;

  robot::Vec3<double> centre() const;               // of mass; zero for a body without mass [m]
  spatial::Sym3<double> inertia_at_centre() const;  // [kg m^2]
};
std::vector<PlacedBody> placed_bodies(const robot::Robot& robot);
PlacedBody placed_base(const robot::Robot& robot);  // of a floating base: its inertia

}  // namespace tauforge::benchmarks
