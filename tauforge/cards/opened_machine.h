// A machine of one's own, ready for a scenario: the cards of a driver library, calibrated by a machine file. What would make
// a run irresponsible is refused before anything moves:
//
//   torque-limits-missing          nobody knows what the drives may do to the arm
//   cards-without-watchdog         the drives go on when this program dies       unless accepted
//   cards-without-emergency-stop   there is no button, or it cannot be read      unless accepted
//   cards-cannot-home              [homing] without potentiometers or index pulses
//   cards-silent                   the first readings fail
//   machine-stopped                an alarm stopped it, and nobody has acknowledged that
//
// Volts never ask for more than the robot's file allows: max_volts is lowered to limit / torque_per_volt.
#pragma once

#include <memory>
#include <string>

#include "tauforge/cards/driver_hardware.h"
#include "tauforge/cards/machine_file.h"

namespace tauforge::cards {

struct CardsRequest {
  std::string driver;        // path of the shared library
  std::string machine;       // path of the machine file
  std::string options = {};  // for the driver; empty: those of the machine file
  bool accept_no_watchdog = false, accept_no_emergency_stop = false;
  bool acknowledged = false;  // somebody has looked at what stopped it last time (acknowledgement.h)
};

struct OpenedMachine {
  std::unique_ptr<DriverHardware> cards;
  scenario::Machine machine;
  std::string file;  // the machine file
};

// The machine file is read before the driver is loaded, and both before the cards are asked anything.
diagnostic::Result<OpenedMachine> open_machine(const scenario::Scenario& scenario, const CardsRequest& request);

// The joints whose largest torque the robot's file does not say.
std::vector<std::string> joints_without_torque_limit(const robot::Robot& robot);

}  // namespace tauforge::cards
