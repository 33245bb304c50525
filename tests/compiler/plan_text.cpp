// Plans as text: what is written reads back equal, and what is not understood is refused where it stands.
#include "tauforge/compiler/plan_text.h"

#include <gtest/gtest.h>

#include <memory>

#include "tests/support/random_plan.h"

namespace tauforge::tests {
namespace {

using compiler::PlannedFunction;
using compiler::Plans;

diagnostic::Result<Plans> read(const std::string& text) {
  return compiler::read_plans(std::make_shared<const diagnostic::Source>(diagnostic::Source{"arm.plans", text}));
}

Plans random_plans(unsigned seed) {
  Random random(seed);
  robot::Robot robot = random_robot(random, {.joints = 1 + static_cast<int>(seed % 9),
                                             .tree = seed % 2 == 0,
                                             .floating = seed % 5 == 0,
                                             .transmission = seed % 7 == 0});
  add_symmetries(random, robot);
  Plans plans;
  for (int k = random.integer(1, 4); k > 0; --k)
    plans[static_cast<PlannedFunction>(random.integer(0, 5))].push_back(random_plan(random, robot));
  return plans;
}

TEST(PlanText, ReadsBackWhatItWrote) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Plans plans = random_plans(seed);
    const auto again = read(compiler::to_text(plans));
    ASSERT_TRUE(again.ok()) << to_text(again.findings()[0]);
    EXPECT_EQ(again.value(), plans);
    if (HasFailure()) break;
  }
}

// No robot has all choices at once, so some of them hardly ever occur in random plans.
TEST(PlanText, KnowsEveryChoice) {
  dynamics::Plan plan;
  dynamics::LinkPlan link;
  link.slide = dynamics::Slide::onto_child, link.alignment = dynamics::Alignment::xy;
  link.frame = dynamics::LinkFrame::before, link.form = dynamics::LinkForm::products;
  link.factoring = dynamics::Factoring::always, link.turning = dynamics::Turning::column;
  link.disc = dynamics::Disc::yy;
  link.joins_run = link.shares_squares = link.axisymmetric_tail = link.turns_lever = true;
  link.spins_lever = link.shifts_before = link.rotor_in_moment = true;
  plan.link = {{}, link};
  plan.unit = {dynamics::UnitLength::of_gravity, 2};
  plan.base_form = dynamics::LinkForm::mixed;
  using dynamics::Entry;
  using dynamics::GaugeMove;
  plan.gauge = {{1, dynamics::Movable::h_z, GaugeMove::Of::parent, Entry::xx, GaugeMove::With::difference, Entry::yy},
                {1, dynamics::Movable::sigma},
                {0, dynamics::Movable::m, GaugeMove::Of::body, Entry::zz, GaugeMove::With::sum, Entry::hz}};
  plan.meetings = {{1, 0, 0}, {1, -1, 0}, {1, 1, 1, dynamics::LinkFrame::before}, {0, -1, -1}};
  const std::string text =
      "[gravity]\n"
      "link 1\n"
      "link 2 slide=onto_child alignment=xy frame=before form=products factoring=always turning=column disc=yy "
      "joins_run "
      "shares_squares axisymmetric_tail turns_lever spins_lever shifts_before rotor_in_moment\n"
      "unit gravity z\n"
      "base form=mixed\n"
      "move 2 h_z parent xx difference yy, sigma body m\n"
      "move 1 m body zz sum hz\n"
      "meet 2 at 1 with 1 base\n"
      "meet 2 at 2 before with 2\n"
      "meet 1 at base with base\n";
  EXPECT_EQ(compiler::to_text({{PlannedFunction::gravity, {plan}}}), text);
  const auto again = read(text);
  ASSERT_TRUE(again.ok()) << to_text(again.findings()[0]);
  EXPECT_EQ(again.value().at(PlannedFunction::gravity).at(0), plan);
}

TEST(PlanText, PassesOverCommentsAndBlankLines) {
  const auto plans = read("# found by hand\r\n\n[bias]  # twice\nlink 1 joins_run#\n\n[bias]\nlink 1\n\tlink 2");
  ASSERT_TRUE(plans.ok()) << to_text(plans.findings()[0]);
  ASSERT_EQ(plans.value().at(PlannedFunction::bias).size(), 2u);
  EXPECT_TRUE(plans.value().at(PlannedFunction::bias)[0].link.at(0).joins_run);
  EXPECT_EQ(plans.value().at(PlannedFunction::bias)[1].link.size(), 2u);
}

TEST(PlanText, PointsAtEveryWordThatItDoesNotUnderstand) {
  const struct {
    const char *line, *word;
  } lines[] = {
      {"[gravty]", "[gravty]"},
      {"lnik 1", "lnik"},
      {"link 1 slide=sideways", "slide=sideways"},
      {"link 1 slide", "slide"},
      {"link 1 joins_run=yes", "joins_run=yes"},
      {"link 1 jumps", "jumps"},
      {"link 7", "7"},
      {"unit 1 w", "w"},
      {"unit 0 x", "0"},
      {"unit 10001 x", "10001"},
      {"unit 2.5 x", "2.5"},
      {"unit 99999999999999999999 x", "99999999999999999999"},
      {"base mixed", "mixed"},
      {"base form=", "form="},
      {"move 1 m body zz sum", ""},
      {"move 1 m body zz,", ""},
      {"move 1 m body zz, m child zz", "child"},
      {"move base m body zz", "base"},
      {"meet 2 1", "1"},
      {"meet 2 at 1 with", ""},
      {"meet 2 at 1 after with 1", "after"},
      {"unit 1 x y", "y"},
  };
  for (const auto& [line, word] : lines) {
    SCOPED_TRACE(line);
    const auto plans = read(std::string("[gravity]\n") + line + "\nunit 1 x\n[nothing]\n");
    ASSERT_FALSE(plans.ok());
    ASSERT_EQ(plans.findings().size(), 2u) << "the line, and the section behind it";
    const auto& finding = plans.findings()[0];
    EXPECT_EQ(finding.code, "plans-word-unknown");
    EXPECT_EQ(finding.at.line, 2);
    const std::string text = line;
    if (*word)
      EXPECT_EQ(
          text.substr(static_cast<std::size_t>(finding.at.column - 1), static_cast<std::size_t>(finding.at.length)),
          word);
    else
      EXPECT_EQ(finding.at.column, static_cast<int>(text.size()) + 1);
    EXPECT_EQ(plans.findings()[1].at.line, 4);
  }
  EXPECT_FALSE(read("link 1\n").ok()) << "of which function?";
}

// Whatever is done to a text, it is read or refused, and what is read can be written.
TEST(PlanText, SurvivesDamage) {
  std::mt19937 random(3);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random()) % n; };
  int refused = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    std::string text = compiler::to_text(random_plans(seed % 40 + 1));
    for (std::size_t times = 1 + below(3); times > 0; --times) {
      const std::size_t place = below(text.size());
      if (below(2))
        text[place] = static_cast<char>(random());
      else
        text.erase(place, 1 + below(9));
    }
    const auto plans = read(text);
    refused += !plans.ok();
    if (plans.ok()) {
      EXPECT_EQ(read(compiler::to_text(plans.value())).value(), plans.value());
    }
    for (const auto& finding : plans.findings()) EXPECT_FALSE(to_text(finding).empty());
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace tauforge::tests
