// The measurement campaign of [IHPH92] on a virtual PUMA 260.
#include "tauforge/literature/campaign.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "tauforge/files/read_robot.h"
#include "tauforge/identify/robot_parameters.h"
#include "tauforge/literature/coverage.h"
#include "tauforge/literature/gravity_constants.h"
#include "tauforge/literature/published_puma260.h"

namespace tauforge::identify {

namespace {

robot::Robot puma260() {
  return files::load_robot(std::string(TAUFORGE_SOURCE_DIR) + "/robots/puma260.toml", {}).take().robot;
}

struct Outcome {
  literature::Campaign campaign;
  literature::PaperIdentification found;
};

Outcome identified(const literature::Campaign& driven, const literature::CampaignSettings& settings,
                   const literature::PaperSettings& paper = literature::campaign_recipe) {
  Outcome r{literature::measured(driven, settings), {}};
  r.found = literature::paper_identification(puma260(), r.campaign.trajectories, paper).take();
  return r;
}

// The arm is driven once, and measured with the noise of every seed.
const literature::Campaign& driven() {
  static const literature::Campaign campaign = literature::drive_campaign(puma260()).take();
  return campaign;
}

constexpr unsigned seeds = 20;

const std::vector<Outcome>& usual() {
  static const std::vector<Outcome> all = [] {
    std::vector<Outcome> r;
    for (unsigned seed = 1; seed <= seeds; ++seed) r.push_back(identified(driven(), {.seed = seed}));
    return r;
  }();
  return all;
}

std::vector<double> over_seeds(const std::function<double(const Outcome&)>& figure) {
  std::vector<double> values;
  for (const Outcome& r : usual()) values.push_back(figure(r));
  return values;
}

}  // namespace

TEST(Campaign, HasTenTrajectoriesSampledEvery28Milliseconds) {
  ASSERT_EQ(usual()[0].campaign.trajectories.size(), 10u);
  for (const auto& log : usual()[0].campaign.trajectories) {
    EXPECT_GT(log.samples(), 100u);
    EXPECT_NEAR(recording::usual_period(log.t), 0.028, 1e-12);
    for (const auto& q : log.q)  // the encoder's steps
      for (const double x : q) ASSERT_NEAR(x / 1e-4, std::round(x / 1e-4), 1e-6);
  }
}

TEST(Campaign, EndsWithTheCompleteTrajectoriesWhenItIsStopped) {
  const auto stopped = literature::measure_campaign(
      puma260(), {}, [](std::size_t complete, double share) { return complete < 2 || share < 0.25; });
  ASSERT_TRUE(stopped.ok());
  ASSERT_EQ(stopped.value().trajectories.size(), 2u);
  EXPECT_EQ(stopped.value().planned, 10u);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(stopped.value().trajectories[k].q, usual()[0].campaign.trajectories[k].q);
    EXPECT_EQ(stopped.value().trajectories[k].effort, usual()[0].campaign.trajectories[k].effort);
  }
}

// 52 of 78 remain, and the 23 of table 2 are significant with every seed. A parameter at 0.9 % of the torque cannot always be
// told from one at 1 %: with about half of the seeds one or two of the 29 small ones are taken for significant too.
TEST(Campaign, SelectsTheTwentyThreeParametersOfThePaperAndSeldomMore) {
  std::set<std::string> published;
  for (const auto& row : literature::published_table_2) published.insert(row.name);
  unsigned exactly = 0;
  std::vector<double> more;
  for (const Outcome& r : usual()) {
    EXPECT_EQ(r.found.estimates.size(), 52u);
    double besides = 0;
    for (const auto& e : r.found.estimates) {
      const bool in_paper = published.contains(e.name.name);
      EXPECT_TRUE(e.significant || !in_paper) << e.name.name;
      besides += e.significant && !in_paper;
    }
    more.push_back(besides), exactly += besides == 0;
  }
  EXPECT_GE(exactly, seeds / 4);
  EXPECT_LE(median(more), 1.0);
  EXPECT_LE(summary(more).largest, 4.0);
}

// The paper's rule has other readings; noise of single trajectories lifts nearly everything above 1 %.
TEST(Campaign, KeepsMoreByMeansAndNearlyAllByEachTrajectoryAlone) {
  for (const Outcome& r : usual()) {
    EXPECT_EQ(r.found.by_together, r.found.significant);
    EXPECT_GT(r.found.by_mean, r.found.by_together);
    EXPECT_GT(r.found.by_alone, r.found.by_mean);
  }
}

TEST(Campaign, FindsTheTruthWithinThreeOfItsOwnDeviations) {
  int inside = 0, all = 0;
  for (const auto& [campaign, found] : usual())
    for (std::size_t k = 0; k < found.estimates.size(); ++k) {
      const literature::PaperEstimate& e = found.estimates[k];
      const auto count = [&](const Summary& s) {
        inside += std::abs(s.mean - campaign.truth[k]) <= 3.0 * s.deviation, ++all;
      };
      count(e.all);
      if (e.significant) count(e.significant_alone);
    }
  EXPECT_GE(inside, 0.98 * all);
}

// Every entry of tables 1 and 2, as the median over the seeds.
TEST(Campaign, SpreadsNoMoreOverTrajectoriesThanThePaperDoes) {
  std::map<std::string, double> table1, table2;
  for (const auto& row : literature::published_table_1) table1[row.name] = row.deviation;
  for (const auto& row : literature::published_table_2) table2[row.name] = row.deviation;
  table1["ds4"] = 0.02;  // printed 0.0021, which cannot belong to its largest and smallest estimate
  for (std::size_t k = 0; k < 52; ++k) {
    const std::string name = usual()[0].found.estimates[k].name.name;
    EXPECT_LE(median(over_seeds([&](const Outcome& r) { return r.found.estimates[k].all.deviation; })), table1.at(name))
        << name;
    if (table2.contains(name)) {
      const auto alone = [&](const Outcome& r) { return r.found.estimates[k].significant_alone.deviation; };
      EXPECT_LE(median(over_seeds(alone)), table2.at(name)) << name;
    }
  }
}

// Table 3 and the constants of gravity: the virtual arm has the paper's friction, and is found to have it.
TEST(Campaign, FindsTheFrictionOfTableThree) {
  for (const auto& row : literature::published_table_3) {
    const auto value = [&](const Outcome& r) { return literature::best_estimate(r.found.estimates, row.name); };
    EXPECT_NEAR(median(over_seeds(value)), row.paper, 0.03 * row.paper) << row.name;
    const auto* of_table_2 = literature::published_row(literature::published_table_2, row.name);
    EXPECT_NEAR(row.paper, of_table_2->mean, 1e-3) << row.name << ": cut, not rounded";
  }
  const auto c12 = [](const Outcome& r) { return literature::gravity_constants(r.found.estimates)[0]; };
  EXPECT_NEAR(median(over_seeds(c12)), literature::published_gravity[0].paper, 0.05);
}

// The worst trajectory gains most; half of them gain fivefold or less than tenfold.
TEST(Campaign, IsConditionedBetterWithSignificantParametersAlone) {
  const auto of_worst = [](const Outcome& r) {
    return r.found.worst().before.number() / r.found.worst().after.number();
  };
  EXPECT_GE(median(over_seeds(of_worst)), 30.0);
  for (const Outcome& r : usual())
    for (const auto& t : r.found.trajectories) {
      EXPECT_LT(t.after.number(), t.before.number());
      EXPECT_LE(t.before.number(), r.found.worst().before.number());
      EXPECT_EQ(t.rank_before, 52u);
    }
}

TEST(Campaign, IsLessCertainWithTwiceTheNoise) {
  std::vector<double> ratios;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    const Outcome noisy = identified(driven(), {.torque_noise = 0.04, .seed = seed});
    double ratio = 0.0;
    for (std::size_t k = 0; k < 52; ++k)
      ratio +=
          std::log(noisy.found.estimates[k].all.deviation / usual()[seed - 1].found.estimates[k].all.deviation) / 52.0;
    ratios.push_back(std::exp(ratio));
  }
  EXPECT_GT(median(ratios), 1.5);  // at most 2, because not all deviations come from the noise
  EXPECT_LT(median(ratios), 2.0);
}

// The small parameters of the plant stay below the paper's limit, and the arm can exist as a mechanism.
TEST(Campaign, HasAPlantWhoseSmallParametersMakeLittleTorque) {
  const auto& [campaign, found] = usual()[0];
  const auto table2 = grouped(found.base, parameters_of(puma260()));
  int small = 0;
  for (std::size_t k = 0; k < table2.size(); ++k) small += table2[k] == 0.0 && campaign.truth[k] != 0.0;
  EXPECT_EQ(small, 29);
}

TEST(Campaign, WithFrictionOutsideTheFamilyAndADelayIsFarther) {
  const auto error = [](const Outcome& r) {
    double sum = 0.0;
    for (std::size_t k = 0; k < 52; ++k)
      if (literature::published_row(literature::published_table_2, r.found.estimates[k].name.name))
        sum += std::abs(r.found.estimates[k].all.mean - r.campaign.truth[k]) / std::abs(r.campaign.truth[k]);
    return sum;
  };
  const auto odd = literature::drive_campaign(puma260(), {.unmodelled = true}).take();
  for (unsigned seed = 1; seed <= seeds; ++seed)
    EXPECT_GT(error(identified(odd, {.seed = seed, .unmodelled = true})), error(usual()[seed - 1])) << seed;
}

// What gears that give way add to the torques of the motors falls with the square of their natural frequency f: from that
// at 80 Hz, torques at 20 and 40 Hz are away by (1 - 1/16) / (1/4 - 1/16) = 5 to 1.
TEST(Campaign, WithElasticGearsIsNearerToAStiffOneWithStifferGears) {
  const auto at = [](double hz) {
    return literature::drive_campaign(puma260(), {.gear_hz = hz}, [](std::size_t k, double) { return k < 1; }).take();
  };
  const auto soft = at(20.0), firm = at(40.0), stiff = at(80.0);
  ASSERT_EQ(stiff.trajectories.size(), 1u);
  const auto away = [&](const literature::Campaign& from, std::size_t drive) {
    const auto &a = from.trajectories[0].effort[drive], &b = stiff.trajectories[0].effort[drive];
    double sum = 0.0;
    for (std::size_t i = 0; i < b.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(sum);
  };
  std::vector<double> ratios;
  for (std::size_t j = 0; j < 6; ++j) ratios.push_back(away(soft, j) / away(firm, j));
  EXPECT_NEAR(median(ratios), 5.0, 2.0);
}

// Honest intervals: 95 % of them contain the truth, give or take what 200 campaigns can show. Two-step differences reach two
// samples to each side, so rows within four samples of a reversal have friction of a blurred sign; those two would cost a
// few per cent of the coverage.
TEST(CampaignLong, CoversTheTruthInNinetyToNinetyEightPerCentOfTwoHundredCampaigns) {
  int inside = 0, all = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const Outcome r = identified(driven(), {.seed = seed}, {.from_reversal = 4});
    for (std::size_t k = 0; k < r.found.estimates.size(); ++k, ++all)
      inside += interval_of_mean(r.found.estimates[k].all).contains(r.campaign.truth[k]);
  }
  const double share = static_cast<double>(inside) / all;
  EXPECT_GE(share, 0.90);
  EXPECT_LE(share, 0.98);
  RecordProperty("coverage", std::to_string(share));
}

// The same of what `tauforge identify` prints without being asked for anything. benchmarks/coverage has 200 campaigns, and looks at
// each parameter.
TEST(CampaignLong, CoversTheTruthWithTheIntervalsThatIdentificationPrints) {
  const robot::Robot puma = puma260();
  constexpr int campaigns = 40;
  literature::Coverage coverage;
  for (unsigned seed = 1; seed <= campaigns; ++seed) {
    const literature::Campaign campaign = literature::measured(driven(), {.seed = seed});
    const auto found = identify(puma, campaign.trajectories);
    ASSERT_TRUE(found.ok());
    coverage.count(found.value(), literature::named_truth(puma, campaign));
  }
  EXPECT_GE(coverage.kept().all, campaigns * 20);
  EXPECT_EQ(coverage.values_outside(), 0);
  EXPECT_GE(coverage.kept().share(), 0.90);
  EXPECT_LE(coverage.kept().share(), 0.98);
  RecordProperty("coverage", std::to_string(coverage.kept().share()));
}

// Quantiles by hand: of two, none is inside once in 400 times, and at most one in 39 of 400.
TEST(Coverage, KnowsHowFewMayBeInsideByChance) {
  EXPECT_EQ(literature::fewest_inside(2, 0.95, 401.0), 0);
  EXPECT_EQ(literature::fewest_inside(2, 0.95, 399.0), 1);
  EXPECT_EQ(literature::fewest_inside(2, 0.95, 10.0), 2);
}

// The arm's torques are held for 4 ms, so they come 2 ms before the motion that they make.
TEST(Campaign, TellsByHowMuchItsTorquesComeBeforeTheMotion) {
  std::vector<double> delays;
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const auto found = identify(puma260(), usual()[seed - 1].campaign.trajectories);
    ASSERT_TRUE(found.ok());
    delays.push_back(found.value().model.preparation.delay);
  }
  EXPECT_NEAR(median(delays), -2e-3, 0.3e-3);
}

}  // namespace tauforge::identify
