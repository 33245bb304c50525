// Step 2: do encoders count in the right direction, and as much as they should? Potentiometers know it; where there are none,
// the operator moves each joint and says so.
//
//   ratio = (q after - q before) / (p after - p before)      q by encoder, p by potentiometer, both at rest         (1)
//
// What moves the joint does not matter: it is pushed by its drive (carrier.h), or by another one. Neither the encoder nor the
// sign of the torque is needed for that.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tauforge/commission/steps.h"

namespace tauforge::commission {

namespace {

constexpr double more = 1.5;                        // harder, where it does not move
constexpr double longest = 0.6;                     // of a push                                   [s]
constexpr double wanted = 0.1, enough = 0.5;        // way of a push                 [rad or m], and as a share of it
constexpr double apart = 2;                         // from what its converter may be off
constexpr double tolerance = 0.1;                   // of the ratio
constexpr double linearity = 0.012, volts = 0.002;  // of a potentiometer, as the guard believes   [rad or m], [V]
const char* const mend = "encoder_step and its sign in the machine file, wires of encoder and potentiometer";

// Until it has gone far enough, never faster than it should.
bool push(Context& context, std::size_t j, double torque) {
  Bench& bench = context.bench;
  Carrier& carrier = context.carrier;
  const double slow = context.pushed_speed(j);
  for (const double begin = bench.seconds(); bench.seconds() - begin < longest;) {
    if (!carrier.cycle(j, std::abs(carrier.speed(j)) < slow ? torque : 0.0)) return false;
    if (std::abs(bench.way(j)) > context.way(j, wanted) || bench.went_too_far()) break;
  }
  return carrier.secure();
}

struct Rest {
  std::vector<double> p, error, q;  // by potentiometer, how uncertain that is, by encoder
};

bool rest(Bench& bench, Rest& found) {
  if (!bench.average(found.p, found.error)) return false;
  found.q.assign(bench.q().begin(), bench.q().end());
  return true;
}

// (1), of every joint that went far enough, whatever moved it.
void judge_moved(Context& context, const Rest& before, const Rest& after, std::vector<char>& judged,
                 StepRecord& record) {
  for (std::size_t j = 0; j < judged.size(); ++j) {
    const double moved = after.p[j] - before.p[j], error = std::hypot(before.error[j], after.error[j]);
    if (judged[j] || std::abs(moved) < std::max(enough * context.way(j, wanted), 20 * error)) continue;
    judged[j] = true;
    const double allowed = tolerance + 4 * error / std::abs(moved);
    if (judge(record,
              {"way by encoder / by potentiometer", context.name(j), (after.q[j] - before.q[j]) / moved, 1 - allowed,
               1 + allowed, ""},
              mend))
      context.carrier.believe(j);
  }
}

void by_potentiometer(Context& context, std::size_t j, std::vector<char>& judged, StepRecord& record) {
  Bench& bench = context.bench;
  Carrier& carrier = context.carrier;
  const double largest = bench.largest_torque()[j], last = carrier.most(j);
  std::size_t other = bench.drives();
  Rest before, after;
  if (!rest(bench, before)) return void(trouble(context, record));
  carrier.release();
  const double first = carrier.push(j, context.pushed_speed(j), context.way(j, wanted), apart);
  double torque = first;
  for (;; torque = std::min(last, more * torque)) {
    const double towards = context.direction(j, bench.coarse()[j]);
    carrier.release();
    if (!push(context, j, towards * torque) || !rest(bench, after)) return void(trouble(context, record));
    judge_moved(context, before, after, judged, record);
    if (judged[j] && (after.p[j] - before.p[j]) * towards > 0) carrier.trust(j);
    if (judged[j] && torque > first)
      record.notes.push_back(
          fmt::format("{} needed {:.3g} % of its largest torque to move", context.name(j), 100 * torque / largest));
    if (bench.went_too_far() && bench.too_far() != j) other = bench.too_far();
    if (judged[j] || torque >= last) break;
    before = after;
  }
  if (judged[j]) return;
  if (other < bench.drives())
    fail(record, context.name(other), "its drive does not carry it: it went too far when the brakes were released",
         "sign of torque_per_volt in the machine file, masses in the robot's file");
  else
    fail(record, context.name(j),
         fmt::format("its potentiometer did not move at {:.3g} % of its largest torque", 100 * last / largest),
         "the drive, its power and its brake; the potentiometer");
}

// The drives carry the arm meanwhile, by the encoders: a hand is stronger than what is wrong then.
void by_hand(Context& context, std::size_t j, StepRecord& record) {
  Bench& bench = context.bench;
  constexpr double least = 0.05;
  const double q0 = bench.q()[j];
  context.order.person.hears(
      fmt::format("  Move joint {} by hand, by about 10 degrees (0.1 m) in its positive direction.", context.name(j)));
  const double patience = context.order.pace.patience();
  context.carrier.release();
  for (const double begin = bench.seconds();
       bench.seconds() - begin < patience && std::abs(bench.q()[j] - q0) < 0.12 && !bench.went_too_far();)
    if (!context.carrier.hold()) return void(trouble(context, record));
  if (!context.carrier.secure()) return void(trouble(context, record));
  const double moved = bench.q()[j] - q0;
  if (!judge(record,
             {"way by encoder, by hand in the positive direction", context.name(j), moved, least, INFINITY,
              context.unit(j)},
             "encoder_step and its sign in the machine file, wires of the encoder"))
    return;
  const std::string seen = context.revolute(j) ? fmt::format("{:.1f} degrees", moved * 180 / std::numbers::pi)
                                               : fmt::format("{:.3f} m", moved);
  if (!context.order.person.agrees(
          fmt::format("Joint {} went {} by its encoder: is that right?", context.name(j), seen)))
    fail(record, context.name(j), fmt::format("the operator does not believe {}", seen), mend);
  else
    context.carrier.believe(j);
}

}  // namespace

void encoders(Context& context, StepRecord& record) {
  Bench& bench = context.bench;
  std::vector<double> p, error;
  if (bench.absolute() && !bench.average(p, error)) return void(trouble(context, record));
  if (!bench.absolute() && !bench.wait(0.1)) return void(trouble(context, record));
  for (std::size_t j = 0; j < bench.drives() && record.verdict == Verdict::passed; ++j) {
    if (!bench.absolute()) {
      by_hand(context, j, record);
      continue;
    }
    const double allowed =
        linearity + volts / std::abs(bench.machine().potentiometers[j].volts_per_unit) + 4 * error[j];
    judge(record,
          {"position by encoder less by potentiometer", context.name(j), bench.q()[j] - p[j], -allowed, allowed,
           context.unit(j)},
          "encoder_offset and volts_at_zero in the machine file");
  }
  if (!bench.absolute()) return;
  std::vector<char> judged(bench.drives(), 0);
  context.carrier.release();
  for (const std::size_t j : context.carrier.most_restless_first())
    if (!judged[j] && record.verdict == Verdict::passed) by_potentiometer(context, j, judged, record);
}

}  // namespace tauforge::commission
