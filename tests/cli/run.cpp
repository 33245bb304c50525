// tauforge run, as a user runs it. How late things are is the machine's affair: counts are asserted, times are not.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "program.h"

namespace tauforge::tests {

namespace {

using nlohmann::json;

const std::string robot = "'" TAUFORGE_SOURCE_DIR "/robots/puma560.toml' ";
const std::string scenario = "'" TAUFORGE_SOURCE_DIR "/examples/first_steps.toml' ";

TEST(RunCommand, AccountsForEveryReleaseAndLosesNothing) {
  const TemporaryFile log("log.csv", "");
  const Answer answer = run_program("run " + robot + scenario + "--for 300ms --json -o " + log.quoted());
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const json r = json::parse(answer.text.substr(answer.text.find("{\n")));  // after warnings
  const json& timing = r["timing"];
  const auto steps = timing["steps"].get<std::uint64_t>(),
             lost = timing["overruns"]["lost_releases"].get<std::uint64_t>();
  EXPECT_GE(steps + lost, 301u);  // 0, 1, ... 300 ms
  EXPECT_LE(steps, 301u);
  EXPECT_EQ(r["dropped"], 0);
  EXPECT_EQ(timing["timing_samples_lost"], 0);
  EXPECT_EQ(r["samples"], steps + 1);  // and the one that leaves the drives with the stop command
  EXPECT_FALSE(timing["granted"].empty());
  EXPECT_FALSE(timing.contains("latency_us"));
  std::ifstream file(log.path());
  EXPECT_EQ(std::count(std::istreambuf_iterator<char>(file), {}, '\n'), static_cast<std::ptrdiff_t>(steps) + 2);
}

TEST(RunCommand, ComparesUnderStressAndSaysWithWhat) {
  const Answer answer = run_program("run " + robot + scenario + "--for 200ms --stress --priority 0 --json");
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const json r = json::parse(answer.text.substr(answer.text.find("{\n")));  // after warnings
  const json& latency = r["timing"]["latency_us"];
  EXPECT_GT(latency["this_loop"]["count"], 0);
  EXPECT_GT(latency["other"]["count"], 0);
  EXPECT_EQ(latency["yardstick"] == "cyclictest", !latency.contains("no_cyclictest_because"));
}

TEST(RunCommand, PrintsWhatWasGrantedAndTheTimingInPlainWords) {
  const Answer answer = run_program("run " + robot + scenario + "--for 100ms");
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  for (const char* words : {"What the machine granted", "memory that stays in place: ", "wake-up latency",
                            "overruns: ", "by computation", "by scheduling", "by page faults", "age of the model"})
    EXPECT_NE(answer.text.find(words), std::string::npos) << words << "\n" << answer.text;
}

TEST(RunCommand, RefusesWhatMakesNoSense) {
  for (const char* wrong :
       {"--for 0s", "--for -1s", "--for 3parsecs", "--for 100000s", "--priority 100", "--processor -1"})
    EXPECT_EQ(run_program("run " + robot + scenario + wrong).exit_code, 2) << wrong;
  EXPECT_EQ(run_program("run " + robot + "no.toml").exit_code, 1);
  EXPECT_EQ(run_program("run no.toml " + scenario).exit_code, 1);
  EXPECT_EQ(run_program("run " + robot + scenario + "-o " + scenario).exit_code, 2);
  EXPECT_EQ(run_program("run " + robot + scenario + "--for 10ms -o /proc/no/log.csv").exit_code, 4);
}

TEST(RunCommand, ReportsHowFarItCameWhenItIsInterrupted) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    dup2(ends[1], 1), dup2(ends[1], 2), close(ends[0]), close(ends[1]);
    execl(TAUFORGE_BINARY_DIR "/tauforge", "tauforge", "run", TAUFORGE_SOURCE_DIR "/robots/puma560.toml",
          TAUFORGE_SOURCE_DIR "/examples/first_steps.toml", "--for", "5min", static_cast<char*>(nullptr));
    _exit(9);
  }
  close(ends[1]);
  std::string text;
  bool interrupted = false;
  for (char c; read(ends[0], &c, 1) == 1; text += c)
    if (!interrupted && text.ends_with("running for 300 s")) interrupted = kill(child, SIGINT) == 0;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status)) << text;
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_TRUE(interrupted);
  EXPECT_NE(text.find("What the machine granted"), std::string::npos) << text;
}

}  // namespace

}  // namespace tauforge::tests
