// What commands print stays within the page; messages speak of the user's files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "program.h"
#include "tauforge/diagnostic/printable.h"

namespace tauforge::tests {

namespace {

namespace fs = std::filesystem;

const std::string source = TAUFORGE_SOURCE_DIR "/";
std::string robot(const std::string& name) { return "'" + source + "robots/" + name + "' "; }

// Lines that are too wide, but for findings, their excerpts, paths and commands that a user may copy.
std::string too_wide(const std::string& text, std::size_t width) {
  std::istringstream lines(text);
  std::string found;
  for (std::string line; std::getline(lines, line);) {
    const bool finding = line.find(": error:") != std::string::npos || line.find(": warning:") != std::string::npos ||
                         line.find(": note:") != std::string::npos || line.find(" | ") < 8 ||
                         line.find("  hint:") == 0 || line.find(" warnings, ") != std::string::npos ||
                         line.find("/tauforge test ") != std::string::npos;
    if (!finding && diagnostic::width(line) > width) found += line + "\n";
  }
  return found;
}

class Width : public testing::Test {
 protected:
  Width() : place_("place.txt", "") {}
  Answer fits(const std::string& arguments, std::size_t width = 80) {
    const Answer answer = run_program(arguments);
    EXPECT_EQ(answer.exit_code, 0) << arguments << "\n" << answer.text;
    EXPECT_EQ(too_wide(answer.text, width), "") << arguments;
    return answer;
  }
  std::string in(const std::string& name) const { return "'" + (place_.folder() / name).string() + "' "; }
  TemporaryFile place_;
};

TEST_F(Width, OfWhatIsPrintedAboutRobotsIsThePage) {
  for (const char* name : {"puma260.dyn", "puma560.toml", "stanford.toml", "scara.toml"}) fits("check " + robot(name));
  fits("count --by-step --growth " + robot("puma560.toml"));
  fits("count " + robot("renaud6r.toml"));
  fits("count " + robot("scara.toml") + "--customised --functions gravity");
  fits("derive --symbolic --reasons --compare --simulate --blocks 3 " + robot("puma560.toml"));
  fits("generate --effort 20 --explain -o " + in("code") + robot("puma560.toml"));
  fits("generate --effort 20 --no-verify --payload --functions gravity+mass_matrix,inverse_dynamics -o " + in("code2") +
       robot("scara.toml"));
}

TEST_F(Width, OfWhatIsMeasuredAndIdentifiedIsThePage) {
  fits("campaign " + robot("puma260.toml") + "-o " + in("logs"));
  fits("identify " + robot("puma260.toml") + in("logs/trajectory_1.csv") + in("logs/trajectory_2.csv") + "--validate " +
       in("logs/trajectory_3.csv") + "-o " + in("found"));
  fits("identify --recipe 1992 " + robot("puma260.toml") + in("logs/trajectory_1.csv") + in("logs/trajectory_2.csv"));
  fits("logs " + in("logs/trajectory_1.csv"));
  fits("drift " + in("found/report.json") + in("found/report.json"));
  fits("excite --evaluations 20 " + robot("puma560.toml"));
  fits("payload " + robot("puma260.toml") + "--unloaded " + in("logs/trajectory_1.csv") + "--loaded " +
       in("logs/trajectory_2.csv"));
  fits("simulate " + robot("puma560.toml") + "'" + source + "examples/first_steps.toml'");
  fits("run --for 100ms " + robot("puma560.toml") + "'" + source + "examples/first_steps.toml'");
}

TEST_F(Width, IsTheOneThatTheEnvironmentTellsAndUnlimitedWhenAskedFor) {
  const std::string arguments = "check " + robot("puma560.toml");
  fits(arguments);
  const Answer wide = run_program(arguments + "--wide");
  EXPECT_EQ(wide.text.find("--wide"), std::string::npos) << wide.text;
  EXPECT_NE(too_wide(wide.text, 100), "") << "every column is there";
  setenv("COLUMNS", "200", 1);
  EXPECT_EQ(run_program(arguments).text, wide.text);
  setenv("COLUMNS", "60", 1);
  const Answer narrow = fits(arguments, 60);
  EXPECT_NE(narrow.text.find("(--wide shows also: "), std::string::npos) << narrow.text;
  unsetenv("COLUMNS");
}

TEST(Messages, GroupColumnsThatAreMissing) {
  const TemporaryFile states("states.csv", "t,q1,q2\n0,0,0\n");
  const Answer answer = run_program("evaluate " + robot("puma560.toml") + states.quoted());
  EXPECT_EQ(answer.exit_code, 1);
  EXPECT_NE(answer.text.find("16 columns are missing: q3..q6, qd1..qd6, qdd1..qdd6"), std::string::npos) << answer.text;
  EXPECT_NE(answer.text.find("the table has t, q1, q2"), std::string::npos) << answer.text;
}

// Files are written beside their place and moved there; code is compiled in a temporary folder.
TEST(Messages, SpeakOfTheFilesThatTheUserNamed) {
  const TemporaryFile compiler(
      "cc",
      "#!/bin/sh\nfor f in \"$@\"; do case $f in *.c) echo \"$f:12:3: error: no\" >&2;; esac; done\n"
      "exit 1\n");
  fs::permissions(compiler.path(), fs::perms::owner_all);
  const std::string out = "'" + (compiler.folder() / "made").string() + "' ";
  const Answer refused = run_program("generate " + robot("scara.toml") + "--effort 20 --functions gravity -o " + out +
                                     "--compiler " + compiler.quoted());
  EXPECT_EQ(refused.exit_code, 4);
  EXPECT_NE(refused.text.find("\nscara.c:12:3: error: no"), std::string::npos) << refused.text;
  EXPECT_EQ(refused.text.find("tauforge-"), std::string::npos) << refused.text;

  // a name so long that the temporary one beside it is too long
  const std::string name = std::string(250, 'n') + ".csv";
  const TemporaryFile states("states.csv", "q1,q2,q3,q4\n0,0,0,0\n");
  const Answer written = run_program("evaluate -f gravity " + robot("scara.toml") + states.quoted() + " -o '" +
                                     (states.folder() / name).string() + "'");
  EXPECT_EQ(written.exit_code, 4) << written.text;
  EXPECT_NE(written.text.find(name), std::string::npos) << written.text;
  EXPECT_EQ(written.text.find(".part-"), std::string::npos) << written.text;
}

}  // namespace

}  // namespace tauforge::tests
