#include "tauforge/identify/possible_prior.h"

#include <algorithm>
#include <cmath>

#include "tauforge/dynamics/regressor.h"
#include "tauforge/identify/body_moments.h"
#include "tauforge/identify/log_cholesky.h"
#include "tauforge/identify/robot_parameters.h"

namespace tauforge::identify {

PossiblePrior possible_prior(const robot::Robot& robot, double smallest_mass, double smallest_radius) {
  constexpr std::size_t ten = 10;
  PossiblePrior result;
  result.parameters = parameters_of(robot);
  const std::size_t bodies = static_cast<std::size_t>(dynamics::inertial_columns(robot.tree)) / ten;
  double usual_mass = 0.0;
  std::size_t with_mass = 0;
  for (std::size_t i = 0; i < bodies; ++i)
    if (const double m = result.parameters[ten * i]; m > smallest_mass) usual_mass += m, ++with_mass;
  result.has_mass = with_mass > 0;
  usual_mass = result.has_mass ? usual_mass / static_cast<double>(with_mass) : 1.0;
  for (std::size_t i = 0; i < bodies; ++i) {
    double *p = result.parameters.data() + ten * i, k[ten];
    bool possible = log_cholesky_of_moments(p, k);
    for (int d = 1; d <= 3; ++d) possible = possible && k[d] > std::log(smallest_radius);
    const bool has_mass = p[0] > smallest_mass;
    if (possible && has_mass) continue;
    const double m = has_mass ? p[0] : usual_mass;
    const TenMoments other = has_mass ? ball(m, p[1] / m, p[2] / m, p[3] / m) : ball(m, 0, 0, 0);
    std::copy(other.begin(), other.end(), p);
    const bool base = robot.tree.floating && i == 0;
    result.replaced.push_back(base ? robot.base_link : robot.links[i - (robot.tree.floating ? 1 : 0)]);
  }
  return result;
}

}  // namespace tauforge::identify
