#include "tauforge/scenario/scenario_writer.h"

#include <fmt/format.h>

#include "tauforge/diagnostic/require.h"
#include "tauforge/files/number.h"
#include "tauforge/files/toml_text.h"
#include "tauforge/motion/fourier.h"
#include "tauforge/motion/polynomial.h"

namespace tauforge::scenario {

using files::number_text;

namespace {

std::string list(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : ", ") + number_text(value);
  return "[" + text + "]";
}

std::string rows(const std::vector<std::vector<double>>& matrix) {
  std::string text;
  for (const auto& row : matrix) text += (text.empty() ? "\n  " : ",\n  ") + list(row);
  return "[" + text + "]";
}

// The keys that scenario_motion.h names.
std::string motion_text(const motion::Trajectory& path, double speed) {
  if (const auto* fourier = dynamic_cast<const motion::Fourier*>(&path)) {
    const motion::Fourier played = motion::faster(*fourier, speed);
    return fmt::format("form = \"fourier\"\nperiod = {}\ncentre = {}\nsine = {}\ncosine = {}\n",
                       number_text(played.period()), list(played.centre()), rows(played.sine()), rows(played.cosine()));
  }
  const auto* polynomial = dynamic_cast<const motion::Polynomial*>(&path);
  diagnostic::require(polynomial, "the path is a Fourier series or a polynomial");
  return fmt::format("form = \"polynomial\"\nduration = {}\npoints = {}\n", number_text(polynomial->duration() / speed),
                     rows(polynomial->points()));
}

}  // namespace

std::string scenario_text(const MotionScenario& scenario) {
  std::string drives;
  for (const auto& drive : scenario.drives) drives += (drives.empty() ? "" : ", ") + files::toml_text(drive);
  return fmt::format("schema = 1\nrobot = {}\ndrives = [{}]\nrate = {}\n\n[motion]\n{}",
                     files::toml_text(scenario.robot), drives, number_text(scenario.rate),
                     motion_text(scenario.path, scenario.speed));
}

}  // namespace tauforge::scenario
