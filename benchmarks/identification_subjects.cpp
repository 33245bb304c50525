#include "benchmarks/identification_subjects.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tauforge/files/csv_recording.h"

namespace tauforge::benchmarks {

Robot as_read(const Robot& robot) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / fmt::format("identification_{}.toml", ::getpid());
  std::ofstream(path) << robot.to_toml();
  Robot again = value_or_stop(load(path.string()));
  std::filesystem::remove(path);
  return again;
}

GeneratedCode code_of(const Robot& as_read) {
  return value_or_stop(
      generate(as_read, {.functions = {"inverse_dynamics", "coefficients", "velocity_torque"}, .effort = 300}));
}

Recording recording_of_file(const std::string& path, std::size_t first, std::size_t last,
                            const std::vector<double>& gains) {
  files::RecordingOptions options;
  options.layout.gains = gains;
  options.layout.rows = {first, last};
  return Recording(std::make_shared<const recording::Recording>(value_or_stop(files::read_recording(path, options))));
}

}  // namespace tauforge::benchmarks
