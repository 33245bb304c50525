// tauforge check, run as a user runs it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"
#include "tests/support/shared_data.h"

namespace tauforge::tests {

namespace {

const std::string pendulum =
    "<robot name=\"pendulum\">\n<link name=\"base\"/><link name=\"rod\"><inertial><origin xyz=\"0 0 0.5\"/><mass "
    "value=\"2\"/>"
    "<inertia ixx=\"0.2\" iyy=\"0.2\" izz=\"0.01\" ixy=\"0\" iyz=\"0\" ixz=\"0\"/></inertial></link>\n"
    "<joint name=\"hinge\" type=\"continuous\"><parent link=\"base\"/><child link=\"rod\"/></joint>\n</robot>\n";

const std::string repeated_origin =
    "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/><joint name=\"j\" type=\"continuous\"><parent "
    "link=\"a\"/><child link=\"b\"/>\n"
    "<origin xyz=\"1 0 0\"/>\n<origin xyz=\"2 0 0\"/></joint></robot>\n";

TEST(Check, PrintsJointsLinksAndASummary) {
  const TemporaryFile file("pendulum.urdf", pendulum);
  const Answer answer = run_program("check " + file.quoted());
  EXPECT_EQ(answer.exit_code, 0);
  EXPECT_NE(answer.text.find("pendulum (URDF): 1 degrees of freedom, fixed base, 2 links, 2 kg"), std::string::npos)
      << answer.text;
  EXPECT_NE(answer.text.find("hinge"), std::string::npos);
  EXPECT_NE(answer.text.find("0 errors, 0 warnings"), std::string::npos) << answer.text;
  EXPECT_EQ(answer.text.find('\x1b'), std::string::npos) << "no colours outside a terminal";
}

TEST(Check, ExitsWithOneOnAnErrorAndPointsAtIt) {
  const TemporaryFile file(
      "arm.urdf", "<robot name=\"r\">\n<link name=\"a\"><inertial><mass value=\"2kg\"/></inertial></link></robot>");
  const Answer answer = run_program("check " + file.quoted());
  EXPECT_EQ(answer.exit_code, 1);
  EXPECT_NE(answer.text.find("arm.urdf:2:39: error:"), std::string::npos) << answer.text;
  EXPECT_NE(answer.text.find("[not-a-number]"), std::string::npos);
  EXPECT_NE(answer.text.find("^~~"), std::string::npos);
}

TEST(Check, WarningsExitWithZeroUnlessStrict) {
  const TemporaryFile file("r.urdf", repeated_origin);
  EXPECT_EQ(run_program("check " + file.quoted()).exit_code, 0);
  const Answer strict = run_program("check --strict " + file.quoted());
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_NE(strict.text.find("error: <joint> of 'j' has <origin> more than once [element-repeated]"), std::string::npos)
      << strict.text;
}

// An arm whose every joint is turned by a quarter turn of few digits, each on a line of its own.
std::string coarse_arm(int joints) {
  std::string text = "<robot name=\"arm\">\n<link name=\"l0\"/>\n";
  for (int i = 1; i <= joints; ++i) {
    const std::string n = std::to_string(i);
    text += "<link name=\"l" + n +
            "\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" iyz=\"0\" " +
            "ixz=\"0\"/></inertial></link><joint name=\"j" + n + "\" type=\"continuous\"><parent link=\"l" +
            std::to_string(i - 1) + "\"/><child link=\"l" + n +
            "\"/><axis xyz=\"0 0 1\"/><origin rpy=\"1.5708 0 0\" xyz=\"1 0 0\"/></joint>\n";
  }
  return text + "</robot>\n";
}

int times(const std::string& text, const std::string& what) {
  int n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

TEST(Check, SumsUpFindingsOfOneCodeAndShowsEachWhenAsked) {
  const TemporaryFile file("arm.urdf", coarse_arm(20));
  const Answer summed = run_program("check " + file.quoted());
  EXPECT_EQ(times(summed.text, "[angle-nearly-right]"), 1) << summed.text;
  EXPECT_NE(summed.text.find("arm.urdf:3:"), std::string::npos) << "the first in full";
  EXPECT_NE(summed.text.find("      and 19 more like this: lines 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, ... "
                             "(--all-findings shows each)\n"),
            std::string::npos)
      << summed.text;
  EXPECT_EQ(times(run_program("check --all-findings " + file.quoted()).text, "[angle-nearly-right]"), 20);
  const auto json = nlohmann::json::parse(run_program("check --json " + file.quoted()).text);
  EXPECT_EQ(json["notes"], 20);
}

TEST(Check, AQuarterTurnOfFewDigitsIsNoReasonToRefuseAFile) {
  const TemporaryFile file("arm.urdf", coarse_arm(2));
  const Answer answer = run_program("check --strict " + file.quoted());
  EXPECT_EQ(answer.exit_code, 0) << answer.text;
  EXPECT_NE(answer.text.find("0 errors, 0 warnings, 2 notes"), std::string::npos) << answer.text;
}

TEST(Check, SumsUpWarningsToo) {
  std::string text = coarse_arm(5);
  for (std::size_t at; (at = text.find("izz=\"1\"")) != std::string::npos;) text.replace(at, 7, "izz=\"9\"");
  const TemporaryFile file("arm.urdf", text);
  const Answer answer = run_program("check --strict -q " + file.quoted());
  EXPECT_EQ(answer.exit_code, 1);
  EXPECT_EQ(times(answer.text, "[triangle-inequality]"), 1) << answer.text;
  EXPECT_NE(answer.text.find("and 4 more like this: lines 4, 5, 6, 7 (--all-findings"), std::string::npos)
      << answer.text;
}

TEST(Check, EveryRobotOfTheProjectPassesStrictly) {
  const std::filesystem::path robots = TAUFORGE_SOURCE_DIR "/robots";
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(robots))
    if (entry.is_regular_file() && entry.path().extension() != ".plans") {
      const Answer answer = run_program("check --strict '" + entry.path().string() + "'");
      EXPECT_EQ(answer.exit_code, 0) << answer.text;
      ++files;
    }
  EXPECT_GE(files, 23);
}

TEST(Check, WhatAFileAcknowledgesIsANoteThereAndSilentElsewhere) {
  const std::string puma = "'" TAUFORGE_SOURCE_DIR "/robots/puma560.toml'";
  const Answer check = run_program("check " + puma);
  EXPECT_EQ(times(check.text, "acknowledged: "), 2) << check.text;
  EXPECT_NE(check.text.find("0 errors, 0 warnings, 2 notes"), std::string::npos) << check.text;
  const Answer count = run_program("count " + puma);
  EXPECT_EQ(count.exit_code, 0);
  EXPECT_EQ(count.text.find("warning"), std::string::npos) << count.text;
}

TEST(Check, WarnsOfAnArmTooHeavyForItsReach) {
  std::string text = coarse_arm(3);
  for (std::size_t at; (at = text.find("mass value=\"1\"")) != std::string::npos;)
    text.replace(at, 14, "mass value=\"144\"");
  for (std::size_t at; (at = text.find("xyz=\"1 0 0\"/></joint")) != std::string::npos;)
    text.replace(at, 11, "xyz=\"0.4 0 0\"");
  const TemporaryFile file("arm.urdf", text);
  const Answer answer = run_program("check " + file.quoted());
  EXPECT_EQ(answer.exit_code, 0);
  EXPECT_NE(answer.text.find("warning: 432 kg move on joint 'j1' and reach no farther than 0.8 m"), std::string::npos)
      << answer.text;
  EXPECT_EQ(run_program("check --strict " + file.quoted()).exit_code, 1);
}

TEST(Check, SpeaksJson) {
  const TemporaryFile file("r.urdf", repeated_origin);
  const Answer answer = run_program("check --json " + file.quoted());
  EXPECT_EQ(answer.exit_code, 0);
  const auto json = nlohmann::json::parse(answer.text);
  EXPECT_EQ(json["files"][0]["robot"]["degrees_of_freedom"], 1);
  EXPECT_GE(json["warnings"], 1);
  bool found = false;
  for (const auto& finding : json["files"][0]["findings"])
    if (finding["code"] == "element-repeated") {
      found = true;
      EXPECT_EQ(finding["line"], 3);
      EXPECT_EQ(finding["severity"], "warning");
    }
  EXPECT_TRUE(found);
}

TEST(Check, TellsTheFormatByContentAndNamesTheFormatsWhenItCannot) {
  const TemporaryFile urdf("arm.txt", pendulum);
  EXPECT_EQ(run_program("check " + urdf.quoted()).exit_code, 0);
  const TemporaryFile other("arm.txt", "once upon a time\n");
  const Answer answer = run_program("check " + other.quoted());
  EXPECT_EQ(answer.exit_code, 1);
  EXPECT_NE(answer.text.find("[format-unknown]"), std::string::npos);
  for (const char* format : {".toml", ".urdf", ".dyn"})
    EXPECT_NE(answer.text.find(format), std::string::npos) << format;
}

TEST(Check, LenientFillsUpListsOfZeros) {
  const TemporaryFile file("arm.dyn", "number_links 2\nmass 1 1\nsigma 0\nalpha 0 0\ndpar 0 0\napar 1 1\nstop\n");
  EXPECT_EQ(run_program("check " + file.quoted()).exit_code, 1);
  EXPECT_EQ(run_program("check --lenient " + file.quoted()).exit_code, 0);
}

TEST(Check, FreesTheBaseWhenAsked) {
  const TemporaryFile file("pendulum.urdf", pendulum);
  EXPECT_NE(run_program("check --floating " + file.quoted()).text.find("7 degrees of freedom, floating base"),
            std::string::npos);
}

TEST(Check, SaysThatAFileIsMissing) {
  const Answer answer = run_program("check /nowhere/arm.urdf");
  EXPECT_EQ(answer.exit_code, 1);
  EXPECT_NE(answer.text.find("[file-unreadable]"), std::string::npos);
}

TEST(Check, DoesNotLetNamesSteerTheTerminal) {
  const TemporaryFile file("r.urdf", "<robot name=\"&#27;[31mred\"><link name=\"&#27;c\"/></robot>");
  const Answer answer = run_program("check " + file.quoted());
  EXPECT_EQ(answer.text.find('\x1b'), std::string::npos);
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(Check, RepairWritesANearbyFileInTheSameFormatAndListsItsChanges) {
  const TemporaryFile file("pendulum.urdf", changed(pendulum, "izz=\"0.01\"", "izz=\"0.9\""));
  EXPECT_EQ(run_program("check --strict " + file.quoted()).exit_code, 1);
  const std::string out = (file.folder() / "repaired.urdf").string();
  const Answer answer = run_program("check --repair '" + out + "' " + file.quoted());
  EXPECT_EQ(answer.exit_code, 0) << answer.text;
  EXPECT_NE(answer.text.find("rod"), std::string::npos) << answer.text;
  EXPECT_NE(answer.text.find("written, with 1 change"), std::string::npos) << answer.text;
  const Answer again = run_program("check --strict '" + out + "'");
  EXPECT_EQ(again.exit_code, 0) << again.text;
}

TEST(Check, RepairDoesNotOverwriteItsInput) {
  const TemporaryFile file("pendulum.urdf", pendulum);
  EXPECT_EQ(run_program("check --repair " + file.quoted() + " " + file.quoted()).exit_code, 2);
  EXPECT_EQ(run_program("check --repair out.urdf " + file.quoted() + " " + file.quoted()).exit_code, 2);
}

TEST(Check, RepairSaysWhenItCannotWrite) {
  const TemporaryFile file("pendulum.urdf", pendulum);
  EXPECT_EQ(run_program("check --repair /nowhere/at/all.urdf " + file.quoted()).exit_code, 4);
}

TEST(Check, OfTheSharedRobotsOnlyTheUnexpandedXacroIsRefused) {
  TAUFORGE_NEEDS_SHARED("robots");
  int refused = 0, usable = 0;
  for (const auto& entry : std::filesystem::directory_iterator(testing::shared_data() / "robots")) {
    if (entry.path().extension() != ".urdf") continue;
    const Answer answer = run_program("check '" + entry.path().string() + "'");
    const bool xacro = entry.path().filename() == "unexpanded_xarm7.xacro.urdf";
    EXPECT_EQ(answer.exit_code, xacro ? 1 : 0) << answer.text;
    ++(xacro ? refused : usable);
  }
  EXPECT_EQ(refused, 1);
  EXPECT_EQ(usable, 18);
}

TEST(Program, WrongUsageExitsWithTwo) {
  EXPECT_EQ(run_program("").exit_code, 2);
  EXPECT_EQ(run_program("chek").exit_code, 2);
  EXPECT_EQ(run_program("check").exit_code, 2);
  EXPECT_EQ(run_program("check --mimic sometimes a.urdf").exit_code, 2);
}

TEST(Program, HelpsWithExamples) {
  for (const char* arguments : {"--help", "check --help"}) {
    const Answer answer = run_program(arguments);
    EXPECT_EQ(answer.exit_code, 0);
    EXPECT_NE(answer.text.find("Examples:"), std::string::npos) << answer.text;
  }
  EXPECT_EQ(run_program("--version").text.substr(0, 9), "tauforge ");
}

TEST(Program, SaysWhenItsOutputCannotBeWritten) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const TemporaryFile file("pendulum.urdf", pendulum);
  EXPECT_EQ(run_program("check " + file.quoted() + " >/dev/full").exit_code, 4);
}

TEST(Program, SaysThatItsHelpCannotBeWritten) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  for (const char* asked : {"--help", "--version", "check --help", "help check"})
    EXPECT_EQ(run_program(std::string(asked) + " >/dev/full").exit_code, 4) << asked;
}

}  // namespace

}  // namespace tauforge::tests
