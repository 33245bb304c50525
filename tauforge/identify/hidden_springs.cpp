#include "tauforge/identify/hidden_springs.h"

#include <fmt/format.h>

#include "tauforge/dynamics/regressor.h"
#include "tauforge/identify/robot_parameters.h"

namespace tauforge::identify {

std::vector<std::string> hidden_springs(const robot::Robot& robot, const BaseParameters& base,
                                        const std::vector<Refusal>& refusals) {
  std::vector<std::string> sentences;
  if (robot.tree.springs.empty()) return sentences;
  const std::vector<ParameterName> names = parameter_names(robot);
  const std::vector<double> values = parameters_of(robot);
  const auto first = static_cast<std::size_t>(dynamics::first_spring_column(robot.tree));
  for (const DroppedColumn& dropped : base.dropped) {
    const auto column = static_cast<std::size_t>(dropped.column);
    if (column < first) continue;
    sentences.push_back(fmt::format("springs: no motion tells {}, the {}, from {}: the file's {:.6g} {} is kept",
                                    names[column].name, names[column].meaning, shares_text(dropped, names),
                                    values[column], names[column].unit));
  }
  for (const Refusal& refusal : refusals)
    for (std::size_t c = first; c < names.size(); ++c) {
      const bool itself = refusal.name.name == names[c].name;
      if (!itself && (refusal.why + " ").find(" " + names[c].name + " ") == std::string::npos) continue;
      sentences.push_back(fmt::format("springs: {} is kept as the file has it, {:.6g} {}: {}", refusal.name.name,
                                      refusal.value, refusal.name.unit, refusal.why));
      break;
    }
  return sentences;
}

}  // namespace tauforge::identify
