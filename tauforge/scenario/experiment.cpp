#include "tauforge/scenario/experiment.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tauforge/diagnostic/require.h"
#include "tauforge/scenario/largest_gravity.h"

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
  const GuardSettings& guard = scenario.guard;
  control::GuardLimits limits;
  limits.envelope = scenario.control.envelope, limits.velocity = guard.velocity;
  limits.residual = guard.residual, limits.holding = guard.holding;
  limits.torque = scenario.control.limits.largest, limits.rate = scenario.control.limits.rate;
  limits.goal = scenario.control.law == Law::point_to_point;
  const std::vector<double> none(limits.envelope.size(), infinite);
  if (!guard.observer) limits.residual = limits.holding = none;
  limits.observer_gain = guard.observer_gain;
  for (const control::Axis& axis : machine.axes) {
    limits.slack.push_back(4.0 * std::abs(axis.step));
    limits.step.push_back(axis.step);
  }
  return limits;
}

// How far encoder and potentiometer may be apart: what their steps and noise leave of 2 mV, and a little for linearity.
std::vector<double> tolerances(const std::vector<control::Potentiometer>& potentiometers) {
  constexpr double linearity = 0.012, volts = 0.002;  // [rad or m], [V]
  std::vector<double> all;
  for (const auto& p : potentiometers) all.push_back(linearity + volts / std::abs(p.volts_per_unit));
  return all;
}

bool jumps(const Scenario& scenario) {
  return std::any_of(scenario.faults.begin(), scenario.faults.end(),
                     [](const Fault& fault) { return fault.kind == FaultKind::clock_jumps; });
}

// What one count looks like behind the filter of the speeds (control/axes.h, (2)).
std::vector<double> speeds_of_a_count(const Machine& machine, double period) {
  std::vector<double> speeds;
  for (const control::Axis& axis : machine.axes)
    speeds.push_back(std::abs(axis.step) / period * (1.0 - std::exp(-axis.cut_off * period)));
  return speeds;
}

}  // namespace

Experiment::Experiment(const Scenario& scenario, const Machine& machine, const tauforge_model* code, RealTime real_time,
                       std::size_t places)
    : samples(places),
      truth(places),
      timing(places),
      scenario_(scenario),
      machine_(checked(scenario, machine)),
      hardware_(machine_, scenario, truth, real_time.clock),
      axes_(machine_.axes),
      motion_(*scenario.motion, 1e-9 * static_cast<double>(scenario.executive.period), scenario.endless),
      sequence_(motion_, scenario.sequence, scenario.homing ? machine_.homing : std::vector<control::HomingAxis>{}),
      gravity_(new_model(code), control::Point::gravity, scenario.control.drives_carry_gravity),
      one_pass_(*models_.front(), control::point_of(scenario.control.law), scenario.control.drives_carry_gravity) {
  const ControlSettings& c = scenario.control;
  fallback_ = std::make_unique<control::Controller>(gravity_, Law::pd_with_gravity, c.fallback, c.limits);
  if (c.two_rates) arrange_two_rates(code, real_time.wait);
  control::Equation& equation = two_rate_ ? static_cast<control::Equation&>(*two_rate_) : one_pass_;
  if (c.measured_friction > 0)
    equation.take_friction_at_measured_speeds(
        {c.measured_friction, speeds_of_a_count(machine_, 1e-9 * static_cast<double>(scenario.executive.period))});
  law_ = std::make_unique<control::Controller>(equation, c.law, c.gains, c.limits);
  arrange_guard(code);
  control::LoopParts parts{*models_.front(), hardware_, axes_,
                           sequence_,        *law_,     *fallback_,
                           *guard_,          *stop_,    jumps(scenario) ? own_samples_ : samples};
  parts.scale = scenario.guard.torque_scale;
  if (two_rate_) parts.models = two_rate_.get(), parts.background = {&coefficients_->moments(), &velocity_->moments()};
  loop_ = std::make_unique<control::Loop>(parts, scenario.executive.period);
  if (jumps(scenario))
    clock_ = std::make_unique<FaultyClock>(*loop_, hardware_, scenario.faults, own_samples_, samples);
  if (tells_of_payloads(scenario)) {
    std::vector<control::Model*> all;
    for (const auto& model : models_) all.push_back(model.get());
    all.push_back(guard_model_.get());
    load_ = std::make_unique<LoadTask>(all, hardware_.loads(),
                                       scenario.payload_told ? told(scenario.machine.payload) : control::Payload{});
  }
}

executive::SynchronousTask& Experiment::task() {
  if (clock_) return *clock_;
  return *loop_;
}

void Experiment::finish() noexcept {
  if (clock_)
    clock_->finish();
  else
    loop_->finish();
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

std::unique_ptr<control::Model> Experiment::make_model(const tauforge_model* code) const {
  std::unique_ptr<control::Model> model;
  if (code)
    model = std::make_unique<control::GeneratedModel>(*code);
  else
    model = std::make_unique<control::TemplateModel>(scenario_.robot);
  if (scenario_.payload_told) model->carry(told(scenario_.machine.payload)), model->refresh();
  return model;
}

control::Model& Experiment::new_model(const tauforge_model* code) {
  models_.push_back(make_model(code));
  return *models_.back();
}

const control::Model& Experiment::without_carried_gravity(const control::Model& model) {
  if (!scenario_.control.drives_carry_gravity) return model;
  carried_.push_back(std::make_unique<control::CarriedGravity>(model, *models_.front()));
  return *carried_.back();
}

void Experiment::arrange_guard(const tauforge_model* code) {
  const GuardSettings& guard = scenario_.guard;
  const ControlSettings& c = scenario_.control;
  guard_model_ = make_model(code);
  const control::Model& model = without_carried_gravity(*guard_model_);
  const control::Model *empty = &model, *laden = &model;
  if (guard.payload) {
    empty_model_ = make_model(code), laden_model_ = make_model(code);
    empty_model_->carry({}), empty_model_->refresh();
    laden_model_->carry(told(*guard.payload)), laden_model_->refresh();
    empty = &without_carried_gravity(*empty_model_), laden = &without_carried_gravity(*laden_model_);
  }
  control::BrakingSettings braking{.torque = c.limits.largest, .rate = c.limits.rate, .latency = guard.latency};
  braking_ = std::make_unique<control::Braking>(model, *laden, guard.positions, braking);
  const std::vector<double> gains(hardware_.drives(), guard.observer_gain);
  observer_ = std::make_unique<control::MomentumObserver>(*empty, gains);
  if (guard.payload) laden_observer_ = std::make_unique<control::MomentumObserver>(*laden, gains);
  if (guard.potentiometers && !machine_.potentiometers.empty())
    check_ =
        std::make_unique<control::PotentiometerCheck>(machine_.potentiometers, tolerances(machine_.potentiometers));
  guard_ = std::make_unique<control::Guard>(
      guard_limits(scenario_, machine_),
      control::GuardParts{*guard_model_, *braking_, *observer_, laden_observer_.get(), check_.get()},
      1e-9 * static_cast<double>(scenario_.executive.period));
  control::StopSettings stop{.gains = c.fallback,
                             .limits = c.limits,
                             .brakes = hardware_.equipment().brakes,
                             .brake_delay = machine_.brake_delay,
                             .weight = largest_gravity(*laden, guard.positions),
                             .positions = guard.positions};
  stop_ = std::make_unique<control::Stop>(model, stop);
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
