// tauforge run --hardware, as a user runs it: what is refused and with which exit code, what is reported.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tauforge/cards/cards_run.h"
#include "tauforge/tauforge.h"
#include "tests/cards/commissioned.h"
#include "tests/cli/program.h"

namespace tauforge::tests {
namespace {

using nlohmann::json;

const std::string source = TAUFORGE_SOURCE_DIR "/examples/hardware/";
const std::string flywheel = "'" + source + "flywheel.toml' '" + source + "flywheel_motion.toml' ";
const std::string scripted = "--hardware '" DRIVERS "/libdriver_scripted.so' ";
// A copy, since alarms leave a note beside it; each of these runs is allowed to follow one.
const std::string machine_file = [] {
  static const TemporaryFile copy("flywheel_machine.toml", "");
  std::filesystem::copy_file(source + "flywheel_machine.toml", copy.path(),
                             std::filesystem::copy_options::overwrite_existing);
  return copy.quoted();
}();
const std::string machine = "--machine " + machine_file + " --acknowledge ";
const std::string flywheel_cards = "--hardware '" EXAMPLES "/libflywheel_cards.so' ";

bool says(const Answer& answer, const std::string& words) { return answer.text.find(words) != std::string::npos; }

TEST(RunOnCards, FollowsAMotionOnTheDriverOfTheExample) {
  const TemporaryFile log("log.csv", "");
  const TemporaryFile record("record.json", record_text(source + "flywheel.toml", source + "flywheel_machine.toml"));
  const Answer answer = run_program("run " + flywheel + flywheel_cards + machine + "--quiet --json -o " + log.quoted() +
                                    " --commissioned " + record.quoted());
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  EXPECT_FALSE(says(answer, "not-commissioned")) << answer.text;
  const json r = json::parse(answer.text.substr(answer.text.find("{\n")));
  EXPECT_TRUE(r["energy"].is_null());  // nobody knows the truth
  EXPECT_LT(r["drives"][0]["largest_error"], 0.05);
  EXPECT_NEAR(r["drives"][0]["range"].get<double>(), 2 * M_PI, 0.01);  // the whole turn
  EXPECT_EQ(r["cards"]["name"], "flywheel in a box");
  EXPECT_EQ(r["cards"]["reads"]["stale"], 0);
  EXPECT_EQ(r["cards"]["reads"]["failed"], 0);
  EXPECT_EQ(r["cards"]["told"][0], "the watchdog of the drive fired 0 times");
  EXPECT_TRUE(r["cards"]["mistake"].is_null());
  std::ifstream file(log.path());
  std::string header;
  std::getline(file, header);
  EXPECT_EQ(header.find("qtrue"), std::string::npos);
  EXPECT_NE(header.find("q:axle"), std::string::npos);
  EXPECT_EQ(std::count(std::istreambuf_iterator<char>(file), {}, '\n'), r["samples"].get<std::ptrdiff_t>());
}

TEST(RunOnCards, GivesATenthOfTheTorqueToAMachineThatNobodyHasPutIntoService) {
  const std::string run = "run " + flywheel + flywheel_cards + machine + "--for 1s --quiet --json ";
  const auto largest_torque = [](const Answer& answer) {
    const std::size_t begin = answer.text.find("{\n"), end = answer.text.rfind("\n}");
    return json::parse(answer.text.substr(begin, end + 2 - begin))["drives"][0]["largest_torque"].get<double>();
  };
  const TemporaryFile record("record.json", record_text(source + "flywheel.toml", source + "flywheel_machine.toml"));
  const Answer without = run_program(run), with = run_program(run + "--commissioned " + record.quoted());
  EXPECT_TRUE(says(without, "nobody has put this machine into service")) << without.text;
  EXPECT_NEAR(largest_torque(without), 0.1 * 0.8, 1e-9);  // of what the robot's file allows; a flywheel has no gravity
  EXPECT_GT(largest_torque(with), 0.1);

  // of another machine file
  const TemporaryFile other("record.json", record_text(source + "flywheel.toml", source + "flywheel_motion.toml"));
  const Answer changed = run_program(run + "--commissioned " + other.quoted());
  EXPECT_EQ(changed.exit_code, 1) << changed.text;
  EXPECT_TRUE(says(changed, "record-does-not-fit")) << changed.text;
  EXPECT_TRUE(says(changed, "the machine file")) << changed.text;
  EXPECT_FALSE(says(changed, "the robot's description")) << changed.text;
  EXPECT_FALSE(says(changed, "\"drives\"")) << changed.text;  // nothing has run

  // of other code: generated, or the templates of another version
  const TemporaryFile old("record.json", record_text(source + "flywheel.toml", source + "flywheel_machine.toml",
                                                     "templates 0123456789abcdef"));
  const Answer other_code = run_program(run + "--commissioned " + old.quoted());
  EXPECT_EQ(other_code.exit_code, 1) << other_code.text;
  EXPECT_TRUE(says(other_code, "the code: templates 0123456789abcdef then, " + templates() + " now"))
      << other_code.text;
  EXPECT_FALSE(says(other_code, "the machine file")) << other_code.text;

  // nothing, cut off, edited so that it contradicts itself
  const std::string sound = record_text(source + "flywheel.toml", source + "flywheel_machine.toml");
  std::string edited = sound, outside = sound;
  edited.replace(edited.find("\"verdict\": \"passed\""), 19, "\"verdict\": \"failed\"");
  outside.replace(
      outside.find("\"figures\": []"), 13,
      R"("figures": [{"what": "error", "joint": null, "seen": 2, "lowest": null, "highest": 1, "unit": ""}])");
  for (const std::string& text :
       {std::string("{}"), std::string(), sound.substr(0, sound.size() / 2), edited, outside}) {
    const TemporaryFile no_record("record.json", text);
    const Answer refused = run_program(run + "--commissioned " + no_record.quoted());
    EXPECT_EQ(refused.exit_code, 1) << text;
    EXPECT_TRUE(says(refused, "record-invalid")) << refused.text;
  }
}

TEST(RunOnCards, TellsPeopleWhatBecameOfEveryCall) {
  const Answer answer = run_program("run " + flywheel + flywheel_cards + machine + "--for 100ms --quiet");
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  for (const char* words : {"Cards: flywheel in a box", "reads: ", "0 stale, 0 failed", "the watchdog of the drive"})
    EXPECT_TRUE(says(answer, words)) << words << "\n" << answer.text;
}

TEST(RunOnCards, RefusesCardsWithoutWatchdogOrEmergencyStopUnlessTheyAreAccepted) {
  // bit 0: watchdog, bit 1: emergency stop
  const auto with = [&](int equipment, const std::string& more) {
    return run_program("run " + flywheel + scripted + machine +
                       "--quiet --for 20ms --hardware-options 'drives=1 equipment=" + std::to_string(equipment) + "' " +
                       more);
  };
  const Answer neither = with(0, "");
  EXPECT_EQ(neither.exit_code, 4) << neither.text;
  EXPECT_TRUE(says(neither, "[cards-without-watchdog]")) << neither.text;
  EXPECT_TRUE(says(neither, "[cards-without-emergency-stop]")) << neither.text;
  EXPECT_TRUE(says(neither, "--accept watchdog")) << neither.text;
  EXPECT_EQ(with(1, "").exit_code, 4);
  EXPECT_EQ(with(2, "").exit_code, 4);
  EXPECT_EQ(with(1, "--accept watchdog").exit_code, 4);
  EXPECT_EQ(with(0, "--accept emergency-stop").exit_code, 4);
  EXPECT_FALSE(says(with(3, ""), "refuse"));
  EXPECT_NE(with(3, "").exit_code, 4);
  EXPECT_NE(with(0, "--accept watchdog --accept emergency-stop").exit_code, 4);
  EXPECT_EQ(with(0, "--accept luck").exit_code, 2);
}

TEST(RunOnCards, NamesTheJointsWithoutATorqueLimit) {
  std::ifstream file(source + "flywheel.toml");
  std::string text(std::istreambuf_iterator<char>(file), {});
  text.erase(text.find("torque = 0.8"), std::string("torque = 0.8").size());
  const TemporaryFile robot("unlimited.toml", text);
  const Answer answer = run_program("run " + robot.quoted() + " '" + source + "flywheel_motion.toml' " +
                                    flywheel_cards + machine + "--quiet --for 20ms");
  EXPECT_EQ(answer.exit_code, 1) << answer.text;
  EXPECT_TRUE(says(answer, "no torque limit of: axle")) << answer.text;
  EXPECT_TRUE(says(answer, "[torque-limits-missing]")) << answer.text;
}

TEST(RunOnCards, EndsWithTheExitCodeOfWhoeverIsWrong) {
  const auto code = [&](const std::string& arguments) {
    return run_program("run " + flywheel + arguments + " --quiet --for 20ms").exit_code;
  };
  EXPECT_EQ(code(scripted), 2);                               // --machine is missing
  EXPECT_EQ(code(machine), 2);                                // ... --hardware
  EXPECT_EQ(code(flywheel_cards + machine + "--stress"), 2);  // not with somebody's arm
  EXPECT_EQ(code("--accept watchdog"), 2);                    // of what?
  EXPECT_EQ(code("--hardware /nowhere.so " + machine), 1);
  EXPECT_EQ(code(flywheel_cards + "--machine /nowhere.toml"), 1);
  EXPECT_EQ(code("--hardware '" DRIVERS "/libdriver_WRONG_ABI.so' " + machine), 1);
  EXPECT_EQ(code(scripted + machine + "--hardware-options drives=2"), 1);  // the robot has one
  EXPECT_EQ(code(scripted + machine + "--hardware-options refuse"), 4);    // the cards say no
  EXPECT_EQ(code(scripted + machine + "--hardware-options 'drives=1 status=2'"),
            4);  // silent from the first reading on
  EXPECT_EQ(code(flywheel_cards + machine + "--hardware-options colour=red"), 4);
  EXPECT_EQ(code(flywheel_cards + machine + "-o " + machine_file), 2);  // would be overwritten
}

TEST(RunOnCards, QuotesWhatTheDriverSaysWhenItDoesNotOpen) {
  const Answer answer =
      run_program("run " + flywheel + flywheel_cards + machine + "--hardware-options colour=red --quiet --for 20ms");
  EXPECT_TRUE(says(answer, "flywheel in a box cannot be opened: 'colour=red' is no option")) << answer.text;
}

TEST(RunOnCards, RefusesToHomeWhatCannotBeHomed) {
  std::ifstream file(source + "flywheel_motion.toml");
  const TemporaryFile scenario("homing.toml",
                               std::string(std::istreambuf_iterator<char>(file), {}) +
                                   "\n[homing]\nspeed = [0.5]\n[plant]\ncounts_per_revolution = [4096]\n");
  const Answer answer = run_program("run '" + source + "flywheel.toml' " + scenario.quoted() + " " + flywheel_cards +
                                    machine + "--quiet --for 20ms");
  EXPECT_EQ(answer.exit_code, 1) << answer.text;
  EXPECT_TRUE(says(answer, "[cards-cannot-home]")) << answer.text;
}

TEST(RunOnCards, StopsTheArmWhenTheCardsFailFallSilentOrReportTheButton) {
  const auto with = [&](const std::string& options) {
    return run_program("run " + flywheel + scripted + machine + "--quiet --for 500ms --hardware-options 'drives=1 " +
                       options + "'");
  };
  const Answer failed = with("status=2 at=20"), wrong = with("status=9 at=20"), silent = with("status=1 at=20"),
               button = with("button");
  for (const Answer* answer : {&failed, &wrong, &silent, &button}) EXPECT_EQ(answer->exit_code, 6) << answer->text;
  EXPECT_TRUE(says(failed, "the cards failed")) << failed.text;
  EXPECT_TRUE(says(wrong, "the cards failed")) << wrong.text;
  EXPECT_TRUE(says(wrong, "returned what is no status (9)")) << wrong.text;
  EXPECT_TRUE(says(silent, "the cards")) << silent.text;
  EXPECT_TRUE(says(button, "the emergency stop was pressed")) << button.text;
}

// The library's own way, without the program.
// Restart needs an acknowledgement: what stopped a machine stands beside its file until somebody has looked at it.
TEST(RunOnCards, DoesNotStartAMachineThatAnAlarmHasStoppedUntilSomebodyHasLookedAtIt) {
  const TemporaryFile own("machine.toml", "");
  std::filesystem::copy_file(source + "flywheel_machine.toml", own.path(),
                             std::filesystem::copy_options::overwrite_existing);
  const auto with = [&](const std::string& cards, const std::string& more) {
    return run_program("run " + flywheel + cards + "--machine " + own.quoted() + " --quiet --for 50ms " + more);
  };
  EXPECT_EQ(with(flywheel_cards, "").exit_code, 0);
  const Answer pressed = with(scripted, "--hardware-options 'drives=1 button'");
  EXPECT_EQ(pressed.exit_code, 6) << pressed.text;
  const Answer again = with(flywheel_cards, "");
  EXPECT_EQ(again.exit_code, 6) << again.text;
  EXPECT_TRUE(says(again, "an alarm has stopped this machine")) << again.text;
  EXPECT_TRUE(says(again, "the emergency stop was pressed")) << again.text;
  EXPECT_TRUE(says(again, "--acknowledge")) << again.text;
  EXPECT_EQ(with(flywheel_cards, "--acknowledge").exit_code, 0);
  EXPECT_EQ(with(flywheel_cards, "").exit_code, 0);
}

TEST(RunScenario, RunsOnCardsAndOnTheVirtualRobotByTheSameCall) {
  const auto robot = load(source + "flywheel.toml");
  ASSERT_TRUE(robot.ok());
  const auto scenario = read_scenario(robot.value(), source + "flywheel_motion.toml");
  ASSERT_TRUE(scenario.ok());
  RunOptions options;
  options.seconds = 0.1;
  const auto on_virtual = run_scenario(scenario.value(), options);
  ASSERT_TRUE(on_virtual.ok());
  EXPECT_TRUE(on_virtual.value().details().outcome.knows_truth());
  EXPECT_FALSE(on_virtual.value().details().cards);
  options.cards = Cards{EXAMPLES "/libflywheel_cards.so", source + "flywheel_machine.toml"};
  const auto on_cards = run_scenario(scenario.value(), options);
  ASSERT_TRUE(on_cards.ok()) << to_text(on_cards.findings().front());
  EXPECT_FALSE(on_cards.value().details().outcome.knows_truth());
  ASSERT_TRUE(on_cards.value().details().cards);
  EXPECT_GT(on_cards.value().samples(), 50u);
  EXPECT_EQ(on_cards.value().q(0).size(), 1u);
  EXPECT_FALSE(on_cards.value().stopped());
}

TEST(RunScenario, EndsWhenTheWatcherHasEnough) {
  const auto robot = load(source + "flywheel.toml");
  const auto scenario = read_scenario(robot.value(), source + "flywheel_motion.toml");
  RunOptions options;
  options.cards = Cards{EXAMPLES "/libflywheel_cards.so", source + "flywheel_machine.toml"};
  int asked = 0;
  const auto run = run_scenario(scenario.value(), options, [&](const Step&) {
    return ++asked > 5 ? tauforge::Answer::enough : tauforge::Answer::go_on;
  });
  ASSERT_TRUE(run.ok());
  EXPECT_TRUE(run.value().details().outcome.interrupted);
  const auto cancelled = run_scenario(scenario.value(), options, [](const Step&) { return tauforge::Answer::cancel; });
  ASSERT_FALSE(cancelled.ok());
  EXPECT_EQ(cancelled.findings().front().code, "cancelled");
}

TEST(OpenedMachine, NeverAsksForMoreVoltsThanTheTorqueLimitOfTheRobot) {
  const auto robot = load(source + "flywheel.toml");
  const auto scenario = read_scenario(robot.value(), source + "flywheel_motion.toml");
  auto opened = cards::open_machine(scenario.value().details(),
                                    {EXAMPLES "/libflywheel_cards.so", source + "flywheel_machine.toml"});
  ASSERT_TRUE(opened.ok());
  const auto taken = opened.take();
  EXPECT_DOUBLE_EQ(taken.machine.axes[0].max_volts, 8.0);  // 0.8 N m at 0.1 N m/V; the amplifier could give 10 V
  EXPECT_EQ(taken.machine.brake_delay, 0.02);
  EXPECT_TRUE(taken.machine.potentiometers.empty());
}

}  // namespace
}  // namespace tauforge::tests
