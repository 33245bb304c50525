#include "tauforge/identify/drift.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace tauforge::identify {

DriftReport find_drift(const std::vector<KnownParameter>& before, const std::vector<KnownParameter>& now,
                       double confidence) {
  DriftReport report;
  std::map<std::string, const KnownParameter*> earlier;
  for (const auto& p : before) earlier.emplace(p.name, &p);
  for (const auto& p : now) {
    const auto found = earlier.find(p.name);
    if (found == earlier.end()) {
      report.only_now.push_back(p.name);
      continue;
    }
    Drift d{p.name, found->second->value, p.value, std::hypot(p.deviation, found->second->deviation)};
    const double change = d.now - d.before;
    d.z = change == 0.0       ? 0.0
          : d.deviation > 0.0 ? change / d.deviation
                              : std::copysign(std::numeric_limits<double>::infinity(), change);  // (1)
    d.chance = std::erfc(std::abs(d.z) / std::sqrt(2.0));
    report.parameters.push_back(std::move(d));
    earlier.erase(found);
  }
  for (const auto& p : before)
    if (earlier.count(p.name)) report.only_before.push_back(p.name);
  std::stable_sort(report.parameters.begin(), report.parameters.end(),
                   [](const Drift& a, const Drift& b) { return a.chance < b.chance; });
  const std::size_t count = report.parameters.size();
  for (std::size_t k = 0; k < count; ++k) {  // Holm: stop at the first that does not pass
    if (report.parameters[k].chance > (1.0 - confidence) / static_cast<double>(count - k)) break;
    report.parameters[k].drifted = true;
  }
  return report;
}

}  // namespace tauforge::identify
