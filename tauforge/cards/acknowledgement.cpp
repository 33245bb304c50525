#include "tauforge/cards/acknowledgement.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace tauforge::cards {

namespace {

std::string note_of(const std::string& machine_file) { return machine_file + ".stopped"; }

}  // namespace

diagnostic::Findings refused_until_acknowledged(const std::string& machine_file, bool acknowledged) {
  const std::string note = note_of(machine_file);
  std::error_code ignored;
  if (!std::filesystem::exists(note, ignored)) return {};
  if (acknowledged) {
    std::error_code refused;
    std::filesystem::remove(note, refused);
    if (!refused) return {};
    return {diagnostic::error({}, "output-unwritable", fmt::format("'{}' cannot be removed", note), refused.message())};
  }
  std::ifstream file(note);
  std::string why;
  std::getline(file, why);
  return {diagnostic::error({}, "machine-stopped", fmt::format("an alarm has stopped this machine: {}", why),
                            "look at the machine, mend what was wrong, then start once with --acknowledge")};
}

diagnostic::Findings remember_alarm(const std::string& machine_file, const scenario::Outcome& outcome) {
  if (!outcome.stopped) return {};
  const std::string note = note_of(machine_file);
  std::ofstream file(note);
  file << fmt::format("{:%Y-%m-%d %H:%M:%S} UTC, {:.4f} s after the start: {}\n", fmt::gmtime(std::time(nullptr)),
                      1e-9 * static_cast<double>(outcome.stopped->time), outcome.stopped->what);
  file.close();
  if (file) return {};
  return {
      diagnostic::warning({}, "output-unwritable",
                          fmt::format("'{}' cannot be written: nobody will be asked to acknowledge this stop", note),
                          "make its folder writable")};
}

}  // namespace tauforge::cards
