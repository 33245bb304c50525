#include "tauforge/cli/written_robot.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/identify_figures.h"
#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

std::string written_table(const std::vector<WrittenRobot>& all) {
  std::vector<std::vector<std::string>> rows{{"as it reads back", "logs %", "others %", "off the model by", "lost"}};
  for (const WrittenRobot& w : all) {
    std::set<std::string> lost;
    for (const auto& finding : w.lost) lost.insert(finding.code);
    rows.push_back({printable(w.file), fmt::format("{:.2f}", w.score.error),
                    w.score.fresh ? fmt::format("{:.2f}", *w.score.fresh) : "-",
                    fmt::format("{:.1e}", w.score.difference),
                    lost.empty() ? "" : fmt::format("{}", fmt::join(lost, " "))});
  }
  return table(rows, "  ", {{}, {}, {}, {}, diagnostic::breaks});
}

nlohmann::json written_json(const WrittenRobot& w) {
  nlohmann::json logs = nlohmann::json::array();
  for (const auto& log : w.score.logs)
    logs.push_back({{"log", log.log}, {"fresh", log.fresh}, {"error", log.error}, {"of_drive", log.of_drive}});
  return {{"file", w.file},
          {"error", number_json(w.score.error)},
          {"validation_error", w.score.fresh ? number_json(*w.score.fresh) : nlohmann::json()},
          {"logs", logs},
          {"difference", number_json(w.score.difference)},
          {"as_fitted", w.score.as_fitted},
          {"lost_difference", w.lost_difference},
          {"lost", findings_json(w.lost)}};
}

}  // namespace tauforge::cli
