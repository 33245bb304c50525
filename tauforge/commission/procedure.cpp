#include "tauforge/commission/procedure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tauforge/commission/steps.h"
#include "tauforge/diagnostic/require.h"

namespace tauforge::commission {

namespace {

void carry_out(Step step, Context& context, StepRecord& record) {
  switch (step) {
    case Step::dry_run: return dry_run(context, record);
    case Step::encoders: return encoders(context, record);
    case Step::torques: return torques(context, record);
    case Step::brakes: return brakes(context, record);
    case Step::emergency_stop: return emergency_stop(context, record);
    case Step::gravity: return gravity(context, record);
    case Step::slow: return slow(context, record);
    case Step::full_speed: return full_speed(context, record);
  }
}

}  // namespace

bool Context::revolute(std::size_t j) const {
  return !order.robot.tree.direct || order.robot.tree.is_revolute(static_cast<robot::Index>(j));
}
const char* Context::unit(std::size_t j) const { return revolute(j) ? "rad" : "m"; }
const char* Context::torque_unit(std::size_t j) const { return revolute(j) ? "N m" : "N"; }
double Context::lower(std::size_t j) const {
  return order.robot.tree.direct ? order.robot.limits[j].lower.value_or(-INFINITY) : -INFINITY;
}
double Context::upper(std::size_t j) const {
  return order.robot.tree.direct ? order.robot.limits[j].upper.value_or(INFINITY) : INFINITY;
}
double Context::velocity(std::size_t j) const {
  constexpr double usual = 2.0;
  return order.robot.tree.direct ? order.robot.limits[j].velocity.value_or(usual) : usual;
}
double Context::direction(std::size_t j, double q) const { return upper(j) - q >= q - lower(j) ? 1.0 : -1.0; }

void fail(StepRecord& record, std::string joint, std::string why, std::string mend) {
  if (record.verdict == Verdict::failed) return;  // the first
  record.verdict = Verdict::failed;
  record.joint = std::move(joint), record.why = std::move(why), record.mend = std::move(mend);
}

bool judge(StepRecord& record, Figure figure, const std::string& mend) {
  const bool fine = figure.fine();
  if (!fine)
    fail(record, figure.joint,
         fmt::format("{} is {:.4g} {}, allowed: {}", figure.what, figure.seen, figure.unit,
                     std::isinf(figure.lowest)    ? fmt::format("up to {:.4g}", figure.highest)
                     : std::isinf(figure.highest) ? fmt::format("from {:.4g}", figure.lowest)
                                                  : fmt::format("{:.4g} to {:.4g}", figure.lowest, figure.highest)),
         mend);
  record.figures.push_back(std::move(figure));
  return fine;
}

bool trouble(const Context& context, StepRecord& record) {
  const Trouble& found = context.bench.trouble();
  if (found.why.empty()) return false;
  fail(record, "", found.why, found.mend);
  return true;
}

Record carry_out(const Order& order) {
  Record record{order.robot.name, order.driver, order.by, utc_now(), order.hashes, {}};
  diagnostic::require(refused_from(order.from, order.earlier ? &*order.earlier : nullptr, order.hashes).empty(),
                      "steps that are left out were passed");
  for (const Step step : all_steps)
    if (step < order.from)
      record.steps.push_back(
          *std::find_if(order.earlier->steps.begin(), order.earlier->steps.end(),
                        [&](const auto& s) { return s.step == step && s.verdict == Verdict::passed; }));
  Bench bench(order.robot, order.machine, order.pace);
  Carrier carrier(order.robot, bench);
  Context context{order, bench, carrier};
  for (std::size_t k = 0; k < all_steps.size(); ++k) {
    const Step step = all_steps[k];
    if (step < order.from) continue;
    StepRecord& found = record.steps.emplace_back();
    found.step = step, found.began = utc_now();
    order.person.hears(fmt::format("Step {} of {}, {}. {}", k + 1, all_steps.size(), to_text(step), explained(step)));
    if (!order.person.agrees("Go on?")) {
      found.verdict = Verdict::declined, found.why = "the operator did not agree";
      break;
    }
    const double before = bench.seconds();
    carry_out(step, context, found);
    bench.stop();
    found.seconds = bench.seconds() - before;
    if (!order.pace.go_on()) fail(found, "", "it was interrupted", "begin again, or with --from");
    for (const std::string& note : found.notes) order.person.hears("  " + note);
    if (found.verdict != Verdict::passed) break;
    order.person.hears(fmt::format("  passed, {} figures", found.figures.size()));
  }
  return record;
}

}  // namespace tauforge::commission
