// Recordings from memory, and what an identified robot says about one.
#include <fmt/format.h>

#include <cmath>

#include "tauforge/identify/identified_robot.h"
#include "tauforge/recording/recording.h"
#include "tauforge/tauforge.h"

namespace tauforge {

namespace {

recording::Channels channels(In numbers, std::size_t drives) {
  recording::Channels columns(numbers.empty() ? 0 : drives);
  for (std::size_t k = 0; k < numbers.size(); ++k) columns[k % drives].push_back(numbers[k]);
  return columns;
}

}  // namespace

Result<Recording> recording_of(const Robot& robot, const Measurements& measured) {
  const std::size_t drives = robot.drives().size(), samples = measured.t.size();
  const auto wrong = [&](const char* code, const std::string& why) { return diagnostic::error({}, code, why); };
  if (samples < 2) return wrong("recording-short", fmt::format("{} time stamps are no recording", samples));
  const std::pair<const char*, In> lists[] = {{"q", measured.q}, {"qd", measured.qd}, {"tau", measured.tau}};
  for (const auto& [name, numbers] : lists) {
    const bool optional = name != lists[0].first && numbers.empty();
    if (!optional && numbers.size() != samples * drives)
      return wrong("recording-size", fmt::format("{} has {} numbers for {} time stamps of {} drives", name,
                                                 numbers.size(), samples, drives));
    for (std::size_t k = 0; k < numbers.size(); ++k)
      if (!std::isfinite(numbers[k]))
        return wrong("recording-not-finite", fmt::format("{} is not finite in sample {}", name, k / drives));
  }
  for (std::size_t k = 0; k < samples; ++k)
    if (!std::isfinite(measured.t[k]) || (k > 0 && !(measured.t[k] > measured.t[k - 1])))
      return wrong("recording-time", fmt::format("time stamps do not increase at sample {}", k));
  recording::Recording recording;
  recording.name = measured.name, recording.joints = robot.drives();
  recording.t.assign(measured.t.begin(), measured.t.end());
  recording.q = channels(measured.q, drives), recording.qd = channels(measured.qd, drives);
  recording.effort = channels(measured.tau, drives);
  recording.effort_kind = measured.tau.empty() ? recording::Effort::none : recording::Effort::torque;
  recording.gaps = recording::find_gaps(recording.t);
  return Recording(std::make_shared<const recording::Recording>(std::move(recording)));
}

Result<Prediction> prediction_on(const Identification& identified, const Recording& log) {
  const auto error = identified.error_on(log);  // refuses what is no log of this robot
  if (!error) return error.findings();
  const auto& found = identified.details();
  auto v = identify::validate(found.prior, found.found.model, log.details());
  return Prediction{std::move(v.samples.t), std::move(v.torque), std::move(v.prediction), error.value()};
}

}  // namespace tauforge
