#include "tauforge/explicit_model/armstrong_constants.h"

#include <cmath>

namespace tauforge::explicit_model {

ArmstrongConstants armstrong_constants(const robot::Robot& robot) {
  const auto& par = robot.parameters;
  const auto link = [&](std::size_t i) -> ArmstrongLink {
    const auto& b = par.body[i - 1];
    if (b.m == 0) return {0, 0, 0, 0, b.I.xx, b.I.yy, b.I.zz};
    const double x = b.h.x / b.m, y = b.h.y / b.m, z = b.h.z / b.m;
    return {
        b.m, x, y, z, b.I.xx - b.m * (y * y + z * z), b.I.yy - b.m * (x * x + z * z), b.I.zz - b.m * (x * x + y * y)};
  };
  const auto l1 = link(1), l2 = link(2), l3 = link(3), l4 = link(4), l5 = link(5), l6 = link(6);
  // modified DH: a, d from the places of the joints
  const double a2 = par.placement[2].p.x, a3 = par.placement[3].p.x, d4 = -par.placement[3].p.y;
  const double d2 = par.placement[1].p.y, d3 = par.placement[2].p.z, D = d2 + d3;
  const double m2 = l2.m, m3 = l3.m, m4 = l4.m, m5 = l5.m, m6 = l6.m, m456 = m4 + m5 + m6, m3456 = m3 + m456;
  const double g = -par.gravity.z;
  ArmstrongConstants k;
  double* I = k.I;
  I[1] = l1.Izz + l1.m * l1.ry * l1.ry + m2 * d2 * d2 + m456 * a3 * a3 + m2 * l2.rz * l2.rz + m3456 * D * D + l2.Ixx +
         l3.Iyy + 2 * m2 * d2 * l2.rz + m2 * l2.ry * l2.ry + m3 * l3.rz * l3.rz + 2 * m3 * D * l3.rz + l4.Izz + l5.Iyy +
         l6.Izz;
  I[2] = l2.Izz + m2 * (l2.rx * l2.rx + l2.ry * l2.ry) + m3456 * a2 * a2;
  I[3] = -l2.Ixx + l2.Iyy + m3456 * a2 * a2 + m2 * l2.rx * l2.rx - m2 * l2.ry * l2.ry;
  I[4] = m2 * l2.rx * (d2 + l2.rz) + m3 * a2 * l3.rz + m3456 * a2 * D;
  I[5] = -m3 * a2 * l3.ry + m456 * a2 * d4 + m4 * a2 * l4.rz;
  I[6] = l3.Izz + m3 * l3.ry * l3.ry + m4 * a3 * a3 + m4 * (d4 + l4.rz) * (d4 + l4.rz) + l4.Iyy +
         m5 * (a3 * a3 + d4 * d4) + l5.Izz + m6 * (a3 * a3 + d4 * d4) + m6 * l6.rz * l6.rz + l6.Ixx;
  I[7] = m3 * l3.ry * l3.ry + l3.Ixx - l3.Iyy + m4 * l4.rz * l4.rz + 2 * m4 * d4 * l4.rz + m456 * (d4 * d4 - a3 * a3) +
         l4.Iyy - l4.Izz + l5.Izz - l5.Iyy + m6 * l6.rz * l6.rz - l6.Izz + l6.Ixx;
  I[8] = -m4 * D * (d4 + l4.rz) - (m5 + m6) * D * d4 + m3 * l3.ry * l3.rz + m3 * D * l3.ry;
  I[9] = m2 * l2.ry * (d2 + l2.rz);
  I[10] = 2 * m4 * a3 * l4.rz + 2 * m456 * a3 * d4;
  I[11] = -2 * m2 * l2.rx * l2.ry;
  I[12] = m456 * a2 * a3;
  I[13] = m456 * a3 * D;
  I[14] = l4.Izz + l5.Iyy + l6.Izz;
  I[15] = m6 * d4 * l6.rz;
  I[16] = m6 * a2 * l6.rz;
  I[17] = l5.Izz + l6.Ixx + m6 * l6.rz * l6.rz;
  I[18] = m6 * D * l6.rz;
  I[19] = l4.Iyy - l4.Ixx + l5.Izz - l5.Iyy + m6 * l6.rz * l6.rz + l6.Ixx - l6.Izz;
  I[20] = l5.Iyy - l5.Ixx - m6 * l6.rz * l6.rz + l6.Izz - l6.Ixx;
  I[21] = l4.Ixx - l4.Iyy + l5.Ixx - l5.Izz;
  I[22] = m6 * a3 * l6.rz;
  I[23] = l6.Izz;
  k.g[1] = -g * (m3456 * a2 + m2 * l2.rx);
  k.g[2] = g * (m3 * l3.ry - m456 * d4 - m4 * l4.rz);
  k.g[3] = g * m2 * l2.ry;
  k.g[4] = -g * m456 * a3;
  k.g[5] = -g * m6 * l6.rz;
  for (std::size_t i = 1; i <= 6; ++i) k.Im[i] = par.drive[i - 1].inertia;
  return k;
}

std::vector<std::string> armstrong_names(const robot::Robot& robot, const std::vector<Constant>& constants) {
  if (robot.name != "puma560" || robot.tree.size() != 6) return {};
  const ArmstrongConstants k = armstrong_constants(robot);
  std::vector<std::string> names;
  for (const Constant& c : constants) {
    std::string name = c.kind == ConstantKind::motor ? c.name : "";
    const auto match = [&](double value, const std::string& called) {
      constexpr double rounding = 1e-12;
      if (!name.empty() || value == 0.0) return;
      if (std::abs(c.value - value) < rounding) name = called;
      if (std::abs(c.value + value) < rounding) name = called.find('+') == std::string::npos ? "-" + called : "";
    };
    if (c.kind == ConstantKind::inertia)
      for (int i = 1; i <= 23; ++i) match(k.I[i], "I" + std::to_string(i));
    if (c.kind == ConstantKind::inertia) match(k.I[2] + k.I[6], "I2 + I6");
    if (c.kind == ConstantKind::gravity)
      for (int i = 1; i <= 5; ++i) match(k.g[i], "g" + std::to_string(i));
    names.push_back(name);
  }
  return names;
}

}  // namespace tauforge::explicit_model
