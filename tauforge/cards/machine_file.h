// The calibration of a machine as a file: what its cards say and are told, drive by drive.   docs/machine-file.md
//
//   [[drive]]
//   name = "shoulder"
//   encoder_step = -1.2e-4        # rad or m per count; negative: counts down
//   torque_per_volt = 9.8         # N m or N
//   max_volts = 10
//   potentiometer = { volts_per_unit = 0.8, volts_at_zero = 2.5 }
//   index = { counts_per_revolution = 4000, position = 0.02 }
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tauforge/diagnostic/result.h"
#include "tauforge/files/source_text.h"
#include "tauforge/scenario/machine.h"

namespace tauforge::cards {

// Lists: one value per drive of the robot, in its order.
struct MachineFile {
  std::vector<control::Axis> axes;                     // start_speed and cut_off are not the file's
  std::vector<double> torque_per_ampere;               // 0: not known                           [N m/A or N/A]
  std::vector<control::Potentiometer> potentiometers;  // of every drive, or empty
  std::vector<control::HomingAxis> homing;             // of every drive, or empty; speeds are the scenario's
  double brake_delay = 0.05;                           // from the output until they hold, or let go  [s]
  std::string driver_options;                          // for open() of the driver
};

// Reports every problem; what is not there is said where it should be.
diagnostic::Result<MachineFile> read_machine(const std::string& path, const robot::Robot& robot);
diagnostic::Result<MachineFile> read_machine(const files::SourceText& source, const robot::Robot& robot);

// A file that reads back as the same values.
std::string write_machine(const MachineFile& machine, const robot::Robot& robot);

}  // namespace tauforge::cards
