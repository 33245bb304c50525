#include "tauforge/scenario/experiment.h"

#include <cmath>
#include <limits>

#include "tauforge/diagnostic/require.h"

namespace tauforge::scenario {

namespace {

using control::Law;

constexpr double infinite = std::numeric_limits<double>::infinity();

Machine checked(const Scenario& scenario, Machine machine) {
  const std::size_t n = scenario.robot.drives.size();
  diagnostic::require(machine.hardware.drives() == n && machine.axes.size() == n,
                      "a machine has cards and an axis for every drive of the robot");
  for (control::Axis& axis : machine.axes) axis.cut_off = scenario.control.speed_cut_off;
  if (!scenario.homing) return machine;
  diagnostic::require(machine.homing.size() == n, "a machine that is to be homed has a potentiometer and an index");
  for (std::size_t j = 0; j < n; ++j) {
    machine.axes[j].offset = 0;  // encoders count from wherever they were switched on
    machine.homing[j].speed = scenario.homing->speed[j], machine.homing[j].samples = scenario.homing->samples;
    machine.homing[j].acceleration = scenario.homing->acceleration[j];
  }
  return machine;
}

control::GuardLimits guard_limits(const Scenario& scenario, const Machine& machine) {
  control::GuardLimits limits;
  limits.envelope = scenario.control.envelope;
  for (std::size_t j = 0; j < limits.envelope.size(); ++j) {
    const bool known = scenario.robot.tree.direct && j < scenario.robot.limits.size();
    limits.velocity.push_back(known ? scenario.robot.limits[j].velocity.value_or(infinite) : infinite);
    limits.slack.push_back(4.0 * std::abs(machine.axes[j].step));
  }
  return limits;
}

}  // namespace

Experiment::Experiment(const Scenario& scenario, const Machine& machine, const tauforge_model* code, RealTime real_time)
    : scenario_(scenario),
      machine_(checked(scenario, machine)),
      hardware_(machine_, scenario, truth, real_time.clock),
      axes_(machine_.axes),
      motion_(*scenario.motion, 1e-9 * static_cast<double>(scenario.executive.period)),
      sequence_(motion_, scenario.sequence, scenario.homing ? machine_.homing : std::vector<control::HomingAxis>{}),
      gravity_(new_model(code), control::Point::gravity, scenario.control.drives_carry_gravity),
      one_pass_(*models_.front(), control::point_of(scenario.control.law), scenario.control.drives_carry_gravity),
      guard_(guard_limits(scenario, machine_)) {
  const ControlSettings& c = scenario.control;
  fallback_ = std::make_unique<control::Controller>(gravity_, Law::pd_with_gravity, c.fallback, c.limits);
  if (c.two_rates) arrange_two_rates(code, real_time.wait);
  control::Equation& equation = two_rate_ ? static_cast<control::Equation&>(*two_rate_) : one_pass_;
  law_ = std::make_unique<control::Controller>(equation, c.law, c.gains, c.limits);
  control::LoopParts parts{*models_.front(), hardware_, axes_, sequence_, *law_, *fallback_, guard_, samples};
  if (two_rate_) parts.models = two_rate_.get(), parts.background = {&coefficients_->moments(), &velocity_->moments()};
  loop_ = std::make_unique<control::Loop>(parts, scenario.executive.period);
  if (tells_of_payloads(scenario)) {
    std::vector<control::Model*> all;
    for (const auto& model : models_) all.push_back(model.get());
    load_ = std::make_unique<LoadTask>(all, hardware_.loads());
  }
}

std::vector<executive::RunRequest::Background> Experiment::background() const {
  std::vector<executive::RunRequest::Background> tasks;
  for (std::size_t k = 0; k < faulty_tasks_.size(); ++k)
    tasks.push_back({faulty_tasks_[k].get(), scenario_.executive.background[k]});
  if (load_) tasks.push_back({load_.get(), scenario_.executive.background[0]});
  return tasks;
}

std::vector<std::uint64_t> Experiment::calls() const {
  std::vector<std::uint64_t> sum;
  for (const auto& model : models_)
    if (const auto* generated = dynamic_cast<const control::GeneratedModel*>(model.get())) {
      sum.resize(generated->calls().size());
      for (std::size_t f = 0; f < sum.size(); ++f) sum[f] += generated->calls()[f];
    }
  return sum;
}

Nanoseconds Experiment::longest_start() const {
  if (!scenario_.starts_up()) return 0;
  const std::size_t n = machine_.axes.size();
  std::vector<double> to(n), apart(n), unused(n), at = position(machine_);
  motion_.evaluate(0.0, to, unused, unused);
  double search = 0, period = 1e-9 * static_cast<double>(scenario_.executive.period);
  for (std::size_t j = 0; j < n; ++j) {
    // where nobody knows where the arm is, it may be anywhere within a turn
    apart[j] = machine_.virtual_robot ? std::abs(to[j] - at[j]) : 2 * M_PI;
    if (!scenario_.homing) continue;
    const control::HomingAxis& axis = machine_.homing[j];
    const double turn = std::abs(machine_.axes[j].step) * static_cast<double>(axis.counts_per_revolution);
    apart[j] += 2 * turn;
    search = std::max(search, period * axis.samples + 1.5 * turn / axis.speed + 2 * axis.speed / axis.acceleration);
  }
  constexpr double longest = 3600.0;  // [s]
  return scenario_.sequence.overlap + nanoseconds(std::min(longest, search + sequence_.approach_time(apart) + 1.0));
}

control::Model& Experiment::new_model(const tauforge_model* code) {
  if (code)
    models_.push_back(std::make_unique<control::GeneratedModel>(*code));
  else
    models_.push_back(std::make_unique<control::TemplateModel>(scenario_.robot));
  return *models_.back();
}

void Experiment::arrange_two_rates(const tauforge_model* code, FaultyTask::Wait wait) {
  const std::size_t n = hardware_.drives();
  control::Moment first(n);
  std::vector<double> unused(n);
  first.q = position(machine_);
  motion_.evaluate(0.0, first.q_d, first.qd_d, unused);
  const control::Point point = control::point_of(scenario_.control.law);
  const auto model = [&]() -> control::Model& {
    faulty_models_.push_back(std::make_unique<FaultyModel>(new_model(code)));
    return *faulty_models_.back();
  };
  const std::size_t equation = models_.front()->equation_size();
  coefficients_ = std::make_unique<control::CoefficientsTask>(model(), point, equation + n, first);
  velocity_ = std::make_unique<control::VelocityTask>(model(), point, n, first);
  two_rate_ = std::make_unique<control::TwoRate>(
      *models_.front(), point, scenario_.control.drives_carry_gravity, coefficients_->results(), velocity_->results(),
      std::array{scenario_.executive.background[0], scenario_.executive.background[1]});
  faulty_tasks_.push_back(std::make_unique<FaultyTask>(*coefficients_, *faulty_models_[0], scenario_.faults, wait));
  faulty_tasks_.push_back(std::make_unique<FaultyTask>(*velocity_, *faulty_models_[1], scenario_.faults, wait));
}

}  // namespace tauforge::scenario
