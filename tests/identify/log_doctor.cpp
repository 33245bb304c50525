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

using diagnostic::Findings;
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
  const Verdict of_still = verdict_on(first.value(), {still}, {}, {});
  EXPECT_TRUE(has(codes(of_still.doubts, false), "drive-still"));
  EXPECT_TRUE(std::any_of(of_still.next.begin(), of_still.next.end(), [&](const std::string& next) {
    return next.find(plant.drives[5] + " (so far 0 % of its range") != std::string::npos &&
           next.find("tauforge excite ROBOT") != std::string::npos;
  })) << ::testing::PrintToString(of_still.next);
  EXPECT_TRUE(verdict_on(first.value(), {still}, {}, {"drive-still"}).trusted());
  Recording odd = good_log();
  for (std::size_t k = 1000; k < 1240; ++k) odd.effort[1][k] += 120.0;  // a push for 2.4 s
  const auto second = identified_robot(plant, {odd});
  ASSERT_TRUE(second.ok());
  EXPECT_TRUE(has(codes(verdict_on(second.value(), {odd}, {}, {}).doubts, false), "part-unlike"));
}

// Drive 6 turns joint 6 by what drive 5 does, too, and rubs on its own side; the log has the joints, and the robot's file does not
// know.
Recording coupled_log(unsigned seed) {
  robot::Robot plant = ur10e();
  const std::size_t n = plant.drives.size();
  plant.tree.direct = false;
  plant.parameters.G.assign(n * n, 0.0), plant.parameters.q0.assign(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) plant.parameters.G[i * n + i] = 1.0;
  plant.parameters.G[5 * n + 4] = 1.0;
  for (const std::size_t i : {4u, 5u}) plant.parameters.drive[i].coulomb = 3.0, plant.parameters.drive[i].viscous = 1.0;
  Recording log = testing::swinging_log(plant, {.seed = seed, .samples = 3000, .swing = 0.25});
  for (std::size_t k = 0; k < log.samples(); ++k)
    log.q[5][k] += log.q[4][k], log.effort[4][k] -= log.effort[5][k];  // q = G theta, tau = G^-T tau of the drives
  log.gaps = recording::find_gaps(log.t);
  return log;
}

TEST(Verdict, NamesDrivesThatAreCoupled) {
  const Recording log = coupled_log(1);
  const auto found = identified_robot(ur10e(), {log});
  ASSERT_TRUE(found.ok());
  const Verdict v = verdict_on(found.value(), {log}, {}, {});
  EXPECT_FALSE(v.trusted());
  EXPECT_TRUE(has(codes(v.doubts, false), "drives-coupled")) << ::testing::PrintToString(codes(v.doubts, false));
}

// The arm that it is judged by carries 5 kg more than the one that it was learned from.
TEST(Verdict, DoubtsWhatIsFarWorseOnOtherLogsOrHardlyTold) {
  const robot::Robot plant = ur10e();
  robot::Robot laden = plant;
  laden.parameters.body.back().m += 5.0;
  laden.parameters.body.back().h.z += 0.5;
  const auto found = identified_robot(plant, {good_log(1)});
  ASSERT_TRUE(found.ok());
  const Recording other = testing::swinging_log(laden, {.seed = 3, .samples = 2000, .swing = 0.25});
  EXPECT_FALSE(has(codes(verdict_on(found.value(), {good_log(1)}, {good_log(3)}, {}).doubts, false), "validation-far"));
  const Verdict v = verdict_on(found.value(), {good_log(1)}, {other}, {});
  EXPECT_TRUE(has(codes(v.doubts, false), "validation-far")) << ::testing::PrintToString(codes(v.doubts, false));
  EXPECT_TRUE(verdict_on(found.value(), {good_log(1)}, {other}, codes(v.doubts, false)).trusted());
  // columns as bad as that are mostly refused before they get so far: the rule alone
  IdentifiedRobot hardly_told = found.value();
  hardly_told.found.scaled_condition = 2e4;
  const Verdict w = verdict_on(hardly_told, {good_log(1)}, {}, {});
  EXPECT_EQ(codes(w.doubts, false), std::vector<std::string>{"condition-high"});
  ASSERT_FALSE(w.next.empty());
  EXPECT_TRUE(w.next[0].starts_with("tell ")) << w.next[0];
  EXPECT_NE(w.next[0].find("of its range"), std::string::npos) << w.next[0];
}

TEST(LogDoctor, ExaminesLogsThatAModelIsJudgedBy) {
  Recording degrees = good_log(2);
  for (auto& q : degrees.q) scale(57.29578, q);
  EXPECT_TRUE(has(codes(examine_fresh(ur10e(), {good_log(1)}, {degrees}, {}), true), "position-beyond-limits"));
  EXPECT_EQ(codes(examine_fresh(ur10e(), {good_log(1)}, {good_log(2)}, {}), false), std::vector<std::string>{});
  EXPECT_TRUE(has(codes(examine_fresh(ur10e(), {good_log(1)}, {good_log(1)}, {}), false), "validation-seen"));
}

TEST(LogDoctor, ExaminesLogsOfALoadAndAsksForNoGains) {
  Recording bare = good_log(1), loaded = good_log(2);
  bare.effort_kind = loaded.effort_kind = recording::Effort::current;
  EXPECT_EQ(codes(examine_pair(ur10e(), bare, loaded, {}), false), std::vector<std::string>{});
  scale(1000.0, loaded.t);
  for (const std::string& code : codes(examine_pair(ur10e(), bare, loaded, {}), true)) EXPECT_EQ(code, "unit-doubtful");
  EXPECT_TRUE(has(codes(examine_pair(ur10e(), bare, loaded, {}), true), "unit-doubtful"));
  EXPECT_EQ(codes(examine_pair(ur10e(), bare, loaded, {"unit-doubtful"}), true), std::vector<std::string>{});
}

// Each damage is found before the fit or doubted after it, by a name that says what it is.
TEST(LogDoctorLong, LeavesNoDamageOfFiftyOneWithoutItsName) {
  const robot::Robot plant = ur10e();
  std::mt19937 random(18);
  const auto uniform = [&] { return static_cast<double>(random()) / 4294967296.0; };
  using Names = std::vector<std::string>;
  struct Damage {
    const char* what;
    Names names;  // one of these
  };
  const Damage damages[] = {
      {"a position far off", {"spike", "position-beyond-limits"}},
      {"an effort far off", {"spike", "effort-beyond-limits"}},
      {"one joint in degrees", {"position-beyond-limits", "speed-beyond-limits", "unit-doubtful"}},
      {"efforts exchanged", {"columns-exchanged", "drive-unexplained", "bodies-impossible", "effort-beyond-limits"}},
      {"positions exchanged", {"columns-exchanged", "drive-unexplained", "bodies-impossible"}},
      {"an effort turned round", {"columns-exchanged", "sign-doubtful", "bodies-impossible", "drive-unexplained"}},
      {"time in ms", {"unit-doubtful"}},
      {"an effort that is frozen", {"effort-frozen"}},
      {"efforts 0.3 s early", {"delay-long", "drive-unexplained", "part-unlike"}},
      {"an effort that never changes", {"effort-constant"}},
      {"a coupled wrist", {"drives-coupled"}},
      {"a row of garbage", {"spike", "position-beyond-limits", "speed-beyond-limits", "unit-doubtful"}},
      {"a drive that stands still", {"drive-still"}},
      {"currents without gains", {"gains-missing"}},
      {"angles of motors", {"position-beyond-limits", "unit-doubtful", "speed-beyond-limits"}},
      {"degrees", {"position-beyond-limits", "unit-doubtful", "speed-beyond-limits"}},
      {"velocities exchanged", {"velocity-doubtful"}},
  };
  const int kinds = static_cast<int>(std::size(damages));
  int silent = 0;
  for (int k = 0; k < 3 * kinds; ++k) {
    const unsigned seed = static_cast<unsigned>(k + 1);
    Recording log = good_log(seed);
    const std::size_t j = random() % 6, other = (j + 1 + random() % 5) % 6, at = 200 + random() % 2500;
    const double size = 1.0 + uniform();
    switch (k % kinds) {
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
      case 10: log = coupled_log(seed); break;
      case 11:  // what a bus makes of a lost byte: numbers, but not of this robot
        for (std::size_t i = 0; i < 6; ++i)
          log.q[i][at] = 1e3 * size * log.effort[i][at], log.effort[i][at] = log.q[i][at - 1];
        break;
      case 12: log = testing::swinging_log(plant, {.seed = seed, .still = {j}, .samples = 3000, .swing = 0.25}); break;
      case 13: log.effort_kind = recording::Effort::current; break;
      case 14:
        for (auto& q : log.q) scale(80.0 + 40.0 * size, q);
        break;
      case 15:
        for (auto& q : log.q) scale(57.29578, q);
        break;
      case 16:
        log.qd = signals::prepare(log, {}).qd;
        std::swap(log.qd[j], log.qd[other]);
        break;
    }
    log.gaps = recording::find_gaps(log.t);
    const auto examined = examine_logs(plant, {log}, {});
    Names names = codes(examined, false);
    bool good = !diagnostic::has_error(examined);
    if (good) {
      const auto found = identified_robot(plant, {log});
      const Findings more = found.ok() ? verdict_on(found.value(), {log}, {}, {}).doubts : found.findings();
      for (const std::string& code : codes(more, false)) names.push_back(code);
      good = more.empty();
    }
    const Damage& damage = damages[k % kinds];
    EXPECT_TRUE(
        std::any_of(damage.names.begin(), damage.names.end(), [&](const auto& name) { return has(names, name); }))
        << damage.what << " of drive " << j << " and " << other << ": " << ::testing::PrintToString(names);
    silent += good && names.empty();
  }
  EXPECT_EQ(silent, 0);
}

}  // namespace

}  // namespace tauforge::identify
