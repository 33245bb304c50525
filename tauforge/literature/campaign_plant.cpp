#include "tauforge/literature/campaign_plant.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <random>
#include <set>

#include "tauforge/diagnostic/require.h"
#include "tauforge/functions/drive_dynamics.h"
#include "tauforge/functions/instances.h"
#include "tauforge/identify/cholesky.h"
#include "tauforge/identify/robot_parameters.h"
#include "tauforge/literature/published_puma260.h"

namespace tauforge::literature {

using robot::Index;

namespace {

// Not printed in the paper: ranges near those of the PUMA 260's data sheet, and torques its motors can hold.
const std::vector<double> lower = {-2.5, -1.9, -1.9, -2.4, -1.8, -2.6},
                          upper = {2.5, 1.9, 1.9, 2.4, 1.8, 2.6};      // [rad]
const std::vector<double> limits = {10.0, 15.0, 6.5, 1.3, 1.3, 0.65};  // [N m]
constexpr unsigned plant_seed = 260;
constexpr int most_plants = 1000;

// Of 32 bits, unlike simulate::Noise: examples/paper000/arm.toml was drawn with these.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double uniform() { return (static_cast<double>(engine_()) + 0.5) / 4294967296.0; }

 private:
  std::mt19937 engine_;
};

// Of the drives, by Newton-Euler [N m].
std::vector<double> torques_of(functions::DriveDynamics<double>& drives, const identify::Motion& x) {
  dynamics::State<double> state;
  state.q = x.q, state.qd = x.qd, state.qdd = x.qdd;
  return drives.torques(state);
}

bool mass_matrix_is_positive(const robot::Robot& robot) {
  Random random(4);
  const Index n = robot.tree.nv();
  functions::DriveDynamics<double> drives(robot.tree, robot.parameters);
  dynamics::State<double> x;
  x.q.resize(n);
  std::vector<double> M(n * n);
  for (int k = 0; k < 1000; ++k) {
    for (double& value : x.q) value = M_PI * (2.0 * random.uniform() - 1.0);
    drives.mass_matrix(x, M);
    if (!identify::is_positive_definite(Eigen::Map<identify::Matrix>(M.data(), n, n))) return false;
  }
  return true;
}

// As a file would show it: six digits. So the same arm comes out whatever the last bit of a sine is.
double six_digits(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 6).ptr;
  std::from_chars(text, end, value);
  return value;
}

}  // namespace

diagnostic::Findings campaign_refusal(const robot::Robot& robot, const std::string& why) {
  const auto source = std::make_shared<const diagnostic::Source>(diagnostic::Source{robot.name, ""});
  return {diagnostic::error({source, 0, 0, 1}, "robot-unsuited", "is not the PUMA 260 of the campaign: " + why,
                            "the campaign is that of robots/puma260.toml; excite and simulate take any arm")};
}

std::string why_no_campaign(const robot::Robot& robot) {
  const robot::Tree& tree = robot.tree;
  if (tree.size() != 6 || !tree.is_serial() || tree.floating || !tree.direct || !tree.all_revolute())
    return "it has not six turning joints in a chain on a fixed base, each with a drive of its own";
  const identify::BaseParameters base = identify::ordered_base_parameters(robot, identify::paper_order(tree, false));
  const std::vector<identify::ParameterName> names = identify::parameter_names(robot);
  std::set<std::string> kept, published;
  for (const Index column : base.kept) kept.insert(names[column].name);
  for (const PublishedEstimate& row : published_table_1) published.insert(row.name);
  for (const std::string& name : published)
    if (!kept.contains(name)) return "parameter " + name + " of table 1 does not move its torques independently";
  for (const std::string& name : kept)
    if (!published.contains(name)) return "its parameter " + name + " is not in table 1";
  functions::DriveDynamics<double> drives(robot.tree, robot.parameters);
  for (const motion::ToAndFro& motion : campaign_motions_of(robot))
    for (double t = 0.0; t < motion.pass().duration(); t += motion.pass().duration() / 400) {
      const std::vector<double> tau = torques_of(drives, motion_at(motion, t));
      for (std::size_t j = 0; j < tau.size(); ++j)
        if (!(std::abs(tau[j]) <= 1.01 * limits[j]))
          return fmt::format("drive {} needs {:.3g} N m even in slow motion, and the motor has {:g}", j + 1,
                             std::abs(tau[j]), limits[j]);
    }
  return "";
}

std::vector<motion::ToAndFro> campaign_motions_of(const robot::Robot& puma, unsigned seed) {
  functions::DriveDynamics<double> drives(puma.tree, puma.parameters);
  std::vector<motion::ToAndFro> motions;
  for (const Points& points : campaign_paths(lower, upper, 4, seed))
    motions.push_back(
        scaled_to_torque(points, limits, [&](const identify::Motion& x) { return torques_of(drives, x); }));
  return motions;
}

diagnostic::Result<robot::Robot> campaign_plant(const robot::Robot& puma, const identify::BaseParameters& base) {
  const std::vector<double> table2 = identify::parameters_of(puma);
  // the largest torque per unit of every column, relative to the largest torque of the joint
  std::vector<double> unit_share(table2.size(), 0.0);
  functions::DriveDynamics<double> drives(puma.tree, puma.parameters);
  dynamics::RegressorWorkspace<double> regressor_workspace;
  const Index n = puma.tree.nv(), width = dynamics::regressor_columns(puma.tree);
  std::vector<double> Y(n * width);
  for (const motion::ToAndFro& motion : campaign_motions_of(puma)) {
    std::vector<double> largest(n, 0.0), column(n * width, 0.0);
    for (double t = 0.0; t < motion.duration(); t += 0.028) {
      const identify::Motion x = motion_at(motion, t);
      const std::vector<double> tau = torques_of(drives, x);
      dynamics::State<double> state;
      state.q = x.q, state.qd = x.qd, state.qdd = x.qdd;
      dynamics::regressor<double>(puma.tree, puma.parameters, state, regressor_workspace, Y);
      for (std::size_t j = 0; j < tau.size(); ++j) largest[j] = std::max(largest[j], std::abs(tau[j]));
      for (std::size_t e = 0; e < Y.size(); ++e) column[e] = std::max(column[e], std::abs(Y[e]));
    }
    for (Index j = 0; j < n; ++j)
      for (Index c = 0; c < width; ++c) unit_share[c] = std::max(unit_share[c], column[j * width + c] / largest[j]);
  }
  for (unsigned draw = 0; draw < most_plants; ++draw) {
    Random random(plant_seed + draw);
    std::vector<double> values = table2;
    for (const Index kept : base.kept)
      if (table2[kept] == 0.0) {
        const double share = 0.002 + 0.007 * random.uniform();
        values[kept] = six_digits((random.uniform() < 0.5 ? -1.0 : 1.0) * share / unit_share[kept]);
      }
    const robot::Robot plant = identify::with_parameters(puma, values);
    if (mass_matrix_is_positive(plant)) return plant;
  }
  return campaign_refusal(puma, "with small parameters besides its own its mass matrix is not positive definite");
}

diagnostic::Result<robot::Description> campaign_arm(const robot::Description& description, const robot::Robot& puma) {
  if (const std::string why = why_no_campaign(puma); !why.empty()) return campaign_refusal(puma, why);
  const auto plant =
      campaign_plant(puma, identify::ordered_base_parameters(puma, identify::paper_order(puma.tree, false)));
  if (!plant) return plant.findings();
  robot::Description written = identify::identified_description(description, plant.value(), robot::Meaning::base);
  written.name += "_arm";
  written.source = "Izaguirre, Hashimoto, Paul, Hayward 1992, Table 2, and 29 small parameters besides";
  return written;
}

}  // namespace tauforge::literature
