// Steps 5, 7 and 8: the emergency stop, motions slow and fast.
//
//   peak speed of a quintic over d in T: 1.875 d/T; T is that of the slowest drive, longer where torques need it        (1)
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/commission/in_service.h"
#include "tauforge/motion/time_law.h"

namespace tauforge::commission {

namespace {

constexpr double peak = 1.875;
constexpr double share_of_range = 0.1, usual_way = 0.3, margin = 0.05;  // [rad or m]
constexpr double slow_share = 0.1, fast_share = 0.9;
constexpr double share_of_torque = 0.7;

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

// Slowly, friction that is a little more than the file says holds a light joint: only what adds up its error moves it on.
void slow(Context& context, StepRecord& record) { move(context, slow_share, "integral_tracking", record); }
void full_speed(Context& context, StepRecord& record) { move(context, fast_share, "tracking", record); }

}  // namespace tauforge::commission
