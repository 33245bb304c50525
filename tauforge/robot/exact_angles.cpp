#include "tauforge/robot/exact_angles.h"

#include <cmath>
#include <numbers>

namespace tauforge::robot {

using spatial::Mat3;
using spatial::Vec3;

ExactAngle exact_angle(double angle, double within) {
  constexpr double quarter = std::numbers::pi / 2;
  const CosSin as_written{std::cos(angle), std::sin(angle)};
  const double turns = std::round(angle / quarter);
  const double error = std::abs(angle - turns * quarter);
  if (!(error <= within))
    return {as_written, error <= few_digits ? AngleQuality::nearly_right : AngleQuality::as_written};
  const int k = static_cast<int>(std::fmod(turns, 4.0) + 4.0) % 4;
  constexpr CosSin exact[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  return {exact[k], error == 0.0 ? AngleQuality::as_written : AngleQuality::restored};
}

Mat3<double> rotation_x(CosSin t) { return {1, 0, 0, 0, t.c, -t.s, 0, t.s, t.c}; }
Mat3<double> rotation_y(CosSin t) { return {t.c, 0, t.s, 0, 1, 0, -t.s, 0, t.c}; }
Mat3<double> rotation_z(CosSin t) { return {t.c, -t.s, 0, t.s, t.c, 0, 0, 0, 1}; }

Mat3<double> rotation_rpy(const Vec3<double>& rpy, double within) {
  const auto turn = [within](double angle) { return exact_angle(angle, within).value; };
  return rotation_z(turn(rpy.z)) * (rotation_y(turn(rpy.y)) * rotation_x(turn(rpy.x)));
}

Mat3<double> rotation_of_z_to(const Vec3<double>& e) {
  if (e.z == 1.0) return spatial::identity3<double>();
  if (e.z == -1.0) return rotation_x({-1, 0});
  // turn about the axis z x e by the angle between z and e
  const double s2 = e.x * e.x + e.y * e.y, k = (1.0 - e.z) / s2;
  return {1.0 - k * e.x * e.x, -k * e.x * e.y, e.x, -k * e.x * e.y, 1.0 - k * e.y * e.y, e.y, -e.x, -e.y, e.z};
}

}  // namespace tauforge::robot
