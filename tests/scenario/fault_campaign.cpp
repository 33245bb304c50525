// Fault campaigns: what is drawn is what was stated, runs depend on their number alone, and the figures count what happened.
#include "tauforge/scenario/fault_campaign.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scenarios.h"
#include "tauforge/files/toml_writer.h"
#include "tauforge/scenario/campaign_summary.h"
#include "tauforge/scenario/drawn_motion.h"
#include "tauforge/scenario/fault_draw.h"

namespace tauforge::scenario {
namespace {

const robot::Robot& panda() {
  static const robot::Robot robot = tests::robot_named("panda");
  return robot;
}

const std::string file = TAUFORGE_SOURCE_DIR "/examples/faults/panda.toml";

struct Bench {
  Scenario scenario = read_scenario(file, panda()).take();
  Base base = base_of(file, panda(), {}, scenario).take();
  FaultCampaign campaign;

  explicit Bench(const std::string& text = usual_campaign()) {
    auto read = read_fault_campaign(files::source_from_text("campaign.toml", text), scenario);
    for (const auto& finding : read.findings()) ADD_FAILURE() << finding.message;
    campaign = read.take();
    leave_out_idle(scenario, campaign);
  }
  Scenario drawn(std::size_t number, bool fault_free = false) const {
    const DrawnRun run = draw_run(base, campaign, 1, {number, fault_free});
    auto read = read_scenario(files::source_from_text(file, run.text), panda());
    for (const auto& finding : read.findings()) ADD_FAILURE() << finding.message << run.text;
    return read.take();
  }
};

TEST(FaultCampaign, DrawsScenariosThatAreReadWithoutAWord) {
  const Bench bench;
  for (std::size_t k = 0; k < 200; ++k) {
    const Scenario s = bench.drawn(k);
    ASSERT_FALSE(s.faults.empty());
    EXPECT_TRUE(bench.drawn(k, true).faults.empty());
  }
}

TEST(FaultCampaign, DrawsMotionsWithinTheLimitsThatTheDrivesCanMake) {
  const Bench bench;
  const Variation& vary = bench.campaign.vary;
  int at_a_limit = 0, ends = 0;
  for (std::size_t k = 0; k < 200; ++k) {
    simulate::Noise noise(k);
    const DrawnMotion motion = draw_motion(bench.scenario, vary, {}, "tracking", noise);
    for (std::size_t j = 0; j < 7; ++j) {
      const auto& limits = panda().limits[j];
      for (const double q : {motion.from[j], motion.to[j]}) {
        EXPECT_GE(q, *limits.lower + vary.clearance - 1e-12);
        EXPECT_LE(q, *limits.upper - vary.clearance + 1e-12);
      }
      ++ends;
      at_a_limit += std::min(motion.from[j] - *limits.lower, *limits.upper - motion.from[j]) < vary.clearance + 1e-9;
      // the largest speed of a quintic from rest to rest: 15/8 of the mean
      EXPECT_LE(15.0 / 8.0 * std::abs(motion.to[j] - motion.from[j]) / motion.seconds, 0.8 * *limits.velocity + 1e-9);
    }
  }
  // motions that take too much torque are drawn again, so the share is not exactly what was asked for
  EXPECT_NEAR(static_cast<double>(at_a_limit) / ends, vary.near_limits, 0.06);
}

// Four standard deviations of a binomial share.
TEST(FaultCampaign, DrawsKindsInProportionToTheirWeights) {
  const Bench bench(
      "[[fault]]\nkind = \"encoder_inverted\"\nweight = 3\n[[fault]]\nkind = \"motor_hot\"\n"
      "[[fault]]\nkind = \"clock_jumps\"\nweight = 0\nby = 1\n");
  int inverted = 0;
  constexpr int n = 800;
  for (std::size_t k = 0; k < n; ++k) {
    const DrawnRun run = draw_run(bench.base, bench.campaign, 1, {k, false});
    ASSERT_NE(run.kind, FaultKind::clock_jumps);
    inverted += run.kind == FaultKind::encoder_inverted;
  }
  EXPECT_NEAR(inverted, 0.75 * n, 4 * std::sqrt(n * 0.75 * 0.25));
}

TEST(Spread, DrawsWhatItSays) {
  simulate::Noise noise(3);
  const Spread uniform{.values = {2, 4}}, log{.form = Spread::Form::logarithmic, .values = {0.01, 100}},
      either{.form = Spread::Form::logarithmic, .values = {0.01, 100}, .either_sign = true},
      some{.form = Spread::Form::one_of, .values = {0, -1, 5}};
  double sum = 0, below_one = 0, negative = 0;
  std::array<int, 3> times{};
  constexpr int n = 20000;
  for (int k = 0; k < n; ++k) {
    const double u = uniform.draw(noise), l = log.draw(noise), s = some.draw(noise);
    ASSERT_TRUE(u >= 2 && u <= 4 && l >= 0.01 && l <= 100);
    sum += u, below_one += l < 1, negative += either.draw(noise) < 0;
    ++times[s == 0 ? 0 : s == -1 ? 1 : 2];
  }
  EXPECT_NEAR(sum / n, 3.0, 0.02);
  EXPECT_NEAR(below_one / n, 0.5, 0.02);  // as many decades below as above
  EXPECT_NEAR(negative / n, 0.5, 0.02);
  for (const int count : times) EXPECT_NEAR(count, n / 3.0, 4 * std::sqrt(n * 2.0 / 9.0));
}

bool same(const CampaignRun& a, const CampaignRun& b) {
  return a.name == b.name && a.kind == b.kind && a.fault == b.fault && a.alarm == b.alarm && a.alarm_at == b.alarm_at &&
         a.excursion == b.excursion && a.undetected == b.undetected && a.seconds == b.seconds;
}

TEST(FaultCampaign, GivesTheSameRunsForAnyNumberOfThreadsAndRuns) {
  const Bench bench;
  CampaignRequest request{bench.base, bench.campaign};
  request.runs = 12, request.fault_free = 4, request.jobs = 1;
  const auto alone = run_campaign(request);
  request.jobs = 3, request.runs = 15;
  const auto together = run_campaign(request);
  ASSERT_EQ(alone.size(), 16u);
  ASSERT_EQ(together.size(), 19u);
  for (std::size_t k = 0; k < 16; ++k) EXPECT_TRUE(same(alone[k], together[k < 12 ? k : k + 3])) << k;
  EXPECT_TRUE(same(run_one(request, {7, false}), alone[7]));
  request.seed = 2;
  EXPECT_FALSE(same(run_one(request, {7, false}), alone[7]));
}

TEST(FaultCampaign, SeesWhatTheWholeSimulationSees) {
  const Bench bench;
  CampaignRequest request{bench.base, bench.campaign};
  for (std::size_t k = 0; k < 8; ++k) {
    const CampaignRun run = run_one(request, {k, false});
    const Scenario s = bench.drawn(k);
    const Outcome outcome = simulate(s);
    EXPECT_EQ(run.alarm_at.has_value(), outcome.stopped.has_value()) << k;
    if (run.alarm_at) {
      EXPECT_EQ(run.alarm, outcome.stopped->what);
      EXPECT_DOUBLE_EQ(*run.alarm_at, 1e-9 * static_cast<double>(outcome.stopped->time));
    }
    double past = 0;
    for (const Truth& truth : outcome.truth) {
      if (1e-9 * static_cast<double>(truth.time) > run.seconds) break;
      for (std::size_t j = 0; j < 7; ++j)
        past = std::max({past, truth.q[j] - *panda().limits[j].upper, *panda().limits[j].lower - truth.q[j]});
    }
    EXPECT_NEAR(run.excursion, past * 180 / M_PI, 1e-9) << k;
  }
}

// Without brakes an arm sinks past its limits, whichever is below.
TEST(FaultCampaign, MeasuresHowFarArmsGoPastEitherLimit) {
  const Bench bench(
      "[vary]\nmotion = \"random\"\nnear_limits = 0.8\nlaws = [\"tracking\"]\n"
      "[[fault]]\nkind = \"brake_slips\"\nfactor = 0\n");
  CampaignRequest request{bench.base, bench.campaign};
  int below = 0, above = 0;
  for (std::size_t k = 0; k < 40; ++k) {
    const CampaignRun run = run_one(request, {k, false});
    const Scenario s = bench.drawn(k);
    double low = 0, high = 0;
    for (const Truth& truth : simulate(s).truth)
      for (std::size_t j = 0; j < 7 && 1e-9 * static_cast<double>(truth.time) <= run.seconds; ++j) {
        high = std::max(high, truth.q[j] - *panda().limits[j].upper);
        low = std::max(low, *panda().limits[j].lower - truth.q[j]);
      }
    below += low > high, above += high > low;
    EXPECT_NEAR(run.excursion, std::max(low, high) * 180 / M_PI, 1e-9) << k;
  }
  EXPECT_GT(below, 0);
  EXPECT_GT(above, 0);
}

TEST(FaultCampaign, EndsWhenItIsInterrupted) {
  const Bench bench;
  CampaignRequest request{bench.base, bench.campaign};
  request.runs = 100000, request.progress = [](std::size_t made) { return made < 3; };
  const auto runs = run_campaign(request);
  EXPECT_GE(runs.size(), 3u);
  EXPECT_LT(runs.size(), 1000u);
}

// A payload that nobody told of sinks to the limit: nothing is broken, and yet the alarm is right.
TEST(FaultCampaign, CallsAnAlarmNeededWhereTheArmWouldPassALimitWithoutIt) {
  const auto of = [](const std::string& mass) {
    const std::string text =
        "[motion]\nform = \"hold\"\nat = [0, 1.7, 0, -0.6, 0, 1.6, 0]\nseconds = 2.0\n[control]\nlaw = \"gravity\"\n"
        "[plant]\nstep = 0.001\nviscous = [30, 30, 30, 30, 2, 2, 0.5]\npayload = { mass = " +
        mass + " }\n[guard]\npayload = { mass = 3.0 }\n";
    const auto source = files::source_from_text("s.toml", text);
    const Scenario scenario = read_scenario(source, panda()).take();
    diagnostic::Findings findings;
    const Base base{panda(), {}, "s.toml", *files::parse_toml(source, 9999, findings), scenario};
    const auto campaign = read_fault_campaign(
        files::source_from_text("c.toml", "[vary]\nmotion = \"scenario\"\n[[fault]]\nkind = \"motor_hot\"\n"),
        scenario);
    return run_one({base, campaign.value()}, {0, true});
  };
  const CampaignRun sinks = of("3.0"), stays = of("0.0");
  EXPECT_TRUE(sinks.needed() && !sinks.false_alarm()) << sinks.alarm << sinks.unguarded;
  EXPECT_GT(sinks.unguarded, 0.1);
  EXPECT_EQ(sinks.undetected, 0.0);
  EXPECT_FALSE(stays.alarm_at) << stays.alarm;
}

// Open loop, 0.3 degrees before a limit and moving towards it: friction happens to stop the arm there. A guard may not count on
// it, and without it the arm passes the limit; a run of the campaign in which that was so.
TEST(FaultCampaign, CallsAnAlarmNeededWhereFrictionAloneKeepsTheArmInside) {
  const robot::Robot puma = tests::robot_named("puma560");
  const std::string puma_file = TAUFORGE_SOURCE_DIR "/examples/faults/puma560.toml";
  const Scenario scenario = read_scenario(puma_file, puma).take();
  const Base base = base_of(puma_file, puma, {}, scenario).take();
  FaultCampaign campaign =
      read_fault_campaign(files::source_from_text("campaign.toml", usual_campaign()), scenario).take();
  leave_out_idle(scenario, campaign);
  const CampaignRun run = run_one({.base = base, .campaign = campaign, .seed = 90210}, {583, true});
  EXPECT_EQ(run.law, "feed_forward_with_gravity");
  EXPECT_NE(run.alarm.find("it would pass the limit"), std::string::npos) << run.alarm;
  EXPECT_TRUE(run.needed()) << run.unguarded;
}

CampaignRun made_up(std::size_t number, std::optional<double> alarm, double excursion, double undetected) {
  CampaignRun run;
  run.name = {number, false}, run.kind = FaultKind::encoder_inverted, run.fault_at = 1, run.seconds = 3;
  run.alarm_at = alarm, run.excursion = excursion, run.undetected = undetected;
  return run;
}

TEST(CampaignSummary, CountsWhatHappened) {
  std::vector<CampaignRun> runs{made_up(0, 1.1, 0, 0),    made_up(1, 1.2, 5, 0.5),
                                made_up(2, 1.4, 0, 0),    made_up(3, {}, 0, 0),
                                made_up(4, {}, 2.5, 2.5), made_up(5, 0.5, 0, 0)};  // the last before its fault
  CampaignSummary summary = summarize(runs);
  ASSERT_EQ(summary.kinds.size(), 1u);
  const KindSummary& kind = summary.kinds[0];
  EXPECT_EQ(kind.runs, 5u);
  EXPECT_EQ(kind.detected, 3u);
  EXPECT_EQ(kind.harmless, 1u);
  EXPECT_EQ(kind.missed, 1u);
  EXPECT_NEAR(*kind.median, 0.2, 1e-12);
  EXPECT_NEAR(*kind.largest, 0.4, 1e-12);
  EXPECT_EQ(kind.excursion, 5.0);
  EXPECT_EQ(kind.undetected, 2.5);
  EXPECT_EQ(kind.worst->number, 4u);
  EXPECT_EQ(summary.false_alarms.size(), 1u);
  EXPECT_DOUBLE_EQ(summary.fault_free_seconds, 5 * 1 + 0.5);
  EXPECT_FALSE(summary.passes());
  EXPECT_TRUE(summarize({runs[0], runs[1], runs[2], runs[3]}).passes());
  EXPECT_FALSE(summarize({runs[4]}).passes());
  EXPECT_FALSE(summarize({runs[5]}).passes());
  runs[5].unguarded = 0.3;  // nothing was broken, but the alarm was right
  summary = summarize({runs[0], runs[5]});
  EXPECT_TRUE(summary.passes() && summary.false_alarms.empty());
  EXPECT_EQ(summary.needed_alarms.size(), 1u);
  EXPECT_EQ(summary.kinds[0].runs, 1u);
}

// With no event in T hours the rate is below -log(0.05)/T with 95 % confidence; one event: mean 4.744 (Poisson tables).
TEST(CampaignSummary, BoundsTheRateOfFalseAlarmsAsPoissonDoes) {
  CampaignRun run;
  run.name.fault_free = true, run.fault_at = 3601, run.seconds = 3600;
  EXPECT_NEAR(summarize({run}).per_hour_95, -std::log(0.05), 1e-9);
  CampaignRun alarmed = run;
  alarmed.alarm_at = 0.0;
  const CampaignSummary one = summarize({run, alarmed});
  EXPECT_NEAR(one.per_hour, 1.0, 1e-9);
  EXPECT_NEAR(one.per_hour_95, 4.744, 1e-3);
}

TEST(FaultCampaign, NamesItsRuns) {
  EXPECT_EQ(to_text(RunName{17, false}), "17");
  EXPECT_EQ(run_named("free:3"), (RunName{3, true}));
  for (const char* bad : {"", "free:", "-1", "3x", "free", "99999999999999999999999"})
    EXPECT_FALSE(run_named(bad)) << bad;
}

struct Bad {
  const char* name;
  const char* text;
  const char* code;
  int line;
};
class BadCampaign : public testing::TestWithParam<Bad> {};
TEST_P(BadCampaign, IsRefusedAtItsPlace) {
  const Scenario scenario = read_scenario(file, panda()).take();
  const auto read = read_fault_campaign(files::source_from_text("c.toml", GetParam().text), scenario);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.findings()[0].code, GetParam().code) << read.findings()[0].message;
  EXPECT_EQ(read.findings()[0].at.line, GetParam().line);
}
INSTANTIATE_TEST_SUITE_P(
    Files, BadCampaign,
    testing::Values(Bad{"no_fault", "schema = 1\n", "missing-key", 1},
                    Bad{"kind", "[[fault]]\nkind = \"payloads\"\n", "unknown-value", 2},
                    Bad{"no_size", "[[fault]]\nkind = \"payload\"\n", "missing-key", 1},
                    Bad{"log_of_zero", "[[fault]]\nkind = \"clock_jumps\"\nby = { log = [0, 1] }\n", "spread-unclear",
                        3},
                    Bad{"backwards", "[[fault]]\nkind = \"clock_jumps\"\nby = [2, 1]\n", "spread-unclear", 3},
                    Bad{"too_late", "[[fault]]\nkind = \"motor_hot\"\nat = [0.5, 1.5]\n", "spread-impossible", 3},
                    Bad{"noise_below_zero",
                        "[[fault]]\nkind = \"encoder_noisy\"\nposition = { log = [1e-3, 1], either_sign = true }\n",
                        "spread-impossible", 3},
                    Bad{"law", "[vary]\nlaws = [\"trackin\"]\n[[fault]]\nkind = \"motor_hot\"\n", "unknown-value", 2},
                    Bad{"drive", "[[fault]]\nkind = \"motor_hot\"\ndrives = [\"joint9\"]\n", "unknown-drive", 3},
                    Bad{"weight", "[[fault]]\nkind = \"motor_hot\"\nweight = -1\n", "weight-impossible", 3}),
    [](const auto& bad) { return std::string(bad.param.name); });

TEST(TomlWriter, WritesATreeThatReadsBackAsTheSame) {
  const std::string text =
      "title = \"a \\\"quoted\\\" one\"\nn = 0.1\n[plant]\nlist = [1, 2.5]\ninner = { a = true, \"b c\" = [[1], [2]] "
      "}\n"
      "[[fault]]\nkind = \"x\"\n[[fault]]\nkind = \"y\"\n";
  diagnostic::Findings findings;
  const auto once = files::parse_toml(files::source_from_text("a", text), 9999, findings);
  const std::string written = files::write_toml(*once);
  const auto twice = files::parse_toml(files::source_from_text("b", written), 9999, findings);
  ASSERT_TRUE(twice && findings.empty()) << written;
  EXPECT_EQ(files::write_toml(*twice), written);
  EXPECT_EQ(twice->find("title")->text, "a \"quoted\" one");
  EXPECT_EQ(twice->find("plant")->find("inner")->find("b c")->items[1].items[0].number, 2.0);
  EXPECT_EQ(twice->find("fault")->items[1].find("kind")->text, "y");
}

TEST(FaultCampaign, OfTheExamplesIsThatOfTheProgram) {
  const auto source = files::read_source(TAUFORGE_SOURCE_DIR "/examples/faults/campaign.toml");
  ASSERT_TRUE(source.ok());
  EXPECT_EQ(source.value()->text, usual_campaign());
}

}  // namespace
}  // namespace tauforge::scenario
