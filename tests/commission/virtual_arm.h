// A virtual arm that is put into service, by an operator who agrees to everything, with whatever error a test plants.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tauforge/commission/procedure.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/simulate/virtual_robot.h"

namespace tauforge::tests {

inline robot::Robot robot_of(const std::string& name) {
  return files::load_robot(std::string(TAUFORGE_SOURCE_DIR) + "/robots/" + name + ".toml", {}).take().robot;
}

class Agreeable : public commission::Operator {
 public:
  explicit Agreeable(simulate::VirtualRobot* arm) : arm_(arm) {}
  bool agrees(const std::string& question) override { return questions.push_back(question), answer; }
  void hears(const std::string& what) override { heard.push_back(what); }
  void presses(commission::Nanoseconds now) override {
    if (arm_ && wired) arm_->press_emergency_stop(now + 1'000'000'000);
  }
  void releases() override {
    if (arm_) arm_->release_emergency_stop();
  }
  bool wired = true, answer = true;
  std::vector<std::string> questions, heard;

 private:
  simulate::VirtualRobot* arm_;
};

struct VirtualArm {
  robot::Robot model, plant;  // what the procedure knows, and what is there
  simulate::VirtualRobotSettings settings;
  std::unique_ptr<simulate::VirtualRobot> arm;
  std::unique_ptr<scenario::Machine> machine;
  std::unique_ptr<Agreeable> person;

  VirtualArm(const std::string& name, std::vector<double> start) : model(robot_of(name)), plant(model) {
    settings = simulate::default_settings(plant);
    settings.start = std::move(start), settings.start_braked = true;
  }
  // As it is now; errors are planted before (in the arm) or after (in the calibration).
  void switch_on() {
    arm = std::make_unique<simulate::VirtualRobot>(plant, settings);
    machine = std::make_unique<scenario::Machine>(scenario::Machine{*arm, arm->axes(1000.0)});
    machine->potentiometers = arm->calibrated_potentiometers();
    machine->brake_delay = settings.brake_delay, machine->torque_per_ampere = arm->torque_per_ampere();
    person = std::make_unique<Agreeable>(arm.get());
  }
  commission::Record walk(control::Hardware* instead = nullptr) {
    commission::VirtualPace pace;
    const scenario::Machine with = scenario::behind(instead ? *instead : *arm, *machine);
    return commission::carry_out({model, with, pace, *person, "virtual robot", "a test", {"r", "m", "templates"}});
  }
};

inline VirtualArm puma() { return {"puma560", {0.1, -0.8, 2.4, 0.2, 0.4, 0.0}}; }
// about its usual pose; where joints 1 and 3 have nearly the same axis, a light arm is hard to control by coarse encoders
inline VirtualArm panda() { return {"panda", {0.0, -0.785, 0.0, -2.2, 0.1, 1.6, 0.7}}; }

}  // namespace tauforge::tests
