// Logs that cannot mean what they seem to give a finding with a name, and what is fitted to damaged ones a verdict.
#include "tauforge/identify/log_doctor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "tauforge/files/read_robot.h"
#include "tauforge/identify/identified_robot.h"
#include "tauforge/identify/verdict.h"
#include "tests/support/virtual_log.h"

namespace tauforge::identify {

namespace {

using recording::Recording;

// With a last link that can exist: rounded to four decimals, that of the file cannot, and nothing else loads its drive.
robot::Robot ur10e() {
  auto robot = files::load_robot(std::string(TAUFORGE_SOURCE_DIR) + "/robots/ur10e.toml", {}).take().robot;
  robot.parameters.body.back().I.xx += 0.0004;
  return robot;
}

// A log within the limits of the arm.
Recording good_log(unsigned seed = 1) {
  Recording log = testing::swinging_log(ur10e(), {.seed = seed, .samples = 3000, .swing = 0.25});
  log.gaps = recording::find_gaps(log.t);
  return log;
}

std::vector<std::string> codes(const diagnostic::Findings& findings, bool errors) {
  std::vector<std::string> list;
  for (const auto& f : findings)
    if (!errors || f.severity == diagnostic::Severity::error) list.push_back(f.code);
  return list;
}
bool has(const std::vector<std::string>& list, const std::string& code) {
  return std::find(list.begin(), list.end(), code) != list.end();
}

void scale(double by, std::vector<double>& x) {
  for (double& value : x) value *= by;
}

TEST(LogDoctor, HasNothingAgainstAGoodLog) {
  for (unsigned seed = 1; seed <= 5; ++seed)
    EXPECT_EQ(codes(examine_logs(ur10e(), {good_log(seed)}, {}), true), std::vector<std::string>{}) << seed;
}

TEST(LogDoctor, StopsAtLogsThatCannotMeanWhatTheySeemTo) {
  struct Damage {
    const char* code;
    std::function<void(Recording&)> make;
  };
  const Damage damages[] = {
      {"gains-missing", [](Recording& log) { log.effort_kind = recording::Effort::current; }},
      {"position-beyond-limits",
       [](Recording& log) {
         for (auto& q : log.q) scale(57.29578, q);
       }},
      {"speed-beyond-limits",
       [](Recording& log) {
         for (auto& q : log.q) scale(57.29578, q);
       }},
      {"unit-doubtful", [](Recording& log) { scale(1000.0, log.t); }},
      {"position-beyond-limits", [](Recording& log) { scale(101.0, log.q[4]); }},  // behind a gear of 101
      {"unit-doubtful", [](Recording& log) { scale(101.0, log.q[4]); }},
      {"spike", [](Recording& log) { log.q[2][1234] += 0.8; }},
      {"spike", [](Recording& log) { log.effort[1][777] *= -30.0; }},
      {"effort-constant", [](Recording& log) { std::fill(log.effort[3].begin(), log.effort[3].end(), 0.0); }},
      {"effort-beyond-limits",
       [](Recording& log) {
         for (auto& x : log.effort) scale(1000.0, x);
       }},
      {"velocity-doubtful",
       [](Recording& log) {
         log.qd = signals::prepare(log, {}).qd;
         std::swap(log.qd[0], log.qd[1]);
       }},
  };
  for (const Damage& damage : damages) {
    Recording log = good_log();
    damage.make(log);
    log.gaps = recording::find_gaps(log.t);
    const auto found = codes(examine_logs(ur10e(), {log}, {}), true);
    EXPECT_TRUE(has(found, damage.code)) << damage.code;
    std::vector<std::string> accepted = found;
    EXPECT_EQ(codes(examine_logs(ur10e(), {log}, accepted), true), std::vector<std::string>{}) << damage.code;
  }
}

// Motors turn often, which is no doubt about units where the robot's file says what is between them and the joints.
TEST(LogDoctor, LetsMotorsTurnBehindATransmission) {
  const std::string file = std::string(TAUFORGE_SOURCE_DIR) + "/examples/paper000/coupled_wrist.toml";
  const robot::Robot coupled = files::load_robot(file, {}).take().robot;
  ASSERT_FALSE(coupled.tree.direct);
  Recording log = good_log();
  log.joints = coupled.drives;
  for (auto& q : log.q) scale(101.0, q);
  EXPECT_FALSE(has(codes(examine_logs(coupled, {log}, {}), true), "unit-doubtful"));
  robot::Robot direct = coupled;
  direct.tree.direct = true;
  EXPECT_TRUE(has(codes(examine_logs(direct, {log}, {}), true), "unit-doubtful"));
}

TEST(LogDoctor, CountsALogThatComesAgainOnce) {
  const Recording a = good_log(1), b = good_log(2);
  EXPECT_TRUE(has(codes(examine_logs(ur10e(), {a, b, a}, {}), false), "log-repeated"));
  EXPECT_EQ(distinct_logs({a, b, a, b, a}), (std::vector<std::size_t>{0, 1}));
  const auto once = identify(ur10e(), {a, b}), often = identify(ur10e(), {a, b, a, a, b});
  ASSERT_TRUE(once.ok() && often.ok());
  EXPECT_EQ(once.value().model.values, often.value().model.values);
  EXPECT_EQ(once.value().model.preparation.delay, often.value().model.preparation.delay);
}

// Columns that were exchanged are named. One that was turned round can be explained by numbers, but not by bodies.
TEST(Verdict, NamesColumnsThatWereTakenForOthers) {
  const robot::Robot plant = ur10e();
  struct Damage {
    const char* code;
    std::function<void(Recording&)> make;
  };
  const Damage damages[] = {
      {"columns-exchanged", [](Recording& log) { std::swap(log.effort[1], log.effort[2]); }},
      {"columns-exchanged", [](Recording& log) { std::swap(log.q[3], log.q[4]); }},
      {"bodies-impossible", [](Recording& log) { scale(-1.0, log.effort[1]); }},
  };
  for (const Damage& damage : damages) {
    Recording log = testing::swinging_log(plant, {.samples = 3000, .swing = 0.5});
    damage.make(log);
    const auto found = identified_robot(plant, {log});
    ASSERT_TRUE(found.ok());
    const Verdict v = verdict_on(found.value(), {log}, {}, {});
    EXPECT_FALSE(v.trusted());
    EXPECT_TRUE(has(codes(v.doubts, false), damage.code))
        << &damage - damages << ": " << ::testing::PrintToString(codes(v.doubts, false));
    EXPECT_FALSE(v.next.empty());
  }
}

TEST(Verdict, TrustsAGoodLogAndSaysHowMuchOfItIsExplained) {
  const robot::Robot plant = ur10e();
  const auto found = identified_robot(testing::misjudged(plant, 2), {good_log()});
  ASSERT_TRUE(found.ok());
  const Verdict v = verdict_on(found.value(), {good_log()}, {good_log(3)}, {});
  EXPECT_EQ(codes(v.doubts, false), std::vector<std::string>{}) << (v.doubts.empty() ? "" : v.doubts[0].message);
  EXPECT_TRUE(v.trusted());
  EXPECT_TRUE(v.fresh);
  EXPECT_GT(v.quality.explained, 99.0);
  EXPECT_NEAR(v.quality.noise, 2.0, 0.3);  // the noise that the log was given
  EXPECT_LT(v.quality.error.all, 3.0);
}

TEST(Verdict, DoubtsADriveThatStandsStillAndAPartThatIsUnlikeTheRest) {
  const robot::Robot plant = ur10e();
  const Recording still = testing::swinging_log(plant, {.still = {5}, .samples = 3000, .swing = 0.5});
  const auto first = identified_robot(plant, {still});
  ASSERT_TRUE(first.ok());
  EXPECT_TRUE(has(codes(verdict_on(first.value(), {still}, {}, {}).doubts, false), "drive-still"));
  EXPECT_TRUE(verdict_on(first.value(), {still}, {}, {"drive-still"}).trusted());
  Recording odd = good_log();
  for (std::size_t k = 1000; k < 1240; ++k) odd.effort[1][k] += 120.0;  // a push for 2.4 s
  const auto second = identified_robot(plant, {odd});
  ASSERT_TRUE(second.ok());
  EXPECT_TRUE(has(codes(verdict_on(second.value(), {odd}, {}, {}).doubts, false), "part-unlike"));
}

// Every damage of a log is found before the fit or doubted after it.
TEST(LogDoctorLong, LeavesNoDamageOfFiftyWithoutAName) {
  const robot::Robot plant = ur10e();
  std::mt19937 random(18);
  const auto uniform = [&] { return static_cast<double>(random()) / 4294967296.0; };
  int silent = 0;
  for (int k = 0; k < 50; ++k) {
    Recording log = good_log(static_cast<unsigned>(k + 1));
    const std::size_t j = random() % 6, other = (j + 1 + random() % 5) % 6, at = 200 + random() % 2500;
    const int kind = k % 10;
    const double size = 1.0 + uniform();
    switch (kind) {
      case 0: log.q[j][at] += size; break;
      case 1: log.effort[j][at] += 40.0 * size * (*std::max_element(log.effort[j].begin(), log.effort[j].end())); break;
      case 2: scale(57.29578, log.q[j]); break;
      case 3: std::swap(log.effort[j], log.effort[other]); break;
      case 4: std::swap(log.q[j], log.q[other]); break;
      case 5: scale(-1.0, log.effort[j]); break;
      case 6: scale(1000.0, log.t); break;
      case 7:
        std::fill(log.effort[j].begin() + static_cast<std::ptrdiff_t>(at),
                  log.effort[j].begin() + static_cast<std::ptrdiff_t>(at) + 300, log.effort[j][at]);
        break;
      case 8:
        for (std::size_t i = 0; i < 6; ++i)
          std::rotate(log.effort[i].begin(), log.effort[i].begin() + 30, log.effort[i].end());
        break;
      case 9: std::fill(log.effort[j].begin(), log.effort[j].end(), size); break;
    }
    log.gaps = recording::find_gaps(log.t);
    auto names = codes(examine_logs(plant, {log}, {}), false);
    if (!diagnostic::has_error(examine_logs(plant, {log}, {}))) {
      const auto found = identified_robot(plant, {log});
      if (!found.ok())
        names.push_back(found.findings().front().code);
      else
        for (const std::string& code : codes(verdict_on(found.value(), {log}, {}, {}).doubts, false))
          names.push_back(code);
    }
    if (names.empty()) ++silent;
    EXPECT_FALSE(names.empty()) << "damage " << kind << " of drive " << j << " and " << other;
  }
  EXPECT_EQ(silent, 0);
}

}  // namespace

}  // namespace tauforge::identify
