#include "tauforge/report/robot_functions.h"

#include "tauforge/compiler/compile.h"
#include "tauforge/compiler/file_texts.h"
#include "tauforge/compiler/reference_case.h"
#include "tauforge/compiler/refusal.h"
#include "tauforge/emit/javascript_source.h"
#include "tauforge/functions/function.h"

namespace tauforge::report {

namespace {

using compiler::Function;
using nlohmann::json;

constexpr std::size_t cases_per_function = 6;

// Formulations as they are: nobody waits for a search, and a page has time for a few more operations.
compiler::Request request_for(const robot::Robot& robot) {
  compiler::Request request;
  request.exact = true;
  for (const Function f : {Function::inverse_dynamics, Function::gravity, Function::velocity_torque, Function::friction,
                           Function::mass_matrix, Function::forward_kinematics})
    if (functions::is_available(f, robot.tree)) request.calls.push_back({{f}});
  request.run_time.payload = request.run_time.gravity = request.run_time.friction = true;
  if (!robot.gravity_directions.empty()) request.run_time.gravity = false;  // its numbers hold for some gravity alone
  return request;
}

json case_json(const emit::SelfTestCase& c, const std::vector<double>& tolerance) {
  return {{"q", c.q},
          {"qd", c.qd},
          {"qdd", c.qdd},
          {"payload", c.payload},
          {"gravity", c.gravity},
          {"friction", c.friction},
          {"expected", c.expected},
          {"tolerance", tolerance}};
}

}  // namespace

diagnostic::Result<RobotFunctions> robot_functions(const robot::Robot& robot, const std::string& source) {
  compiler::Request request = request_for(robot);
  auto why = compiler::refusal(robot, request);
  if (why) {  // without what stays open it may be possible
    request.run_time = {};
    why = compiler::refusal(robot, request);
  }
  if (why) return std::move(*why);
  compiler::CompiledModel model = compiler::compile(robot, request);
  if ((why = compiler::refusal(robot, request, model))) return std::move(*why);
  compiler::FileOptions options;
  options.prefix = compiler::prefix_for(robot.name), options.source = source.empty() ? robot.name : source;
  model.unit.prefix = options.prefix;
  model.unit.comment = compiler::comment_of(robot, request, model, options);
  RobotFunctions found{emit::javascript_functions(model.unit), json::array(), json::object()};
  if (model.unit.has_setup())
    for (const auto& p : emit::setup_parameters(model.unit))
      if (!p.is_output) found.run_time.push_back(p.name);
  for (std::size_t index = 0; index < model.unit.functions.size(); ++index) {
    json& cases = found.cases[model.unit.functions[index].name] = json::array();
    for (const auto& c : compiler::reference_cases(robot, request, model, index))
      if (cases.size() < cases_per_function) cases.push_back(case_json(c, model.tolerances[index].results));
  }
  return found;
}

}  // namespace tauforge::report
