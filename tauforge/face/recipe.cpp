#include <fmt/format.h>

#include "tauforge/face/cancellable.h"
#include "tauforge/face/identified.h"
#include "tauforge/identify/identified_robot.h"
#include "tauforge/literature/paper_recipe.h"

namespace tauforge {

RecipeIdentification::RecipeIdentification(std::shared_ptr<const literature::PaperIdentification> found, Robot reduced)
    : found_(std::move(found)), reduced_(std::move(reduced)) {}

std::vector<RecipeParameter> RecipeIdentification::parameters() const {
  const auto read = [](const identify::Summary& s) {
    return RecipeParameter::Statistics{s.mean, s.deviation, s.largest, s.smallest};
  };
  std::vector<RecipeParameter> list;
  for (const auto& e : found_->estimates)
    list.push_back({e.name.name, e.name.unit, e.significant, read(e.all), read(e.significant_alone)});
  return list;
}

Result<double> RecipeIdentification::error_of(const Robot& robot, const Recording& log) const {
  const auto v = identify::validation_on(robot.details().robot, found_->model.preparation, log.details());
  if (!v) return v.findings();
  return v.value().error.all;
}

Findings RecipeIdentification::doubts(const Robot& written, std::span<const Recording> logs) const {
  return literature::doubts_about(*found_, written.details().robot, recordings_of(logs));
}

Result<RecipeIdentification> identify_by_recipe(const Robot& robot, std::span<const Recording> logs,
                                                const RecipeSettings& settings, const Progress& progress) {
  Cancellable watched(progress);
  if (!watched({"recipe of 1992"}) && watched.cancelled()) return cancelled();
  literature::PaperSettings how;
  how.trim = settings.trim, how.period = settings.period, how.share = settings.share;
  using Judged = RecipeSettings::Judged;
  how.judged = settings.judged == Judged::alone      ? literature::Judged::alone
               : settings.judged == Judged::together ? literature::Judged::together
                                                     : literature::Judged::mean;
  auto identified = literature::paper_identification(robot.details().robot, recordings_of(logs), how);
  if (!identified) return identified.findings();
  auto found = std::make_shared<const literature::PaperIdentification>(identified.take());
  Robot reduced =
      as_file_has_it(robot, found->reduced, robot::Meaning::base,
                     fmt::format("by the recipe of 1992: means over {} trajectories", found->trajectories.size()));
  return RecipeIdentification(std::move(found), std::move(reduced));
}

}  // namespace tauforge
