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
  restored,      // within 1e-8 rad of a quarter turn: made exact
  nearly_right,  // within 1e-3 rad: left as written, unless asked for
};

struct ExactAngle {
  CosSin value;
  AngleQuality quality;
};

// `coarse` also restores angles within 1e-3 rad.
ExactAngle exact_angle(double angle, bool coarse);

spatial::Mat3<double> rotation_x(CosSin angle);
spatial::Mat3<double> rotation_y(CosSin angle);
spatial::Mat3<double> rotation_z(CosSin angle);

// Roll about x, then pitch about y, then yaw about z, all of the fixed frame, as in URDF; quarter turns are exact.
spatial::Mat3<double> rotation_rpy(const spatial::Vec3<double>& rpy, bool coarse = false);

// A rotation that takes the z axis to the given direction; exact for the six coordinate axes.
spatial::Mat3<double> rotation_of_z_to(const spatial::Vec3<double>& unit_axis);

}  // namespace tauforge::robot
