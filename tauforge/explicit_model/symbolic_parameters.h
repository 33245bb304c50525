// A robot whose numbers are symbols where they matter for the lumped constants.
#pragma once

#include <functional>
#include <optional>

#include "tauforge/explicit_model/trig_polynomial.h"
#include "tauforge/robot/robot.h"

namespace tauforge::explicit_model {

// On the last link, a point in the frame of the last joint; its numbers stand for the symbols mL, xL, yL, zL (payload.h).
struct SymbolicPayload {
  double mass = 0;               // [kg]
  robot::Vec3<double> centre{};  // [m]
};

struct SymbolicOptions {
  // Lengths are symbols too, and links stand with mass, centre and inertia about the centre, as papers print them;
  // otherwise lengths are numbers, and links stand with their moments about the origin of the joint's frame.
  bool symbolic = false;
  std::optional<SymbolicPayload> payload = {};
};

// Numbers that are zero vanish. The two equal moments of a last link that is symmetric about its axis are one symbol.
robot::Parameters<TrigPolynomial> symbolic_parameters(const robot::Robot& robot, const SymbolicOptions& options,
                                                      ParameterTable& table);

// A body of revolution about the axis of its joint: turning it changes nothing.
bool is_symmetric_about_axis(const robot::Inertia<double>& body);

// What the inertial symbols mean, one line each; `write` sets the name of a symbol.
using WriteSymbol = std::function<std::string(const std::string&)>;
std::vector<std::string> symbol_legend(const SymbolicOptions& options, const WriteSymbol& write);

}  // namespace tauforge::explicit_model
