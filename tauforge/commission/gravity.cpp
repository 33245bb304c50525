// Step 6: does the model alone carry the arm? Brakes let it go for a moment, at 10, 30, 60 and 100 % of the torques.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/commission/in_service.h"
#include "tauforge/control/momentum_observer.h"
#include "tauforge/scenario/largest_gravity.h"

namespace tauforge::commission {

namespace {

// How long the model alone carries the arm [s]; what it may be wrong by, as a share of the weight of its parts and of what
// moves the arm; how far the rounding of volts may drive a joint meanwhile that is not held [rad or m].
constexpr double alone = 0.6, of_model = 0.1, driven = 0.1;
// How far a model that wrong may take a joint [rad or m], of its room to a limit, and how fast it may get.
constexpr double farthest = 0.3, share_of_room = 0.1, share_of_speed = 0.5, least_alone = 0.06;

// What the model's gravity is wrong by while it alone carries the arm: the mean of the torques that nobody told, by the
// momentum that they have left, so that it does not matter how the arm moved; and the model's own torques besides gravity
// that are in it, drive by drive without signs, as a mean [N m or N].                          control/momentum_observer.h
//
//   (p(T) - p(0))/T - mean(tau + b - f),   qd(t) = (q(t + h) - q(t - h)) / 2h                                           (2)
struct WrongGravity {
  std::vector<double> torque, moves;
};

WrongGravity wrong_gravity(const Context& context, const scenario::Outcome& outcome) {
  constexpr std::size_t h = 10;    // samples
  constexpr double little = 1e-6;  // the gain of an observer that forgets nothing [1/s]
  const control::Model& model = context.bench.model();
  const std::size_t n = context.bench.drives();
  std::vector<double> times;
  std::vector<std::vector<double>> q, tau, qd;
  for (const auto& sample : outcome.samples) {
    if (sample.phase != control::Phase::moving || sample.stop != control::StopPhase::none) continue;
    times.push_back(1e-9 * static_cast<double>(sample.time));
    q.emplace_back(sample.q.begin(), sample.q.begin() + static_cast<std::ptrdiff_t>(n));
    tau.emplace_back(sample.tau.begin(), sample.tau.begin() + static_cast<std::ptrdiff_t>(n));
  }
  if (times.size() < 4 * h + 2) return {std::vector<double>(n, NAN), std::vector<double>(n, 0.0)};
  const auto rate = [&](const std::vector<std::vector<double>>& x, std::size_t k) {
    std::vector<double> result(n);
    for (std::size_t j = 0; j < n; ++j) result[j] = (x[k + h][j] - x[k - h][j]) / (times[k + h] - times[k - h]);
    return result;
  };
  for (std::size_t k = 0; k < times.size(); ++k)
    qd.push_back(k < h || k + h >= times.size() ? std::vector<double>(n, 0.0) : rate(q, k));
  control::MomentumObserver observer(model, std::vector<double>(n, little));
  const std::size_t first = h, last = times.size() - h - 1;
  for (std::size_t k = first; k <= last; ++k) observer.step({q[k], qd[k]}, tau[k - 1], times[k] - times[k - 1]);
  WrongGravity wrong{std::vector<double>(n), std::vector<double>(n, 0.0)};
  for (std::size_t j = 0; j < n; ++j)
    wrong.torque[j] = observer.residual()[j] / (little * (times[last] - times[first]));
  const std::vector<double> none(n, 0.0);
  std::vector<double> without(n), with(n);
  double looks = 0;
  for (std::size_t k = first + h; k + h <= last; k += h, ++looks) {
    const auto add = [&](const std::vector<double>& speed, const std::vector<double>& acceleration) {
      model.inverse_dynamics(q[k], speed, acceleration, with);
      for (std::size_t j = 0; j < n; ++j) wrong.moves[j] += std::abs(with[j] - without[j]);
    };
    model.inverse_dynamics(q[k], none, none, without);
    const std::vector<double> qdd = rate(qd, k);
    add(qd[k], none);
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<double> one = none;
      one[i] = qdd[i];
      add(none, one);
    }
  }
  for (double& torque : wrong.moves) torque /= looks;
  return wrong;
}

// How long the model may carry the arm alone: a model as wrong as it may be, by (3) of carrier.h, must take no joint far.
double time_alone(const Context& context, const std::vector<double>& at, const std::vector<char>& held) {
  const Carrier& carrier = context.carrier;
  double T = alone + overlap(context);
  for (std::size_t j = 0; j < at.size(); ++j) {
    if (held[j]) continue;
    const double a = (carrier.hindrance(j) - carrier.friction(j) + carrier.rounded(j)) / carrier.inertia(j);
    const double room = std::min(context.upper(j) - at[j], at[j] - context.lower(j));
    T = std::min(
        {T, std::sqrt(2 * std::min(farthest, share_of_room * room) / a), share_of_speed * context.velocity(j) / a});
  }
  return std::max(T - overlap(context), least_alone);  // brakes may let go, and hold, that much sooner and later
}

// What each body and the springs ask of the drives at most, added up: of a joint that is balanced little is left, but not of
// what its parts are wrong by [N m or N].
std::vector<double> weight_of_parts(const robot::Robot& robot, const control::PositionLimits& limits) {
  std::vector<double> sum(robot.drives.size(), 0.0);
  const auto add = [&](const robot::Robot& part) {
    const auto largest = scenario::largest_gravity(control::TemplateModel(part), limits);
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += largest[j];
  };
  robot::Robot nothing = robot;
  for (auto& body : nothing.parameters.body) body = {};
  for (std::size_t i = 0; i < robot.parameters.body.size(); ++i) {
    robot::Robot part = nothing;
    for (auto& spring : part.parameters.spring) spring = {};
    part.parameters.body[i] = robot.parameters.body[i];
    add(part);
  }
  if (!robot.parameters.spring.empty()) add(nothing);
  return sum;
}

// Where it was before the model carried it, and perhaps let it sink.
bool back_to(Context& context, const std::vector<double>& home) {
  context.carrier.release();
  for (std::size_t j = 0; j < home.size(); ++j)
    if (!context.carrier.bring_back(j, home[j], 0.4 * context.pushed_speed(j))) return false;
  return context.carrier.secure();
}

}  // namespace

// Joints that the rounding of volts alone would drive too far are held, and not judged.
void gravity(Context& context, StepRecord& record) {
  const Carrier& carrier = context.carrier;
  const std::vector<double> home = standing(context, record);
  if (record.verdict != Verdict::passed) return;
  std::vector<double> weight;  // of the parts, drive by drive
  for (const double scale : {0.1, 0.3, 0.6, 1.0}) {
    if (!back_to(context, home)) return void(trouble(context, record));
    const std::vector<double> at = standing(context, record);
    if (record.verdict != Verdict::passed) return;
    context.carrier.release();
    std::vector<char> held(at.size(), 0);
    for (std::size_t j = 0; j < at.size(); ++j)
      held[j] = 0.5 * alone * alone * carrier.rounded(j) / carrier.inertia(j) > driven;
    const double T = time_alone(context, at, held);
    auto scenario = scenario_of(context, hold(at, T), "pd_with_gravity", record);
    if (!scenario) return;
    for (std::size_t j = 0; j < at.size(); ++j) {
      if (!held[j]) scenario->control.gains.Kp[j] = scenario->control.gains.Kd[j] = 0;
      if (!held[j]) scenario->control.envelope[j] = INFINITY;
      if (held[j] && scale == 1.0)
        record.notes.push_back(fmt::format("gravity of {} could not be judged: it is too light", context.name(j)));
    }
    scenario->guard.torque_scale.most = scale;
    const scenario::Outcome outcome = context.order.pace.play(*scenario, context.bench.machine(), context.order.code);
    if (stopped(context, outcome, record)) return;
    const std::string when = fmt::format(" at {:.0f} %", 100 * scale);
    const WrongGravity wrong = wrong_gravity(context, outcome);
    if (weight.empty()) weight = weight_of_parts(context.robot(), scenario->guard.positions);
    record.figures.push_back({"time" + when, "", T, -INFINITY, INFINITY, "s"});
    std::vector<Figure> figures;
    for (std::size_t j = 0; j < at.size(); ++j) {
      const double allowed = of_model * (weight[j] + wrong.moves[j]) + carrier.rounded(j) + carrier.friction(j);
      if (!held[j])
        figures.push_back({"torque that sinks or raises it" + when, context.name(j), wrong.torque[j], -allowed, allowed,
                           context.torque_unit(j)});
    }
    // the joint that is most wrong is the one to name
    std::stable_sort(figures.begin(), figures.end(), [](const Figure& a, const Figure& b) {
      return std::abs(a.seen) / a.highest > std::abs(b.seen) / b.highest;
    });
    for (Figure& figure : figures) judge(record, std::move(figure), "masses and centres in the robot's file, payload");
    note_residuals(context, *scenario, outcome, when, record);
    if (record.verdict != Verdict::passed) return;
  }
}

}  // namespace tauforge::commission
