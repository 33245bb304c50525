// A robot with its cards, in virtual time or under the real clock: plant, drives, encoders, potentiometers, thermal
// switches and digital outputs behind control/hardware.h.
//
// read() and write() first move the plant up to `now` with the volts that were written last, then look or change. So the
// executive decides how time passes, and the same calls give the same run. No allocation, lock or exception.
//
// It has brakes with feedback, potentiometers, a button that nobody presses by himself, motor currents (1 A for what an amplifier
// makes of 1 V, whatever torque its motor gives for that) and, where `watchdog` is finite, amplifiers that cut the power and drop the brakes by themselves when nothing
// was written for so long.
#pragma once

#include <limits>
#include <vector>

#include "tauforge/control/axes.h"
#include "tauforge/control/hardware.h"
#include "tauforge/control/homing.h"
#include "tauforge/control/potentiometer_check.h"
#include "tauforge/simulate/brakes.h"
#include "tauforge/simulate/converter.h"
#include "tauforge/simulate/digital_outputs.h"
#include "tauforge/simulate/drive.h"
#include "tauforge/simulate/encoder.h"
#include "tauforge/simulate/integrator.h"
#include "tauforge/simulate/potentiometer.h"
#include "tauforge/simulate/thermal_switch.h"

namespace tauforge::simulate {

// Lists: one value per drive, or none for those of default_settings.
struct VirtualRobotSettings {
  std::vector<double> start;           // where it stands when switched on; empty: at zero   [rad or m]
  std::vector<double> start_velocity;  // empty: at rest                   [rad/s or m/s]
  bool friction = true;                // that of the robot's file
  bool friction_memory = false;        // gives way as a state where the file has a memory, and does not stick
  std::vector<EncoderSettings> encoders;
  std::vector<PotentiometerSettings> potentiometers;
  ConverterSettings converter;
  std::vector<DriveSettings> amplifiers;
  std::vector<ThermalSettings> thermal;
  std::vector<double> brakes;  // dry friction of engaged brakes                    [N m or N]
  double brake_delay = 0.05;   // from the command until they hold; released at once [s]
  bool start_braked = false;   // they are engaged when it is switched on
  double watchdog = std::numeric_limits<double>::infinity();  // of the amplifiers; above zero [s]
  bool drives_carry_gravity = false;                          // the drives add what holds the arm, without its payload
  spatial::Inertia<double> payload;                           // in the frame of the last link
  IntegratorSettings integrator;
  std::uint64_t seed = 1;  // of all noise
};

// From the limits of the robot: 10 V are the greatest torque. Where a file has none, one that holds the arm in any
// position, overcomes its friction and has as much again to accelerate it. Potentiometers reach over the limits of
// position, or a turn and a quarter each way; motors never get hot; brakes hold what 10 V can do.
VirtualRobotSettings default_settings(const robot::Robot& robot);
// The torques of 10 V.
std::vector<double> greatest_torques(const robot::Robot& robot);

class VirtualRobot : public control::Hardware {
 public:
  // The base must not float.
  VirtualRobot(const robot::Robot& robot, const VirtualRobotSettings& settings);
  VirtualRobot(const VirtualRobot&) = delete;

  std::size_t drives() const noexcept override { return plant_.drives(); }
  control::Equipment equipment() const noexcept override;
  control::CardStatus read(std::int64_t now, control::Reading& reading) noexcept override;
  control::CardStatus write(std::int64_t now, const control::Outputs& outputs) noexcept override;

  // Faults, from now on.
  void freeze_encoder(std::size_t drive, bool frozen = true) noexcept { sensors_.encoders[drive].freeze(frozen); }
  void jump_encoder(std::size_t drive, std::int64_t counts) noexcept { sensors_.encoders[drive].jump(counts); }
  void invert_encoder(std::size_t drive, bool inverted = true) noexcept { sensors_.encoders[drive].invert(inverted); }
  void set_payload(const spatial::Inertia<double>& payload) noexcept { integrator_.set_payload(payload); }
  // Its motor gives so many times the torque that its current should; or its amplifier so many times the current that it is
  // told: only the second can be seen in the current.
  void set_motor(std::size_t drive, double factor) noexcept { motors_.factor[drive] = factor; }
  void set_amplifier(std::size_t drive, double factor) noexcept { gain_[drive] = factor; }
  void set_friction(std::size_t drive, double factor) noexcept { plant_.set_friction(drive, factor); }
  void set_brake(std::size_t drive, double factor) noexcept;  // holds so many times what it should
  // Somebody presses the emergency stop at that time [ns], or releases it.
  void press_emergency_stop(std::int64_t at) noexcept { pressed_at_ = at; }
  void release_emergency_stop() noexcept { pressed_at_ = Brakes::never; }

  // The truth, as of the last read() or write(): for logs, not for control laws.
  std::span<const double> q() const noexcept { return integrator_.q(); }
  std::span<const double> qd() const noexcept { return integrator_.qd(); }
  std::span<const Grip> grips() const noexcept { return integrator_.grips(); }
  std::span<const double> torque() noexcept;                   // of the drives                [N m or N]
  double time() const noexcept { return integrator_.time(); }  //             [s]
  const DigitalOutputs& digital() const noexcept { return digital_; }
  bool brakes_hold() const noexcept { return brakes_.engaged(); }
  double warmth(std::size_t drive) const noexcept { return sensors_.thermal[drive].warmth(); }
  EnergyAudit audit() noexcept { return integrator_.audit(); }
  const IntegratorCounts& counts() const noexcept { return integrator_.counts(); }
  const Encoder& encoder(std::size_t drive) const noexcept { return sensors_.encoders[drive]; }
  const VirtualRobotSettings& settings() const noexcept { return settings_; }
  // The calibration of its axes as somebody would have it after a perfect homing; cut_off: of the speeds [rad/s].
  std::vector<control::Axis> axes(double cut_off) const;
  // What a homing has to know of its index pulses and potentiometers. Encoders must have an index.
  std::vector<control::HomingAxis> homing_axes() const;
  std::vector<control::Potentiometer> calibrated_potentiometers() const;
  std::vector<double> torque_per_ampere() const;  // of its motors, as they should be [N m/A or N/A]
  // Up to this time, as read() does.
  void advance(std::int64_t now) noexcept;

 private:
  struct Motors : Torques {
    Plant* plant = nullptr;
    bool carry_gravity = false;
    std::vector<Drive> drives;
    std::vector<double> gravity, factor;
    void at(double t, std::span<const double> q, std::span<double> tau) noexcept override;
  };
  struct Sensors : Integrator::Observer {  // those that must see every step: no index pulse is missed
    std::vector<Encoder> encoders;
    std::vector<ThermalSwitch> thermal;
    Motors* motors = nullptr;
    std::vector<double> torque;
    double last = 0;  // [s]
    bool can_get_hot = false;
    void after(double t, std::span<const double> q, std::span<const double> qd) noexcept override;
  };

  void drop_brakes() noexcept;
  void run_out() noexcept;  // the watchdog

  VirtualRobotSettings settings_;
  Plant plant_;
  Motors motors_;
  Integrator integrator_;
  Sensors sensors_;
  Brakes brakes_;
  std::int64_t runs_out_at_ = Brakes::never;  // the watchdog
  std::int64_t pressed_at_ = Brakes::never;   // the emergency stop
  DigitalOutputs digital_;
  Noise noise_;
  std::vector<double> torque_, gain_;
  const std::vector<double> no_brakes_;
};

}  // namespace tauforge::simulate
