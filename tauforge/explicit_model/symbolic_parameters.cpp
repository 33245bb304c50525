#include "tauforge/explicit_model/symbolic_parameters.h"

#include <fmt/format.h>

#include <cmath>

#include "tauforge/explicit_model/payload.h"

namespace tauforge::explicit_model {

namespace {

using P = TrigPolynomial;

class Symbols {
 public:
  Symbols(const robot::Robot& robot, const SymbolicOptions& options, ParameterTable& table)
      : robot_(robot), options_(options), table_(table) {}

  robot::Parameters<P> parameters() {
    auto par = robot::converted<P>(robot_.parameters, [](double x) { return P(x); });
    for (std::size_t i = 0; i < par.body.size(); ++i) {
      const int k = static_cast<int>(i) + 1;
      if (options_.symbolic) par.placement[i].p = place(robot_.parameters.placement[i], i);
      par.body[i] = body(robot_.parameters.body[i], k, i + 1 == par.body.size());
    }
    if (options_.payload) par.body.back() = loaded(par.body.back(), *options_.payload);
    if (options_.symbolic) par.gravity = gravity(robot_.parameters.gravity);
    return par;
  }

 private:
  P symbol(const std::string& name, double value) { return value == 0.0 ? P() : P::symbol(table_, name, value); }

  // Modified Denavit-Hartenberg lengths where the placement has them: a along x, d along the joint's axis.
  spatial::Vec3<P> place(const robot::Pose<double>& X, std::size_t i) {
    const std::string k = std::to_string(i + 1);
    const auto z = column_z(X.R);
    const double d = robot_.tree.is_revolute(static_cast<robot::Index>(i)) ? dot(X.p, z) : 0.0;
    const bool is_dh = X.R.xx == 1.0 && std::abs(X.p.y - d * z.y) < 1e-12 && std::abs(X.p.z - d * z.z) < 1e-12;
    if (!is_dh) return {symbol("px" + k, X.p.x), symbol("py" + k, X.p.y), symbol("pz" + k, X.p.z)};
    const P a = symbol("a" + std::to_string(i), X.p.x), distance = symbol("d" + k, d);
    return {a, distance * P(z.y), distance * P(z.z)};
  }

  spatial::Vec3<P> gravity(const robot::Vec3<double>& g) {
    const int along_axes = (g.x != 0.0) + (g.y != 0.0) + (g.z != 0.0);
    if (along_axes != 1) return {symbol("gx", g.x), symbol("gy", g.y), symbol("gz", g.z)};
    const auto signed_g = [&](double x) { return x < 0 ? -symbol("g", -x) : symbol("g", x); };
    return {signed_g(g.x), signed_g(g.y), signed_g(g.z)};
  }

  robot::Inertia<P> body(const robot::Inertia<double>& b, int number, bool last) {
    const std::string k = std::to_string(number);
    const bool symmetric = last && !options_.payload && is_symmetric_about_axis(b);
    if (!options_.symbolic || b.m <= 0.0) return moments(b, k, symmetric);
    const robot::Vec3<double> r = (1.0 / b.m) * b.h;
    const P m = symbol("m" + k, b.m), x = symbol("rx" + k, r.x), y = symbol("ry" + k, r.y), z = symbol("rz" + k, r.z);
    const auto I = b.I - b.m * spatial::point_inertia(r);
    const P xx = centre("Ixx" + k, I.xx, b.I.xx), zz = centre("Izz" + k, I.zz, b.I.zz);
    const P yy = symmetric ? xx : centre("Iyy" + k, I.yy, b.I.yy);
    const P xy = centre("Ixy" + k, I.xy, b.I.xx), yz = centre("Iyz" + k, I.yz, b.I.xx),
            xz = centre("Ixz" + k, I.xz, b.I.xx);
    return {m,
            {m * x, m * y, m * z},
            {xx + m * (y * y + z * z), yy + m * (x * x + z * z), zz + m * (x * x + y * y), xy - m * (x * y),
             yz - m * (y * z), xz - m * (x * z)}};
  }

  robot::Inertia<P> loaded(const robot::Inertia<P>& b, const SymbolicPayload& payload) {
    const auto& r = payload.centre;
    const P m = P::symbol(table_, payload_symbols[0], payload.mass), x = P::symbol(table_, payload_symbols[1], r.x),
            y = P::symbol(table_, payload_symbols[2], r.y), z = P::symbol(table_, payload_symbols[3], r.z);
    return {b.m + m,
            {b.h.x + m * x, b.h.y + m * y, b.h.z + m * z},
            {b.I.xx + m * (y * y + z * z), b.I.yy + m * (x * x + z * z), b.I.zz + m * (x * x + y * y),
             b.I.xy - m * (x * y), b.I.yz - m * (y * z), b.I.xz - m * (x * z)}};
  }

  // A moment about the centre: what rounding leaves of zero beside the moment about the origin vanishes.
  P centre(const std::string& name, double value, double beside) {
    return std::abs(value) <= 1e-12 * std::abs(beside) ? P() : symbol(name, value);
  }

  robot::Inertia<P> moments(const robot::Inertia<double>& b, const std::string& k, bool symmetric) {
    const P xx = symbol("Jxx" + k, b.I.xx);
    return {symbol("m" + k, b.m),
            {symbol("mx" + k, b.h.x), symbol("my" + k, b.h.y), symbol("mz" + k, b.h.z)},
            {xx, symmetric ? xx : symbol("Jyy" + k, b.I.yy), symbol("Jzz" + k, b.I.zz), symbol("Jxy" + k, b.I.xy),
             symbol("Jyz" + k, b.I.yz), symbol("Jxz" + k, b.I.xz)}};
  }

  const robot::Robot& robot_;
  const SymbolicOptions& options_;
  ParameterTable& table_;
};

}  // namespace

bool is_symmetric_about_axis(const robot::Inertia<double>& b) {
  const bool centred = b.h.x == 0.0 && b.h.y == 0.0 && b.I.xy == 0.0 && b.I.yz == 0.0 && b.I.xz == 0.0;
  return centred && std::abs(b.I.xx - b.I.yy) <= 1e-12 * std::abs(b.I.xx);
}

robot::Parameters<TrigPolynomial> symbolic_parameters(const robot::Robot& robot, const SymbolicOptions& options,
                                                      ParameterTable& table) {
  return Symbols(robot, options, table).parameters();
}

std::vector<std::string> symbol_legend(const SymbolicOptions& options, const WriteSymbol& w) {
  std::vector<std::string> lines;
  if (options.symbolic)
    lines = {fmt::format("{}: mass of link 2; {}, {}, {}: its centre of mass in the frame of joint 2", w("m2"),
                         w("rx2"), w("ry2"), w("rz2")),
             fmt::format("{} ...: inertia about the centre of mass, axes of the frame of joint 2, signs of the tensor",
                         w("Ixx2")),
             fmt::format(
                 "{}: distance between axes 2 and 3 along x of frame 2; {}: distance along axis 3; {}, {}, {}: where "
                 "the frame of joint 3 stands in the one before, where no Denavit-Hartenberg lengths say it; {}: "
                 "gravity",
                 w("a2"), w("d3"), w("px3"), w("py3"), w("pz3"), w("g"))};
  else
    lines = {fmt::format("{}: mass of link 2; {}, {}, {}: first moments (mass times centre) in the frame of joint 2",
                         w("m2"), w("mx2"), w("my2"), w("mz2")),
             fmt::format("{} ...: inertia about the origin of the frame of joint 2, signs of the tensor; lengths and "
                         "gravity are in the factors",
                         w("Jxx2"))};
  if (options.payload)
    lines.push_back(
        fmt::format("{}: mass of the payload; {}, {}, {}: its centre in the frame of the last joint; values "
                    "are those of the payload that was given",
                    w("mL"), w("xL"), w("yL"), w("zL")));
  return lines;
}

}  // namespace tauforge::explicit_model
