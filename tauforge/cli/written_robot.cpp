#include "tauforge/cli/written_robot.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

std::string written_text(const WrittenRobot& w) {
  std::set<std::string> lost;
  for (const auto& finding : w.lost) lost.insert(finding.code);
  std::string text = fmt::format("{}, as it reads back: relative error {:.4g} % on the logs (the model {:.4g} %)",
                                 printable(w.file), w.error, w.model_error);
  if (w.fresh) text += fmt::format(", {:.4g} % on the others ({:.4g} %)", *w.fresh, *w.model_fresh);
  if (w.difference > 1e-9)
    text +=
        fmt::format("; its torques differ by up to {:.2g} % from the TOML's at random states", 100.0 * w.difference);
  if (!lost.empty()) text += fmt::format("; {}", fmt::join(lost, ", "));
  return paragraph(text, "  ", "    ");
}

nlohmann::json written_json(const WrittenRobot& w) {
  return {{"file", w.file},
          {"error", w.error},
          {"model_error", w.model_error},
          {"validation_error", w.fresh ? nlohmann::json(*w.fresh) : nlohmann::json()},
          {"model_validation_error", w.model_fresh ? nlohmann::json(*w.model_fresh) : nlohmann::json()},
          {"difference", w.difference},
          {"lost", findings_json(w.lost)}};
}

}  // namespace tauforge::cli
