#include "tauforge/compiler/compile.h"

#include <fmt/format.h>

#include <limits>

#include "tauforge/compiler/casadi_functions.h"
#include "tauforge/compiler/file_texts.h"
#include "tauforge/compiler/friction_step_drives.h"
#include "tauforge/compiler/reference_case.h"
#include "tauforge/compiler/tolerance.h"
#include "tauforge/emit/cpp_wrapper.h"
#include "tauforge/emit/javascript_source.h"
#include "tauforge/emit/model_header.h"
#include "tauforge/emit/model_source.h"
#include "tauforge/emit/octave_source.h"
#include "tauforge/emit/project.h"
#include "tauforge/emit/reserved_names.h"
#include "tauforge/emit/self_test.h"

namespace tauforge::compiler {

namespace {

emit::ModelFacts facts_of(const robot::Robot& robot, const CompiledModel& model) {
  emit::ModelFacts facts;
  const robot::Tree& tree = robot.tree;
  facts.name = robot.name, facts.source_hash = source_hash(robot);
  facts.nv = tree.nv(), facts.nq = tree.nv() + (tree.floating ? 1 : 0), facts.floating = tree.floating;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto add = [&](const std::string& name, const char* unit, double lower, double upper, double velocity,
                       double torque) {
    facts.coordinates.push_back(name), facts.torque_units.emplace_back(unit);
    facts.lower.push_back(lower), facts.upper.push_back(upper);
    facts.max_velocity.push_back(velocity), facts.max_torque.push_back(torque);
  };
  if (tree.floating)
    for (const char* name : {"base_vx", "base_vy", "base_vz", "base_wx", "base_wy", "base_wz"})
      add(name, name[5] == 'v' ? "N" : "N m", -infinity, infinity, infinity, infinity);
  for (std::size_t j = 0; j < robot.drives.size(); ++j) {
    if (!tree.direct) {  // the limits of joints are not those of drives
      add(robot.drives[j], "N m", -infinity, infinity, infinity, infinity);
      continue;
    }
    const auto& limits = robot.limits[j];
    add(robot.drives[j], tree.is_revolute(static_cast<robot::Index>(j)) ? "N m" : "N", limits.lower.value_or(-infinity),
        limits.upper.value_or(infinity), limits.velocity.value_or(infinity), limits.torque.value_or(infinity));
  }
  for (const auto& report : model.reports) {
    facts.operations.push_back(report.run);
    facts.sines_and_cosines.push_back(report.trigonometry.sines + report.trigonometry.cosines);
  }
  return facts;
}

}  // namespace

std::string prefix_for(const std::string& robot_name) {
  const std::string name = emit::c_identifier(robot_name).substr(0, longest_prefix);
  return emit::why_reserved(name).empty() ? name : "robot_" + name;
}

std::vector<GeneratedFile> generated_files(const robot::Robot& robot, const Request& request, CompiledModel& model,
                                           const FileOptions& options) {
  emit::Unit& unit = model.unit;
  unit.prefix = options.prefix;
  unit.style.sincos = options.prefix + "_sincos";
  unit.style.sign = options.prefix + "_sign";
  std::vector<emit::SelfTestCase> cases;
  for (std::size_t index = 0; index < unit.functions.size(); ++index) {
    for (auto& one : reference_cases(robot, request, model, index)) {
      if (one.tolerance.empty()) one.tolerance = model.tolerances[index].results;
      cases.push_back(std::move(one));
    }
  }
  unit.observer = request.observer;
  unit.friction_step = friction_step_drives(robot, request);
  unit.comment = comment_of(robot, request, model, options);
  std::vector<GeneratedFile> files = {
      {unit.prefix + ".h", emit::c_header(unit)},
      {unit.prefix + ".c", emit::c_source(unit)},
      {unit.prefix + "_model.c", emit::model_source(unit, facts_of(robot, model))},
      {unit.prefix + "_selftest.c", emit::self_test_source(unit, cases)},
      {unit.prefix + "_example.c", emit::example_main(unit)},
      {"CMakeLists.txt", emit::cmake_lists(unit, options.cpp, options.casadi)},
      {"README.md", readme_of(robot, request, model, options)},
      {"tauforge/model.h", std::string(emit::model_header())},
  };
  if (options.cpp) files.push_back({unit.prefix + ".hpp", emit::cpp_wrapper(unit)});
  if (options.casadi)
    files.push_back(
        {unit.prefix + "_casadi.c", emit::casadi_source(unit, casadi_functions(robot.tree, request, unit))});
  if (options.octave)
    for (const auto& file : emit::octave_sources(unit)) files.push_back({file.name, file.text});
  if (options.javascript) files.push_back({unit.prefix + ".mjs", emit::javascript_module(unit)});
  return files;
}

}  // namespace tauforge::compiler
