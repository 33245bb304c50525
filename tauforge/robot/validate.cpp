#include "tauforge/robot/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "tauforge/robot/moments.h"
#include "tauforge/robot/pseudo_inertia_matrix.h"

namespace tauforge::robot {

namespace {

using diagnostic::Findings;
using diagnostic::Severity;

// Published tables have three digits: a rule that is broken by less than that is taken as kept.
constexpr double table_rounding = 1e-3;

// Larger or smaller than any robot; mostly millimetres, grams or degrees in the place of SI.
constexpr double heaviest = 1e5, lightest = 1e-6;  // [kg]
constexpr double widest_body = 10.0;               // centre and radius of gyration  [m]
constexpr double longest_offset = 100.0;           // between joints                 [m]
constexpr double largest_angle = 4 * std::numbers::pi;
constexpr double strongest_gravity = 100.0;  // [m/s^2]

double length(const Vector& v) { return std::hypot(v.x, v.y, v.z); }
double size(const Tensor& t) {
  return std::max({std::abs(t.xx), std::abs(t.yy), std::abs(t.zz), std::abs(t.xy), std::abs(t.yz), std::abs(t.xz)});
}

class Validator {
 public:
  explicit Validator(const Description& d) : d_(d) {}

  Findings run() {
    for (const auto& link : d_.links)
      if (link.inertial) judge(*link.inertial, fmt::format("link '{}'", link.name.value), link.name.at);
    if (d_.payload) judge(d_.payload->inertial, "the payload", d_.payload->link.at);
    for (const auto& joint : d_.joints) judge(joint);
    judge_bodies();
    judge_gravity();
    return std::move(findings_);
  }

 private:
  // A physical rule: a warning, or a note where the parameters are not those of bodies.
  void physical(const Position& at, const char* code, std::string message, std::string hint) {
    const bool base = d_.meaning == Meaning::base;
    findings_.push_back({at, code, std::move(message),
                         base ? "identified base parameters need not be those of a body" : std::move(hint),
                         base ? Severity::note : Severity::warning});
  }
  void warn(const Position& at, const char* code, std::string message, std::string hint) {
    findings_.push_back(diagnostic::warning(at, code, std::move(message), std::move(hint)));
  }
  static Position first_known(const Position& wanted, const Position& fallback) {
    return wanted.source ? wanted : fallback;
  }

  void judge(const InertialDescription& b, const std::string& owner, const Position& named_at) {
    const Position mass_at = first_known(b.mass.at, named_at), inertia_at = first_known(b.inertia.at, named_at);
    switch (inertia_fault(b)) {
      case InertiaFault::none: break;
      case InertiaFault::mass_negative:
        physical(mass_at, "mass-negative", fmt::format("mass of {} is {} kg", owner, b.mass.value),
                 "a mass is not negative [kg]");
        if (d_.meaning == Meaning::physical) findings_.back().severity = Severity::error;
        break;
      case InertiaFault::massless_moments:
        physical(
            mass_at, "massless-moments", fmt::format("{} has no mass, but a first moment or an inertia", owner),
            "moments of nothing: give the mass [kg], or say parameters = \"base\" if they are identified combinations");
        break;
      case InertiaFault::inertia_not_positive:
        physical(inertia_at, "inertia-not-positive",
                 fmt::format("inertia of {} about its centre of mass has the principal moments {}", owner,
                             principal_moments(b)),
                 not_positive_hint(b));
        break;
      case InertiaFault::triangle_inequality:
        physical(inertia_at, "triangle-inequality",
                 fmt::format("principal moments of {} are {}: the largest exceeds the sum of the others", owner,
                             principal_moments(b)),
                 "no distribution of mass has such moments; --repair writes the nearest that some body has");
        break;
    }
    judge_magnitude(b, owner, mass_at, first_known(b.centre.at, named_at), inertia_at);
  }

  static std::string principal_moments(const InertialDescription& b) {
    const auto principal = symmetric_eigen(square(central_inertia(moments(b))));
    auto values = principal.values;
    for (double& value : values)
      if (std::abs(value) < 1e-12 * principal.magnitude()) value = 0.0;  // rounding
    std::sort(values.begin(), values.end());
    return fmt::format("{:.4g}, {:.4g}, {:.4g} kg m^2", values[0], values[1], values[2]);
  }
  static const char* not_positive_hint(const InertialDescription& b) {
    if (b.about == InertiaAbout::frame_origin)
      return "all three are positive for a body; is the tensor about the centre of mass, not the frame's origin?";
    return "all three are positive for a body; check the signs of the products of inertia";
  }

  void judge_magnitude(const InertialDescription& b, const std::string& owner, const Position& mass_at,
                       const Position& centre_at, const Position& inertia_at) {
    const double m = b.mass.value;
    if (m > heaviest || (m > 0.0 && m < lightest))
      physical(mass_at, "magnitude-absurd", fmt::format("mass of {} is {} kg", owner, m),
               "masses are in kg; is this in grams or tonnes?");
    if (!(m >= lightest)) return;
    const double centre = length((1.0 / m) * moments(b).h);
    if (centre > widest_body)
      physical(centre_at, "magnitude-absurd",
               fmt::format("centre of mass of {} is {:.4g} m from its frame", owner, centre),
               b.centre_is_first_moment ? "first moments are in kg m; is this in kg mm?"
                                        : "lengths are in m; is this in mm?");
    const Tensor I = central_inertia(moments(b));
    const double gyration = std::sqrt(size(I) / m);
    if (gyration > widest_body)
      physical(inertia_at, "magnitude-absurd", fmt::format("radius of gyration of {} is {:.4g} m", owner, gyration),
               "inertias are in kg m^2; is this in kg mm^2 or g mm^2?");
  }

  void judge(const JointDescription& joint) {
    const std::string& name = joint.name.value;
    const Placement& p = joint.placement;
    const auto long_offset = [&](const Position& at, double offset) {
      if (std::abs(offset) > longest_offset)
        warn(first_known(at, joint.name.at), "magnitude-absurd",
             fmt::format("joint '{}' is placed {:.6g} m away", name, offset), "lengths are in m; is this in mm?");
    };
    const auto large_angle = [&](const Position& at, double angle) {
      if (std::abs(angle) > largest_angle)
        warn(first_known(at, joint.name.at), "magnitude-absurd",
             fmt::format("an angle of joint '{}' is {:.6g} rad", name, angle),
             d_.format == Format::toml ? "angles are in rad; for degrees append _deg to the key"
                                       : "angles are in rad; is this in degrees?");
    };
    if (p.convention == Convention::free) {
      long_offset(p.xyz.at, length(p.xyz.value));
      for (const double angle : {p.rpy.value.x, p.rpy.value.y, p.rpy.value.z}) large_angle(p.rpy.at, angle);
    } else {
      long_offset(p.a.at, p.a.value);
      long_offset(p.d.at, p.d.value);
      large_angle(p.alpha.at, p.alpha.value);
      large_angle(p.theta.at, p.theta.value);
    }
    judge(joint.limits, name, joint.name.at);
    judge(joint.drive, fmt::format("joint '{}'", name), joint.name.at);
    judge_springs(joint);
  }

  void judge_springs(const JointDescription& joint) {
    const auto stiffness = [&](double value, const Position& at, const char* what) {
      if (value < 0.0)
        warn(first_known(at, joint.name.at), "spring-negative",
             fmt::format("stiffness of the {} of joint '{}' is {}", what, joint.name.value, value),
             "a spring that gives way the more it is moved: a stiffness is not negative");
    };
    if (joint.spring) stiffness(joint.spring->stiffness, joint.spring->where.at, "spring");
    const auto& c = joint.counterbalance;
    if (!c) return;
    const Position at = first_known(c->where.at, joint.name.at);
    stiffness(c->stiffness, at, "counterbalance");
    for (const double length : {c->anchor, c->rod, c->length.value_or(0.0)})
      if (length > widest_body)
        warn(at, "magnitude-absurd",
             fmt::format("a length of the counterbalance of joint '{}' is {:.4g} m", joint.name.value, length),
             "lengths are in m; is this in mm?");
    // the length vanishes where the ends meet, and the lever has no direction there
    const double nearest = std::abs(c->anchor - c->rod), wide = std::max(c->anchor, c->rod);
    if (nearest > table_rounding * wide) return;
    const auto turn = [&](double q) { return (q + c->angle) / (2 * std::numbers::pi); };
    const auto& [lower, upper] = std::pair{joint.limits.lower, joint.limits.upper};
    if (lower && upper && std::ceil(turn(*lower)) > turn(*upper)) return;
    warn(at, "counterbalance-folds",
         fmt::format("the ends of the counterbalance of joint '{}' meet where q is {:.4g} rad", joint.name.value,
                     std::remainder(-c->angle, 2 * std::numbers::pi)),
         "anchor and rod are equally far from the axis: torques are not defined there; give other radii or limits");
  }

  void judge(const LimitsDescription& l, const std::string& joint, const Position& named_at) {
    const Position at = first_known(l.where.at, named_at);
    if (l.lower && l.upper && *l.lower > *l.upper)
      warn(at, "limits-reversed",
           fmt::format("lower limit {:.6g} of joint '{}' lies above its upper limit {:.6g}", *l.lower, joint, *l.upper),
           "no position is allowed: exchange them");
    const std::pair<const char*, const std::optional<double>*> magnitudes[] = {
        {"velocity", &l.velocity},
        {"acceleration", &l.acceleration},
        {"torque", &l.torque},
        {"break-away torque", &l.break_away_torque},
        {"torque resolution", &l.torque_resolution},
        {"residual torque", &l.residual_torque}};
    for (const auto& [what, value] : magnitudes)
      if (*value && **value < 0.0)
        warn(at, "limit-negative", fmt::format("{} limit of joint '{}' is {}", what, joint, **value),
             "it holds for both directions: a magnitude");
  }

  void judge(const DriveDescription& drive, const std::string& owner, const Position& named_at) {
    const Position at = first_known(drive.where.at, named_at);
    for (const auto& inertia : {drive.motor_inertia, drive.rotor_inertia})
      if (inertia && *inertia < 0.0)
        warn(at, "motor-inertia-negative", fmt::format("motor inertia of {} is {}", owner, *inertia),
             "an inertia is not negative [kg m^2 or kg]");
    const FrictionDescription& f = drive.friction;
    const std::pair<const char*, double> levels[] = {
        {"coulomb", f.coulomb}, {"viscous", f.viscous}, {"static", f.static_level}};
    for (const auto& [what, value] : levels)
      if (value < 0.0)
        warn(first_known(f.where.at, at), "friction-negative",
             fmt::format("{} friction of {} is {}", what, owner, value),
             "friction that pushes: a level is not negative");
    judge_growth(f, first_known(f.where.at, at), owner);
  }

  // A level that grows with the load stays below it, or the gear could not be driven back; none falls below zero.
  void judge_growth(const FrictionDescription& f, const Position& at, const std::string& owner) {
    const auto judge = [&](double coulomb, double viscous, double load, double root, const char* of_memory) {
      const std::pair<const char*, double> levels[] = {
          {"coulomb", coulomb}, {"viscous", viscous}, {"load", load}, {"root", root}};
      for (const auto& [what, value] : levels)
        if (value < 0.0)
          warn(at, "friction-negative", fmt::format("{} friction{} of {} is {}", what, of_memory, owner, value),
               "friction that pushes: a level is not negative");
      if (load >= 1.0)
        warn(at, "friction-load", fmt::format("load friction{} of {} is {} of the load", of_memory, owner, load),
             "a share of the torque that is transmitted: below 1");
    };
    judge(0.0, 0.0, f.load, f.root, "");
    if (f.memory && f.memory->static_level < 0.0) judge(f.memory->static_level, 0.0, 0.0, 0.0, " at rest with memory");
    if (f.memory) judge(f.memory->coulomb, f.memory->viscous, f.memory->load, f.memory->root, " with memory");
  }

  // Moving bodies: a link and everything that fixed joints tie to it.
  void judge_bodies() {
    std::map<std::string, const LinkDescription*> link;
    for (const auto& each : d_.links) link.emplace(each.name.value, &each);
    std::map<std::string, std::vector<std::string>> tied;
    for (const auto& joint : d_.joints)
      if (joint.kind == JointKind::fixed) tied[joint.parent.value].push_back(joint.child.value);
    const auto is_body = [](const LinkDescription& each) {
      return each.inertial && !(moments(*each.inertial) == Inertia<double>{});
    };
    const auto has_inertia = [&](const std::string& name) {
      const auto found = link.find(name);
      return found != link.end() && is_body(*found->second);
    };
    if (std::none_of(d_.links.begin(), d_.links.end(), is_body)) {
      if (!d_.links.empty())
        physical(d_.at, "kinematics-only", fmt::format("robot '{}' has no mass at all: kinematics only", d_.name),
                 "torques will be those of drives and friction; its regressor and base parameters are still those of "
                 "the arm");
      return;
    }
    for (const auto& joint : d_.joints) {
      if (joint.kind == JointKind::fixed) continue;
      bool found = false;
      std::vector<std::string> open{joint.child.value};
      for (std::size_t i = 0; i < open.size() && !found && i <= d_.links.size(); ++i) {  // a loop of fixed joints ends
        found = has_inertia(open[i]);
        const auto more = tied.find(open[i]);
        if (more != tied.end()) open.insert(open.end(), more->second.begin(), more->second.end());
      }
      if (found) continue;
      const auto own = link.find(joint.child.value);
      physical(own == link.end() ? joint.child.at : own->second->name.at, "no-inertial",
               fmt::format("link '{}', moved by joint '{}', has no mass and no inertia", joint.child.value,
                           joint.name.value),
               "the mass matrix may be singular; give the link a mass, centre and inertia");
    }
  }

  void judge_gravity() {
    const double g = length(d_.gravity);
    if (g > strongest_gravity)
      warn(d_.at, "magnitude-absurd", fmt::format("gravity is {:.6g} m/s^2", g),
           "gravity is in m/s^2; is this in mm/s^2?");
    if (d_.gravity_directions.empty() || g == 0.0) return;
    for (const Vector& known : d_.gravity_directions)
      if (dot(known, d_.gravity) > (1.0 - 1e-6) * length(known) * g) return;
    warn(d_.at, "gravity-outside", "gravity points in none of the directions for which the parameters were identified",
         "combinations that this gravity can tell apart may be wrong; see gravity_directions");
  }

  const Description& d_;
  Findings findings_;
};

}  // namespace

InertiaFault inertia_fault(const InertialDescription& inertial) {
  const Inertia<double> b = moments(inertial);
  if (b.m < 0.0) return InertiaFault::mass_negative;
  if (b.m == 0.0) return b == Inertia<double>{} ? InertiaFault::none : InertiaFault::massless_moments;
  const Tensor I = central_inertia(b);
  // what the subtraction of the parallel-axis term leaves of the rounding in the file
  const double rounding = table_rounding * size(I) + 1e-12 * size(b.I);
  const auto principal = symmetric_eigen(square(I));
  if (principal.smallest() < -rounding) return InertiaFault::inertia_not_positive;
  const auto sigma = symmetric_eigen(square(sigma_of_inertia(I)));
  if (sigma.smallest() < -rounding) return InertiaFault::triangle_inequality;
  return InertiaFault::none;
}

Findings validate(const Description& description) { return Validator(description).run(); }

}  // namespace tauforge::robot
