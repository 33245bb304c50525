#include "tauforge/native/code_in_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>

#include "tauforge/diagnostic/printable.h"
#include "tauforge/functions/computation.h"
#include "tauforge/functions/instances.h"
#include "tauforge/native/compile_c.h"
#include "tauforge/native/temporary_folder.h"
#include "tauforge/robot/run_time.h"

namespace tauforge::native {

namespace {

namespace fs = std::filesystem;
using functions::Function;

constexpr int states = 200;
constexpr double allowed = 1e-9;  // of the largest torque: numbers of another robot differ by more, rounding by less
const std::string ending = "_model.c";

// NAME of the one NAME_model.c that is there.
diagnostic::Result<std::string> prefix_in(const diagnostic::Located<std::string>& folder) {
  const char* hint = "the folder that `tauforge generate -o` wrote";
  std::vector<std::string> found;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder.value, failed))
    if (const std::string name = entry.path().filename(); name.ends_with(ending))
      found.push_back(name.substr(0, name.size() - ending.size()));
  if (failed)
    return diagnostic::error(
        folder.at, "code-folder",
        fmt::format("'{}' cannot be read: {}", diagnostic::printable(folder.value), failed.message()), hint);
  if (found.size() != 1)
    return diagnostic::error(
        folder.at, "code-folder",
        fmt::format("'{}' holds {} files NAME_model.c, not one", diagnostic::printable(folder.value), found.size()),
        hint);
  return found.front();
}

// C files and headers alone, so that nothing is built where the user keeps them.
std::error_code copy_sources(const fs::path& from, const fs::path& to) {
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(from, failed)) {
    const fs::path& path = entry.path();
    if (path.extension() == ".c" || path.extension() == ".h")
      fs::copy_file(path, to / path.filename(), fs::copy_options::overwrite_existing, failed);
    if (failed) return failed;
  }
  if (!failed && fs::exists(from / "tauforge" / "model.h")) {
    fs::create_directories(to / "tauforge", failed);
    fs::copy_file(from / "tauforge" / "model.h", to / "tauforge" / "model.h", failed);
  }
  return failed;
}

// The largest difference to the robot's own torques, relative to the largest of them.
class Comparison {
 public:
  // `payload`: ten moments, as in model.h; zero where the code cannot be told.
  Comparison(const robot::Robot& robot, const tauforge_model& model, const std::vector<double>& payload)
      : compute_(robot.tree, loaded(robot, payload)),
        bodies_(robot.tree, loaded(robot, payload)),
        model_(model),
        constants_(model.constants_size / sizeof(double) + 1) {
    tauforge_run_time inputs{};
    inputs.payload = payload.data();
    if (model.setup) model.setup(&inputs, constants_.data());
  }

  double deviation() {
    std::mt19937 random(1);
    double largest = 0.0, difference = 0.0;
    const auto compare = [&](const std::vector<double>& exact, const std::vector<double>& found) {
      for (std::size_t i = 0; i < exact.size(); ++i) {
        largest = std::max(largest, std::abs(exact[i]));
        const double off = std::abs(exact[i] - found[i]);
        difference = std::max(difference, std::isfinite(off) ? off : INFINITY);
      }
    };
    const auto n = static_cast<std::size_t>(model_.nv);
    for (int k = 0; k < states; ++k) {
      std::vector<double> q(n), qd(n), qdd(n);
      for (std::vector<double>* values : {&q, &qd, &qdd})
        for (double& x : *values) x = 4.0 * (static_cast<double>(random()) / 4294967296.0) - 2.0;
      const double no_wrench[6] = {};
      tauforge_state x{};
      x.wrench = no_wrench;
      x.q = q.data(), x.qd = qd.data(), x.qdd = qdd.data();
      const std::vector<double> exact = compute_(Function::inverse_dynamics, {q, qd, qdd});
      compare(exact, call("inverse_dynamics", x));
      compare(compute_(Function::gravity, {q, {}, {}}), call("gravity", x));
      compare(compute_(Function::momentum, {q, qd, {}}), call("momentum", x));
      const std::vector<double> D = call("background", x), f = call("friction", x),
                                friction = compute_(Function::friction, {q, qd, {}});
      compare(friction, f);
      std::vector<double> b = call("velocity_torque", x);
      for (std::size_t i = 0; i < n; ++i) b[i] += D[D.size() - n + i];
      x.equation = D.data(), x.b = b.data();
      std::vector<double> tau = call("synchronous", x);
      std::vector<double> both = exact;  // friction that grows with the load is another without accelerations
      if (compute_.tree().loaded_friction) {
        bodies_.torques(compute_.state({q, qd, qdd}), both, {.friction = true});
      } else {
        for (std::size_t i = 0; i < n; ++i) tau[i] += f[i];
      }
      compare(both, tau);
    }
    return difference / largest;
  }

 private:
  static robot::Parameters<double> loaded(const robot::Robot& robot, const std::vector<double>& payload) {
    robot::RunTimeValues<double> values;
    values.payload = payload;
    return robot::with_run_time(robot.tree, robot.parameters, values);
  }

  std::vector<double> call(const char* name, const tauforge_state& x) const {
    const tauforge_function* function = tauforge_find(&model_, name);
    std::vector<double> result(function->results);
    function->call(model_.setup ? constants_.data() : nullptr, &x, result.data());
    return result;
  }

  functions::Computation<double> compute_;
  functions::DriveDynamics<double> bodies_;  // the same without friction
  const tauforge_model& model_;
  std::vector<double> constants_;
};

}  // namespace

diagnostic::Result<LoadedModel> code_in_folder(const diagnostic::Located<std::string>& folder,
                                               const robot::Robot& robot, bool payload) {
  const auto refused = [&](const char* code, const std::string& what, const std::string& hint = "") {
    return diagnostic::error(folder.at, code, what, hint);
  };
  const std::string shown = diagnostic::printable(folder.value), name = diagnostic::printable(robot.name);
  const auto prefix = prefix_in(folder);
  if (!prefix) return prefix.findings();
  const TemporaryFolder built;
  if (!built.ok()) return refused("temporary-folder", "no temporary folder could be made");
  if (const auto failed = copy_sources(folder.value, built.path()))
    return refused("code-folder", fmt::format("'{}' cannot be read: {}", shown, failed.message()));
  const auto made = compile_c(built.path(), {prefix.value() + ".c", prefix.value() + ending}, "model.so", {});
  if (!made) {
    const std::string why = made.findings().front().message;  // then, line by line, what the compiler said
    const std::size_t first = std::min(why.find('\n'), why.size()),
                      second = std::min(why.find('\n', first + 1), why.size());
    return refused("code-folder", fmt::format("the code in '{}': {}", shown, why.substr(0, first)),
                   first < second ? why.substr(first + 1, second - first - 1) : "");
  }
  LoadedModel model(made.value().shared_object, prefix.value());
  if (!model.ok()) return refused("load-refused", "the compiled code cannot be loaded: " + model.why_not());
  for (const char* function :
       {"inverse_dynamics", "gravity", "friction", "background", "velocity_torque", "synchronous", "momentum"})
    if (!tauforge_find(&*model, function))
      return refused("code-functions", fmt::format("the code in '{}' has no function {}", shown, function),
                     "tauforge generate ROBOT --functions inverse_dynamics,gravity --two-rate");
  if ((model->setup_reads & ~TAUFORGE_PAYLOAD) != 0)
    return refused("code-run-time", fmt::format("the code in '{}' wants more at run time than a payload", shown),
                   "generate it without --run-time gravity, inertias, friction");
  if (payload && model->setup_reads == 0)
    return refused("code-run-time", fmt::format("the code in '{}' cannot be told what the arm carries", shown),
                   "tauforge generate ROBOT --functions inverse_dynamics,gravity --two-rate --run-time payload");
  const std::string again = "generate it from the robot that the loop controls, in double precision";
  if (model->floating || model->nv != robot.tree.nv())
    return refused(
        "code-of-another-robot",
        fmt::format("the code in '{}' has {} drives, robot '{}' {}", shown, model->nv, name, robot.tree.nv()), again);
  std::vector<std::vector<double>> payloads = {std::vector<double>(10, 0.0)};
  if (model->setup_reads & TAUFORGE_PAYLOAD)
    payloads.push_back({2.0, 0.1, -0.2, 0.3, 0.2, 0.3, 0.1, 0.01, 0.02, -0.03});
  double off = 0.0;
  for (const auto& carried : payloads) off = std::max(off, Comparison(robot, *model, carried).deviation());
  if (!(off <= allowed))
    return refused("code-of-another-robot",
                   fmt::format("torques of the code in '{}' differ from those of robot '{}' by {:.2g} of the largest",
                               shown, name, off),
                   again);
  return model;
}

}  // namespace tauforge::native
