// What was measured, put into a robot file: --into ROBOT --link NAME (or --joint) -o OUT.toml. The file is read back before it
// gets its name.
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <string>

#include "tauforge/cli/measured_quantity.h"
#include "tauforge/explicit_model/measured_bodies.h"
#include "tauforge/robot/description.h"

namespace tauforge::cli {

struct IntoRobot {
  std::string robot, output, name, axis;
  bool force = false;
  enum class Where { link, joint } where = Where::link;

  void add_options(CLI::App& command, Where into, bool with_axis = false);
  bool wanted() const { return !robot.empty(); }
  std::string wrong_usage() const;
  std::string told() const;  // a line that says what was written; empty where nothing was

  // Changes the description; why it cannot, if so.
  using Change = std::function<std::string(robot::Description&)>;
  int write(const Change& change) const;  // an exit code

  // Changes: each says why not, with a code.
  std::string set_motor_inertia(robot::Description& d, const Measured& value) const;
  std::string set_centre(robot::Description& d, const Measured& value) const;  // along the axis
  std::string set_inertia(robot::Description& d,
                          const Measured& value) const;  // about the axis through the centre of mass
  std::string set_inertias(robot::Description& d, const Measured& along, const Measured& across) const;
  std::string set_body(robot::Description& d, const explicit_model::MeasuredBody& body) const;

 private:
  robot::LinkDescription* link_of(robot::Description& d, std::string& why_not) const;
};

}  // namespace tauforge::cli
