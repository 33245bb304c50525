#include "tauforge/evaluate/columns.h"

#include <fmt/format.h>

#include <cmath>

#include "tauforge/dynamics/drive.h"
#include "tauforge/dynamics/regressor.h"

namespace tauforge::evaluate::columns {

using namespace dynamics;

namespace {

constexpr const char* base_pose[] = {"base_x", "base_y", "base_z", "base_qx", "base_qy", "base_qz", "base_qw"};
constexpr const char* base_velocity[] = {"base_vx", "base_vy", "base_vz", "base_wx", "base_wy", "base_wz"};
constexpr const char* base_acceleration[] = {"base_ax", "base_ay", "base_az", "base_alx", "base_aly", "base_alz"};
constexpr const char* wrench_parts[] = {"fx", "fy", "fz", "nx", "ny", "nz"};
constexpr const char* moment_names[] = {"m", "x", "y", "z", "xx", "yy", "zz", "xy", "yz", "xz"};
constexpr const char* drive_names[] = {"inertia", "coulomb", "viscous", "offset", "static_level"};

void add_per_drive(const robot::Robot& robot, const char* letter, std::vector<InputColumn>& columns) {
  for (std::size_t j = 0; j < robot.drives.size(); ++j)
    columns.push_back({fmt::format("{}:{}", letter, robot.drives[j]), fmt::format("{}{}", letter, j + 1)});
}

void add_all(std::span<const char* const> names, std::vector<InputColumn>& columns) {
  for (const char* name : names) columns.push_back({name, ""});
}

void add_wrenches(const robot::Robot& robot, std::vector<InputColumn>& columns) {
  for (const auto& frame : robot.frames)
    for (const char* part : wrench_parts) columns.push_back({fmt::format("{}:{}", part, frame.name), "", true});
}

// Rows of a result: a floating base first, then drives.
std::vector<std::string> row_names(const robot::Robot& robot, const char* letter, std::span<const char* const> base) {
  std::vector<std::string> rows;
  if (robot.tree.floating)
    for (const char* name : base) rows.emplace_back(name);
  for (const auto& drive : robot.drives) rows.push_back(fmt::format("{}:{}", letter, drive));
  return rows;
}

std::vector<std::string> torque_names(const robot::Robot& robot, const char* letter) {
  std::vector<std::string> base;
  std::vector<const char*> pointers;
  for (const char* part : wrench_parts) base.push_back(fmt::format("{}_base_{}", letter, part));
  for (const auto& name : base) pointers.push_back(name.c_str());
  return row_names(robot, letter, pointers);
}

// Coordinates by bare name: base_vx ... for the base, then drives.
std::vector<std::string> coordinate_names(const robot::Robot& robot) {
  std::vector<std::string> names;
  if (robot.tree.floating)
    for (const char* name : base_velocity) names.emplace_back(name);
  for (const auto& drive : robot.drives) names.push_back(drive);
  return names;
}

std::vector<std::string> regressor_columns(const robot::Robot& robot) {
  std::vector<std::string> columns;
  const auto add_body = [&](const std::string& link) {
    for (const char* moment : moment_names) columns.push_back(fmt::format("{}:{}", link, moment));
  };
  if (robot.tree.floating) add_body(robot.base_link);
  for (const auto& link : robot.links) add_body(link);
  for (std::size_t j = 0; j < robot.drives.size(); ++j)
    for (Index c = 0; c < drive_columns(robot.tree.friction[j]); ++c)
      columns.push_back(fmt::format("{}:{}", robot.drives[j], drive_names[c]));
  return columns;
}

std::vector<std::string> products(const char* letter, const std::vector<std::string>& rows,
                                  const std::vector<std::string>& columns) {
  std::vector<std::string> names;
  for (const auto& row : rows)
    for (const auto& column : columns) names.push_back(fmt::format("{}:{}:{}", letter, row, column));
  return names;
}

// Reads numbers off a row, one after another.
class Row {
 public:
  explicit Row(std::span<const double> values) : values_(values) {}
  double next() { return values_[at_++]; }
  Vec3<double> vector() {
    const double x = next(), y = next(), z = next();
    return {x, y, z};
  }
  void fill(std::vector<double>& to, std::size_t size) {
    to.resize(size);
    for (double& value : to) value = next();
  }

 private:
  std::span<const double> values_;
  std::size_t at_ = 0;
};

void read_base_pose(Row& row, State<double>& theta) {
  theta.base.X_wb.p = row.vector();
  spatial::Quaternion<double> e;
  e.x = row.next(), e.y = row.next(), e.z = row.next(), e.w = row.next();
  // rounding is forgiven; anything else is no rotation, and what is computed from it is not a number
  const double norm = std::sqrt(e.x * e.x + e.y * e.y + e.z * e.z + e.w * e.w);
  const double scale = std::abs(norm - 1.0) < 1e-3 ? 1.0 / norm : std::nan("");
  theta.base.X_wb.R = matrix(spatial::Quaternion<double>{e.x * scale, e.y * scale, e.z * scale, e.w * scale});
}

// Wrenches are given in links' frames and act on bodies.
void read_wrenches(const robot::Robot& robot, Row& row, State<double>& theta) {
  const Wrench<double> none{};
  theta.external.assign(robot.links.size(), none);
  theta.external_on_base = none;
  for (const auto& frame : robot.frames) {
    const Vec3<double> force = frame.X.R * row.vector();
    const Vec3<double> moment = frame.X.R * row.vector() + cross(frame.X.p, force);
    Wrench<double>& to = frame.body == Tree::base ? theta.external_on_base : theta.external[at(frame.body)];
    to = to + Wrench<double>{force, moment};
  }
}

}  // namespace

std::vector<InputColumn> motion_inputs(const robot::Robot& robot, const Reads& reads) {
  std::vector<InputColumn> columns;
  add_per_drive(robot, "q", columns);
  if (reads.velocity) add_per_drive(robot, "qd", columns);
  if (reads.acceleration) add_per_drive(robot, "qdd", columns);
  if (robot.tree.floating) {
    add_all(base_pose, columns);
    if (reads.velocity) add_all(base_velocity, columns);
    if (reads.acceleration) add_all(base_acceleration, columns);
  }
  if (reads.wrenches) add_wrenches(robot, columns);
  return columns;
}

std::vector<InputColumn> forward_dynamics_inputs(const robot::Robot& robot) {
  std::vector<InputColumn> columns = motion_inputs(robot, forward_dynamics_reads);
  std::vector<InputColumn> torques;
  for (const auto& name : torque_names(robot, "tau")) torques.push_back({name, ""});
  const std::size_t base = robot.tree.floating ? 6 : 0;
  for (std::size_t j = 0; j < robot.drives.size(); ++j) torques[base + j].numbered = fmt::format("tau{}", j + 1);
  for (std::size_t r = 0; r < base; ++r) torques[r].optional = true;  // a free base feels no force of its own
  columns.insert(columns.end(), torques.begin(), torques.end());
  return columns;
}

std::vector<std::string> outputs(const robot::Robot& robot, Function function) {
  const std::vector<std::string> coordinates = coordinate_names(robot);
  std::vector<std::string> names;
  switch (function) {
    case Function::inverse_dynamics: return torque_names(robot, "tau");
    case Function::gravity: return torque_names(robot, "gravity");
    case Function::velocity_torque: return torque_names(robot, "velocity");
    case Function::bias: return torque_names(robot, "bias");
    case Function::forward_dynamics: return row_names(robot, "qdd", base_acceleration);
    case Function::mass_matrix:
      for (std::size_t i = 0; i < coordinates.size(); ++i)
        for (std::size_t j = i; j < coordinates.size(); ++j)
          names.push_back(fmt::format("M:{}:{}", coordinates[i], coordinates[j]));
      return names;
    case Function::coriolis_matrix: return products("C", coordinates, coordinates);
    case Function::regressor: return products("Y", coordinates, regressor_columns(robot));
    case Function::jacobian: return products("J", {"vx", "vy", "vz", "wx", "wy", "wz"}, coordinates);
    case Function::forward_kinematics:
      for (const auto& frame : robot.frames)
        for (const char* part : {"x", "y", "z", "qx", "qy", "qz", "qw"})
          names.push_back(fmt::format("{}:{}", part, frame.name));
      return names;
    default: return names;  // not one of functions()
  }
}

void read_motion(const robot::Robot& robot, std::span<const double> values, const Reads& reads, State<double>& theta) {
  const std::size_t m = robot.drives.size();
  Row row(values);
  row.fill(theta.q, m);
  theta.qd.assign(m, 0.0), theta.qdd.assign(m, 0.0);
  if (reads.velocity) row.fill(theta.qd, m);
  if (reads.acceleration) row.fill(theta.qdd, m);
  if (robot.tree.floating) {
    read_base_pose(row, theta);
    const Twist<double> still{};
    theta.base.velocity = theta.base.acceleration = still;
    if (reads.velocity) theta.base.velocity.linear = row.vector(), theta.base.velocity.angular = row.vector();
    if (reads.acceleration)
      theta.base.acceleration.linear = row.vector(), theta.base.acceleration.angular = row.vector();
  }
  theta.external.clear();
  theta.external_on_base = {};
  if (reads.wrenches) read_wrenches(robot, row, theta);
}

void read_forward_dynamics(const robot::Robot& robot, std::span<const double> values, State<double>& theta,
                           std::vector<double>& tau) {
  const std::size_t nv = at(robot.tree.nv());
  read_motion(robot, values.first(values.size() - nv), forward_dynamics_reads, theta);
  tau.assign(values.end() - static_cast<std::ptrdiff_t>(nv), values.end());
}

void write_jacobian(const robot::Robot& robot, std::span<const double> J, std::span<double> out) {
  const Tree& tree = robot.tree;
  const Index base = base_rows(tree), n = base + tree.size(), m = tree.nv();
  for (Index r = 0; r < 6; ++r) {
    std::vector<double> joint_row(J.begin() + r * n, J.begin() + (r + 1) * n);  // J G is (G' J')'
    rows_to_drives<double>(tree, robot.parameters, joint_row, 1, out.subspan(at(r * m), at(m)));
  }
}

void write_poses(const robot::Robot& robot, const State<double>& joints, std::span<const Pose<double>> bodies,
                 std::span<double> out) {
  std::size_t next = 0;
  const Pose<double> world;
  for (const auto& frame : robot.frames) {
    const Pose<double>& body = frame.body != Tree::base ? bodies[at(frame.body)]
                               : robot.tree.floating    ? joints.base.X_wb
                                                        : world;
    const Pose<double> X = body * frame.X;
    const auto e = quaternion(X.R);
    for (const double value : {X.p.x, X.p.y, X.p.z, e.x, e.y, e.z, e.w}) out[next++] = value;
  }
}

}  // namespace tauforge::evaluate::columns
