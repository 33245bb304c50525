// Stands in for `tauforge generate` until that command exists: the same function names, plain libm, a batch that is a
// loop.
//
//   tauforge_benchmark_stand_in ROBOT.toml FOLDER
#include <fmt/format.h>

#include <fstream>

#include "tauforge/compiler/search.h"
#include "tauforge/dynamics/instances/expressions.h"
#include "tauforge/dynamics/regressor.h"
#include "tauforge/emit/c_source.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/passes/factor_sums.h"

namespace tauforge::benchmarks {

namespace {

using dynamics::at;
using expression::Binding;
using expression::Expr;
using expression::Program;

constexpr auto planned_inverse_dynamics = compiler::PlannedFunction::inverse_dynamics;

struct Recorded {
  Program program;
  robot::Parameters<Expr> parameters;
  dynamics::State<Expr> state;
};

Recorded begin(const robot::Robot& robot, const std::string& function, int vectors) {
  Recorded r;
  const int n = robot.tree.size(), base = dynamics::base_rows(robot.tree);
  r.program.name = robot.name + "_" + function;
  r.parameters = robot::converted<Expr>(robot.parameters, [](double x) { return Expr(x); });
  auto q = r.program.add_argument("q", n + (base ? 7 : 0), Binding::slow, "positions");
  std::vector<Expr> qd(at(n + base), Expr(0.0)), qdd(at(n + base), Expr(0.0));
  if (vectors > 1) qd = r.program.add_argument("qd", n + base, Binding::slow, "velocities");
  if (vectors > 2) qdd = r.program.add_argument("qdd", n + base, Binding::fast, "accelerations");
  if (base) {
    const Expr x = q[3], y = q[4], z = q[5], w = q[6], two(2.0), one(1.0);
    r.state.base.X_wb.R = {one - two * (y * y + z * z), two * (x * y - w * z),       two * (x * z + w * y),
                           two * (x * y + w * z),       one - two * (x * x + z * z), two * (y * z - w * x),
                           two * (x * z - w * y),       two * (y * z + w * x),       one - two * (x * x + y * y)};
    r.state.base.X_wb.p = {q[0], q[1], q[2]};
    r.state.base.velocity = {{qd[0], qd[1], qd[2]}, {qd[3], qd[4], qd[5]}};
    r.state.base.acceleration = {{qdd[0], qdd[1], qdd[2]}, {qdd[3], qdd[4], qdd[5]}};
  }
  r.state.q.assign(q.end() - n, q.end());
  r.state.qd.assign(qd.end() - n, qd.end());
  r.state.qdd.assign(qdd.end() - n, qdd.end());
  return r;
}

Program inverse_dynamics(const robot::Robot& robot) {
  if (!robot.tree.floating) {
    const auto found = compiler::search_plan(robot.tree, robot.parameters, planned_inverse_dynamics);
    return compiler::trace_planned(compiler::record(robot.tree, robot.parameters, robot.name + "_inverse_dynamics"),
                                   planned_inverse_dynamics, found.plan);
  }
  Recorded r = begin(robot, "inverse_dynamics", 3);
  dynamics::NewtonEulerWorkspace<Expr> workspace;
  std::vector<Expr> tau(at(6 + robot.tree.size()));
  dynamics::newton_euler<Expr>(robot.tree, r.parameters, r.state, workspace, tau);
  r.program.add_output("tau", tau, "torques");
  return r.program;
}

Program mass_matrix(const robot::Robot& robot) {
  Recorded r = begin(robot, "mass_matrix", 1);
  dynamics::MassMatrixWorkspace<Expr> workspace;
  const std::size_t nv = at(dynamics::base_rows(robot.tree) + robot.tree.size());
  std::vector<Expr> M(nv * nv);
  dynamics::rigid_mass_matrix<Expr>(dynamics::MassMatrix::composite_body, robot.tree, r.parameters, r.state.q,
                                    workspace, M);
  r.program.add_output("M", M, "mass matrix");
  return r.program;
}

Program regressor(const robot::Robot& robot) {
  Recorded r = begin(robot, "regressor", 3);
  dynamics::RegressorWorkspace<Expr> workspace;
  const int rows = dynamics::base_rows(robot.tree) + robot.tree.size();
  std::vector<Expr> Y(at(rows * dynamics::inertial_columns(robot.tree)));
  dynamics::rigid_regressor<Expr>(robot.tree, r.parameters, r.state, workspace, Y);
  r.program.add_output("Y", Y, "regressor");
  return r.program;
}

Program forward_dynamics(const robot::Robot& robot) {
  Recorded r = begin(robot, "forward_dynamics", 2);
  dynamics::ArticulatedBodyWorkspace<Expr> workspace;
  const int rows = dynamics::base_rows(robot.tree) + robot.tree.size();
  const auto tau = r.program.add_argument("tau", rows, Binding::fast, "torques");
  const std::vector<Expr> no_rotors(at(robot.tree.size()), Expr(0.0));
  std::vector<Expr> qdd(at(rows));
  dynamics::articulated_body<Expr>(robot.tree, r.parameters, r.state, tau, no_rotors, workspace, qdd);
  r.program.add_output("qdd", qdd, "accelerations");
  return r.program;
}

std::string batch(const std::string& name, std::size_t n) {
  return fmt::format(
      "#include <stddef.h>\nvoid {0}_inverse_dynamics_batch(size_t count, const double *q, const double *qd, const "
      "double *qdd, double *tau)\n{{\n  for (size_t k = 0; k < count; ++k)\n    {0}_inverse_dynamics(q + {1}*k, qd + "
      "{1}*k, qdd + {1}*k, tau + {1}*k);\n}}\n",
      name, n);
}

int run(const std::string& file, const std::string& folder) {
  const auto loaded = files::load_robot(file);
  if (!loaded.ok()) return 1;
  const robot::Robot& robot = loaded.value().robot;
  std::ofstream out(folder + "/" + robot.name + ".c");
  const auto write = [&](const Program& program) { out << emit::c_source(passes::factor_sums(program), "stand-in"); };
  write(inverse_dynamics(robot));
  if (robot.tree.floating) return out ? 0 : 4;
  out << batch(robot.name, at(robot.tree.size()));
  write(mass_matrix(robot));
  out << emit::c_source(regressor(robot), "stand-in");
  out << emit::c_source(forward_dynamics(robot), "stand-in");
  return out ? 0 : 4;
}

}  // namespace

}  // namespace tauforge::benchmarks

int main(int argc, char** argv) { return argc == 3 ? tauforge::benchmarks::run(argv[1], argv[2]) : 2; }
