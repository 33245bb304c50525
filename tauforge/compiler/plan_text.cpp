#include "tauforge/compiler/plan_text.h"

#include <fmt/format.h>

#include "tauforge/compiler/plan_words.h"

namespace tauforge::compiler {

namespace {

using dynamics::GaugeMove;
using dynamics::Index;
using dynamics::Meeting;
using dynamics::Plan;

template <class E> const char* word(plan_words::Words words, E value) { return words[static_cast<std::size_t>(value)]; }

std::string joint(Index i) { return i == dynamics::Tree::base ? "base" : fmt::format("{}", i + 1); }

std::string link_line(std::size_t i, const dynamics::LinkPlan& link) {
  std::string line = fmt::format("link {}", i + 1);
  for (const auto& choice : plan_words::link_words) {
    const int value = choice.get(link), usual = choice.get({});
    if (value == usual) continue;
    line += fmt::format(" {}", choice.name);
    if (!choice.words.empty()) line += fmt::format("={}", word(choice.words, value));
  }
  return line + "\n";
}

std::string move_text(const GaugeMove& move) {
  std::string text = fmt::format("{} {} {}", word(plan_words::movables, move.what), word(plan_words::owners, move.of),
                                 word(plan_words::entries, move.zero));
  if (move.with != GaugeMove::With::nothing)
    text += fmt::format(" {} {}", word(plan_words::pairings, move.with), word(plan_words::entries, move.partner));
  return text;
}

// Moves at the same joint share a line, and so do meetings at the same place: a search leaves many of both.
std::string plan_text(const Plan& plan) {
  std::string text;
  for (std::size_t i = 0; i < plan.link.size(); ++i) text += link_line(i, plan.link[i]);
  if (plan.unit.joint == dynamics::UnitLength::of_gravity)
    text += fmt::format("unit gravity {}\n", word(plan_words::components, plan.unit.component));
  else if (plan.unit.joint >= 0)
    text += fmt::format("unit {} {}\n", joint(plan.unit.joint), word(plan_words::components, plan.unit.component));
  if (plan.base_form != Plan{}.base_form)
    text += fmt::format("base form={}\n", word(plan_words::forms, plan.base_form));
  const GaugeMove* before = nullptr;
  for (const GaugeMove& move : plan.gauge) {
    const bool goes_on = before && before->joint == move.joint;
    text += goes_on ? ", " : fmt::format("{}move {} ", before ? "\n" : "", joint(move.joint));
    text += move_text(move);
    before = &move;
  }
  if (before) text += "\n";
  const Meeting* last = nullptr;
  for (const Meeting& m : plan.meetings) {
    const bool goes_on = last && last->upper == m.upper && last->body == m.body && last->frame == m.frame;
    if (!goes_on)
      text += fmt::format("{}meet {} at {}{} with", last ? "\n" : "", joint(m.upper), joint(m.body),
                          m.frame == dynamics::LinkFrame::before ? " before" : "");
    text += " " + joint(m.lower);
    last = &m;
  }
  return last ? text + "\n" : text;
}

}  // namespace

std::string to_text(const Plans& plans) {
  std::string text;
  for (const auto& [function, list] : plans)
    for (const Plan& plan : list)
      text +=
          fmt::format("{}[{}]\n{}", text.empty() ? "" : "\n", word(plan_words::functions, function), plan_text(plan));
  return text;
}

}  // namespace tauforge::compiler
