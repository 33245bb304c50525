// Step 1: the cards answer and say what can be true, while nothing is written but zero volts without power.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/commission/steps.h"

namespace tauforge::commission {

namespace {

constexpr double margin = 0.05;  // beyond a limit: what positions may be off [rad or m]
constexpr double still = 0.01;   // of an arm that brakes hold                [rad or m]
constexpr double least_news = 0.5;
constexpr double carried = 0.02;  // of the largest torque: less is no torque
constexpr double of_gravity = 0.3, of_largest = 0.05;

// Where drives carry the arm, what they measure has to be its weight.
void compare_gravity(const Context& context, const std::vector<double>& amperes, StepRecord& record) {
  const Bench& bench = context.bench;
  const auto& constants = bench.machine().torque_per_ampere;
  std::vector<double> G(bench.drives());
  bench.model().gravity(bench.coarse(), G);
  bool any = false;
  for (std::size_t j = 0; j < constants.size(); ++j) {
    const double tau = constants[j] * amperes[j], largest = bench.largest_torque()[j];
    if (std::abs(tau) < carried * largest) continue;
    any = true;
    const double allowed = of_gravity * std::abs(G[j]) + of_largest * largest;
    judge(record,
          {"torque of the measured current less gravity", context.name(j), tau - G[j], -allowed, allowed,
           context.torque_unit(j)},
          "masses in the robot's file, torque_per_ampere in the machine file");
  }
  if (!any)
    record.notes.emplace_back(
        "the model's gravity could not be judged: no current is measured, or brakes carry the arm");
}

}  // namespace

void dry_run(Context& context, StepRecord& record) {
  Bench& bench = context.bench;
  constexpr int samples = 500;
  std::vector<double> lowest(bench.drives(), INFINITY), highest(bench.drives(), -INFINITY),
      amperes(bench.drives(), 0.0);
  int news = 0;
  if (!bench.wait(0.1)) return void(trouble(context, record));
  for (int k = 0; k < samples; ++k) {
    if (!bench.wait(1e-9 * Bench::period)) return void(trouble(context, record));
    news += bench.news();
    for (std::size_t j = 0; j < bench.drives(); ++j) {
      lowest[j] = std::min(lowest[j], bench.q()[j]), highest[j] = std::max(highest[j], bench.q()[j]);
      amperes[j] += bench.reading().currents[j] / samples;
    }
  }
  judge(record, {"share of readings that brought news", "", double(news) / samples, least_news, INFINITY, ""},
        "power and wires of the cards, their driver");
  const control::Equipment equipment = bench.equipment();
  for (std::size_t j = 0; j < bench.drives(); ++j) {
    judge(record,
          {"position", context.name(j), bench.coarse()[j], context.lower(j) - margin, context.upper(j) + margin,
           context.unit(j)},
          "offsets in the machine file, or move the arm inside its limits");
    const double step = std::abs(bench.machine().axes[j].step);
    judge(record,
          {"moved at rest", context.name(j), highest[j] - lowest[j], -INFINITY, std::max(still, 5 * step),
           context.unit(j)},
          "wires of the encoder; brakes");
    if (equipment.brake_feedback && j < 64)
      judge(record, {"brake says engaged", context.name(j), double(bench.reading().engaged >> j & 1u), 1, 1, ""},
            "wires of the brake and of its switch");
  }
  if (!equipment.brakes)
    record.notes.emplace_back("there are no brakes");
  else if (!equipment.brake_feedback)
    record.notes.emplace_back("brakes do not say whether they are engaged");
  if (!equipment.emergency_stop) record.notes.emplace_back("the emergency stop cannot be read");
  compare_gravity(context, amperes, record);
}

}  // namespace tauforge::commission
