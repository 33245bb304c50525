#include "tauforge/report/document_kind.h"

#include <initializer_list>
#include <nlohmann/json.hpp>

namespace tauforge::report {

using nlohmann::json;

std::string kind_of(const json& document) {
  const auto has = [&](std::initializer_list<const char*> members) {
    for (const char* member : members)
      if (!document.is_object() || !document.contains(member)) return false;
    return true;
  };
  if (has({"recipe", "trajectories"})) return "campaign";
  if (has({"recipe", "estimates"})) return "recipe";
  if (has({"estimates", "training"})) return "identification";
  if (has({"kinds", "false_alarms"})) return "fault_campaign";
  if (has({"drives", "events", "period_s"}))
    return document.contains("timing") && document["timing"].contains("granted") ? "run" : "simulation";
  if (has({"functions", "compiler"})) return "generation";
  if (has({"christoffel", "elements"})) return "derivation";
  if (has({"random_condition", "within_limits"})) return "excitation";
  if (has({"seeds", "kept", "rows"})) return "chain";
  if (has({"story"})) return "story";
  if (has({"overlays"})) return "overlay";
  if (has({"two_rate_loss"})) return "two_rate_loss";
  if (has({"background_periods"})) return "background_period";
  if (has({"operations"}) || has({"robots"})) return "counts";
  return "";
}

}  // namespace tauforge::report
