#include "tauforge/compiler/parameter_origins.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace tauforge::compiler {

using expression::Expr;

const std::vector<const char*> origin_letters = {
    "m, h, I of a link: mass, first moment, inertia about the origin of its joint's frame, all that is fixed to it "
    "included",
    "p, R of a link: place and axes of its joint's frame in the frame before; numbers without a name are lengths, "
    "products",
    "of lengths, and gravity"};

robot::Parameters<Expr> with_origins(const robot::Robot& robot, const robot::Parameters<double>& parameters,
                                     expression::Origins& origins) {
  auto result = robot::converted<Expr>(parameters, [](double x) { return Expr(x); });
  const auto call = [&](Expr& x, const std::string& what, const std::string& whose, int degree) {
    x = Expr(x.literal(), origins.parameter(whose.empty() ? what : what + " of " + whose, x.literal(), degree));
  };
  const auto vector = [&](robot::Vec3<Expr>& v, const std::string& what, const std::string& whose, int degree) {
    call(v.x, what + "_x", whose, degree), call(v.y, what + "_y", whose, degree);
    call(v.z, what + "_z", whose, degree);
  };
  const auto inertia = [&](robot::Inertia<Expr>& b, const std::string& link) {
    call(b.m, "m", link, 1), vector(b.h, "h", link, 1);
    const std::array<std::pair<Expr*, const char*>, 6> moments = {{{&b.I.xx, "I_xx"},
                                                                   {&b.I.yy, "I_yy"},
                                                                   {&b.I.zz, "I_zz"},
                                                                   {&b.I.xy, "I_xy"},
                                                                   {&b.I.yz, "I_yz"},
                                                                   {&b.I.xz, "I_xz"}}};
    for (const auto& [moment, name] : moments) call(*moment, name, link, 1);
  };
  const auto pose = [&](robot::Pose<Expr>& X, const std::string& link) {
    vector(X.p, "p", link, 0);
    auto& R = X.R;
    const std::array<std::pair<Expr*, const char*>, 9> axes = {{{&R.xx, "R_xx"},
                                                                {&R.xy, "R_xy"},
                                                                {&R.xz, "R_xz"},
                                                                {&R.yx, "R_yx"},
                                                                {&R.yy, "R_yy"},
                                                                {&R.yz, "R_yz"},
                                                                {&R.zx, "R_zx"},
                                                                {&R.zy, "R_zy"},
                                                                {&R.zz, "R_zz"}}};
    for (const auto& [entry, name] : axes)
      if (const double v = entry->literal(); v != 1.0 && v != -1.0) call(*entry, name, link, 0);
  };
  vector(result.gravity, "gravity", "", 0);
  for (std::size_t i = 0; i < result.body.size(); ++i) {
    inertia(result.body[i], robot.links[i]), pose(result.placement[i], robot.links[i]);
    call(result.offset[i], "offset", robot.joints[i], 0);
  }
  if (robot.tree.floating) inertia(result.base, robot.base_link);
  for (std::size_t j = 0; j < result.drive.size(); ++j) {
    auto& drive = result.drive[j];
    const std::array<std::pair<Expr*, const char*>, 5> numbers = {{{&drive.inertia, "rotor"},
                                                                   {&drive.viscous, "viscous friction"},
                                                                   {&drive.coulomb, "Coulomb friction"},
                                                                   {&drive.offset, "constant torque"},
                                                                   {&drive.static_level, "static friction"}}};
    for (const auto& [number, name] : numbers) call(*number, name, robot.drives[j], 1);
    const std::array<std::pair<Expr*, const char*>, 2> speeds = {
        {{&drive.stribeck_velocity, "Stribeck velocity"}, {&drive.width, "width of the sign"}}};
    for (const auto& [speed, name] : speeds) call(*speed, name, robot.drives[j], 0);
    for (auto& h : drive.harmonics) {
      call(h.rate, "rate of a harmonic of friction", robot.drives[j], 0);
      call(h.cosine, "cosine of a harmonic of friction", robot.drives[j], 0);
      call(h.sine, "sine of a harmonic of friction", robot.drives[j], 0);
    }
    if (drive.growth) {
      call(drive.growth->load, "friction per load", robot.drives[j], 0);
      call(drive.growth->root, "friction per root of speed", robot.drives[j], 1);
    }
  }
  for (std::size_t k = 0; k < result.spring.size(); ++k) {
    auto& spring = result.spring[k];
    const bool cylinder = robot.tree.springs[k].kind == robot::SpringKind::counterbalance;
    const std::string whose = fmt::format("the {} of {}", cylinder ? "counterbalance" : "spring",
                                          robot.joints[static_cast<std::size_t>(robot.tree.springs[k].joint)]);
    call(spring.force, "force", whose, 1), call(spring.stiffness, "stiffness", whose, 1);
    call(spring.rest, cylinder ? "length" : "rest", whose, 0);
    call(spring.anchor, "anchor", whose, 0), call(spring.rod, "rod", whose, 0);
    for (const auto& [entry, name] : {std::pair{&spring.cosine, "cosine"}, std::pair{&spring.sine, "sine"}})
      if (const double v = entry->literal(); v != 1.0 && v != -1.0) call(*entry, name, whose, 0);
  }
  const std::size_t drives = result.drive.size();
  for (std::size_t k = 0; k < result.G.size(); ++k)
    if (const double ratio = result.G[k].literal(); ratio != 1.0 && ratio != -1.0)
      call(result.G[k], fmt::format("transmission {}", robot.drives[k % drives]), robot.joints[k / drives], 0);
  for (std::size_t i = 0; i < result.q0.size(); ++i) call(result.q0[i], "zero", robot.joints[i], 0);
  return result;
}

}  // namespace tauforge::compiler
