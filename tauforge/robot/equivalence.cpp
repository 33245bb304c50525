#include "tauforge/robot/equivalence.h"

namespace tauforge::robot {

bool give_masses(const Tree& tree, Parameters<double>& par) {
  for (Index i : tree.tip_to_base()) {
    const Inertia<double>& b = par.body[static_cast<std::size_t>(i)];
    if (b.m != 0.0 || b.h == Vec3<double>{0.0, 0.0, 0.0}) continue;
    if (!tree.is_revolute(i)) return false;
    Inertia<double> taken;
    taken.m = -1.0;  // a point mass of 1 kg at O_i changes hands
    move_to_parent(tree, i, taken, par);
  }
  return true;
}

}  // namespace tauforge::robot
