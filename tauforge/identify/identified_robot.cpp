#include "tauforge/identify/identified_robot.h"

namespace tauforge::identify {

diagnostic::Result<IdentifiedRobot> identified_robot(const robot::Robot& robot,
                                                     const std::vector<recording::Recording>& logs,
                                                     const Settings& settings, const Progress& progress) {
  auto identified = identify(robot, logs, settings, progress);
  const diagnostic::Findings findings = identified.findings();
  if (!identified) return findings;
  IdentifiedRobot result{robot, identified.take(), {}, {}};
  if (progress) progress("bodies that can exist");
  result.possible = possible_robot(robot, result.found);
  result.reduced = reduced_robot(robot, result.found);
  return {std::move(result), findings};
}

}  // namespace tauforge::identify
