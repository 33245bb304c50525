// tauforge run, as a user runs it. How late things are is the machine's affair: counts are asserted, times are not.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <tuple>

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
             lost = timing["overruns"]["lost_releases"].get<std::uint64_t>(),
             stops = timing["actions"]["stop"].get<std::uint64_t>();  // after the last, until the arm rests
  EXPECT_GE(stops, 1u);
  EXPECT_GE(steps - stops + lost, 301u);  // 0, 1, ... 300 ms
  EXPECT_LE(steps - stops, 301u);
  EXPECT_TRUE(r["stopped"].is_null()) << r["stopped"];
  EXPECT_EQ(r["dropped"], 0);
  EXPECT_EQ(timing["timing_samples_lost"], 0);
  EXPECT_EQ(r["samples"], steps);
  EXPECT_FALSE(timing["granted"].empty());
  EXPECT_FALSE(timing.contains("latency_us"));
  std::ifstream file(log.path());
  EXPECT_EQ(std::count(std::istreambuf_iterator<char>(file), {}, '\n'), static_cast<std::ptrdiff_t>(steps) + 1);
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
       {"--for 0s", "--for -1s", "--for 3parsecs", "--for never", "--for 1e10s", "--priority 100", "--processor -1"})
    EXPECT_EQ(run_program("run " + robot + scenario + wrong).exit_code, 2) << wrong;
  EXPECT_EQ(run_program("run " + robot + "no.toml").exit_code, 1);
  EXPECT_EQ(run_program("run no.toml " + scenario).exit_code, 1);
  EXPECT_EQ(run_program("run " + robot + scenario + "-o " + scenario).exit_code, 2);
  EXPECT_EQ(run_program("run " + robot + scenario + "--for 10ms -o /proc/no/log.csv").exit_code, 4);
}

// The program with more arguments, told something while it runs; what it said and how it ended.
class Running {
 public:
  // `errors`: where standard error goes, else to where standard output does.
  explicit Running(std::vector<std::string> more, const char* errors = nullptr) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    std::vector<std::string> words{"tauforge", "run", TAUFORGE_SOURCE_DIR "/robots/puma560.toml",
                                   TAUFORGE_SOURCE_DIR "/examples/first_steps.toml"};
    words.insert(words.end(), more.begin(), more.end());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    child_ = fork();
    EXPECT_GE(child_, 0);
    if (child_ == 0) {
      dup2(ends[1], 1), dup2(errors ? open(errors, O_WRONLY) : ends[1], 2), close(ends[0]), close(ends[1]);
      execv(TAUFORGE_BINARY_DIR "/tauforge", arguments.data());
      _exit(9);
    }
    close(ends[1]);
    from_ = ends[0];
  }
  pid_t process() const { return child_; }
  // Reads until the text ends so.
  bool says(const std::string& words) {
    for (char c; !text.ends_with(words);) {
      if (read(from_, &c, 1) != 1) return false;
      text += c;
    }
    return true;
  }
  void stop_reading() { close(from_), from_ = -1; }
  void tell(int signal) const { kill(child_, signal); }
  // -1: by a signal.
  int exit_code() {
    for (char c; from_ >= 0 && read(from_, &c, 1) == 1;) text += c;
    if (from_ >= 0) stop_reading();
    int status = 0;
    waitpid(child_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string text;

 private:
  pid_t child_ = -1;
  int from_ = -1;
};

std::size_t lines_of(const std::string& path) {
  std::ifstream file(path);
  return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
}

TEST(RunCommand, ReportsHowFarItCameWhenItIsInterrupted) {
  Running run({"--for", "5min"});
  ASSERT_TRUE(run.says("running for 300 s"));
  run.tell(SIGINT);
  EXPECT_EQ(run.exit_code(), 0);
  EXPECT_NE(run.text.find("What the machine granted"), std::string::npos) << run.text;
  EXPECT_NE(run.text.find("of 300 s: interrupted"), std::string::npos) << run.text;
}

TEST(RunCommand, EndsInGoodOrderWhateverSignalAsksForIt) {
  for (const auto& [signal, name, exit_code] :
       {std::tuple{SIGINT, "SIGINT", 0}, std::tuple{SIGTERM, "SIGTERM", 6}, std::tuple{SIGHUP, "SIGHUP", 6}}) {
    const TemporaryFile log("log.csv", "");
    Running run({"--for", "forever", "-o", log.path()});
    ASSERT_TRUE(run.says("running until it is interrupted\n"));
    usleep(300'000);
    // the second comes while the arm is stopped, and changes nothing
    run.tell(signal), run.tell(signal);
    EXPECT_EQ(run.exit_code(), exit_code) << run.text;
    EXPECT_EQ(run.text.find(std::string("ended by ") + name) != std::string::npos, exit_code != 0) << run.text;
    EXPECT_NE(run.text.find("What the machine granted"), std::string::npos) << run.text;
    const std::size_t rows = lines_of(log.path());
    EXPECT_GT(rows, 10u);
    EXPECT_NE(run.text.find(std::to_string(rows - 1) + " samples in "), std::string::npos) << rows << run.text;
  }
}

TEST(RunCommand, WritesItsLogWhileItRuns) {
  const TemporaryFile log("log.csv", "");
  Running run({"--for", "forever", "-o", log.path()});
  ASSERT_TRUE(run.says("running until it is interrupted\n"));
  const std::string part = log.path() + ".part-" + std::to_string(run.process());
  std::size_t rows = 0;
  for (int look = 0; look < 200 && rows < 500; ++look) usleep(100'000), rows = lines_of(part);
  EXPECT_GE(rows, 500u);
  EXPECT_EQ(lines_of(log.path()), 0u);  // it has its name when it is complete
  run.tell(SIGINT);
  EXPECT_EQ(run.exit_code(), 0) << run.text;
  EXPECT_GT(lines_of(log.path()), rows);
  EXPECT_NE(access(part.c_str(), F_OK), 0);
}

TEST(RunCommand, StopsWhenItsLogCannotBeWritten) {
  if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "this machine has no /dev/full";
  Running run({"--for", "forever", "-o", "/dev/full"});
  EXPECT_EQ(run.exit_code(), 4);
  EXPECT_NE(run.text.find("output-unwritable"), std::string::npos) << run.text;
  EXPECT_NE(run.text.find("What the machine granted"), std::string::npos) << run.text;
}

TEST(RunCommand, StopsInGoodOrderWhenNobodyReadsItsLog) {
  Running run({"--for", "forever", "-o", "-", "--quiet"}, "/dev/null");
  ASSERT_TRUE(run.says("t,q:"));
  run.stop_reading();
  EXPECT_EQ(run.exit_code(), 4);
}

// A minute of steps: what the program has in memory after a quarter is what it has at the end.
TEST(RunCommandLong, TakesNoMoreMemoryTheLongerItRuns) {
  const TemporaryFile log("log.csv", "");
  Running run({"--for", "forever", "-o", log.path()});
  ASSERT_TRUE(run.says("running until it is interrupted\n"));
  const auto resident = [&] {  // [kB]
    std::ifstream file("/proc/" + std::to_string(run.process()) + "/status");
    for (std::string line; std::getline(file, line);)
      if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
    return -1L;
  };
  sleep(15);
  const long early = resident();
  sleep(45);
  const long late = resident();
  run.tell(SIGTERM);
  EXPECT_EQ(run.exit_code(), 6) << run.text;
  EXPECT_GT(early, 1000);
  EXPECT_LE(late, early + 512) << "kept samples would be " << 45'000 * 24 / 10 << " kB";
  RecordProperty("resident_early_kB", std::to_string(early));
  RecordProperty("resident_late_kB", std::to_string(late));
}

}  // namespace

}  // namespace tauforge::tests
