// A robot as its author wrote it: links and joints by name, frames in the author's convention, every
// value with the place it was read from. Readers make it, writers print it, validate judges it,
// assemble turns it into the Robot that the dynamics understand.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tauforge/diagnostic/position.h"
#include "tauforge/robot/tree.h"
#include "tauforge/spatial/mat3.h"
#include "tauforge/spatial/sym3.h"
#include "tauforge/spatial/vec3.h"

namespace tauforge::robot {

using diagnostic::Located;
using diagnostic::Position;
using Vector = spatial::Vec3<double>;
using Tensor = spatial::Sym3<double>;
using Place = Located<std::monostate>;  // where a group of values stands; places never differ

enum class Format { toml, urdf, specification };

enum class Convention {
  standard_dh,  // Paul: joint i acts along z of the frame before it, link frame at the far end
  modified_dh,  // Craig, Khalil: joint i acts along z of its own frame
  free,         // translation xyz, then fixed-axis rotations roll, pitch, yaw, as in URDF
};

// Where a joint stands on its parent link.
struct Placement {
  Convention convention = Convention::free;
  Located<double> alpha, a, d, theta;  // DH; the joint's own coordinate adds to theta or d  [rad, m]
  Located<Vector> xyz, rpy;            // free                                               [m, rad]

  friend bool operator==(const Placement&, const Placement&) = default;
};

enum class InertiaAbout { centre_of_mass, frame_origin };

// Ten numbers in one of the forms people write them in.
struct InertialDescription {
  Located<double> mass;    // [kg]
  Located<Vector> centre;  // [m], or first moment [kg m]
  bool centre_is_first_moment = false;
  Located<Tensor> inertia;  // tensor signs                    [kg m^2]
  InertiaAbout about = InertiaAbout::centre_of_mass;
  Located<Vector> rpy;                   // axes of the tensor in the link's [rad]
  std::optional<double> mass_tolerance;  // one standard deviation, same units
  std::optional<Vector> centre_tolerance;
  std::optional<Tensor> inertia_tolerance;

  friend bool operator==(const InertialDescription&, const InertialDescription&) = default;
};

// A finding that the author of the file knows of and stands by.
struct Acknowledgement {
  Located<std::string> code;
  std::string reason;

  friend bool operator==(const Acknowledgement&, const Acknowledgement&) = default;
};
using Acknowledgements = std::vector<Acknowledgement>;

struct LinkDescription {
  Located<std::string> name;
  std::optional<InertialDescription> inertial;
  Acknowledgements acknowledged = {};
  Place where = {};

  friend bool operator==(const LinkDescription&, const LinkDescription&) = default;
};

enum class JointKind { revolute, continuous, prismatic, fixed };

struct FrictionDescription {
  FrictionKind kind = FrictionKind::coulomb;
  double coulomb = 0, viscous = 0, offset = 0;
  double static_level = 0, stribeck_velocity = 1, width = 1;  // see robot::Drive
  std::vector<std::array<double, 3>> harmonics = {};          // rate, cosine, sine: see robot::Harmonic
  double load = 0, root = 0;                                  // see robot::FrictionGrowth
  struct Memory {                                             // see robot::FrictionMemory
    double distance = 1, elastic = 0.5;
    double coulomb = 0, viscous = 0, offset = 0, load = 0, root = 0, static_level = 0, stribeck_velocity = 1;

    friend bool operator==(const Memory&, const Memory&) = default;
  };
  std::optional<Memory> memory = {};
  Place where;

  friend bool operator==(const FrictionDescription&, const FrictionDescription&) = default;
};

struct LimitsDescription {
  std::optional<double> lower, upper;       // [rad or m]
  std::optional<double> velocity;           // [rad/s or m/s]
  std::optional<double> acceleration;       // [rad/s^2 or m/s^2]
  std::optional<double> torque;             // [N m or N]
  std::optional<double> break_away_torque;  // [N m or N]
  std::optional<double> torque_resolution;  // [N m or N]
  std::optional<double> residual_torque;    // beyond which a torque from outside is taken for one  [N m or N]
  Place where;

  friend bool operator==(const LimitsDescription&, const LimitsDescription&) = default;
};

struct DriveDescription {
  std::optional<double> motor_inertia;            // as felt at the joint                [kg m^2 or kg]
  std::optional<double> motor_inertia_tolerance;  // one standard deviation
  std::optional<double> rotor_inertia;            // at the motor; gear_ratio^2 of it is felt [kg m^2]
  std::optional<double> gear_ratio;               // motor turns per joint turn
  std::optional<double> gain;                     // torque per unit of current or command [N m/A]
  FrictionDescription friction;
  Place where;

  friend bool operator==(const DriveDescription&, const DriveDescription&) = default;
};

struct Mimic {
  Located<std::string> joint;
  double multiplier = 1, offset = 0;

  friend bool operator==(const Mimic&, const Mimic&) = default;
};

// A spring on the axis of a joint: torque stiffness (q - rest).
struct SpringDescription {
  double stiffness = 0;  // [N m/rad or N/m]
  double rest = 0;       // [rad or m]
  Place where = {};

  friend bool operator==(const SpringDescription&, const SpringDescription&) = default;
};

// A gas or coil cylinder between two points that turn about the axis of a joint: see dynamics/spring.h.
struct CounterbalanceDescription {
  double anchor = 0, rod = 0;    // distances of its ends from the axis                        [m]
  double angle = 0;              // from the anchor to the rod at q = 0                        [rad]
  double force = 0;              // with which it pushes at `length`                           [N]
  double stiffness = 0;          // by which the force grows where it is shorter               [N/m]
  std::optional<double> length;  // anchor + rod, its longest, where not given                 [m]
  Place where = {};

  friend bool operator==(const CounterbalanceDescription&, const CounterbalanceDescription&) = default;
};

struct JointDescription {
  Located<std::string> name;
  JointKind kind = JointKind::revolute;
  Located<std::string> parent, child;  // names of links
  Placement placement;
  Located<Vector> axis = {{0.0, 0.0, 1.0}, {}};  // free placement only, in the joint's frame
  LimitsDescription limits;
  DriveDescription drive;
  std::optional<Mimic> mimic;
  Acknowledgements acknowledged = {};
  Place where = {};
  std::optional<SpringDescription> spring = {};
  std::optional<CounterbalanceDescription> counterbalance = {};

  friend bool operator==(const JointDescription&, const JointDescription&) = default;
};

// q_joint = matrix * theta + offset; rows in the order of the moving joints of the description.
struct TransmissionDescription {
  Position at;
  std::vector<std::string> drives;  // names of theta
  std::vector<std::vector<double>> matrix;
  std::vector<double> offset;           // empty: zero                       [rad or m]
  std::vector<DriveDescription> drive;  // empty: those of the joints of the same row

  friend bool operator==(const TransmissionDescription& a, const TransmissionDescription& b) {
    return a.drives == b.drives && a.matrix == b.matrix && a.offset == b.offset && a.drive == b.drive;
  }
};

struct PayloadDescription {
  Located<std::string> link;
  InertialDescription inertial;  // in the link's frame
  Place where = {};

  friend bool operator==(const PayloadDescription&, const PayloadDescription&) = default;
};

enum class Meaning {
  physical,  // masses and tensors of real bodies
  base,      // identified combinations: physical rules do not apply
};

struct Description {
  std::string name;
  std::string source;  // where the numbers come from, free text
  Format format = Format::toml;
  Position at;  // the file as a whole
  std::vector<LinkDescription> links;
  std::vector<JointDescription> joints;
  bool floating_base = false;
  Vector gravity = {0.0, 0.0, -9.81};      // [m/s^2]
  std::vector<Vector> gravity_directions;  // the parameters hold for these; empty: any
  Meaning meaning = Meaning::physical;
  std::optional<PayloadDescription> payload;
  std::optional<TransmissionDescription> transmission;
  Acknowledgements acknowledged;  // anywhere in the file
};

// Equal as robots: everything but the places and the file format.
bool same_content(const Description& a, const Description& b);

}  // namespace tauforge::robot
