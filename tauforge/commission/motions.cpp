// Steps 5 to 8: scenarios with law, guard and stop, as in service. The arm begins where it stands.
//
//   peak speed of a quintic over d in T: 1.875 d/T; T is that of the slowest drive, longer where torques need it        (1)
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/commission/steps.h"
#include "tauforge/control/momentum_observer.h"
#include "tauforge/motion/time_law.h"
#include "tauforge/scenario/largest_gravity.h"
#include "tauforge/scenario/scenario.h"

namespace tauforge::commission {

namespace {

constexpr double peak = 1.875;
constexpr double share_of_range = 0.1, usual_way = 0.3, margin = 0.05;  // [rad or m]
constexpr double slow_share = 0.1, fast_share = 0.9;
constexpr double share_of_torque = 0.7;
constexpr double poles = 20.0;  // of PD [rad/s]
// Step 6: how long the model alone carries the arm [s]; what it may be wrong by, as a share of the largest gravity and of what
// moves the arm; how far the rounding of volts may drive a joint meanwhile that is not held [rad or m].
constexpr double alone = 0.6, of_model = 0.1, driven = 0.1;
// How far a model that wrong may take a joint [rad or m], of its room to a limit, and how fast it may get.
constexpr double farthest = 0.3, share_of_room = 0.1, share_of_speed = 0.5, least_alone = 0.06;

std::string list(const std::vector<double>& values) { return fmt::format("[{:.9g}]", fmt::join(values, ", ")); }

// For how long brakes and drives both hold the arm, before a motion and after it [s].
double overlap(const Context& context) { return std::max(0.1, 1.5 * context.bench.machine().brake_delay); }

std::optional<scenario::Scenario> scenario_of(Context& context, const std::string& motion, const std::string& law,
                                              StepRecord& record) {
  const std::string text = fmt::format("schema = 1\n{}\n[control]\nlaw = \"{}\"\n[brakes]\noverlap = {:.6g}\n", motion,
                                       law, overlap(context));
  auto read = scenario::read_scenario(files::source_from_text("commissioning", text), context.robot());
  if (!read) {
    const std::string why = read.findings().empty() ? "" : read.findings().front().message;
    fail(record, "", "the motion is not possible: " + why, "limits in the robot's file");
    return std::nullopt;
  }
  scenario::Scenario scenario = read.take();
  for (std::size_t j = 0; j < context.bench.drives(); ++j)
    scenario.control.limits.largest[j] =
        std::min(scenario.control.limits.largest[j], context.bench.largest_torque()[j]);
  // where axes nearly coincide, a drive feels far less than M_jj: PD by that would swing
  context.carrier.release();
  for (std::size_t j = 0; j < context.bench.drives(); ++j) {
    const double m = context.carrier.inertia(j);
    scenario.control.fallback.Kp[j] = m * poles * poles, scenario.control.fallback.Kd[j] = 2 * m * poles;
  }
  if (scenario.control.law == control::Law::pd_with_gravity) scenario.control.gains = scenario.control.fallback;
  if (!context.bench.equipment().brakes) {
    scenario.sequence.brakes_at_start = scenario.sequence.brakes_at_end = false;
    scenario.sequence.approach = true;
  }
  return scenario;
}

std::string hold(const std::vector<double>& at, double seconds) {
  return fmt::format("[motion]\nform = \"hold\"\nat = {}\nseconds = {:.6g}\n", list(at), seconds);
}

std::vector<double> standing(Context& context, StepRecord& record) {
  if (!context.bench.wait(0.1)) trouble(context, record);
  return {context.bench.q().begin(), context.bench.q().end()};
}

bool stopped(const Context& context, const scenario::Outcome& outcome, StepRecord& record) {
  if (!outcome.stopped && outcome.motion_began && !outcome.diverged) return false;
  const bool about = outcome.stopped && control::is_about_a_drive(outcome.alarm.alarm);
  fail(record, about ? context.name(outcome.alarm.drive) : "",
       outcome.stopped ? outcome.stopped->what : "the motion did not begin",
       "model, gains and calibration: what is said of the alarm in docs/hazards.md");
  return true;
}

void note_residuals(const Context& context, const scenario::Scenario& scenario, const scenario::Outcome& outcome,
                    const std::string& when, StepRecord& record) {
  for (std::size_t j = 0; j < context.bench.drives(); ++j) {
    double largest = 0;
    for (const auto& sample : outcome.samples)
      if (sample.phase == control::Phase::moving) largest = std::max(largest, std::abs(sample.residual[j]));
    judge(record,
          {"residual" + when, context.name(j), largest, -INFINITY, scenario.guard.residual[j], context.torque_unit(j)},
          "masses and friction in the robot's file, payload");
  }
}

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

// A tenth of its range, towards where there is more room.
std::vector<double> elsewhere(const Context& context, const std::vector<double>& from) {
  std::vector<double> to = from;
  for (std::size_t j = 0; j < to.size(); ++j) {
    const double lower = context.lower(j), upper = context.upper(j), towards = context.direction(j, from[j]);
    const double range = upper - lower, room = towards > 0 ? upper - margin - from[j] : from[j] - margin - lower;
    to[j] += towards * std::clamp(std::isfinite(range) ? share_of_range * range : usual_way, 0.0, std::max(0.0, room));
  }
  return to;
}

double duration_of(const Context& context, const std::vector<double>& from, const std::vector<double>& to,
                   double share) {
  const std::size_t n = from.size();
  double T = 0.1;
  for (std::size_t j = 0; j < n; ++j)
    T = std::max(T, peak * std::abs(to[j] - from[j]) / (share * context.velocity(j)));  // (1)
  std::vector<double> q(n), qd(n), qdd(n), tau(n);
  const auto fits = [&] {
    const motion::PointToPoint motion(from, to, T, motion::TimeLaw::poly345);
    for (int k = 0; k <= 100; ++k) {
      motion.evaluate(T * k / 100.0, q, qd, qdd);
      context.bench.model().inverse_dynamics(q, qd, qdd, tau);
      for (std::size_t j = 0; j < n; ++j)
        if (std::abs(tau[j]) > share_of_torque * context.bench.largest_torque()[j]) return false;
    }
    return true;
  };
  while (T < 60.0 && !fits()) T *= 1.1;
  return T;
}

void move(Context& context, double share, const char* law, StepRecord& record) {
  const std::vector<double> from = standing(context, record), to = elsewhere(context, from);
  if (record.verdict != Verdict::passed) return;
  const double T = duration_of(context, from, to, share);
  const auto scenario =
      scenario_of(context,
                  fmt::format("[motion]\nform = \"point_to_point\"\nfrom = {}\nto = {}\nseconds = {:.6g}\n", list(from),
                              list(to), T),
                  law, record);
  if (!scenario) return;
  const scenario::Outcome outcome = context.order.pace.play(*scenario, context.bench.machine(), context.order.code);
  record.figures.push_back({"duration", "", T, -INFINITY, INFINITY, "s"});
  for (std::size_t j = 0; j < from.size() && j < outcome.drives.size(); ++j) {
    judge(record,
          {"error", context.name(j), outcome.drives[j].largest_error, -INFINITY, scenario->control.envelope[j],
           context.unit(j)},
          "gains, model and friction; what the drive can give");
    record.figures.push_back({"peak speed wanted", context.name(j), peak * std::abs(to[j] - from[j]) / T, -INFINITY,
                              INFINITY, std::string(context.unit(j)) + "/s"});
  }
  // an alarm says more than the error that came with it
  StepRecord alarm;
  if (stopped(context, outcome, alarm))
    record.verdict = Verdict::failed, record.joint = alarm.joint, record.why = alarm.why, record.mend = alarm.mend;
  else
    note_residuals(context, *scenario, outcome, "", record);
}

}  // namespace

void emergency_stop(Context& context, StepRecord& record) {
  Bench& bench = context.bench;
  if (!bench.equipment().emergency_stop) {
    record.notes.emplace_back("the emergency stop cannot be read: not judged");
    if (!context.order.person.agrees("Press the emergency stop. Does it take the power from the drives by itself?"))
      fail(record, "", "the operator says that it does not", "the circuit of the emergency stop");
    return;
  }
  const double patience = context.order.pace.patience();
  const std::vector<double> at = standing(context, record);
  if (record.verdict != Verdict::passed) return;
  auto scenario = scenario_of(context, hold(at, patience), "pd_with_gravity", record);
  if (!scenario) return;
  scenario->guard.observer = false;  // the model's gravity is judged later
  context.order.person.hears(fmt::format("  Press the emergency stop within {:.0f} seconds.", patience));
  context.order.person.presses(context.order.pace.now());
  const scenario::Outcome outcome = context.order.pace.play(*scenario, bench.machine(), context.order.code);
  const bool seen = outcome.alarm.alarm == control::Alarm::emergency_stop;
  if (!seen && outcome.stopped) return void(stopped(context, outcome, record));
  judge(record, {"emergency stop seen", "", double(seen), 1, 1, ""},
        "the button, its wires, the input of the cards that it belongs to");
  judge(record, {"arm at rest, brakes on, no power", "", double(outcome.at_rest), 1, 1, ""},
        "brakes, stop of the drives");
  context.order.person.hears("  Release it.");
  context.order.person.releases();
  bench.forget_button(true);
  for (double t = 0; t < patience && bench.wait(0.01) && bench.reading().emergency_stop;) t += 0.01;
  bench.forget_button(false);
  if (trouble(context, record)) return;
  judge(record, {"emergency stop released", "", double(!bench.reading().emergency_stop), 1, 1, ""},
        "the button, its wires");
}

// Joints that the rounding of volts alone would drive too far are held, and not judged.
void gravity(Context& context, StepRecord& record) {
  const Carrier& carrier = context.carrier;
  for (const double scale : {0.1, 0.3, 0.6, 1.0}) {
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
    const auto largest = scenario::largest_gravity(context.bench.model(), scenario->guard.positions);
    record.figures.push_back({"time" + when, "", T, -INFINITY, INFINITY, "s"});
    std::vector<Figure> figures;
    for (std::size_t j = 0; j < at.size(); ++j) {
      const double allowed = of_model * (largest[j] + wrong.moves[j]) + carrier.rounded(j) + carrier.friction(j);
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

// Slowly, friction that is a little more than the file says holds a light joint: only what adds up its error moves it on.
void slow(Context& context, StepRecord& record) { move(context, slow_share, "integral_tracking", record); }
void full_speed(Context& context, StepRecord& record) { move(context, fast_share, "tracking", record); }

}  // namespace tauforge::commission
