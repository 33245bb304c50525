// tauforge generate, run as a user runs it: what it refuses, how, and what it leaves behind.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "program.h"
#include "tests/support/compile_c.h"

namespace tauforge::tests {

namespace {

namespace fs = std::filesystem;

const std::string robots = TAUFORGE_SOURCE_DIR "/robots/";

// A place of its own, with a folder for the program's temporary files: both can be searched for leftovers.
class Generate : public ::testing::Test {
 protected:
  Generate() : anchor_("plain_file", "not a folder") { fs::create_directories(temporary()); }

  fs::path place() const { return anchor_.folder(); }
  fs::path temporary() const { return place() / "tmp"; }
  std::string quoted(const fs::path& path) const { return "'" + path.string() + "'"; }

  Answer generate(const std::string& robot, const std::string& folder, const std::string& options = "") const {
    return run_with_environment("generate " + robot + " -o '" + folder + "' --quiet --effort 20 " + options);
  }
  Answer run_with_environment(const std::string& arguments) const {
    setenv("TMPDIR", temporary().c_str(), 1);
    const Answer answer = run_program(arguments);
    unsetenv("TMPDIR");
    return answer;
  }

  // What is there besides what the test put there.
  std::set<std::string> leftovers() const {
    std::set<std::string> names;
    for (const auto& folder : {place(), temporary()})
      for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
    for (const char* own : {"plain_file", "tmp", "robot.toml", "robot.urdf"}) names.erase(own);
    return names;
  }

  void is_refused(const Answer& answer, int exit_code, const std::string& code) const {
    EXPECT_EQ(answer.exit_code, exit_code) << answer.text;
    EXPECT_NE(answer.text.find("[" + code + "]"), std::string::npos) << answer.text;
    EXPECT_EQ(leftovers(), std::set<std::string>{}) << answer.text;
  }

  std::string scara() const { return quoted(robots + "scara.toml"); }
  std::string target() const { return (place() / "made").string(); }

 private:
  TemporaryFile anchor_;
};

TEST_F(Generate, SuggestsTheFunctionThatWasMeant) {
  const Answer answer = generate(scara(), target(), "--functions inverse_dynamic");
  is_refused(answer, 2, "function-unknown");
  EXPECT_NE(answer.text.find("'inverse_dynamic'; did you mean 'inverse_dynamics'?"), std::string::npos) << answer.text;
  is_refused(generate(scara(), target(), "--functions gravity+nonsense"), 2, "function-unknown");
  is_refused(generate(scara(), target(), "--functions ''"), 2, "function-unknown");
  is_refused(generate(scara(), target(), "--prefix '9 lives'"), 2, "prefix-invalid");
}

TEST_F(Generate, TracesItsPasses) {
  const std::string options = "--no-verify --functions gravity,mass_matrix --trace-passes ";
  const Answer text = generate(scara(), target(), options);
  ASSERT_EQ(text.exit_code, 0) << text.text;
  std::size_t at = 0;
  for (const char* pass : {"plan", "record", "split", "factor", "order", "drop", "roll", "lanes", "schedule", "angles",
                           "zeros", "stores", "emit"}) {
    at = text.text.find(std::string(" ") + pass + " ", at);
    ASSERT_NE(at, std::string::npos) << pass << "\n" << text.text;
  }
  const Answer json = generate(scara(), target(), options + "--json");
  ASSERT_EQ(json.exit_code, 0) << json.text;
  const auto passes = nlohmann::json::parse(json.text)["passes"];
  ASSERT_EQ(passes.size(), 26u);
  EXPECT_EQ(passes[0]["pass"], "plan");
  EXPECT_EQ(passes[25]["function"], "mass_matrix");
  EXPECT_EQ(passes[25]["pass"], "emit");
  for (const char* key : {"multiplications", "additions", "live_values", "bytes", "milliseconds"})
    EXPECT_TRUE(passes[25].contains(key)) << key;
  EXPECT_NE(run_program("generate --help").text.find("--trace-passes"), std::string::npos);
}

TEST_F(Generate, SaysWhereItCannotWrite) {
  const std::string functions = "--no-verify --functions gravity";
  is_refused(generate(scara(), (place() / "plain_file").string(), functions), 4, "output-unwritable");
  is_refused(generate(scara(), (place() / "plain_file" / "x").string(), functions), 4, "output-unwritable");
  is_refused(generate(scara(), (place() / "absent" / "x").string(), functions), 4, "output-unwritable");
  is_refused(generate(scara(), "/proc/tauforge", functions), 4, "output-unwritable");
}

TEST_F(Generate, SaysWhenThereIsNoCompilerOrItFails) {
  const std::string functions = "--functions gravity ";
  is_refused(generate(scara(), target(), functions + "--compiler no-such-compiler"), 4, "compiler-missing");
  is_refused(generate(scara(), target(), functions + "--compiler false"), 4, "compiler-refused");
  is_refused(generate(scara(), target(), functions + "--flags=-no-such-flag"), 4, "compiler-refused");
  is_refused(generate(scara(), target(), functions + "--compiler true"), 4, "load-refused");
  const Answer missing = generate(scara(), target(), functions + "--compiler no-such-compiler");
  EXPECT_EQ(missing.text,
            "tauforge: error: the compiler 'no-such-compiler' cannot be started; --compiler names another one, "
            "--no-verify goes without [compiler-missing]\n");
  const Answer refused = generate(scara(), target(), functions + "--flags=-no-such-flag");
  EXPECT_EQ(refused.text.find("tauforge: error: the compiler refused the generated code [compiler-refused]\n"), 0u)
      << refused.text;
}

TEST_F(Generate, RefusesAnAllowedErrorWhereItCannotBeJudged) {
  is_refused(generate(scara(), target(), "--functions gravity --wrench --within 1%"), 2, "options-conflict");
  is_refused(generate(scara(), target(), "--within 1%"), 2, "options-conflict");
}

TEST_F(Generate, RefusesWhatNeedsInertiasAndWritesWhatDoesNot) {
  std::ofstream(place() / "robot.urdf") << R"(<robot name="bare"><link name="base"/><link name="l1"/><link name="l2"/>
<joint name="j1" type="revolute"><parent link="base"/><child link="l1"/><axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="j2" type="revolute"><parent link="l1"/><child link="l2"/><origin xyz="0.3 0 0"/><axis xyz="0 1 0"/>
  <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>)";
  const std::string bare = quoted(place() / "robot.urdf");
  for (const char* function : {"inverse_dynamics", "mass_matrix", "gravity", "forward_dynamics", "gravity+jacobian"})
    is_refused(generate(bare, target(), std::string("--functions ") + function), 1, "inertias-missing");
  is_refused(generate(bare, target()), 1, "inertias-missing");
  const Answer kinematics =
      generate(bare, target(), "--functions regressor,base_regressor,forward_kinematics,jacobian");
  EXPECT_EQ(kinematics.exit_code, 0) << kinematics.text;
  EXPECT_EQ(leftovers(), std::set<std::string>{"made"});
  const Answer run_time = generate(bare, target(), "--functions inverse_dynamics --run-time inertias");
  EXPECT_EQ(run_time.exit_code, 0) << run_time.text;
}

// Two links; the second hangs at `length` and has the given mass, centre and inertia.
std::string two_links(const std::string& length, const std::string& mass, const std::string& centre,
                      const std::string& inertia) {
  return "schema = 1\nname = \"two\"\n[[link]]\nname = \"base\"\n[[link]]\nname = \"upper\"\nmass = 3\n"
         "centre = [0.3, 0, 0]\ninertia = [0.04, 0.04, 0.04, 0, 0, 0]\n"
         "[[link]]\nname = \"tip\"\nmass = " +
         mass + "\ncentre = [" + centre + "]\ninertia = [" + inertia +
         "]\n"
         "[[joint]]\nname = \"shoulder\"\ntype = \"revolute\"\nparent = \"base\"\nchild = \"upper\"\naxis = [0, 1, 0]\n"
         "[[joint]]\nname = \"wrist\"\ntype = \"revolute\"\nparent = \"upper\"\nchild = \"tip\"\nxyz = [" +
         length + ", 0, 0]\naxis = [0, 1, 0]\n";
}

// One over nothing would be a literal. The mass of a bead on the axis of its joint does not help.
TEST_F(Generate, RefusesForwardDynamicsOfAJointThatMovesNoInertia) {
  const std::string file = quoted(place() / "robot.toml");
  for (const std::string mass : {"0", "2"}) {
    std::ofstream(place() / "robot.toml") << two_links("0.5", mass, "0, 0, 0", "0, 0, 0, 0, 0, 0");
    for (const char* options :
         {"", "--no-verify", "--no-verify --exact", "--no-verify --float", "--no-verify --floating",
          "--no-verify --run-time gravity,friction --batch --language c++,octave"})
      for (const char* function : {"forward_dynamics", "gravity+forward_dynamics"}) {
        const Answer answer = generate(file, target(), std::string(options) + " --functions " + function);
        is_refused(answer, 1, "mass-matrix-singular");
        EXPECT_NE(answer.text.find("of robot 'two' cannot be generated: joint 'wrist' moves no inertia"),
                  std::string::npos)
            << answer.text;
      }
  }
  // with what comes at run time it has an inertia; and other functions need none
  for (const char* options :
       {"--functions forward_dynamics --payload", "--functions forward_dynamics --run-time inertias",
        "--functions inverse_dynamics,mass_matrix"}) {
    const Answer answer = generate(file, target(), options);
    EXPECT_EQ(answer.exit_code, 0) << options << "\n" << answer.text;
  }
}

std::string text_of(const fs::path& folder) {
  std::ostringstream all;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) all << std::ifstream(entry.path()).rdbuf();
  return all.str();
}

// (1e160)^2 is no double, (1e60)^2 no float.
TEST_F(Generate, RefusesConstantsThatOverflow) {
  const std::string file = quoted(place() / "robot.toml");
  std::ofstream(place() / "robot.toml") << two_links("1e160", "2", "0.1, 0, 0", "1, 1, 1, 0, 0, 0");
  for (const char* functions : {"inverse_dynamics", "mass_matrix", "forward_dynamics", "coefficients",
                                "inverse_dynamics --two-rate", "inverse_dynamics --run-time payload,inertias",
                                "mass_matrix --batch --exact", "inverse_dynamics_derivatives"}) {
    const Answer answer = generate(file, target(), std::string("--no-verify --functions ") + functions);
    is_refused(answer, 1, "constant-overflow");
    EXPECT_NE(answer.text.find("a length at joint 'wrist', 1e+160"), std::string::npos) << answer.text;
  }
  is_refused(generate(file, target(), "--no-verify"), 1, "constant-overflow");
  std::ofstream(place() / "robot.toml") << two_links("1e60", "2", "0.1, 0, 0", "1, 1, 1, 0, 0, 0");
  const Answer single = generate(file, target(), "--no-verify --float --functions mass_matrix");
  is_refused(single, 1, "constant-overflow");
  EXPECT_NE(single.text.find("overflows single precision"), std::string::npos) << single.text;
  EXPECT_EQ(generate(file, target(), "--no-verify --functions mass_matrix").exit_code, 0);
  for (const char* not_finite : {"inf;", "inf ", "inf)", "inff", "nan;", "nan ", "nan)", "nanf"})
    EXPECT_EQ(text_of(target()).find(not_finite), std::string::npos) << not_finite;
}

TEST_F(Generate, RefusesPrefixesThatTheSystemHasAlready) {
  for (const char* prefix : {"math", "test", "all", "m", "stdio", "Math", "tauforge"}) {
    const Answer answer = generate(scara(), target(), std::string("--functions gravity --prefix ") + prefix);
    is_refused(answer, 2, "prefix-reserved");
  }
  const Answer header = generate(scara(), target(), "--functions gravity --prefix math");
  EXPECT_NE(header.text.find("'math' cannot be the prefix: it is a header of the C library"), std::string::npos)
      << header.text;
}

// A basic string of TOML: everything beyond printable ASCII as an escape.
std::string toml_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + "\"";
}

// Names come from files: they reach C as identifiers, comments and strings. The program compiles what it wrote.
TEST_F(Generate, TakesHostileNamesForNames) {
  const std::vector<std::string> names = {
      "*/ #error broken /*", "a\"b'c",        "line\nfeed",      "?\?/",     "for",
      "\xC3\xA9t\xC3\xA9",   "back\\slash\\", "%s%n${HOME}`id`", "../../up", std::string(500, 'n')};
  for (const std::string& name : names) {
    SCOPED_TRACE(name.substr(0, 40));
    std::ofstream(place() / "robot.toml") << "schema = 1\nname = " << toml_string(name) << R"(
[[link]]
name = "base"
[[link]]
name = )" << toml_string(name + "l") << R"(
mass = 1.3
centre = [0.0, 0.0, -0.7]
inertia = [0.011, 0.012, 0.003, 0, 0, 0]
[[joint]]
name = )" << toml_string(name + "j") << R"(
type = "revolute"
parent = "base"
child = )" << toml_string(name + "l") << R"(
axis = [0, 1, 0]
)";
    const Answer answer = generate(quoted(place() / "robot.toml"), target(), "--functions gravity");
    EXPECT_EQ(answer.exit_code, 0) << answer.text;
    EXPECT_EQ(leftovers(), std::set<std::string>{"made"});
    std::string sources;
    for (const auto& entry : fs::directory_iterator(target()))
      if (entry.path().extension() == ".c" && entry.path().string().find("_example") == std::string::npos)
        sources += " '" + entry.path().string() + "'";
    const std::string build = "cc -std=c99 -pedantic-errors -Wall -Wextra -Werror -I '" + target() + "'" + sources +
                              " -o '" + target() + "/test' -lm && '" + target() + "/test' > /dev/null";
    EXPECT_EQ(std::system(build.c_str()), 0);
    fs::remove_all(target());
  }
}

std::string bytes_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

TEST_F(Generate, UpdatesAFolderAndLeavesTheRest) {
  ASSERT_EQ(generate(scara(), target(), "--functions gravity").exit_code, 0);
  const std::string before = bytes_of(place() / "made/scara.c");
  std::ofstream(place() / "made/notes.txt") << "mine";
  const Answer again = generate(scara(), target(), "--functions gravity,mass_matrix --force");
  EXPECT_EQ(again.exit_code, 0) << again.text;
  EXPECT_EQ(bytes_of(place() / "made/notes.txt"), "mine");
  const std::string after = bytes_of(place() / "made/scara.c");
  EXPECT_NE(after.find("scara_mass_matrix("), std::string::npos);
  // a run that fails leaves the folder as it was
  EXPECT_EQ(generate(scara(), target(), "--functions bias --force --compiler false").exit_code, 4);
  EXPECT_EQ(bytes_of(place() / "made/scara.c"), after);
  EXPECT_EQ(generate(scara(), target(), "--functions gravity --force").exit_code, 0);
  EXPECT_EQ(bytes_of(place() / "made/scara.c"), before) << "same input, same bytes";
  EXPECT_EQ(leftovers(), std::set<std::string>{"made"});
}

TEST_F(Generate, WritesTheSameBytesForEverySpellingOfAPath) {
  const std::string first = (place() / "first").string(), second = (place() / "second").string();
  ASSERT_EQ(generate(robots + "scara.toml", first, "--functions gravity").exit_code, 0);
  ASSERT_EQ(generate(robots + "./counting/../scara.toml", second, "--functions gravity").exit_code, 0);
  for (const char* file : {"scara.c", "scara.h", "README.md"})
    EXPECT_EQ(bytes_of(fs::path(first) / file), bytes_of(fs::path(second) / file)) << file;
}

// A compiler that takes its time: the signal arrives while the program waits for it, or earlier.
TEST_F(Generate, LeavesNothingBehindWhenItIsEnded) {
  const fs::path slow = place() / "tmp/slow-compiler";
  std::ofstream(slow) << "#!/bin/sh\ntouch \"$TMPDIR/started\"\nsleep 20\n";
  fs::permissions(slow, fs::perms::owner_all);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    fs::remove(temporary() / "started");
    const std::string robot = robots + "scara.toml", made = target(), compiler = slow.string();
    const pid_t child = fork();
    if (child == 0) {
      setenv("TMPDIR", temporary().c_str(), 1);
      execl(TAUFORGE_BINARY_DIR "/tauforge", "tauforge", "generate", robot.c_str(), "-o", made.c_str(), "--quiet",
            "--effort", "20", "--functions", "gravity", "--compiler", compiler.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    for (int k = 0; k < 500 && !fs::exists(temporary() / "started"); ++k)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ASSERT_TRUE(fs::exists(temporary() / "started")) << "the compiler was never called";
    ASSERT_EQ(leftovers().size(), 3u) << "no temporary folder: nothing is tested";
    kill(child, signal);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    EXPECT_EQ(leftovers(), (std::set<std::string>{"slow-compiler", "started"}));
  }
}

// Constants below 1e-13 are an inertia here, not what rounding left. M by hand, at q = 0: joint h turns b about its own z.
TEST_F(Generate, KeepsTheInertiaOfARobotOfAMillimetre) {
  const TemporaryFile robot("mems.toml",
                            "schema = 1\nname = \"mems\"\n[[link]]\nname = \"base\"\n[[link]]\nname = \"a\"\n"
                            "mass = 2e-6\ncentre = [5e-4, 0, 0]\ninertia = [4e-13, 6e-13, 8e-13, 0, 0, 0]\n"
                            "[[link]]\nname = \"b\"\nmass = 1e-6\ncentre = [3e-4, 0, 0]\n"
                            "inertia = [2e-13, 2e-13, 1e-14, 0, 0, 0]\n"
                            "[[joint]]\nname = \"s\"\ntype = \"revolute\"\nparent = \"base\"\nchild = \"a\"\n"
                            "axis = [0, 1, 0]\n[[joint]]\nname = \"h\"\ntype = \"revolute\"\nparent = \"a\"\n"
                            "child = \"b\"\nxyz = [1e-3, 0, 0]\naxis = [0, 0, 1]\n");
  const fs::path folder = place() / "small";
  const Answer made = run_with_environment("generate " + robot.quoted() + " -o " + quoted(folder) +
                                           " --effort 20 --functions mass_matrix");
  ASSERT_EQ(made.exit_code, 0) << made.text;
  EXPECT_NE(made.text.find("formulations are kept as they are"), std::string::npos) << made.text;
  std::ofstream(folder / "main.c") << "#include <stdio.h>\n#include \"mems.h\"\nint main(void) {\n"
                                      "  double q[2] = {0, 0}, M[4];\n  mems_mass_matrix(q, M);\n"
                                      "  printf(\"%.6e\\n\", M[3]);\n  return 0;\n}\n";
  const Finished built = run_program(
      {"cc", (folder / "main.c").string(), (folder / "mems.c").string(), "-o", (folder / "main").string(), "-lm"});
  ASSERT_EQ(built.status, 0) << built.output;
  EXPECT_EQ(run_program(std::vector<std::string>{(folder / "main").string()}).output,
            "1.000000e-13\n");  // 1e-14 + 1e-6 (3e-4)^2
}

TEST_F(Generate, RefusesWhatCannotBeVerified) {
  const TemporaryFile robot(
      "long.toml",
      "schema = 1\nname = \"long\"\n[[link]]\nname = \"base\"\n[[link]]\nname = \"a\"\n"
      "mass = 1.3\ncentre = [0, 0.1, -0.7]\ninertia = [0.011, 0.012, 0.003, 0, 0, 0]\n[[link]]\n"
      "name = \"b\"\nmass = 0.7\ncentre = [0.3, 0, 0.05]\ninertia = [0.004, 0.012, 0.011, 0, 0, 0]\n"
      "[[joint]]\nname = \"s\"\ntype = \"revolute\"\n"
      "parent = \"base\"\nchild = \"a\"\naxis = [0, 1, 0]\n[[joint]]\nname = \"h\"\n"
      "type = \"revolute\"\nparent = \"a\"\nchild = \"b\"\nxyz = [1e77, 0, 0]\n"
      "axis = [0, 0.6, 0.8]\n");
  const Answer refused = generate(robot.quoted(), (place() / "long").string(), "--functions forward_dynamics");
  EXPECT_EQ(refused.exit_code, 1) << refused.text;
  EXPECT_NE(refused.text.find("[verification-impossible]"), std::string::npos) << refused.text;
  EXPECT_FALSE(fs::exists(place() / "long"));
}

TEST_F(Generate, TakesTheRobotAfterAListOfFunctions) {
  const Answer made = run_with_environment("generate --quiet --effort 20 --no-verify -o " + quoted(place() / "after") +
                                           " --functions gravity '" + robots + "scara.toml'");
  EXPECT_EQ(made.exit_code, 0) << made.text;
}

// No time is promised; how it was measured is.
TEST_F(Generate, SaysHowItTookTheTimes) {
  const Answer text = generate(scara(), target(), "--functions mass_matrix --batch");
  ASSERT_EQ(text.exit_code, 0) << text.text;
  EXPECT_NE(text.text.find("ns: lowest of 15 rounds by the thread's own clock"), std::string::npos) << text.text;
  const Answer answer = generate(scara(), target(), "--functions mass_matrix --batch --json");
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const auto json = nlohmann::json::parse(answer.text);
  EXPECT_EQ(json.at("timing").get<std::string>().find("lowest of 15 rounds"), 0u) << answer.text;
  const auto& function = json.at("functions").at(0);
  for (const char* which : {"", "batch_"}) {
    EXPECT_GT(function.at(which + std::string("nanoseconds")).get<double>(), 0.0);
    EXPECT_LE(function.at(which + std::string("shared_rounds")).get<int>(), 15);
  }
  const Answer unverified = generate(scara(), target(), "--functions mass_matrix --no-verify --json");
  EXPECT_FALSE(nlohmann::json::parse(unverified.text).contains("timing")) << unverified.text;
}

TEST_F(Generate, RefusesAFunctionThatIsNamedTwice) {
  for (const char* names : {"gravity,gravity", "gravity+gravity"}) {
    const Answer refused = generate("'" + robots + "scara.toml'", (place() / "twice").string(),
                                    std::string("--no-verify --functions ") + names);
    EXPECT_EQ(refused.exit_code, 2) << refused.text;
    EXPECT_NE(refused.text.find("[function-twice]"), std::string::npos) << refused.text;
  }
}

}  // namespace

}  // namespace tauforge::tests
