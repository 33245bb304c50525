// An experiment as a file: a motion, a control law, an executive, a robot with its cards, faults.   docs/scenario-file.md
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/control/law.h"
#include "tauforge/control/sequence.h"
#include "tauforge/diagnostic/result.h"
#include "tauforge/executive/policy.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/motion/trajectory.h"
#include "tauforge/robot/robot.h"
#include "tauforge/simulate/virtual_robot.h"

namespace tauforge::scenario {

using executive::Nanoseconds;

Nanoseconds nanoseconds(double seconds);

enum class FaultKind : std::uint8_t {
  background_hangs,  // the run of each background task that begins next takes `lasting`
  background_nan,    // background tasks find nothing finite for `lasting`
  sensor_freezes,    // the encoder of `drive` stands still for `lasting`
  encoder_jumps,     // ... is off by `counts` from now on
  index_missing,     // no index pulse of `drive` arrives for `lasting`
  motor_hot,         // the thermal switch of `drive` is open for `lasting`
  payload,           // the arm carries this from now on
};

struct Fault {
  FaultKind kind = FaultKind::payload;
  Nanoseconds at = 0, lasting = 0;
  std::size_t drive = 0;
  std::int64_t counts = 0;
  spatial::Inertia<double> payload;
  std::optional<Nanoseconds> told_after = {};  // of a payload: when the model learns of it; never
};

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
  control::TorqueLimits limits;
  std::vector<double> envelope;  // infinity: none                             [rad or m]
  double speed_cut_off = 0;      // of measured speeds                         [rad/s]
  bool two_rates = false;
  bool generated = false;  // generated code instead of templates
  // ... that was written there; empty: to be made
  diagnostic::Located<std::string> code_folder;
  bool drives_carry_gravity = false;
};

struct ExecutiveSettings {
  Nanoseconds period = 1'000'000;
  std::array<Nanoseconds, 2> background{20'000'000, 20'000'000};  // of D with D_i, and of h
  executive::Policies policies;
  // in virtual time: how late a step begins, how long it takes, how long the background tasks take
  Nanoseconds latency = 0, computation = 0;
  std::array<Nanoseconds, 2> background_computation{0, 0};
};

struct Scenario {
  std::string title;
  robot::Robot robot;  // as the control law knows it
  robot::Robot plant;  // as it is
  std::shared_ptr<const motion::Trajectory> motion;
  double duration = 0;  // [s]
  ControlSettings control;
  ExecutiveSettings executive;
  simulate::VirtualRobotSettings machine;
  std::vector<double> potentiometer_offset;  // what they are off from what the homing believes; empty: nothing [V]
  std::vector<Fault> faults;                 // in the order of time
  std::vector<Output> outputs;               // in the order of time
  std::optional<HomingSettings> homing;      // none: the machine is calibrated already
  control::SequenceSettings sequence;        // brakes and outputs; its outputs are those above
  std::vector<std::string> files;            // that it names and that were read

  // Something happens before the motion begins; `duration` is counted from its beginning.
  bool starts_up() const { return homing || sequence.brakes_at_start; }
};

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
