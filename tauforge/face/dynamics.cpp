#include <algorithm>
#include <cmath>
#include <limits>

#include "tauforge/dynamics/base_columns.h"
#include "tauforge/dynamics/vanishing_pivot.h"
#include "tauforge/face/result_shape.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/functions/instances.h"
#include "tauforge/tauforge.h"

namespace tauforge {

using functions::Function;

namespace {

functions::Choices choices_of(const robot::Robot& robot, const Dynamics::Options& options) {
  functions::Choices choices;
  choices.bodies_alone = options.rigid;
  choices.base_columns = dynamics::base_columns(robot.tree, robot.parameters);
  for (const auto& frame : robot.frames)
    if (frame.name == options.link) choices.jacobian_of = frame;
  return choices;
}

bool has(In values, bool read, std::size_t size) { return !read || values.size() == size; }

}  // namespace

struct Dynamics::Workspace {
  Workspace(const robot::Robot& of, const Options& options)
      : robot(of),
        link(options.link),
        compute(of.tree, options.rigid ? robot::bodies_alone(of.parameters) : of.parameters, choices_of(of, options)),
        nq(dynamics::position_count(of.tree)),
        nv(of.tree.nv()),
        q(nq) {
    if (!compute.parameters().body.empty()) unladen = compute.parameters().body.back();
    results.reserve(4 * nv * nv);  // of several results that the caller wants apart
    const std::vector<double> zeros(nv, 0.0);
    for (const auto& info : functions::function_list())
      if (why_not(info.function).empty()) compute.prepare(info.function);
    dynamics::vanishing_pivot(of.tree, compute.parameters(), zeros, pivots);
  }

  std::string why_not(Function function) const {
    if (robot.tree.size() == 0) return "the robot has no joints";
    if (function == Function::jacobian && !link.empty() && !compute.choices().jacobian_of)
      return "the robot has no link '" + link + "'";
    return functions::why_not(function, robot.tree);
  }

  Status call(Function function, const State& x, Out out) noexcept {
    const Status status = answer(function, x, out);
    if (status != Status::fine) std::fill(out.begin(), out.end(), std::numeric_limits<double>::quiet_NaN());
    return status;
  }

  // Results that the caller wants apart.
  Status call(Function function, const State& x, std::initializer_list<Out> parts) noexcept {
    std::size_t size = 0;
    for (const Out& part : parts) size += part.size();
    const bool fits = size <= results.capacity();
    if (fits) results.resize(size);
    const Status status = !is_available(function)               ? Status::not_available
                          : fits && same_sizes(function, parts) ? call(function, x, Out(results))
                                                                : Status::wrong_size;
    std::size_t next = 0;
    for (const Out& part : parts) {
      if (status == Status::fine)
        std::copy_n(results.begin() + static_cast<std::ptrdiff_t>(next), part.size(), part.begin());
      else
        std::fill(part.begin(), part.end(), std::numeric_limits<double>::quiet_NaN());
      next += part.size();
    }
    return status;
  }

  robot::Robot robot;
  std::string link;
  functions::Computation<double> compute;
  std::size_t nq, nv;
  std::vector<double> q;  // with a quaternion of length one
  spatial::Inertia<double> unladen;
  dynamics::VanishingPivotWorkspace pivots;
  std::vector<double> results;

 private:
  bool same_sizes(Function function, std::initializer_list<Out> parts) const noexcept {
    const Out* part = parts.begin();
    for (const auto& result : functions::info(function).results)
      if (size_of(result, robot.tree, compute.choices()) != (part++)->size()) return false;
    return true;
  }

  Status answer(Function function, const State& x, Out out) noexcept {
    const functions::FunctionInfo& info = functions::info(function);
    if (!is_available(function)) return Status::not_available;
    if (x.q.size() != nq || !has(x.qd, info.reads.velocity, nv) || !has(x.qdd, info.reads.acceleration, nv) ||
        !has(x.tau, info.reads.torque, nv) || !has(x.wrench, !x.wrench.empty(), 6) ||
        out.size() != compute.size(function))
      return Status::wrong_size;
    std::copy(x.q.begin(), x.q.end(), q.begin());
    if (robot.tree.floating) {
      const double scale = dynamics::unit_scale(q);
      if (std::isnan(scale)) return Status::no_rotation;
      for (std::size_t e = 3; e < 7; ++e) q[e] *= scale;
    }
    if (info.family == functions::Family::forward_dynamics &&
        dynamics::vanishing_pivot(robot.tree, compute.parameters(), x.q.last(robot.drives.size()), pivots))
      return Status::singular;
    compute(function, {q, x.qd, x.qdd, x.tau, info.reads.wrench ? x.wrench : In{}}, out);
    return Status::fine;
  }

 public:
  // As why_not says, without its words.
  bool is_available(Function function) const noexcept {
    if (function == Function::jacobian && !link.empty() && !compute.choices().jacobian_of) return false;
    return robot.tree.size() > 0 && functions::is_available(function, robot.tree);
  }
};

Dynamics::Dynamics(const Robot& robot, const Options& options)
    : workspace_(std::make_unique<Workspace>(robot.details().robot, options)) {}
Dynamics::Dynamics(Dynamics&&) noexcept = default;
Dynamics& Dynamics::operator=(Dynamics&&) noexcept = default;
Dynamics::~Dynamics() = default;

Status Dynamics::inverse_dynamics(In q, In qd, In qdd, Out tau) noexcept {
  return workspace_->call(Function::inverse_dynamics, {q, qd, qdd}, tau);
}
Status Dynamics::gravity(In q, Out g) noexcept { return workspace_->call(Function::gravity, {q}, g); }
Status Dynamics::velocity_torque(In q, In qd, Out h) noexcept {
  return workspace_->call(Function::velocity_torque, {q, qd}, h);
}
Status Dynamics::bias(In q, In qd, Out b) noexcept { return workspace_->call(Function::bias, {q, qd}, b); }
Status Dynamics::mass_matrix(In q, Out M) noexcept { return workspace_->call(Function::mass_matrix, {q}, M); }
Status Dynamics::coefficients(In q, Out D, Out DI) noexcept {
  return workspace_->call(Function::coefficients, {q}, {D, DI});
}
Status Dynamics::forward_dynamics(In q, In qd, In tau, Out qdd) noexcept {
  return workspace_->call(Function::forward_dynamics, {q, qd, {}, tau}, qdd);
}
Status Dynamics::regressor(In q, In qd, In qdd, Out Y) noexcept {
  return workspace_->call(Function::regressor, {q, qd, qdd}, Y);
}
Status Dynamics::base_regressor(In q, In qd, In qdd, Out Y) noexcept {
  return workspace_->call(Function::base_regressor, {q, qd, qdd}, Y);
}
Status Dynamics::forward_kinematics(In q, Out X) noexcept {
  return workspace_->call(Function::forward_kinematics, {q}, X);
}
Status Dynamics::jacobian(In q, Out J) noexcept { return workspace_->call(Function::jacobian, {q}, J); }
Status Dynamics::coriolis_matrix(In q, In qd, Out C) noexcept {
  return workspace_->call(Function::coriolis_matrix, {q, qd}, C);
}
Status Dynamics::inverse_dynamics_derivatives(In q, In qd, In qdd, Out tau, Out dtau_dq, Out dtau_dqd) noexcept {
  return workspace_->call(Function::inverse_dynamics_derivatives, {q, qd, qdd}, {tau, dtau_dq, dtau_dqd});
}
Status Dynamics::forward_dynamics_derivatives(In q, In qd, In tau, Out qdd, Out dqdd_dq, Out dqdd_dqd,
                                              Out dqdd_dtau) noexcept {
  return workspace_->call(Function::forward_dynamics_derivatives, {q, qd, {}, tau},
                          {qdd, dqdd_dq, dqdd_dqd, dqdd_dtau});
}

Status Dynamics::compute(std::string_view function, const State& x, Out results) noexcept {
  if (const auto known = functions::function_named(function)) return workspace_->call(*known, x, results);
  std::fill(results.begin(), results.end(), std::numeric_limits<double>::quiet_NaN());
  return Status::not_available;
}

std::size_t Dynamics::size(std::string_view function) const noexcept {
  const auto known = functions::function_named(function);
  return known && workspace_->is_available(*known) ? workspace_->compute.size(*known) : 0;
}

std::vector<ResultShape> Dynamics::results(std::string_view function) const {
  const auto known = functions::function_named(function);
  std::vector<ResultShape> shapes;
  if (!known || !workspace_->is_available(*known)) return shapes;
  const auto& tree = workspace_->robot.tree;
  for (const auto& result : functions::info(*known).results)
    shapes.push_back(shape_of(result, size_of(result, tree, workspace_->compute.choices()), workspace_->nv));
  return shapes;
}

std::string Dynamics::why_not(std::string_view function) const {
  const auto known = functions::function_named(function);
  return known ? workspace_->why_not(*known) : "there is no function '" + std::string(function) + "'";
}

void Dynamics::set_payload(const Payload& payload) noexcept {
  auto& par = workspace_->compute.parameters();
  if (par.body.empty()) return;
  const auto& [x, y, z] = payload.centre;
  const auto& I = payload.inertia;
  const spatial::Vec3<double> c{x, y, z};
  const spatial::Sym3<double> about_centre{I[0], I[1], I[2], I[3], I[4], I[5]};
  const spatial::Inertia<double> body{payload.mass, payload.mass * c, about_centre + payload.mass * point_inertia(c)};
  par.body.back() = workspace_->unladen + moved(par.link_frame.back(), body);
}

void Dynamics::set_gravity(const std::array<double, 3>& g) noexcept {
  workspace_->compute.parameters().gravity = {g[0], g[1], g[2]};
}

std::vector<FunctionInfo> function_catalogue() {
  std::vector<FunctionInfo> list;
  for (const auto& info : functions::function_list())
    list.push_back({info.name, info.meaning, info.reads.velocity, info.reads.acceleration, info.reads.torque});
  return list;
}

const char* to_text(Status status) {
  switch (status) {
    case Status::fine: return "fine";
    case Status::wrong_size: return "a span has not as many numbers as it needs";
    case Status::not_available: return "this robot has no such function";
    case Status::singular: return "finite torques cannot move the robot where it stands";
    case Status::no_rotation: return "the quaternion of the floating base has not length one";
    case Status::not_set_up: return "the code waits for its set-up";
  }
  return "";
}

}  // namespace tauforge
