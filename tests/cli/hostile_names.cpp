// Names, headers, files and paths that hide something: no command lets it through to the terminal or into what it writes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "program.h"

namespace tauforge::tests {

namespace {

namespace fs = std::filesystem;

// ESC and a colour, right-to-left override, isolate, zero width space, next line (C1), byte order mark, line separator.
const std::string hostile = "\x1b[31m\xE2\x80\xAE\xE2\x81\xA6\xE2\x80\x8B\xC2\x85\xEF\xBB\xBF\xE2\x80\xA8\x7f";
const std::string as_toml = "\\u001B[31m\\u202E\\u2066\\u200B\\u0085\\uFEFF\\u2028\\u007F";
const std::string as_xml = "&#x202E;&#x2066;&#x200B;&#x85;&#xFEFF;&#x2028;";

std::string bytes_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// The first thing in a text that a reader would not see or a terminal would obey; written without the code under test.
std::string hidden_in(const std::string& text) {
  const auto around = [&](std::size_t at) {
    std::string out;
    for (const char c : text.substr(at > 40 ? at - 40 : 0, 60))
      out += c >= 0x20 && c < 0x7f ? std::string(1, c) : fmt::format("<{:02X}>", static_cast<unsigned char>(c));
    return out;
  };
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto u = static_cast<unsigned char>(text[k]);
    if ((u < 0x20 && u != '\n' && u != '\t') || u == 0x7f) return "control character: " + around(k);
    if (u == 0xC2 && k + 1 < text.size() && static_cast<unsigned char>(text[k + 1]) < 0xA0) return "C1: " + around(k);
    if (u >= 0xF8 || u == 0xC0 || u == 0xC1) return "not UTF-8: " + around(k);
  }
  for (const char* bytes :
       {"\xE2\x80\x8B", "\xE2\x80\x8E", "\xE2\x80\x8F", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAA", "\xE2\x80\xAD",
        "\xE2\x80\xAE", "\xE2\x81\xA6", "\xE2\x81\xA9", "\xEF\xBB\xBF", "\xD8\x9C"})
    if (const std::size_t at = text.find(bytes); at != std::string::npos) return "hidden character: " + around(at);
  return "";
}

class HostileNames : public testing::Test {
 protected:
  HostileNames() : robot_("arm.toml", hostile_scara()), folder_(robot_.folder()) {}

  // The SCARA of the robots, with something hidden in every name.
  static std::string hostile_scara() {
    const std::string text = bytes_of(TAUFORGE_SOURCE_DIR "/robots/scara.toml");
    return std::regex_replace(text, std::regex("\\b(name|parent|child) = \"([^\"]*)\""),
                              "$1 = \"$2" + std::regex_replace(as_toml, std::regex("\\$"), "$$$$") + "\"");
  }

  // Runs a command and looks at all it says and writes.
  Answer clean(const std::string& arguments, int exit_code = 0) {
    const Answer answer = run_program(arguments);
    EXPECT_EQ(answer.exit_code, exit_code) << arguments << "\n" << answer.text;
    EXPECT_EQ(hidden_in(answer.text), "") << arguments;
    return answer;
  }
  void files_are_clean(const fs::path& folder) {
    int seen = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.is_regular_file() && ++seen) {
        EXPECT_EQ(hidden_in(bytes_of(entry.path())), "") << entry.path();
        EXPECT_EQ(hidden_in(entry.path().filename().string()), "");
      }
    EXPECT_GT(seen, 0) << folder;
  }
  std::string robot() const { return robot_.quoted() + " "; }
  std::string in(const std::string& name) const { return "'" + (folder_ / name).string() + "' "; }

  TemporaryFile robot_;
  fs::path folder_;
};

TEST_F(HostileNames, DoNotReachWhatIsPrintedAboutARobot) {
  const Answer shown = clean("check -v " + robot());
  EXPECT_NE(shown.text.find("\\x1b[31m\\u202e\\u2066\\u200b\\u0085\\ufeff\\u2028\\x7f"), std::string::npos)
      << shown.text;
  const auto json = nlohmann::json::parse(clean("check --json " + robot()).text);
  EXPECT_EQ(json["files"][0]["robot"]["name"], "scara" + hostile) << "JSON keeps the name, in its own escapes";
  clean("count " + robot());
  clean("count --json " + robot());
  clean("campaign " + robot(), 1);
  for (const char* format : {"text", "latex", "markdown", "json"})
    clean("derive --symbolic --reasons --format " + std::string(format) + " " + robot());
}

TEST_F(HostileNames, DoNotReachGeneratedFiles) {
  clean("generate " + robot() + "--effort 20 --functions gravity,mass_matrix --language c,c++,octave -o " + in("code"));
  files_are_clean(folder_ / "code");
  clean("derive " + robot() + "--format c -o " + in("explicit"));
  files_are_clean(folder_ / "explicit");
  const std::string build = "cd " + in("code") + "&& cc -std=c99 -I . $(ls *.c | grep -v _example) -lm -o selftest";
  EXPECT_EQ(std::system((build + " && ./selftest > said.txt").c_str()), 0);
  EXPECT_EQ(hidden_in(bytes_of(folder_ / "code/said.txt")), "");
}

TEST_F(HostileNames, SurviveARoundTripThroughEveryFileThatIsWritten) {
  clean("check --repair " + in("repaired.toml") + robot());
  EXPECT_EQ(hidden_in(bytes_of(folder_ / "repaired.toml")), "");
  const auto json = nlohmann::json::parse(clean("check --json " + in("repaired.toml")).text);
  EXPECT_EQ(json["files"][0]["robot"]["name"], "scara" + hostile);
  // a motion, its log, what is identified from it: columns are found again under the names that were written
  clean("excite " + robot() + "--evaluations 30 -o " + in("motion.csv") + "--scenario " + in("motion.toml"));
  clean("evaluate " + robot() + in("motion.csv") + "-o " + in("torques.csv"));
  clean("simulate " + robot() + in("motion.toml") + "-o " + in("log.csv"));
  clean("logs " + in("log.csv"));
  clean("identify " + robot() + in("log.csv") + "-o " + in("found"));
  clean("drift " + in("found/report.json") + in("found/report.json"));
  fs::remove(robot_.path());
  files_are_clean(folder_);
}

TEST_F(HostileNames, DoNotPassThroughUrdf) {
  const auto described = [](const std::string& name) {
    return fmt::format(R"(<robot name="{0}"><link name="base{0}"/><link name="rod{0}"><inertial>
<origin xyz="0 0 0.5"/><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.9" ixy="0" ixz="0" iyz="0"/></inertial>
</link><joint name="hinge{0}" type="revolute"><parent link="base{0}"/><child link="rod{0}"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>)",
                       name);
  };
  const TemporaryFile urdf("arm.urdf", described(as_xml)), escape("esc.urdf", described("&#x1b;[31m"));
  clean("check " + escape.quoted());
  clean("check --repair " + in("never.urdf") + escape.quoted(), 1);  // XML cannot hold it
  const fs::path out = urdf.folder() / "out.urdf";
  clean("check -v --repair '" + out.string() + "' " + urdf.quoted());
  EXPECT_EQ(hidden_in(bytes_of(out)), "");
  const auto before = nlohmann::json::parse(run_program("check --json " + urdf.quoted()).text);
  const auto after = nlohmann::json::parse(run_program("check --json '" + out.string() + "'").text);
  EXPECT_EQ(before["files"][0]["robot"]["joints"][0]["name"], after["files"][0]["robot"]["joints"][0]["name"]);
}

TEST_F(HostileNames, OfColumnsAndBinaryFilesDoNotReachTheTerminal) {
  std::string binary =
      "\x7f"
      "ELF\x02\x01\x01";
  for (int k = 0; k < 4000; ++k) binary += static_cast<char>((k * 7919) % 256);
  const TemporaryFile elf("log.csv", binary);
  const TemporaryFile header("states.csv",
                             "t,q1,q" + hostile + ",\xFFq2,q:\x9b\n0,1,2,3,4\n0.1,1,x" + hostile + ",3,4\n");
  for (const auto* file : {&elf, &header}) {
    for (const char* command : {"logs ", "logs --json ", "check "}) clean(command + file->quoted(), 1);
    clean("evaluate " + robot() + file->quoted(), 1);
    clean("identify " + robot() + file->quoted(), 1);
    clean("payload " + robot() + "--unloaded " + file->quoted() + " --loaded " + file->quoted(), 1);
    clean("simulate " + robot() + file->quoted(), 1);
    clean("drift " + file->quoted() + " " + file->quoted(), 1);
  }
  for (const char* ending : {"toml", "urdf", "dyn"}) {
    const TemporaryFile robot(std::string("arm.") + ending, binary + hostile);
    clean("check " + robot.quoted(), 1);
    const TemporaryFile words(std::string("arm.") + ending, "<robot name='\n" + hostile + " = = [" + hostile + "\n");
    clean("check " + words.quoted(), 1);
  }
}

TEST_F(HostileNames, OfFilesAndOnTheCommandLineDoNotReachTheTerminal) {
  const fs::path file = folder_ / ("arm" + hostile + "\xFF.toml");
  fs::copy_file(robot_.path(), file);
  const std::string named = "'" + file.string() + "' ";
  clean("check " + named);
  clean("check --json " + named);
  clean("check " + named + "--repair " + named, 2);
  clean("count " + named);
  clean("derive " + named + "--format c -o " + in("explicit" + hostile));
  EXPECT_NO_FATAL_FAILURE(clean("generate " + named + "--effort 20 --functions gravity -o " + in("code")));
  files_are_clean(folder_ / "code");
  const std::string bad = "'" + hostile + "' ";
  clean("check " + bad, 1);
  clean(bad, 2);
  clean("help " + bad, 2);
  clean("check '--" + hostile + "' arm.toml", 2);
  clean("evaluate " + robot() + bad, 1);
  clean("evaluate " + robot() + "states.csv --function " + bad, 2);
  clean("generate " + robot() + "--functions " + bad, 2);
  clean("generate " + robot() + "--functions gravity --prefix " + bad, 2);
  clean("generate " + robot() + "--functions gravity --effort 20 -o " + in("x") + "--compiler " + bad, 4);
  clean("measure two-wires --mass " + bad + "--distance 1 --length 1 --period 1", 2);
  clean("derive " + robot() + "--abbreviate " + bad, 2);
  clean("excite " + robot() + "--evaluations 5 -o " + in(hostile + "/none.csv"), 4);
}

}  // namespace

}  // namespace tauforge::tests
