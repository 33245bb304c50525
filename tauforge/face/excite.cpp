#include "tauforge/excite/excitation.h"

#include <fmt/format.h>

#include <algorithm>

#include "tauforge/face/cancellable.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/scenario/scenario_writer.h"
#include "tauforge/tauforge.h"

namespace tauforge {

Motion Excitation::motion() const { return Motion(found_->motion); }
double Excitation::condition() const { return found_->condition; }
double Excitation::random_condition() const { return found_->random_condition; }
const std::string& Excitation::limited_by() const { return found_->limited_by; }
bool Excitation::within_limits() const { return found_->within_limits; }
std::string Excitation::scenario(const Robot& robot, const std::string& file, double rate) const {
  return scenario::scenario_text({*found_->path, found_->speed, file, robot.drives(), rate});
}

Result<Excitation> excite_robot(const Robot& robot, const ExciteSettings& settings, const Progress& progress) {
  excite::ExcitationOptions options;
  options.form = settings.polynomial ? excite::ExcitationForm::polynomial : excite::ExcitationForm::fourier;
  options.goal = settings.information ? excite::ExcitationGoal::information : excite::ExcitationGoal::condition;
  options.harmonics = settings.harmonics, options.points = settings.points;
  options.evaluations = settings.evaluations, options.seed = settings.seed;
  options.margin = settings.margin, options.longest = settings.longest;
  options.velocity = settings.velocity, options.acceleration = settings.acceleration, options.torque = settings.torque;
  Cancellable watched(progress);
  options.watch = [&](int evaluations, double best) {
    return watched({"searching among motions", std::min(1.0, static_cast<double>(evaluations) / settings.evaluations),
                    fmt::format("{} {:.4g}", settings.information ? "information" : "condition number", best)});
  };
  auto found = excite::excite(robot.details().robot, options);
  const Findings findings = found.findings();
  if (watched.cancelled()) return cancelled();
  if (!found) return findings;
  return {Excitation(std::make_shared<const excite::Excitation>(found.take())), findings};
}

}  // namespace tauforge
