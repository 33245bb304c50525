#include "referee.h"

namespace tauforge::executive::test {

const char* judge(const History& history, Seen& seen) {
  const auto& [policies, period, samples, acks, commands] = history;
  const auto recovery = static_cast<std::int64_t>(policies.recovery);
  std::int64_t last_cause = -1000;  // index of the sample after which `recovery` releases in time are asked for
  bool stopped = false, was_recovering = false, was_old = false;
  std::size_t acknowledged = 0, applied = 0;
  Nanoseconds release = 0;
  for (std::int64_t i = 0; i < std::ssize(samples); ++i) {
    const Sample& s = samples[static_cast<std::size_t>(i)];
    if (s.release != release || s.begin < s.release || s.end < s.begin) return "a release at another time";
    const bool late = s.end - s.release > period, too_old = s.model_age > policies.age_bound;
    if (late != (s.overrun != Overrun::none)) return "an overrun that was not noticed, or one too many";
    if (s.processor < 0) return "a processor that was busy for less than no time";
    const bool too_much_to_do = s.processor > period && s.begin - s.release < period;
    if (late && s.overrun != Overrun::page_fault && (s.overrun == Overrun::computation) != too_much_to_do)
      return "an overrun blamed wrongly";
    Nanoseconds following = release + period;
    while (following < s.end) following += period;
    if (s.lost != (following - release) / period - 1) return "releases lost";

    // before the step
    if (acknowledged < acks.size() && acks[acknowledged] == release / period) {
      if (stopped) stopped = false, last_cause = i - 1, ++seen.left_stop;
      ++acknowledged;
    }
    if (too_old && policies.age == AgePolicy::safe_stop) stopped = true;
    const bool recovering = i - last_cause <= recovery;
    Action expected = Action::full;
    if (too_old && policies.age == AgePolicy::hold_last) expected = Action::hold;
    if (too_old && policies.age == AgePolicy::degrade) expected = Action::degraded;
    if (recovering) expected = Action::degraded;
    if (stopped) expected = Action::stop;
    if (s.action != expected) return "another action than the tables ask for";

    seen.full += expected == Action::full;
    seen.too_old[static_cast<std::size_t>(policies.age)] += too_old && !was_old;
    seen.young_again[static_cast<std::size_t>(policies.age)] += !too_old && was_old;
    seen.left_degrade += was_recovering && !recovering && expected == Action::full;
    was_old = too_old, was_recovering = recovering && !stopped;

    // after the step
    if (late) {
      ++seen.overruns[static_cast<std::size_t>(policies.overrun)];
      if (policies.overrun == OverrunPolicy::safe_stop) stopped = true;
      if (policies.overrun == OverrunPolicy::degrade || recovering) last_cause = i;
    }
    Outcome outcome = Outcome::applied;
    if (late && policies.overrun != OverrunPolicy::skip) outcome = Outcome::discarded;
    if (expected == Action::hold) outcome = Outcome::discarded;
    if (stopped) outcome = Outcome::stopped;
    if (s.outcome != outcome) return "another outcome than the tables ask for";
    if (outcome != Outcome::discarded) {
      const Applied command{s.end, outcome == Outcome::stopped ? Action::stop : expected};
      if (applied == commands.size() || commands[applied] != command) return "another command at the drives";
      ++applied;
    }
    release = following;
  }
  return applied == commands.size() ? nullptr : "a command at the drives that no step explains";
}

}  // namespace tauforge::executive::test
