// What long commands show meanwhile, and what Ctrl-C leaves: on a terminal of the test's own.
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <vector>

#include "program.h"

namespace tauforge::tests {

namespace {

namespace fs = std::filesystem;

const std::string robots = TAUFORGE_SOURCE_DIR "/robots/";

// The program on a terminal.
class OnTerminal {
 public:
  explicit OnTerminal(std::vector<std::string> words) {
    child_ = forkpty(&terminal_, nullptr, nullptr, nullptr);
    if (child_ != 0) return;
    setenv("TERM", "xterm", 1);
    std::vector<char*> arguments{const_cast<char*>("tauforge")};
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execv(TAUFORGE_BINARY_DIR "/tauforge", arguments.data());
    _exit(127);
  }
  ~OnTerminal() {
    if (status_ < 0) kill(child_, SIGKILL), waitpid(child_, nullptr, 0);
    close(terminal_);
  }

  // Reads until the text was seen; false: the program ended first, or two minutes passed.
  bool shows(const std::string& wanted) {
    while (text.find(wanted, seen_) == std::string::npos)
      if (!read_some()) return false;
    seen_ = text.find(wanted, seen_) + wanted.size();
    return true;
  }
  void press_interrupt() const { EXPECT_EQ(write(terminal_, "\x03", 1), 1); }
  int wait() {
    while (read_some()) {
    }
    waitpid(child_, &status_, 0);
    return status_;
  }

  std::string text;

 private:
  bool read_some() {
    pollfd waiting{terminal_, POLLIN, 0};
    if (poll(&waiting, 1, 120000) <= 0) return false;
    char block[4096];
    const ssize_t n = read(terminal_, block, sizeof block);
    if (n <= 0) return false;
    text.append(block, static_cast<std::size_t>(n));
    return true;
  }

  int terminal_ = -1, status_ = -1;
  pid_t child_ = -1;
  std::size_t seen_ = 0;
};

std::string all_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class ProgressOf : public ::testing::Test {
 protected:
  ProgressOf() : anchor_("plain_file", "") {}
  fs::path place() const { return anchor_.folder(); }
  std::string made() const { return (place() / "made").string(); }
  std::vector<std::string> endless_generate() const {
    return {"generate",    robots + "puma560.toml", "-o",       made(),
            "--functions", "inverse_dynamics",      "--effort", "9000000"};
  }
  std::set<std::string> names() const {
    std::set<std::string> all;
    for (const auto& entry : fs::directory_iterator(place())) all.insert(entry.path().filename().string());
    all.erase("plain_file");
    return all;
  }

 private:
  TemporaryFile anchor_;
};

TEST_F(ProgressOf, GenerateIsDrawnOnATerminalAndEndsWithTheBestSoFarOnCtrlC) {
  OnTerminal program(endless_generate());
  ASSERT_TRUE(program.shows("searching 1 of 1: inverse_dynamics: ")) << program.text;
  ASSERT_TRUE(program.shows(" operations so far")) << program.text;
  ASSERT_TRUE(program.shows(" left")) << program.text;
  program.press_interrupt();
  const int status = program.wait();
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << program.text;
  EXPECT_NE(program.text.find("Ctrl-C again ends at once"), std::string::npos) << program.text;
  EXPECT_NE(program.text.find("verified on 1000 random states"), std::string::npos) << program.text;
  EXPECT_NE(program.text.find("cut short"), std::string::npos) << program.text;
  EXPECT_NE(all_of(place() / "made/puma560.c").find("cut short"), std::string::npos);
  EXPECT_EQ(names(), std::set<std::string>{"made"});
  const std::string test = "cc -I '" + made() + "' '" + made() + "/puma560.c' '" + made() + "/puma560_model.c' '" +
                           made() + "/puma560_selftest.c' -lm -o '" + made() + "/test' && '" + made() +
                           "/test' > /dev/null";
  EXPECT_EQ(std::system(test.c_str()), 0);
}

TEST_F(ProgressOf, GenerateEndsAtOnceWithNothingOnASecondCtrlC) {
  const fs::path slow = place() / "slow-compiler";
  std::ofstream(slow) << "#!/bin/sh\nsleep 60\n";
  fs::permissions(slow, fs::perms::owner_all);
  auto words = endless_generate();
  words.insert(words.end(), {"--compiler", slow.string()});
  OnTerminal program(words);
  ASSERT_TRUE(program.shows(" operations so far")) << program.text;
  program.press_interrupt();
  ASSERT_TRUE(program.shows("Ctrl-C again ends at once")) << program.text;
  program.press_interrupt();
  const int status = program.wait();
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) << status << program.text;
  EXPECT_EQ(names(), std::set<std::string>{"slow-compiler"});
}

TEST_F(ProgressOf, NothingIsDrawnIntoAPipeOrWhereItIsNotWanted) {
  const std::string command = "generate '" + robots + "puma560.toml' -o '" + made() +
                              "' --no-verify --functions inverse_dynamics,gravity --effort 300 ";
  const Answer piped = run_program(command);
  ASSERT_EQ(piped.exit_code, 0) << piped.text;
  for (const char* drawn : {"\r", "\x1b", "so far", " left"})
    EXPECT_EQ(piped.text.find(drawn), std::string::npos) << piped.text;
  EXPECT_NE(piped.text.find("searching 2 of 2: gravity\n"), std::string::npos) << piped.text;
  for (const char* option : {"--quiet", "--json"}) {
    std::vector<std::string> words{"generate",    robots + "puma560.toml", "-o",       made(), "--no-verify",
                                   "--functions", "inverse_dynamics",      "--effort", "300",  option};
    OnTerminal silent(words);
    EXPECT_EQ(silent.wait(), 0) << silent.text;
    EXPECT_EQ(silent.text.find("searching"), std::string::npos) << silent.text;
  }
}

TEST_F(ProgressOf, ExciteIsDrawnOnATerminalAndEndsWithTheBestSoFarOnCtrlC) {
  const std::string motion = (place() / "motion.csv").string();
  OnTerminal program({"excite", robots + "puma560.toml", "-o", motion, "--evaluations", "1000000"});
  ASSERT_TRUE(program.shows("searching among motions: ")) << program.text;
  ASSERT_TRUE(program.shows("condition number")) << program.text;
  ASSERT_TRUE(program.shows(" left")) << program.text;
  program.press_interrupt();
  const int status = program.wait();
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << program.text;
  EXPECT_NE(program.text.find("cut short"), std::string::npos) << program.text;
  EXPECT_NE(program.text.find("within every limit"), std::string::npos) << program.text;
  EXPECT_EQ(run_program("evaluate '" + robots + "puma560.toml' '" + motion + "' -o /dev/null").exit_code, 0);
}

TEST_F(ProgressOf, OutputsThatCannotBeWrittenAreRefusedBeforeASearch) {
  const auto begin = std::chrono::steady_clock::now();
  const Answer motion =
      run_program("excite '" + robots + "puma560.toml' --evaluations 1000000 -o /no/such/folder/m.csv");
  EXPECT_EQ(motion.exit_code, 4) << motion.text;
  std::ofstream(place() / "mine.txt") << "mine";
  const Answer folder =
      run_program("generate '" + robots + "puma560.toml' --effort 9000000 -o '" + place().string() + "'");
  EXPECT_EQ(folder.exit_code, 2) << folder.text;
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

}  // namespace

}  // namespace tauforge::tests
