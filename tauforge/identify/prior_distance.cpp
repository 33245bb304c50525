#include "tauforge/identify/prior_distance.h"

#include "tauforge/diagnostic/require.h"
#include "tauforge/identify/body_moments.h"
#include "tauforge/identify/prior_metric.h"

namespace tauforge::identify {

double distance_of_body(std::span<const double> file, std::span<const double> moments) {
  diagnostic::require(file.size() == 10 && moments.size() == 10, "a body has ten moments");
  const Eigen::Map<const Eigen::Matrix<double, 10, 1>> from(file.data()), to(moments.data());
  return (distance_from(file.data()) * (to - from)).norm();
}

BaseDistance distance_of_base(const robot::Robot& robot, const BaseParameters& base, const UsualMotion& motion,
                              std::span<const double> change) {
  const std::vector<double> centre(motion.range.size(), 0.0);
  const PriorMetric metric(robot, base, motion.torque, {motion.range, centre, motion.speed, motion.acceleration});
  const Pull pull = metric.pull(parameter_columns(robot, base), 1.0);
  diagnostic::require(pull.P.cols() == static_cast<Eigen::Index>(change.size()), "one change per base parameter");
  return {(pull.P * Eigen::Map<const Vector>(change.data(), pull.P.cols())).norm(), metric.scales()};
}

}  // namespace tauforge::identify
