#include <fmt/format.h>

#include "tauforge/face/cancellable.h"
#include "tauforge/face/identification.h"
#include "tauforge/face/identified.h"
#include "tauforge/face/long_logs.h"
#include "tauforge/files/csv_recording.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/identify/identified_robot.h"
#include "tauforge/identify/log_doctor.h"
#include "tauforge/tauforge.h"

namespace tauforge {

std::size_t Recording::samples() const { return recording_->samples(); }
double Recording::duration() const { return samples() < 2 ? 0.0 : recording_->t.back() - recording_->t.front(); }

Result<Recording> read_recording(const Robot& robot, const std::string& path, const std::string& layout) {
  files::RecordingLayout how;
  Findings findings;
  if (!layout.empty()) {
    auto read = files::load_recording_layout(layout);
    append(findings, read.findings());
    if (!read) return findings;
    how = read.take();
  }
  auto recording = files::read_recording(files::recording_request(path, how, robot.drives()));
  append(findings, recording.findings());
  if (!recording) return findings;
  return {Recording(std::make_shared<const recording::Recording>(recording.take())), findings};
}

Identification::Identification(std::shared_ptr<const identify::IdentifiedRobot> found, Robot possible, Robot reduced)
    : found_(std::move(found)), possible_(std::move(possible)), reduced_(std::move(reduced)) {}

std::vector<IdentifiedParameter> Identification::parameters() const {
  std::vector<IdentifiedParameter> list;
  for (const auto& e : found_->found.estimates)
    list.push_back(
        {e.name.name, e.name.unit, e.significant, e.all, e.all_deviation, e.interval.lower, e.interval.upper});
  return list;
}

double Identification::training_error() const { return found_->found.training.all; }

Result<double> Identification::error_on(const Recording& fresh) const {
  return identify::error_on(*found_, fresh.details());
}

namespace {

identify::Settings read(const IdentifySettings& from) {
  identify::Settings to;
  to.reference_hz = from.reference;
  using Method = IdentifySettings::Method;
  to.method = from.method == Method::least_squares            ? identify::Method::least_squares
              : from.method == Method::instrumental_variables ? identify::Method::instrumental_variables
                                                              : identify::Method::direct;
  to.cutoff_hz = from.cutoff, to.delay = from.delay, to.tolerance = from.tolerance, to.offsets = from.offsets;
  using Keep = IdentifySettings::Keep;
  to.significance = from.keep == Keep::error   ? identify::Significance::left_out_error
                    : from.keep == Keep::share ? identify::Significance::torque_share
                                               : identify::Significance::t_test;
  using Friction = IdentifySettings::Friction;
  to.friction.clear();
  for (const auto [named, form] : {std::pair(Friction::coulomb, identify::FrictionForm::coulomb),
                                   {Friction::smooth, identify::FrictionForm::smooth},
                                   {Friction::presliding, identify::FrictionForm::presliding},
                                   {Friction::stribeck, identify::FrictionForm::stribeck}})
    if (std::find(from.friction.begin(), from.friction.end(), named) != from.friction.end())
      to.friction.push_back(form);
  using Solver = IdentifySettings::Solver;
  switch (from.solver) {
    case Solver::chosen: break;
    case Solver::qr: to.solver = {identify::Solver::qr}; break;
    case Solver::svd: to.solver = {identify::Solver::svd}; break;
    case Solver::pseudo_inverse: to.solver = {identify::Solver::pseudo_inverse}; break;
    case Solver::ridge: to.solver = {identify::Solver::ridge, from.ridge, 0}; break;
  }
  if (from.prior) to.prior = {from.prior_strength};
  return to;
}

// What does not go together; nothing: all does.
Findings conflict(const IdentifySettings& settings) {
  if (settings.friction.empty())
    return {diagnostic::error({}, "friction-none", "no form of friction is to be tried", "coulomb is the simplest")};
  if (const bool ridge = settings.solver == IdentifySettings::Solver::ridge; ridge != (settings.ridge > 0.0))
    return {diagnostic::error(
        {}, "ridge-invalid",
        ridge ? "the solver is ridge without a factor" : "a ridge factor is given, and the solver is not ridge",
        "a solver ridge and a factor above zero belong together")};
  if (settings.prior && settings.method != IdentifySettings::Method::least_squares)
    return {diagnostic::error({}, "prior-and-method", "a prior and a method other than least squares are given",
                              "the prior holds the fit of least squares: one or the other")};
  if (settings.prior && settings.keep != IdentifySettings::Keep::error)
    return {diagnostic::error({}, "prior-and-significance", "a prior and a rule of significance are given",
                              "with a prior no parameter is dropped: one or the other")};
  if (settings.prior && settings.solver != IdentifySettings::Solver::chosen)
    return {
        diagnostic::error({}, "prior-and-solver", "a prior and a solver are given", "the prior is the regulariser")};
  if (settings.prior_strength && (!settings.prior || !(*settings.prior_strength > 0.0)))
    return {diagnostic::error({}, "prior-strength", "the strength of a prior is above zero, and belongs to one",
                              "prior = true, and a strength above zero or none")};
  return {};
}

}  // namespace

Result<Identification> identify_robot(const Robot& robot, std::span<const Recording> logs,
                                      const IdentifySettings& settings, const Progress& progress) {
  return identify_robot(robot, logs, {}, settings, {}, progress);
}

Result<Identification> identify_robot(const Robot& robot, std::span<const Recording> logs,
                                      std::span<const Recording> fresh, const IdentifySettings& settings,
                                      const std::vector<std::string>& accepted, const Progress& progress) {
  if (auto wrong = conflict(settings); !wrong.empty()) return wrong;
  const auto recordings = recordings_of(logs);
  Findings findings = identify::examine_logs(robot.details().robot, recordings, accepted);
  append(findings, identify::examine_fresh(robot.details().robot, recordings, recordings_of(fresh), accepted));
  drop_gaps_of_condensed(logs, findings), drop_gaps_of_condensed(fresh, findings);
  if (diagnostic::has_error(findings)) return findings;
  auto identified = cancellable<identify::IdentifiedRobot>(progress, [&](const identify::Progress& told) {
    return identify::identified_robot(robot.details().robot, recordings, read(settings), told);
  });
  append(findings, identified.findings());
  if (!identified) return findings;
  auto found = std::make_shared<const identify::IdentifiedRobot>(identified.take());
  const std::string from = fmt::format("from {} log{}", logs.size(), logs.size() == 1 ? "" : "s");
  Robot possible = as_file_has_it(robot, found->possible.robot, robot::Meaning::physical, from);
  Robot reduced = as_file_has_it(robot, found->reduced,
                                 found->reduced_replaced ? robot::Meaning::physical : robot::Meaning::base, from);
  return {Identification(std::move(found), std::move(possible), std::move(reduced)), findings};
}

}  // namespace tauforge
