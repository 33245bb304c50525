#include "tauforge/identify/log_cholesky.h"

namespace tauforge::identify {

bool log_cholesky_of_moments(const double* p, double* k) {
  const double m = p[0];
  if (!(m > 0.0)) return false;
  const double x = p[1] / m, y = p[2] / m, z = p[3] / m;
  // second moments about the centre of mass, per mass
  const double half = 0.5 * (p[4] + p[5] + p[6]);
  const double xx = (half - p[4]) / m - x * x, yy = (half - p[5]) / m - y * y, zz = (half - p[6]) / m - z * z;
  const double xy = -p[7] / m - x * y, yz = -p[8] / m - y * z, xz = -p[9] / m - x * z;
  if (!(zz > 0.0)) return false;
  const double v33 = std::sqrt(zz), v23 = yz / v33, v13 = xz / v33;
  const double rest_y = yy - v23 * v23;
  if (!(rest_y > 0.0)) return false;
  const double v22 = std::sqrt(rest_y), v12 = (xy - v13 * v23) / v22;
  const double rest_x = xx - v12 * v12 - v13 * v13;
  if (!(rest_x > 0.0)) return false;
  const double values[] = {
      0.5 * std::log(m), 0.5 * std::log(rest_x), std::log(v22), std::log(v33), v12, v23, v13, x, y, z};
  for (int i = 0; i < 10; ++i) {
    if (!std::isfinite(values[i])) return false;
    k[i] = values[i];
  }
  return true;
}

}  // namespace tauforge::identify
