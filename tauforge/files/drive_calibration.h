// Gains of drives as they were calibrated with a known load, and how sure they are together: `tauforge payload --known-mass`
// writes the file, `--calibration` reads it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tauforge/diagnostic/result.h"
#include "tauforge/files/source_text.h"

namespace tauforge::files {

struct DriveCalibration {
  std::vector<std::string> drives;              // names
  std::vector<double> gains;                    // [N m per unit of the logs]
  std::vector<std::vector<double>> covariance;  // of their natural logarithms
  std::optional<double> mass;                   // of the load that gave the scale [kg]

  friend bool operator==(const DriveCalibration&, const DriveCalibration&) = default;
};

diagnostic::Result<DriveCalibration> read_drive_calibration(const SourceText& source);
diagnostic::Result<DriveCalibration> load_drive_calibration(const std::string& path);
// Reads back as the same.
std::string write_drive_calibration(const DriveCalibration& calibration);

}  // namespace tauforge::files
