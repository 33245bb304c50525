// Quarter turns restored. A file that says 1.5707963267949 means a right angle; left as it is, its
// cosine of 6e-17 would cost a sixth of the operations of the generated code.
#pragma once

#include "tauforge/spatial/mat3.h"

namespace tauforge::robot {

struct CosSin {
  double c, s;
};

enum class AngleQuality {
  as_written,    // not near a quarter turn, or exactly one already
  restored,      // so near to a quarter turn that it was made exact
  nearly_right,  // within 1e-3 rad of one, and left as written
};

struct ExactAngle {
  CosSin value;
  AngleQuality quality;
};

// How far from a quarter turn an angle may be to be made one [rad].
inline constexpr double digits_lost = 1e-8;  // a right angle written with all its digits
inline constexpr double few_digits = 1e-3;   // 1.5708

ExactAngle exact_angle(double angle, double within = digits_lost);

spatial::Mat3<double> rotation_x(CosSin angle);
spatial::Mat3<double> rotation_y(CosSin angle);
spatial::Mat3<double> rotation_z(CosSin angle);

// Roll about x, then pitch about y, then yaw about z, all of the fixed frame, as in URDF; quarter turns are exact.
spatial::Mat3<double> rotation_rpy(const spatial::Vec3<double>& rpy, double within = digits_lost);

// A rotation that takes the z axis to the given direction; exact for the six coordinate axes.
spatial::Mat3<double> rotation_of_z_to(const spatial::Vec3<double>& unit_axis);

}  // namespace tauforge::robot
