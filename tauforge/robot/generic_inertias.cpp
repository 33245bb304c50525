#include "tauforge/robot/generic_inertias.h"

#include <cmath>
#include <random>

namespace tauforge::robot {

Robot generic_inertias(Robot robot, unsigned seed) {
  std::mt19937 engine(seed);
  // uniform_real_distribution may differ between standard libraries, the engine itself may not
  const auto value = [&] { return 0.3 + 1.4 * (static_cast<double>(engine()) / 4294967296.0); };
  const auto replace = [&](Inertia<double>& b) {
    for (double* moment : {&b.m, &b.h.x, &b.h.y, &b.h.z, &b.I.xx, &b.I.yy, &b.I.zz, &b.I.xy, &b.I.yz, &b.I.xz}) {
      const double generic = value();  // drawn in any case: a pattern does not shift the others' numbers
      *moment = std::abs(*moment) > scalar::trace ? generic : 0.0;
    }
  };
  for (auto& body : robot.parameters.body) replace(body);
  if (robot.tree.floating) replace(robot.parameters.base);
  robot.meaning = Meaning::base;
  return robot;
}

}  // namespace tauforge::robot
