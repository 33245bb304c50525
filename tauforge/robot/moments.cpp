#include "tauforge/robot/moments.h"

#include "tauforge/robot/exact_angles.h"

namespace tauforge::robot {

Inertia<double> moments(const InertialDescription& b) {
  const double m = b.mass.value;
  const Tensor axes_of_link = congruence(rotation_rpy(b.rpy.value), b.inertia.value);
  Inertia<double> result{m, b.centre_is_first_moment ? b.centre.value : m * b.centre.value, axes_of_link};
  if (b.about == InertiaAbout::frame_origin) return result;
  // parallel-axis term; with a first moment the centre is h / m
  const Vector c = b.centre_is_first_moment && m != 0.0 ? (1.0 / m) * b.centre.value : b.centre.value;
  result.I = axes_of_link + m * point_inertia(c);
  return result;
}

}  // namespace tauforge::robot
