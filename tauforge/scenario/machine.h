// The machine of an experiment: its cards and the calibration of their axes. Drivers of real cards stand behind it, or
// whatever else is a control::Hardware; a virtual robot can moreover be looked into.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "tauforge/control/axes.h"
#include "tauforge/control/loop.h"
#include "tauforge/control/potentiometer_check.h"
#include "tauforge/scenario/scenario.h"

namespace tauforge::scenario {

// Keeps references to the cards; they must outlive it.
struct Machine {
  control::Hardware& hardware;
  std::vector<control::Axis> axes;  // of every drive, as homed; the cut-off of speeds is the scenario's
  // What a homing has to know of its potentiometers and index pulses; none: it cannot be homed. Speeds are the scenario's.
  std::vector<control::HomingAxis> homing = {};
  // The same machine where it is virtual: it knows the truth, and its payload and encoders can be changed.
  simulate::VirtualRobot* virtual_robot = nullptr;
  std::vector<control::Potentiometer> potentiometers = {};  // calibrated; none: encoders cannot be compared with them
  double brake_delay = 0.05;                                // from the command until they hold [s]
  std::vector<double> torque_per_ampere = {};  // of every drive, 0 where it is not known; or none   [N m/A or N/A]
};

// The same machine behind other cards; what they are is not virtual any more.
Machine behind(control::Hardware& hardware, const Machine& machine);

// Where the arm really was when the cards were read.
struct Truth {
  Nanoseconds time = 0;
  std::array<double, control::most_drives> q{}, qd{}, tau{};
};

// scenario.plant with the cards of scenario.machine; its axes are those of a homing without error.
struct VirtualMachine {
  std::unique_ptr<simulate::VirtualRobot> robot;
  Machine machine;
};
VirtualMachine virtual_machine(const Scenario& scenario);

// Where it stands now [rad or m]: the truth, else what the cards say.
std::vector<double> position(const Machine& machine);

}  // namespace tauforge::scenario
