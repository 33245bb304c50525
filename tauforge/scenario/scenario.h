// An experiment as a file: a motion, a control law, an executive, a robot with its cards, faults.   docs/scenario-file.md
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/control/law.h"
#include "tauforge/control/loop.h"
#include "tauforge/control/sequence.h"
#include "tauforge/diagnostic/result.h"
#include "tauforge/executive/policy.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/motion/trajectory.h"
#include "tauforge/robot/robot.h"
#include "tauforge/scenario/fault.h"
#include "tauforge/simulate/virtual_robot.h"

namespace tauforge::scenario {

Nanoseconds nanoseconds(double seconds);

// A digital output is switched; a tool that closes may take something with it.
struct Output {
  std::string name;
  control::Switching switching;
  std::optional<spatial::Inertia<double>> payload;  // in the frame of the last link
  std::optional<Nanoseconds> told_after = {};       // when the model learns that it was taken or left; never
  diagnostic::Position at;                          // of its time in the file
};

// How the axes are homed; where the pulses are and what the potentiometers say is known to the machine.
struct HomingSettings {
  std::vector<double> speed, acceleration;  // of the search, per drive      [rad/s or m/s, and per second]
  int samples = 100;                        // of the potentiometers, before anything moves
};

struct ControlSettings {
  control::Law law = control::Law::tracking;
  control::Gains gains;
  control::Gains fallback;  // of PD with gravity, when the executive degrades [N m/rad, N m s/rad]
  double poles = 20,
         stop_poles = 20;  // that gains and fallback are made from, where the file does not say them [rad/s]
  bool gains_said = false;
  control::TorqueLimits limits;
  std::vector<double> envelope;  // infinity: none                             [rad or m]
  double speed_cut_off = 0;      // of measured speeds                         [rad/s]
  double measured_friction = 0;  // the share of friction that is taken at measured speeds; 0: all of it at wanted ones
  bool two_rates = false;
  bool generated = false;  // generated code instead of templates
  // ... that was written there; empty: to be made
  diagnostic::Located<std::string> code_folder;
  bool drives_carry_gravity = false;
};

// What the guard and the stop know besides (control/guard.h, control/stop.h).
struct GuardSettings {
  std::vector<double> velocity;                     // the largest, per drive                      [rad/s or m/s]
  std::vector<double> residual, holding;            // of the momentum observers                   [N m or N]
  control::PositionLimits positions;                // of the joints
  std::optional<spatial::Inertia<double>> payload;  // the largest, where it may be any up to this one
  double observer_gain = 30;                        // [1/s]
  double latency = 0;                               // from a torque that is wanted until it acts  [s]
  bool potentiometers = true;                       // encoders are compared with them, where there are some
  bool observer = true;
  std::vector<std::string> defaults;  // what was taken where the robot's file says nothing
  control::TorqueScale torque_scale;
  bool start_speed_said = false, start_torque_said = false;  // by the file: real cards start low otherwise
};

struct ExecutiveSettings {
  Nanoseconds period = 1'000'000;
  std::array<Nanoseconds, 2> background{20'000'000, 20'000'000};  // of D with D_i, and of h
  executive::Policies policies;
  // in virtual time: how late a step begins, how long it takes, how long the background tasks take
  Nanoseconds latency = 0, computation = 0;
  std::array<Nanoseconds, 2> background_computation{0, 0};
};

constexpr double forever = 1e9;  // [s]: 31 years, and still a number of nanoseconds

struct Scenario {
  std::string title;
  robot::Robot robot;  // as the control law knows it
  robot::Robot plant;  // as it is
  std::shared_ptr<const motion::Trajectory> motion;
  double duration = 0;   // [s]
  bool endless = false;  // when the motion is over it begins again, for all of the duration
  ControlSettings control;
  GuardSettings guard;
  ExecutiveSettings executive;
  simulate::VirtualRobotSettings machine;
  bool payload_told = false;                 // models know that of the machine from the beginning
  std::vector<double> potentiometer_offset;  // what they are off from what the homing believes; empty: nothing [V]
  std::vector<Fault> faults;                 // in the order of time
  std::vector<Output> outputs;               // in the order of time
  std::optional<HomingSettings> homing;      // none: the machine is calibrated already
  control::SequenceSettings sequence;        // brakes and outputs; its outputs are those above
  std::vector<std::string> files;            // that it names and that were read

  // Something happens before the motion begins; `duration` is counted from its beginning.
  bool starts_up() const { return homing || sequence.brakes_at_start || sequence.approach; }
};

// With a payload in the frame of its last link.
robot::Robot carrying(robot::Robot robot, const spatial::Inertia<double>& payload);

// Whether some payload is told to the model while it runs: generated code needs to be made for that.
bool tells_of_payloads(const Scenario& scenario);

// `robot` is the one that the user named; the scenario may name others for its model and its plant, relative to its own
// folder; those are loaded with the same options.
diagnostic::Result<Scenario> read_scenario(const std::string& path, const robot::Robot& robot,
                                           const files::LoadOptions& load = {});
// The same from a text that was read already; its name is the path that others are relative to.
diagnostic::Result<Scenario> read_scenario(const files::SourceText& source, const robot::Robot& robot,
                                           const files::LoadOptions& load = {});

}  // namespace tauforge::scenario
