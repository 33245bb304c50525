#include "tauforge/cli/measure_into.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "tauforge/cli/exit_code.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/diagnostic/did_you_mean.h"
#include "tauforge/diagnostic/require.h"
#include "tauforge/files/robot_toml.h"
#include "tauforge/native/output_file.h"

namespace tauforge::cli {

namespace {

template <class Named> std::string no_such(const char* what, const std::string& name, const std::vector<Named>& all) {
  std::vector<std::string> names;
  for (const Named& one : all) names.push_back(one.name.value);
  const std::string guess = diagnostic::did_you_mean(name, names);
  return fmt::format("the robot has no {} '{}'{}{} [unknown-{}]", what, name, guess.empty() ? "" : "; ", guess, what);
}

double& component(robot::Vector& v, char axis) { return axis == 'x' ? v.x : axis == 'y' ? v.y : v.z; }
double& component(robot::Tensor& t, char axis) { return axis == 'x' ? t.xx : axis == 'y' ? t.yy : t.zz; }

void set(robot::InertialDescription& b, char axis, const Measured& inertia) {
  component(b.inertia.value, axis) = inertia.value;
  if (!b.inertia_tolerance) b.inertia_tolerance = robot::Tensor{};
  component(*b.inertia_tolerance, axis) = inertia.tolerance;
}

// An inertia about the centre of mass can only be put where the file means that.
std::string other_frame(const robot::LinkDescription& link) {
  const auto& b = *link.inertial;
  if (b.about != robot::InertiaAbout::centre_of_mass || !(b.rpy.value == robot::Vector{}))
    return fmt::format(
        "the inertia of '{}' is not about its centre of mass in the link's axes: measured ones are [measurement-frame]",
        link.name.value);
  return "";
}

}  // namespace

void IntoRobot::add_options(CLI::App& command, Where into, bool with_axis) {
  where = into;
  command.add_option("--into", robot, "robot that gets the result; with -o")->type_name("ROBOT");
  command
      .add_option(into == Where::link ? "--link" : "--joint", name,
                  into == Where::link ? "of that robot, whose body was measured" : "of that robot, whose motor it is")
      ->type_name("NAME");
  if (with_axis)
    command.add_option("--axis", axis, "of the link's frame: x, y or z")->check(CLI::IsMember({"x", "y", "z"}));
  command.add_option("-o,--output", output, "robot file to write, .toml; read back before it gets its name")
      ->type_name("OUT");
  command.add_flag("--force", force, "replace OUT where it exists");
}

std::string IntoRobot::wrong_usage() const {
  const char* option = where == Where::link ? "--link" : "--joint";
  if (robot.empty())
    return name.empty() && output.empty() ? ""
                                          : fmt::format("{} and -o belong to --into ROBOT [options-conflict]", option);
  if (name.empty() || output.empty())
    return fmt::format("--into needs {} NAME and -o OUT.toml [options-conflict]", option);
  if (std::filesystem::path(output).extension() != ".toml")
    return fmt::format("'{}' is no .toml: only these files hold tolerances [measurement-format]", printable(output));
  if (!force && std::filesystem::exists(output))
    return fmt::format("'{}' exists; --force replaces it [output-exists]", printable(output));
  return "";
}

std::string IntoRobot::told() const {
  return wanted() ? fmt::format("{}: written with it, and reads back\n", printable(output)) : "";
}

int IntoRobot::write(const Change& change) const {
  const auto loaded = load_or_report(robot, {});
  if (!loaded) return exit_input;
  robot::Description description = loaded->details().description;
  if (const std::string why_not = change(description); !why_not.empty()) {
    fmt::print(stderr, "tauforge measure: '{}': {}\n", printable(robot), printable(why_not));
    return exit_input;
  }
  native::OutputFile file(output);
  const auto report = [](const diagnostic::Findings& findings) {
    print_findings(findings);
    return exit_machine;
  };
  if (const auto refused = file.refusal(); !refused.empty()) return report(refused);
  const std::string text = files::write_robot_toml(description);
  if (const auto refused = native::write_text(file.write_to(), text); !refused.empty()) return report(refused);
  const auto read = files::read_source(file.write_to());
  diagnostic::require(read.ok(), "a file that was written can be read");
  const auto back = files::inspect_robot(files::source_from_text(output, read.value()->text));
  diagnostic::Findings serious;  // say, an inertia that no body can have
  for (const auto& finding : back.findings)
    if (finding.severity != diagnostic::Severity::note) serious.push_back(finding);
  print_findings(serious);
  if (!back.robot) return exit_input;
  diagnostic::require(same_content(*back.description, description), "a robot with a measurement reads back");
  if (const auto refused = file.complete(); !refused.empty()) return report(refused);
  return exit_fine;
}

robot::LinkDescription* IntoRobot::link_of(robot::Description& d, std::string& why_not) const {
  const auto found = std::find_if(d.links.begin(), d.links.end(), [&](const auto& l) { return l.name.value == name; });
  if (found == d.links.end()) return why_not = no_such("link", name, d.links), nullptr;
  return &*found;
}

std::string IntoRobot::set_motor_inertia(robot::Description& d, const Measured& value) const {
  const auto found =
      std::find_if(d.joints.begin(), d.joints.end(), [&](const auto& j) { return j.name.value == name; });
  if (found == d.joints.end()) return no_such("joint", name, d.joints);
  if (d.transmission && !d.transmission->drive.empty())
    return "its drives stand in the transmission, not at the joints [measurement-frame]";
  if (value.value < 0)
    return "the arm has more inertia than was measured: nothing is left for motor and drive [measurement-range]";
  found->drive.motor_inertia = value.value, found->drive.motor_inertia_tolerance = value.tolerance;
  found->drive.rotor_inertia.reset();  // what is felt at the joint is measured now, and would be added
  return "";
}

std::string IntoRobot::set_centre(robot::Description& d, const Measured& value) const {
  std::string why_not;
  auto* link = link_of(d, why_not);
  if (!link) return why_not;
  if (axis.empty()) return "--axis says along which axis of the link it was measured [options-conflict]";
  if (!link->inertial || link->inertial->centre_is_first_moment)
    return fmt::format("'{}' has no mass and centre [measurement-frame]", name);
  auto& b = *link->inertial;
  component(b.centre.value, axis[0]) = value.value;
  if (!b.centre_tolerance) b.centre_tolerance = robot::Vector{};
  component(*b.centre_tolerance, axis[0]) = value.tolerance;
  return "";
}

std::string IntoRobot::set_inertia(robot::Description& d, const Measured& value) const {
  std::string why_not;
  auto* link = link_of(d, why_not);
  if (!link) return why_not;
  if (axis.empty()) return "--axis says about which axis of the link it turned [options-conflict]";
  if (!link->inertial) return fmt::format("'{}' has no mass yet [measurement-frame]", name);
  if (why_not = other_frame(*link); !why_not.empty()) return why_not;
  set(*link->inertial, axis[0], value);
  return "";
}

std::string IntoRobot::set_inertias(robot::Description& d, const Measured& along, const Measured& across) const {
  std::string why_not;
  auto* link = link_of(d, why_not);
  if (!link) return why_not;
  if (axis.empty()) return "--axis says which axis of the link is that of the shell [options-conflict]";
  if (!link->inertial) return fmt::format("'{}' has no mass yet [measurement-frame]", name);
  if (why_not = other_frame(*link); !why_not.empty()) return why_not;
  for (const char a : {'x', 'y', 'z'}) set(*link->inertial, a, a == axis[0] ? along : across);
  return "";
}

std::string IntoRobot::set_body(robot::Description& d, const explicit_model::MeasuredBody& body) const {
  std::string why_not;
  auto* link = link_of(d, why_not);
  if (!link) return why_not;
  robot::InertialDescription b;
  b.mass.value = body.mass.value, b.mass_tolerance = body.mass.tolerance;
  b.centre.value = {body.centre[0].value, body.centre[1].value, body.centre[2].value};
  b.centre_tolerance = robot::Vector{body.centre[0].tolerance, body.centre[1].tolerance, body.centre[2].tolerance};
  for (int k = 0; k < 3; ++k) set(b, "xyz"[k], body.inertia[k]);
  link->inertial = b;
  return "";
}

}  // namespace tauforge::cli
