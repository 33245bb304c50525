// The help, and what the program says about a command line that it does not understand.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "program.h"

namespace tauforge::tests {

namespace {

const char* const commands[] = {"check",    "count",    "evaluate",   "generate", "excite",
                                "logs",     "identify", "payload",    "drift",    "measure",
                                "simulate", "run",      "commission", "derive",   "campaign"};

bool says(const Answer& answer, const std::string& words) { return answer.text.find(words) != std::string::npos; }

TEST(Usage, SuggestsTheCommandThatWasMeant) {
  const Answer answer = run_program("chekc arm.urdf");
  EXPECT_EQ(answer.exit_code, 2);
  EXPECT_TRUE(says(answer, "there is no command 'chekc'; did you mean 'check'?")) << answer.text;
  EXPECT_TRUE(says(run_program("identfy a.toml b.csv --json"), "did you mean 'identify'?"));
  EXPECT_TRUE(says(run_program("measure sprnig"), "there is no command 'sprnig'; did you mean 'spring'?"));
  EXPECT_TRUE(says(run_program("zzzzzzz"), "there is no command 'zzzzzzz'; tauforge --help lists them"));
}

TEST(Usage, SuggestsTheOptionThatWasMeantWhereverItStands) {
  for (const char* arguments :
       {"generate arm.toml --effrot 3 -o out", "generate --effrot=3 arm.toml", "generate --effrot"}) {
    const Answer answer = run_program(arguments);
    EXPECT_EQ(answer.exit_code, 2) << arguments;
    EXPECT_TRUE(says(answer, "tauforge generate: error: there is no option '--effrot'; did you mean '--effort'?"))
        << answer.text;
  }
  EXPECT_TRUE(says(run_program("check --vebrose arm.toml"), "did you mean '--verbose'?"));
  EXPECT_TRUE(says(run_program("check -x arm.toml"), "there is no option '-x'"));
  EXPECT_TRUE(says(run_program("check --xyzxyz arm.toml"), "tauforge check --help lists them"));
}

TEST(Usage, NamesWhatIsTooMuchInTheOrderItWasGiven) {
  const Answer answer = run_program("campaign robot.toml first second");
  EXPECT_EQ(answer.exit_code, 2);
  EXPECT_TRUE(says(answer, "'first second'")) << answer.text;
  EXPECT_TRUE(says(run_program("check"), "tauforge check: error: FILE is required")) << run_program("check").text;
}

TEST(Usage, TakesNegativeNumbersForNumbers) {
  EXPECT_FALSE(says(run_program("identify none.toml none.csv --delay -5"), "no option"));
}

TEST(Help, WithoutAnyArgumentTheProgramShowsWhatItHas) {
  const Answer answer = run_program("");
  EXPECT_EQ(answer.exit_code, 2);
  for (const char* command : commands) EXPECT_TRUE(says(answer, std::string("\n  ") + command + " ")) << command;
}

TEST(Help, GroupsTheCommandsByPurpose) {
  const Answer answer = run_program("--help");
  EXPECT_EQ(answer.exit_code, 0);
  std::size_t at = 0;
  for (const char* heading : {"Look at a robot:\n", "Code:\n", "Measure and identify:\n", "Control:\n", "Papers:\n"}) {
    const std::size_t found = answer.text.find(heading);
    ASSERT_NE(found, std::string::npos) << heading << answer.text;
    EXPECT_GT(found, at);
    at = found;
  }
  EXPECT_EQ(run_program("help").text, answer.text);
}

TEST(Help, OfACommandIsTheSameHoweverItIsAskedFor) {
  for (const char* command : {"check", "measure", "measure spring"}) {
    const std::string name = command;
    EXPECT_EQ(run_program("help " + name).text, run_program(name + " --help").text) << name;
    EXPECT_EQ(run_program("help " + name).exit_code, 0);
    EXPECT_TRUE(says(run_program("help " + name), "tauforge " + name)) << run_program("help " + name).text;
  }
  const Answer unknown = run_program("help chekc");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(says(unknown, "did you mean 'check'?")) << unknown.text;
}

TEST(Help, TellsTheVersionInBothWays) {
  EXPECT_EQ(run_program("version").text, run_program("--version").text);
  EXPECT_EQ(run_program("version").exit_code, 0);
}

TEST(Help, SpeaksOfValuesInWordsAndStaysWithinTheWidth) {
  std::string all = run_program("--help").text;
  for (const char* command : commands) all += run_program(std::string(command) + " --help").text;
  all += run_program("measure spring --help").text + run_program("measure two-wires --help").text;
  for (const char* raw :
       {"FLOAT", "INT:", "UINT", "TEXT:", "POSITIVE", "NONNEGATIVE", " in [", "{c,", "->", "REQUIRED"})
    EXPECT_EQ(all.find(raw), std::string::npos) << all.substr(all.find(raw) > 60 ? all.find(raw) - 60 : 0, 120);
  std::istringstream lines(all);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
  const Answer generate = run_program("generate --help");
  EXPECT_TRUE(says(generate, "--within SHARE")) << generate.text;
  EXPECT_TRUE(says(generate, "; 0 to 0.5")) << generate.text;
  EXPECT_TRUE(says(generate, "--effort N")) << generate.text;
}

}  // namespace

}  // namespace tauforge::tests
