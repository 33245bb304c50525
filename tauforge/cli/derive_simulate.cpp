// Forward dynamics four ways: operations, time of the compiled code, error.                           [AKB86, sec. 4]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "tauforge/cli/derive_parts.h"
#include "tauforge/compiler/lay_out.h"
#include "tauforge/compiler/symbolic_robot.h"
#include "tauforge/emit/c_unit.h"
#include "tauforge/functions/instances.h"
#include "tauforge/native/call_time.h"
#include "tauforge/native/compile_c.h"
#include "tauforge/native/shared_library.h"
#include "tauforge/native/temporary_folder.h"
#include "tauforge/native/write_files.h"

namespace tauforge::cli {

namespace {

using compiler::Expr;
using explicit_model::Derivation;
using explicit_model::Section;
using expression::Binding;
using expression::Program;

Program recorded(const robot::Robot& robot, bool by_columns) {
  const int n = robot.tree.size();
  auto [program, tree, par] = compiler::literal_robot(robot.tree, robot::without_friction(robot.parameters), "");
  dynamics::State<Expr> x;
  x.q = program.add_argument("q", n, Binding::slow, "joint positions");
  x.qd = program.add_argument("qd", n, Binding::fast, "joint velocities");
  x.qdd.assign(static_cast<std::size_t>(n), Expr(0.0));
  const auto tau = program.add_argument("tau", n, Binding::fast, "joint torques");
  functions::Choices choices;
  if (by_columns) {
    choices.mass_matrix = dynamics::MassMatrix::walker_orin;
    choices.forward_dynamics = dynamics::ForwardDynamics::mass_matrix;
  }
  functions::DriveDynamics<Expr> drives(tree, par, choices);
  program.add_output("qdd", drives.accelerations(x, tau), "joint accelerations");
  return program;
}

// The four compiled into one shared object; nothing where that is not possible, with the reason.
class Compiled {
 public:
  using Function = void (*)(const double*, const double*, const double*, double*);

  explicit Compiled(const std::vector<Program>& programs) {
    emit::Unit unit;
    unit.prefix = "side_by_side";
    unit.style.libm = true;
    for (std::size_t k = 0; k < programs.size(); ++k) {
      emit::UnitFunction function;
      function.name = fmt::format("method{}", k), function.comment = "forward dynamics", function.program = programs[k];
      unit.functions.push_back(std::move(function));
    }
    compiler::lay_out(unit);
    const native::TemporaryFolder folder;
    if (!folder.ok() || native::write_files(folder.path(), {{"side_by_side.c", emit::c_source(unit)},
                                                            {"side_by_side.h", emit::c_header(unit)}})) {
      why_not = "no temporary folder could be written";
      return;
    }
    const auto made = native::compile_c(folder.path(), {"side_by_side.c"}, "side_by_side.so", {"cc", {"-O2"}});
    if (!made) {
      why_not = made.findings()[0].code == "compiler-missing" ? "there is no C compiler 'cc'"
                                                              : "the C compiler refused the code";
      return;
    }
    library_.emplace(made.value().shared_object);
    if (!library_->ok()) why_not = "the compiled code cannot be loaded";
    for (std::size_t k = 0; library_->ok() && k < programs.size(); ++k)
      functions.push_back(library_->symbol<Function>(fmt::format("side_by_side_method{}", k)));
  }

  std::vector<Function> functions;
  std::string why_not;

 private:
  std::optional<native::SharedLibrary> library_;
};

struct States {
  std::vector<std::vector<double>> q, qd, tau, qdd;  // qdd by articulated bodies, in double
};

States states_of(const robot::Robot& robot, const explicit_model::OperatingRange& range) {
  States states;
  std::mt19937_64 random(4);
  functions::DriveDynamics<double> drives(robot.tree, robot::without_friction(robot.parameters));
  const auto any = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  for (int s = 0; s < 64; ++s) {
    dynamics::State<double> x;
    for (std::size_t i = 0; i < range.q.size(); ++i) {
      x.q.push_back(any(range.q[i].low, range.q[i].high));
      x.qd.push_back(any(-range.qd[i], range.qd[i]));
      x.qdd.push_back(any(-range.qdd[i], range.qdd[i]));
    }
    const std::vector<double> tau = drives.torques(x);
    states.q.push_back(x.q), states.qd.push_back(x.qd), states.tau.push_back(tau), states.qdd.push_back(x.qdd);
  }
  return states;
}

native::CallTime time_of(Compiled::Function f, const States& states, const native::Stopwatch& watch) {
  std::vector<double> qdd(states.q[0].size());
  return native::call_time(watch, states.q.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t s = begin; s < end; ++s)
      f(states.q[s].data(), states.qd[s].data(), states.tau[s].data(), qdd.data());
  });
}

}  // namespace

Section simulate_section(const robot::Robot& robot, const Derivation& d) {
  using explicit_model::Function;
  std::vector<const char*> names = {"Walker-Orin columns", "full explicit model", "abbreviated explicit model",
                                    "articulated bodies"};
  std::vector<Program> programs = {recorded(robot, true),
                                   explicit_model::record(d.model, d.complete, Function::forward_dynamics)};
  if (d.not_definite.empty())
    programs.push_back(explicit_model::record(d.model, d.printed, Function::forward_dynamics));
  else
    names.erase(names.begin() + 2);
  programs.push_back(recorded(robot, false));
  const States states = states_of(robot, d.certificate->range);
  const Compiled compiled(programs);
  Section s;
  s.title = "Forward dynamics side by side";
  s.lines = {
      "Accelerations from torques, without friction; the error is the largest over 64 states, relative to the "
      "largest acceleration of each."};
  if (!d.not_definite.empty()) s.lines.push_back("The abbreviated model has none: " + d.not_definite + ".");
  std::vector<native::CallTime> times;
  if (compiled.why_not.empty()) {
    const native::Stopwatch watch = native::thread_stopwatch();
    for (const auto function : compiled.functions) times.push_back(time_of(function, states, watch));
    s.lines.push_back("Times: " + native::how_timed(times) + ".");
  } else {
    s.lines.push_back("No times: " + compiled.why_not + ".");
  }
  s.rows = {{{"method", false}, {"operations", false}, {"time", false}, {"error", false}}};
  for (std::size_t k = 0; k < programs.size(); ++k) {
    const auto operations = expression::count(programs[k], expression::rule_002);
    double error = 0;
    for (std::size_t t = 0; t < states.q.size(); ++t) {
      std::vector<double> inputs = states.q[t];
      inputs.insert(inputs.end(), states.qd[t].begin(), states.qd[t].end());
      inputs.insert(inputs.end(), states.tau[t].begin(), states.tau[t].end());
      const auto qdd = expression::evaluate(programs[k], inputs);
      double size = 0, off = 0;
      for (std::size_t i = 0; i < qdd.size(); ++i) {
        size = std::max(size, std::abs(states.qdd[t][i]));
        off = std::max(off, std::abs(qdd[i] - states.qdd[t][i]));
      }
      error = std::max(error, off / size);
    }
    const std::string time = times.empty() ? "-" : fmt::format("{:.0f} ns", times[k].nanoseconds);
    s.rows.push_back(
        {{names[k], false},
         {fmt::format("{} = {} + {}", operations.total(), operations.multiplications, operations.additions), false},
         {time, false},
         {fmt::format("{:.1e}", error), false}});
  }
  return s;
}

}  // namespace tauforge::cli
