// Files that the program writes: complete, or not there.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>

#include "program.h"

namespace tauforge::tests {

namespace {

namespace fs = std::filesystem;

// tauforge evaluate, which waits for the next row of its table while half of its output is written.
class HalfWritten {
 public:
  explicit HalfWritten(const fs::path& output, int ignored = 0) {
    int ends[2];
    if (pipe(ends) != 0) return;
    child_ = fork();
    if (child_ == 0) {
      if (ignored) signal(ignored, SIG_IGN);
      dup2(ends[0], 0), close(ends[0]), close(ends[1]);
      execl(TAUFORGE_BINARY_DIR "/tauforge", "tauforge", "evaluate", TAUFORGE_SOURCE_DIR "/robots/scara.toml", "-",
            "--function", "gravity", "-o", output.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    close(ends[0]);
    table_ = ends[1];
    std::string rows = "q1,q2,q3,q4\n";  // more than is read at a time: it begins to write
    for (int k = 0; k < 50'000; ++k) rows += "0,0,0.1,0\n";
    say(rows);
    const std::string beside = output.string() + ".part-" + std::to_string(child_);
    for (int k = 0; k < 2000 && !fs::exists(beside); ++k) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_TRUE(fs::exists(beside)) << "nothing is half written: nothing is tested";
  }
  void say(const std::string& rows) { EXPECT_EQ(write(table_, rows.data(), rows.size()), ssize_t(rows.size())); }
  void send(int signal) { kill(child_, signal); }
  int wait() {
    close(table_);
    int status = 0;
    waitpid(child_, &status, 0);
    return status;
  }

 private:
  pid_t child_ = -1;
  int table_ = -1;
};

class OutputFile : public ::testing::Test {
 protected:
  OutputFile() : anchor_("plain_file", "") {}
  fs::path output() const { return anchor_.folder() / "out.csv"; }
  std::set<std::string> names() const {
    std::set<std::string> all;
    for (const auto& entry : fs::directory_iterator(anchor_.folder())) all.insert(entry.path().filename().string());
    all.erase("plain_file");
    return all;
  }

 private:
  TemporaryFile anchor_;
};

TEST_F(OutputFile, IsNotThereWhenASignalEndsTheProgram) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    HalfWritten program(output());
    program.send(signal);
    const int status = program.wait();
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    EXPECT_EQ(names(), std::set<std::string>{});
  }
}

// nohup tauforge evaluate ...
TEST_F(OutputFile, IsCompletedWhereTheSignalIsIgnored) {
  HalfWritten program(output(), SIGHUP);
  program.send(SIGHUP);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  program.say("0.1,0,0.1,0\n");
  const int status = program.wait();
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_EQ(names(), std::set<std::string>{"out.csv"});
}

TEST_F(OutputFile, KeepsItsOldContentsWhenTheProgramIsEnded) {
  std::ofstream(output()) << "old";
  HalfWritten program(output());
  program.send(SIGTERM);
  const int status = program.wait();
  EXPECT_TRUE(WIFSIGNALED(status)) << status;
  EXPECT_EQ(names(), std::set<std::string>{"out.csv"});
  std::string text;
  std::ifstream(output()) >> text;
  EXPECT_EQ(text, "old");
}

}  // namespace

}  // namespace tauforge::tests
