// Step 4: brakes hold the arm, against its weight and against its drives, and say so.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/commission/steps.h"

namespace tauforge::commission {

namespace {

constexpr double level = 0.05;  // of the largest torque, on top of what friction alone may hold
constexpr double counts = 5;    // that an arm may move at rest
constexpr double play = 0.005;  // ... and when it is pushed: gears are not stiff    [rad or m]
const char* const mend = "the brake: its lining, its spring, its voltage";

std::uint64_t all(std::size_t drives) { return drives >= 64 ? ~0ull : (1ull << drives) - 1; }

void look_at_feedback(Context& context, std::uint64_t expected, const char* what, StepRecord& record) {
  if (!context.bench.equipment().brake_feedback) return;
  for (std::size_t j = 0; j < std::min<std::size_t>(64, context.bench.drives()); ++j) {
    const double engaged = double(context.bench.reading().engaged >> j & 1u), right = double(expected >> j & 1u);
    judge(record, {what, context.name(j), engaged, right, right, ""}, "the brake and its switch, their wires");
  }
}

bool push(Context& context, std::size_t j, double torque, double& moved) {
  Bench& bench = context.bench;
  std::vector<double> tau(bench.drives(), 0.0);
  tau[j] = torque;
  const double q0 = bench.q()[j];
  for (int k = 0; k < 300 && moved < 10 * play; ++k) {
    if (!bench.cycle(tau, true, true)) return false;
    moved = std::max(moved, std::abs(bench.q()[j] - q0));
  }
  return bench.wait(0.05);
}

}  // namespace

void brakes(Context& context, StepRecord& record) {
  Bench& bench = context.bench;
  if (!bench.equipment().brakes) {
    record.notes.emplace_back("there are no brakes: nothing to judge");
    return;
  }
  if (!bench.wait(0.05)) return void(trouble(context, record));
  context.carrier.release();
  for (const double begin = bench.seconds(); bench.seconds() - begin < 1.5 * bench.machine().brake_delay;)
    if (!context.carrier.hold()) return void(trouble(context, record));
  look_at_feedback(context, 0, "released brake says engaged", record);
  if (!context.carrier.secure()) return void(trouble(context, record));
  look_at_feedback(context, all(bench.drives()), "engaged brake says engaged", record);
  if (record.verdict != Verdict::passed) return;

  const std::vector<double> before(bench.q().begin(), bench.q().end());
  if (!bench.wait(1.0)) return void(trouble(context, record));
  for (std::size_t j = 0; j < bench.drives(); ++j)
    judge(record,
          {"moved in 1 s without power", context.name(j), std::abs(bench.q()[j] - before[j]), -INFINITY,
           counts * std::abs(bench.machine().axes[j].step), context.unit(j)},
          mend);
  for (std::size_t j = 0; j < bench.drives() && record.verdict == Verdict::passed; ++j) {
    double moved = 0;
    for (const double sign : {1.0, -1.0})
      if (!push(context, j, sign * (level * bench.largest_torque()[j] + context.carrier.friction(j)), moved))
        return void(trouble(context, record));
    judge(record,
          {"moved against 5 % torque", context.name(j), moved, -INFINITY,
           std::max(play, counts * std::abs(bench.machine().axes[j].step)), context.unit(j)},
          mend);
  }
}

}  // namespace tauforge::commission
