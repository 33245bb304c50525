// Folders that the program writes: always one complete set, and nothing of anybody else's lost.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <thread>

#include "program.h"
#include "tauforge/native/exchange_folders.h"

namespace tauforge::tests {

namespace {

namespace fs = std::filesystem;
using Contents = std::map<std::string, std::string>;  // by path within the folder

std::string bytes_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

Contents contents_of(const fs::path& folder) {
  Contents all;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) all[entry.path().lexically_relative(folder).string()] = bytes_of(entry.path());
  return all;
}

std::string robot_text(const std::string& name, const std::string& mass) {
  return "schema = 1\nname = \"" + name + "\"\n[[link]]\nname = \"base\"\n[[link]]\nname = \"l\"\nmass = " + mass +
         "\ncentre = [0.0, 0.0, -0.7]\ninertia = [0.011, 0.012, 0.003, 0, 0, 0]\n[[joint]]\nname = \"j\"\n"
         "type = \"revolute\"\nparent = \"base\"\nchild = \"l\"\naxis = [0, 1, 0]\n";
}

class OutputFolder : public ::testing::Test {
 protected:
  OutputFolder() : light_("light.toml", robot_text("arm", "1.3")), heavy_("heavy.toml", robot_text("arm", "9.7")) {}

  fs::path place() const { return light_.folder(); }
  fs::path made() const { return place() / "made"; }

  Answer generate(const TemporaryFile& robot, const fs::path& folder, const std::string& options = "") const {
    return run_program("generate " + robot.quoted() + " -o '" + folder.string() +
                       "' --quiet --no-verify --functions gravity --effort 5 " + options);
  }
  static void is_refused(const Answer& answer, const std::string& code, const std::string& named) {
    EXPECT_EQ(answer.exit_code, 2) << answer.text;
    EXPECT_NE(answer.text.find("[" + code + "]"), std::string::npos) << answer.text;
    EXPECT_NE(answer.text.find(named), std::string::npos) << answer.text;
  }
  // Generates and sends the signal so many microseconds after the program began to write; how it ended comes back.
  int ended_while_writing(const TemporaryFile& robot, int signal, unsigned long delay) const {
    const std::string file = robot.path(), folder = made().string();
    const pid_t child = fork();
    if (child == 0) {
      if (!std::freopen("/dev/null", "w", stdout)) _exit(126);
      execl(TAUFORGE_BINARY_DIR "/tauforge", "tauforge", "generate", file.c_str(), "-o", folder.c_str(), "--quiet",
            "--no-verify", "--functions", "gravity", "--effort", "5", static_cast<char*>(nullptr));
      _exit(127);
    }
    const std::string beside = folder + ".part-" + std::to_string(child);
    int status = 0;
    while (access(beside.c_str(), F_OK) != 0)
      if (waitpid(child, &status, WNOHANG) != 0) return status;
    std::this_thread::sleep_for(std::chrono::microseconds(delay));
    kill(child, signal);
    waitpid(child, &status, 0);
    return status;
  }
  // What is beside the folder besides what the test put there.
  std::size_t leftovers() const {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(place()))
      count += entry.path().filename().string().starts_with("made.part");
    return count;
  }

  TemporaryFile light_, heavy_;
};

// The program is killed while it writes, at random moments: both robots have files of the same names.
TEST_F(OutputFolder, HoldsOneRobotsCompleteSetWheneverTheProgramIsKilled) {
  ASSERT_EQ(generate(light_, place() / "light").exit_code, 0);
  ASSERT_EQ(generate(heavy_, place() / "heavy").exit_code, 0);
  const Contents light = contents_of(place() / "light"), heavy = contents_of(place() / "heavy");
  ASSERT_NE(light, heavy);
  ASSERT_EQ(generate(light_, made()).exit_code, 0);
  std::mt19937 random(std::random_device{}());
  int killed = 0, saw_light = 0, saw_heavy = 0;
  // on a busy machine nothing may be written in time for long: later ones live longer
  for (unsigned k = 0; k < 120 || (k < 1000 && (!saw_light || !saw_heavy)); ++k) {
    const int status = ended_while_writing(k % 2 ? light_ : heavy_, SIGKILL, random() % (2500 + 20 * k));
    killed += WIFSIGNALED(status);
    const Contents now = contents_of(made());
    saw_light += now == light, saw_heavy += now == heavy;
    ASSERT_TRUE(now == light || now == heavy) << "a mixture after " << k << " runs";
    for (const auto& entry : fs::directory_iterator(place()))
      if (entry.path().filename().string().starts_with("made.part")) fs::remove_all(entry.path());
  }
  EXPECT_GT(killed, 10);
  EXPECT_GT(saw_light, 0);
  EXPECT_GT(saw_heavy, 0);
}

TEST_F(OutputFolder, LeavesNothingBesideItWhenTheProgramIsEndedBySignals) {
  ASSERT_EQ(generate(light_, made()).exit_code, 0);
  std::mt19937 random(std::random_device{}());
  for (int k = 0; k < 40; ++k) {
    ended_while_writing(light_, k % 2 ? SIGTERM : SIGINT, random() % 2000);
    ASSERT_EQ(leftovers(), 0u) << k;
  }
}

TEST_F(OutputFolder, IsReplacedWholeWhereTheProgramWroteAllOfIt) {
  ASSERT_EQ(generate(light_, made(), "--prefix one").exit_code, 0);
  ASSERT_EQ(generate(heavy_, made(), "--prefix two").exit_code, 0);
  EXPECT_FALSE(fs::exists(made() / "one.c"));
  EXPECT_TRUE(fs::exists(made() / "two.c"));
  EXPECT_EQ(leftovers(), 0u);
}

TEST_F(OutputFolder, IsNotTouchedWhereOthersHaveFilesInItUnlessForced) {
  ASSERT_EQ(generate(light_, made()).exit_code, 0);
  std::ofstream(made() / "notes.txt") << "mine";
  const Contents before = contents_of(made());
  is_refused(generate(heavy_, made()), "folder-foreign", "notes.txt");
  EXPECT_EQ(contents_of(made()), before);
  const Answer forced = generate(heavy_, made(), "--force");
  EXPECT_EQ(forced.exit_code, 0) << forced.text;
  EXPECT_EQ(bytes_of(made() / "notes.txt"), "mine");
  EXPECT_NE(bytes_of(made() / "arm.c"), before.at("arm.c"));
  // a folder that is nobody's output at all
  fs::create_directories(place() / "sources/deep");
  std::ofstream(place() / "sources/deep/main.c") << "int main(void) { return 0; }";
  is_refused(generate(light_, place() / "sources"), "folder-foreign", "deep/");
  EXPECT_EQ(contents_of(place() / "sources").size(), 1u);
}

TEST_F(OutputFolder, KeepsWhatWasEditedUnlessForced) {
  ASSERT_EQ(generate(light_, made()).exit_code, 0);
  const std::string written = bytes_of(made() / "arm.c");
  std::ofstream(made() / "arm.c", std::ios::app) << "/* mine */\n";
  is_refused(generate(light_, made()), "folder-edited", "arm.c");
  EXPECT_EQ(bytes_of(made() / "arm.c"), written + "/* mine */\n");
  EXPECT_EQ(generate(light_, made(), "--force").exit_code, 0);
  EXPECT_EQ(bytes_of(made() / "arm.c"), written);
}

// cmake -S arm -B arm/build, as the help says
TEST_F(OutputFolder, KeepsABuildInsideIt) {
  ASSERT_EQ(generate(light_, made()).exit_code, 0);
  const std::string build = "cmake -S '" + made().string() + "' -B '" + made().string() + "/build' > /dev/null 2>&1";
  ASSERT_EQ(std::system(build.c_str()), 0);
  const Contents before = contents_of(made() / "build");
  ASSERT_FALSE(before.empty());
  const Answer again = generate(heavy_, made());
  EXPECT_EQ(again.exit_code, 0) << again.text;
  EXPECT_EQ(contents_of(made() / "build"), before);
}

TEST_F(OutputFolder, StaysALinkWhereItIsOne) {
  ASSERT_EQ(generate(light_, place() / "real").exit_code, 0);
  fs::create_directory_symlink("real", made());
  const std::string before = bytes_of(place() / "real/arm.c");
  EXPECT_EQ(generate(heavy_, made()).exit_code, 0);
  EXPECT_TRUE(fs::is_symlink(made()));
  EXPECT_FALSE(fs::is_symlink(place() / "real"));
  EXPECT_NE(bytes_of(place() / "real/arm.c"), before);
}

TEST_F(OutputFolder, IsNeverTheRootTheHomeOrAFolderAroundTheCurrentOne) {
  is_refused(generate(light_, "/", "--force"), "folder-protected", "root");
  is_refused(generate(light_, ".", "--force"), "folder-protected", "current folder");
  is_refused(generate(light_, "..", "--force"), "folder-protected", "current folder");
  const char* home = std::getenv("HOME");
  const std::string before = home ? home : "";
  setenv("HOME", (place() / "home").c_str(), 1);
  fs::create_directories(place() / "home");
  is_refused(generate(light_, place() / "home", "--force"), "folder-protected", "home");
  home ? setenv("HOME", before.c_str(), 1) : unsetenv("HOME");
}

TEST_F(OutputFolder, OfOneCommandIsNotReplacedByAnother) {
  ASSERT_EQ(generate(light_, made()).exit_code, 0);
  const Contents before = contents_of(made());
  is_refused(run_program("derive " + light_.quoted() + " -o '" + made().string() + "'"), "folder-foreign", "arm.c");
  EXPECT_EQ(contents_of(made()), before);
}

TEST_F(OutputFolder, IsExchangedInStepsWhereTheFileSystemCannotDoItAtOnce) {
  fs::create_directories(place() / "old"), fs::create_directories(place() / "new");
  std::ofstream(place() / "old/a") << "old";
  std::ofstream(place() / "new/b") << "new";
  EXPECT_FALSE(native::exchange_in_steps((place() / "new").string(), (place() / "old").string()));
  EXPECT_EQ(contents_of(place() / "old"), (Contents{{"b", "new"}}));
  EXPECT_EQ(contents_of(place() / "new"), (Contents{{"a", "old"}}));
  // the second rename fails: what was there is back
  EXPECT_TRUE(native::exchange_in_steps((place() / "absent").string(), (place() / "old").string()));
  EXPECT_EQ(contents_of(place() / "old"), (Contents{{"b", "new"}}));
}

}  // namespace

}  // namespace tauforge::tests
