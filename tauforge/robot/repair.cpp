// A body that has a mass keeps it, and its centre of mass: those are the better known numbers. Its
// Sigma about the centre (see pseudo_inertia.h) loses its negative eigenvalues, which is the nearest
// positive semidefinite matrix in the Frobenius norm. A body without mass has no centre; there the
// whole pseudo-inertia is projected, in a unit of length of the size of a link.
#include "tauforge/robot/repair.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "tauforge/robot/exact_angles.h"
#include "tauforge/robot/moments.h"
#include "tauforge/robot/pseudo_inertia_matrix.h"
#include "tauforge/robot/validate.h"

namespace tauforge::robot {

namespace {

using diagnostic::note;

constexpr double floor_with_mass = 1e-6;     // smallest eigenvalue left, of the largest
constexpr double floor_without_mass = 1e-3;  // larger: it becomes the mass of the body
constexpr double link_size = 0.1;            // [m]

template <std::size_t N> Square<N> projected(const Square<N>& A, double floor) {
  SymmetricEigen<N> eigen = symmetric_eigen(A);
  const double least = floor * eigen.magnitude();
  for (double& value : eigen.values) value = std::max(value, least);
  return eigen.matrix();
}

Inertia<double> nearest_body(const Inertia<double>& b) {
  if (b.m > 0.0) {
    const Tensor Sigma = symmetric(projected(square(sigma_of_inertia(central_inertia(b))), floor_with_mass));
    return {b.m, b.h, inertia_of_sigma(Sigma) + b.m * point_inertia((1.0 / b.m) * b.h)};
  }
  PseudoInertiaMatrix P = pseudo_inertia(b);
  const auto scale = [](PseudoInertiaMatrix& A, double factor) {
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 4; ++j) {
        A[i][j] *= factor;
        A[j][i] *= factor;
      }
  };
  scale(P, 1.0 / link_size);
  P = projected(P, floor_without_mass);
  scale(P, link_size);
  return moments_of(P);
}

// The ten moments in the form that the inertial was written in.
void express(const Inertia<double>& b, InertialDescription& as) {
  const Vector centre = (1.0 / b.m) * b.h;
  as.mass.value = b.m;
  as.centre.value = as.centre_is_first_moment ? b.h : centre;
  const Tensor in_link_axes = as.about == InertiaAbout::frame_origin ? b.I : b.I - b.m * point_inertia(centre);
  as.inertia.value = congruence(transpose(rotation_rpy(as.rpy.value)), in_link_axes);
}

std::string text(const Vector& v) { return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", v.x, v.y, v.z); }
std::string text(const Tensor& t) {
  return fmt::format("[{:.6g}, {:.6g}, {:.6g}, {:.6g}, {:.6g}, {:.6g}]", t.xx, t.yy, t.zz, t.xy, t.yz, t.xz);
}

class Repairer {
 public:
  explicit Repairer(const Description& d) : result_{d, {}} {}

  Repaired run() {
    Description& d = result_.description;
    for (auto& link : d.links)
      if (link.inertial && repair_inertial(*link.inertial, fmt::format("link '{}'", link.name.value), link.name.at))
        link.acknowledged.clear();  // of what is no longer so
    if (d.payload) repair_inertial(d.payload->inertial, "the payload", d.payload->link.at);
    for (auto& joint : d.joints) {
      repair_limits(joint.limits, joint);
      repair_drive(joint.drive, fmt::format("joint '{}'", joint.name.value), joint.name.at);
      if (joint.spring) repair_spring(joint.spring->stiffness, joint, joint.spring->where.at);
      if (joint.counterbalance) repair_spring(joint.counterbalance->stiffness, joint, joint.counterbalance->where.at);
    }
    if (d.transmission)
      for (std::size_t i = 0; i < d.transmission->drive.size(); ++i)
        repair_drive(d.transmission->drive[i], fmt::format("drive {} of the transmission", i + 1), d.transmission->at);
    return std::move(result_);
  }

 private:
  void changed(const Position& at, const Position& fallback, const char* code, std::string message) {
    result_.changes.push_back(note(at.source ? at : fallback, code, std::move(message)));
  }

  bool repair_inertial(InertialDescription& b, const std::string& owner, const Position& named_at) {
    if (inertia_fault(b) == InertiaFault::none) return false;
    if (result_.description.meaning == Meaning::base) {
      changed(b.mass.at, named_at, "repair-skipped",
              fmt::format("{} is left as it is: identified base parameters need not be those of a body", owner));
      return false;
    }
    const InertialDescription old = b;
    express(nearest_body(moments(b)), b);
    if (b.mass.value != old.mass.value)
      changed(b.mass.at, named_at, "repaired-mass",
              fmt::format("mass of {}: {:.6g} becomes {:.6g} kg", owner, old.mass.value, b.mass.value));
    if (old.mass.value > 0.0)
      b.centre = old.centre;  // unchanged; do not let it suffer from rounding
    else if (!(b.centre.value == old.centre.value))
      changed(b.centre.at, named_at, "repaired-centre",
              fmt::format("{} of {}: {} becomes {}", b.centre_is_first_moment ? "first moment" : "centre of mass",
                          owner, text(old.centre.value), text(b.centre.value)));
    changed(b.inertia.at, named_at, "repaired-inertia",
            fmt::format("inertia of {}: {} becomes {} kg m^2", owner, text(old.inertia.value), text(b.inertia.value)));
    return true;
  }

  void repair_limits(LimitsDescription& l, const JointDescription& joint) {
    const Position& at = l.where.at;
    if (l.lower && l.upper && *l.lower > *l.upper) {
      std::swap(l.lower, l.upper);
      changed(at, joint.name.at, "repaired-limits",
              fmt::format("limits of joint '{}' exchanged: {} to {}", joint.name.value, *l.lower, *l.upper));
    }
    for (auto* value :
         {&l.velocity, &l.acceleration, &l.torque, &l.break_away_torque, &l.torque_resolution, &l.residual_torque})
      if (*value && **value < 0.0) {
        changed(at, joint.name.at, "repaired-limits",
                fmt::format("a limit of joint '{}': {} becomes {}", joint.name.value, **value, -**value));
        *value = -**value;
      }
  }

  void repair_spring(double& stiffness, const JointDescription& joint, const Position& at) {
    if (!(stiffness < 0.0)) return;
    changed(at, joint.name.at, "repaired-spring",
            fmt::format("stiffness of a spring of joint '{}': {} becomes 0", joint.name.value, stiffness));
    stiffness = 0.0;
  }

  void repair_drive(DriveDescription& drive, const std::string& owner, const Position& named_at) {
    for (auto* inertia : {&drive.motor_inertia, &drive.rotor_inertia})
      if (*inertia && **inertia < 0.0) {
        changed(drive.where.at, named_at, "repaired-motor-inertia",
                fmt::format("motor inertia of {}: {} becomes 0", owner, **inertia));
        *inertia = 0.0;
      }
    FrictionDescription& f = drive.friction;
    std::vector<double*> levels = {&f.coulomb, &f.viscous, &f.static_level, &f.load, &f.root}, loads = {&f.load};
    if (auto& m = f.memory) {
      levels.insert(levels.end(), {&m->coulomb, &m->viscous, &m->load, &m->root, &m->static_level});
      loads.push_back(&m->load);
    }
    const auto becomes = [&](double* level, double possible) {
      changed(f.where.at, named_at, "repaired-friction",
              fmt::format("friction of {}: {} becomes {}", owner, *level, possible));
      *level = possible;
    };
    constexpr double largest_load = 0.99;
    for (double* level : levels)
      if (*level < 0.0) becomes(level, 0.0);
    for (double* load : loads)
      if (*load >= 1.0) becomes(load, largest_load);
  }

  Repaired result_;
};

}  // namespace

Repaired repair(const Description& description) { return Repairer(description).run(); }

}  // namespace tauforge::robot
