#include "tests/support/random_plan.h"

#include "tauforge/dynamics/planned/plan_space.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::tests {

using dynamics::Plan;

void add_symmetries(Random& random, robot::Robot& robot) {
  auto& par = robot.parameters;
  for (robot::Index i : robot.tree.base_to_tip()) {
    const bool turns = robot.tree.is_revolute(i);
    if (turns && robot.tree.has_parent(i) && robot.tree.is_revolute(robot.tree.parent(i)) && random.chance(0.4))
      par.placement[i].R = spatial::identity3<double>();
    else if (turns && random.chance(0.4))
      par.placement[i].R = {1, 0, 0, 0, 0, -1, 0, 1, 0};
    auto& b = par.body[i];
    if (random.chance(0.3)) b.h.x = b.h.y = b.I.xy = b.I.xz = b.I.yz = 0, b.I.yy = b.I.xx;
  }
}

Plan random_plan(Random& random, const robot::Robot& robot) {
  Plan plan;
  plan.link.resize(robot.tree.size());
  const auto choices = dynamics::link_choices(robot.tree, robot.parameters);
  for (robot::Index i : robot.tree.base_to_tip()) {
    auto& link = plan.link[i];
    const auto& may = choices[i];
    link.slide = may.slides[static_cast<std::size_t>(random.integer(0, static_cast<int>(may.slides.size()) - 1))];
    link.alignment =
        may.alignments[static_cast<std::size_t>(random.integer(0, static_cast<int>(may.alignments.size()) - 1))];
    link.form = static_cast<dynamics::LinkForm>(random.integer(0, 2));
    link.factoring = static_cast<dynamics::Factoring>(random.integer(0, 2));
    link.turning = static_cast<dynamics::Turning>(random.integer(0, 1));
    link.joins_run = may.may_join_run && random.chance(0.7);
    link.axisymmetric_tail = may.may_be_tail && random.chance(0.7);
    if (may.may_be_before && random.chance(0.5)) link.frame = dynamics::LinkFrame::before;
    link.shares_squares = random.chance(0.5);
    if (may.may_be_disc && random.chance(0.7)) link.disc = static_cast<dynamics::Disc>(random.integer(1, 2));
    link.turns_lever = random.chance(0.5);
    link.spins_lever = random.chance(0.5);
    link.shifts_before = random.chance(0.5);
    link.rotor_in_moment = may.may_hold_rotor && random.chance(0.7);
  }
  plan.base_form = static_cast<dynamics::LinkForm>(random.integer(0, 2));
  dynamics::take_back_impossible(robot.tree, choices, plan);
  dynamics::take_back_undefined(robot.tree, robot.parameters, plan);
  if (random.chance(0.5)) plan.gauge = dynamics::regrouping(robot.tree);
  for (int moves = random.integer(0, 4); moves > 0; --moves) {
    const auto possible =
        dynamics::possible_moves(robot.tree, plan, robot.parameters, random.integer(0, robot.tree.size() - 1));
    if (possible.empty()) continue;
    plan.gauge.push_back(possible[static_cast<std::size_t>(random.integer(0, static_cast<int>(possible.size()) - 1))]);
  }
  // a symmetric last link is judged as written: moves into it would spoil the promise
  for (robot::Index i : robot.tree.base_to_tip())
    if (plan.link[i].axisymmetric_tail) std::erase_if(plan.gauge, [&](const auto& move) { return move.joint == i; });
  for (robot::Index j : robot.tree.base_to_tip())
    for (robot::Index k = j;; k = robot.tree.parent(k)) {
      if (random.chance(0.5)) {
        dynamics::Meeting meeting{j, k, j, static_cast<dynamics::LinkFrame>(random.integer(0, 1))};
        while (meeting.body != k && random.chance(0.7)) meeting.body = robot.tree.parent(meeting.body);
        plan.meetings.push_back(meeting);
      }
      if (k == robot::Tree::base) break;
    }
  const auto units = dynamics::unit_lengths(robot.tree, plan, robot.parameters);
  if (!units.empty() && random.chance(0.5))
    plan.unit = units[static_cast<std::size_t>(random.integer(0, static_cast<int>(units.size()) - 1))];
  return plan;
}

}  // namespace tauforge::tests
