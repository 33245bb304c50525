#include "tauforge/identify/with_parameters.h"

#include "tauforge/diagnostic/require.h"
#include "tauforge/dynamics/regressor.h"

namespace tauforge::identify {

using dynamics::at;

robot::Robot with_parameter_values(const robot::Robot& robot, std::span<const double> values) {
  diagnostic::require(values.size() == at(dynamics::regressor_columns(robot.tree)),
                      "there is a value for every column");
  robot::Robot other = robot;
  auto& par = other.parameters;
  std::size_t next = 0;
  const auto body = [&] {
    const double* v = &values[next];
    next += at(dynamics::moments_per_body);
    return spatial::Inertia<double>{v[0], {v[1], v[2], v[3]}, {v[4], v[5], v[6], v[7], v[8], v[9]}};
  };
  if (robot.tree.floating) par.base = body();
  for (Index i : robot.tree.base_to_tip()) par.body[at(i)] = moved(par.link_frame[at(i)], body());
  for (Index j = 0; j < robot.tree.drives(); ++j) {
    auto& d = par.drive[at(j)];
    double* const fields[] = {&d.inertia, &d.coulomb, &d.viscous, &d.offset, &d.static_level};
    for (Index c = 0; c < dynamics::drive_columns(robot.tree.friction[at(j)]); ++c) *fields[c] = values[next++];
  }
  return other;
}

}  // namespace tauforge::identify
