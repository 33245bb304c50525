// tauforge identify and tauforge campaign, run as a user runs them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "program.h"

namespace tauforge::tests {

namespace {

const std::string puma = "'" TAUFORGE_SOURCE_DIR "/robots/puma260.toml'";

// The campaign's logs become a robot file that other commands read.
TEST(IdentifyCommand, MakesARobotFileOfTheLogsOfTheCampaign) {
  const TemporaryFile place("place.txt", "");
  const std::string folder = std::filesystem::path(place.path()).parent_path().string();
  const Answer campaign = run_program("campaign " + puma + " --seeds 1 -o '" + folder + "/logs'");
  ASSERT_EQ(campaign.exit_code, 0) << campaign.text;
  EXPECT_NE(campaign.text.find("Table 3: friction"), std::string::npos) << campaign.text;
  std::string logs;
  for (const char* k : {"1", "2", "3", "4"}) logs += " '" + folder + "/logs/trajectory_" + k + ".csv'";
  const Answer answer =
      run_program("identify --json " + puma + logs + " --validate '" + folder + "/logs/trajectory_9.csv' '" + folder +
                  "/logs/trajectory_10.csv' -o '" + folder + "/found'");
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const auto json = nlohmann::json::parse(answer.text);
  EXPECT_LT(json.at("validation").at(0).at("error").at("all_percent").get<double>(), 8.0);  // noise: 2 % of the largest
  EXPECT_GE(json.at("fitted_numbers").get<int>(), 20);
  EXPECT_EQ(json.at("possible").at("positive_postures"), json.at("possible").at("postures"));
  for (const char* file : {"puma260.identified.toml", "report.json", "residuals_4.csv", "validation_1.csv"})
    EXPECT_TRUE(std::filesystem::exists(folder + "/found/" + file)) << file;
  for (const char* file : {"identified", "reduced"})
    EXPECT_EQ(run_program("check '" + folder + "/found/puma260." + file + ".toml'").exit_code, 0) << file;
  // what a sound arm stays below is among the limits, larger than anything that was seen, and a URDF file cannot say it
  const auto& alarms = json.at("alarms");
  EXPECT_EQ(alarms.at("from"), "validation");
  std::ifstream written(folder + "/found/puma260.identified.toml");
  std::vector<double> torques;
  for (std::string line; std::getline(written, line);)
    if (line.starts_with("residual_torque = ")) torques.push_back(std::stod(line.substr(18)));
  ASSERT_EQ(torques.size(), 6u);
  for (std::size_t j = 0; j < 6; ++j) {
    const double torque = alarms.at("possible").at(j).at("residual_torque");
    EXPECT_GE(torques[j], torque * (1 - 1e-12));
    EXPECT_LE(torques[j], torque * 1.011);
    EXPECT_GT(torque, alarms.at("possible").at(j).at("largest").get<double>());
  }
  const Answer urdf = run_program("convert '" + folder + "/found/puma260.identified.toml' '" + folder + "/arm.urdf'");
  EXPECT_NE(urdf.text.find("residual torque"), std::string::npos) << urdf.text;
}

TEST(IdentifyCommand, SaysWhatIsWrongWithItsLogs) {
  EXPECT_EQ(run_program("identify " + puma).exit_code, 2);
  const Answer missing = run_program("identify " + puma + " none.csv");
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_NE(missing.text.find("[file-unreadable]"), std::string::npos) << missing.text;
  const TemporaryFile log("bad.csv", "t,q1,q2,q3,q4,q5,q6,tau1,tau2,tau3,tau4,tau5,tau6\n0,0,0,0,0,0,0,1,1,1,1,x,1\n");
  const Answer bad = run_program("identify " + puma + " " + log.quoted());
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_NE(bad.text.find("bad.csv:2:23"), std::string::npos) << bad.text;
  EXPECT_EQ(run_program("identify " + puma + " none.csv --generate").exit_code, 2);
}

// A pendulum, and ten seconds of it: tau = (I + m l^2) qdd + m g l sin q
class IdentifyAndGenerate : public ::testing::Test {
 protected:
  IdentifyAndGenerate()
      : robot_("arm.toml",
               "schema = 1\nname = \"arm\"\n[[link]]\nname = \"base\"\n[[link]]\nname = \"l\"\nmass = 1.3\n"
               "centre = [0.0, 0.0, -0.7]\ninertia = [0.011, 0.012, 0.003, 0, 0, 0]\n[[joint]]\nname = \"j\"\n"
               "type = \"revolute\"\nparent = \"base\"\nchild = \"l\"\naxis = [0, 1, 0]\n"),
        log_("log.csv", log_text()) {}

  static std::string log_text() {
    std::string text = "t,q1,tau1\n";
    for (int k = 0; k < 2000; ++k) {
      const double t = 0.005 * k, slow = 0.9 * std::sin(2.1 * t), fast = 0.5 * std::sin(3.7 * t);
      const double q = slow + fast, qdd = -2.1 * 2.1 * slow - 3.7 * 3.7 * fast;
      const double tau = (0.012 + 1.3 * 0.7 * 0.7) * qdd + 1.3 * 9.81 * 0.7 * std::sin(q);
      text += std::to_string(t) + "," + std::to_string(q) + "," + std::to_string(tau) + "\n";
    }
    return text;
  }
  std::filesystem::path found() const { return robot_.folder() / "found"; }
  std::string command(const std::string& options = "") const {
    return "identify " + robot_.quoted() + " " + log_.quoted() + " -o '" + found().string() + "' --generate " + options;
  }

  TemporaryFile robot_, log_;
};

TEST_F(IdentifyAndGenerate, WritesVerifiedCodeOfTheReducedModel) {
  const Answer answer = run_program(command());
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  for (const char* part : {"arm.reduced.toml (the reduced model)", "searching 1 of 6: inverse_dynamics",
                           "verified on 1000 random states", "found/code: arm.h, arm.c"})
    EXPECT_NE(answer.text.find(part), std::string::npos) << part << "\n" << answer.text;
  // verdict first, and a score of what is handed over: both files and the code
  EXPECT_EQ(answer.text.find("Verdict: to be trusted"), answer.text.find("Verdict"));
  std::ifstream report(found() / "report.json");
  const auto written = nlohmann::json::parse(report).at("written");
  ASSERT_EQ(written.size(), 3u);
  EXPECT_EQ(written[2].at("file"), "code/");
  for (const auto& each : written) {
    EXPECT_TRUE(each.at("as_fitted").get<bool>());
    EXPECT_LT(each.at("error").get<double>(), 1.0);
    EXPECT_EQ(each.at("logs").size(), 1u);
  }
  std::ifstream code(found() / "code/arm.c");
  const std::string text{std::istreambuf_iterator<char>(code), {}};
  EXPECT_NE(text.find("Source: arm.reduced.toml, hash"), std::string::npos) << text.substr(0, 500);

  // The folder of the code has the rules of `tauforge generate`.
  std::ofstream(found() / "code/arm.c", std::ios::app) << "/* mine */\n";
  const Answer edited = run_program(command("--quiet"));
  EXPECT_EQ(edited.exit_code, 2) << edited.text;
  EXPECT_NE(edited.text.find("[folder-edited]"), std::string::npos) << edited.text;
  EXPECT_EQ(edited.text.find("searching"), std::string::npos) << edited.text;
  EXPECT_EQ(run_program(command("--force")).exit_code, 0);
}

TEST_F(IdentifyAndGenerate, LeavesStandardOutputToTheObjectOfJson) {
  const std::string out = (robot_.folder() / "out.json").string();
  const std::string line = "'" TAUFORGE_BINARY_DIR "/tauforge' " + command("--json") + " > '" + out + "' 2> /dev/null";
  ASSERT_EQ(std::system(line.c_str()), 0);
  std::ifstream stream(out);
  EXPECT_TRUE(nlohmann::json::parse(stream).contains("fitted_numbers"));
  EXPECT_TRUE(std::filesystem::exists(found() / "code/arm.c"));
}

// A prior drops no parameter, so a rule for dropping them has no meaning beside it; and combinations are no bodies to hold to.
TEST_F(IdentifyAndGenerate, HoldsToARobotsFileThatHasBodies) {
  const std::string plain = "identify " + robot_.quoted() + " " + log_.quoted() + " --quiet ";
  const Answer held = run_program(plain + "--prior=0.001 --json");
  ASSERT_EQ(held.exit_code, 0) << held.text;
  EXPECT_EQ(nlohmann::json::parse(held.text).at("prior").at("strength"), 0.001);
  const auto refused = [&](const std::string& options, int exit, const std::string& part) {
    const Answer answer = run_program(plain + options);
    EXPECT_EQ(answer.exit_code, exit) << options << answer.text;
    EXPECT_NE(answer.text.find(part), std::string::npos) << options << answer.text;
  };
  refused("--prior --significance share", 2, "[options-conflict]");
  refused("--prior=10 --significance error", 2, "no --significance");
  refused("--prior --method iv", 2, "no other --method");
  refused("--friction coulomb,rust", 2, "--friction");
  refused("--method iv --recipe 1992", 2, "[options-conflict]");
  refused("--method best", 2, "--method");
  std::ofstream(robot_.path()) << "schema = 1\nname = \"arm\"\nparameters = \"base\"\n[[link]]\nname = \"base\"\n"
                                  "[[link]]\nname = \"l\"\nmass = 1.3\ncentre = [0.0, 0.0, -0.7]\n"
                                  "inertia = [0.011, 0.012, 0.003, 0, 0, 0]\n[[joint]]\nname = \"j\"\n"
                                  "type = \"revolute\"\nparent = \"base\"\nchild = \"l\"\naxis = [0, 1, 0]\n";
  refused("--prior", 1, "[prior-base]");
  EXPECT_EQ(run_program(plain).exit_code, 0);
}

// The files of instrumental variables are read back and scored like any other, and the report says what was assumed.
TEST_F(IdentifyAndGenerate, WritesFilesOfInstrumentalVariables) {
  const Answer answer = run_program("identify " + robot_.quoted() + " " + log_.quoted() + " -o '" + found().string() +
                                    "' --quiet --method iv --reference 4");
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  for (const char* part : {"Hausman's test of least squares: F(", "instrumental variables: regressors along"})
    EXPECT_NE(answer.text.find(part), std::string::npos) << part << "\n" << answer.text;
  std::ifstream file(found() / "report.json");
  const auto report = nlohmann::json::parse(file);
  EXPECT_EQ(report.at("method"), "iv");
  EXPECT_EQ(report.at("instruments").at("reference_hz"), 4.0);
  EXPECT_TRUE(report.at("instruments").at("settled").get<bool>());
  EXPECT_GE(report.at("verdict").at("hausman").at("degrees_of_freedom").at(0).get<int>(), 1);
  ASSERT_EQ(report.at("written").size(), 2u);
  for (const auto& each : report.at("written")) {
    EXPECT_TRUE(each.at("as_fitted").get<bool>());
    EXPECT_LT(each.at("error").get<double>(), 1.0);
  }
  const Answer least_squares =
      run_program("identify " + robot_.quoted() + " " + log_.quoted() + " --quiet --json --method ls");
  ASSERT_EQ(least_squares.exit_code, 0) << least_squares.text;
  const auto other = nlohmann::json::parse(least_squares.text);
  EXPECT_EQ(other.at("method"), "ls");
  EXPECT_TRUE(other.at("instruments").is_null());
  EXPECT_TRUE(other.at("verdict").at("hausman").contains("p"));
}

// Currents without gains are no torques: it stops, and goes on when told to. What it then makes is not to be trusted where the
// torques have nothing to do with the motion, and there is no code of it.
TEST_F(IdentifyAndGenerate, StopsAtWhatCannotBeMeantAndTrustsNothingThatMissesTheTorques) {
  std::string currents = log_text(), noise = "t,q1,tau1\n";
  currents.replace(currents.find("tau1"), 4, "i1");
  unsigned state = 7;
  for (int k = 0; k < 2000; ++k) {
    state = state * 1664525u + 1013904223u;
    noise += std::to_string(0.005 * k) + "," + std::to_string(std::sin(0.0105 * k)) + "," +
             std::to_string(static_cast<double>(state >> 8) / 16777216.0 - 0.5) + "\n";
  }
  const TemporaryFile in_ampere("currents.csv", currents), nothing("noise.csv", noise);
  const Answer stopped = run_program("identify " + robot_.quoted() + " " + in_ampere.quoted());
  EXPECT_EQ(stopped.exit_code, 1) << stopped.text;
  EXPECT_NE(stopped.text.find("[gains-missing]"), std::string::npos) << stopped.text;
  EXPECT_EQ(run_program("identify " + robot_.quoted() + " " + in_ampere.quoted() + " --accept gains-missing").exit_code,
            0);
  const std::string odd =
      "identify " + robot_.quoted() + " " + nothing.quoted() + " -o '" + found().string() + "' --generate";
  const Answer doubtful = run_program(odd);
  EXPECT_EQ(doubtful.exit_code, 5) << doubtful.text;
  EXPECT_NE(doubtful.text.find("[drive-unexplained]"), std::string::npos) << doubtful.text;
  EXPECT_TRUE(std::filesystem::exists(found() / "arm.reduced.toml"));
  EXPECT_FALSE(std::filesystem::exists(found() / "code"));
}

// Friction that varies with the position is fitted as it will be used: levels beside harmonics that the file has.
TEST(IdentifyCommand, FitsFrictionUnderItsHarmonics) {
  const TemporaryFile robot(
      "arm.toml",
      "schema = 1\nname = \"arm\"\ngravity = [9.81, 0, 0]\n[[link]]\nname = \"base\"\n"
      "[[link]]\nname = \"link\"\nmass = 1\ncentre = [0.7, 0, 0]\ninertia = [0, 0.1, 0.1, 0, 0, 0]\n"
      "[[joint]]\nname = \"joint\"\ntype = \"revolute\"\nparent = \"base\"\nchild = \"link\"\n"
      "[joint.friction]\ncoulomb = 0.1\nharmonics = [[1, 0.6, 0.0]]\n");
  std::string text = "t,q1,tau1\n";
  for (int k = 0; k < 4000; ++k) {
    const double t = 0.005 * k, slow = 0.9 * std::sin(2.1 * t), fast = 0.5 * std::sin(3.7 * t), q = slow + fast;
    const double qd = 0.9 * 2.1 * std::cos(2.1 * t) + 0.5 * 3.7 * std::cos(3.7 * t);
    const double tau = 0.59 * (-2.1 * 2.1 * slow - 3.7 * 3.7 * fast) + 6.867 * std::sin(q) +
                       1.5 * (1 + 0.6 * std::cos(q)) * (qd > 0 ? 1.0 : -1.0);
    text += std::to_string(t) + "," + std::to_string(q) + "," + std::to_string(tau) + "\n";
  }
  const TemporaryFile log("log.csv", text);
  const Answer answer = run_program("identify --json " + robot.quoted() + " " + log.quoted() + " -o '" +
                                    (robot.folder() / "found").string() + "'");
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  for (const auto& written : nlohmann::json::parse(answer.text).at("written")) {
    EXPECT_LT(written.at("error").get<double>(), 5.0);
    EXPECT_LT(written.at("difference").get<double>(), 1e-7);
  }
}

// Who comes with a specification file gets one back; what is said of it is said of the file as it reads back.
TEST(IdentifyCommand, WritesASpecificationFileForOne) {
  const TemporaryFile robot("arm.dyn",
                            "number_links 1\nmass 0\nalpha 0\ndpar 0\napar 0\ncdyna 0.5\nxgrav 0.7\n"
                            "gravity 9.81 0 0\nstop\n");
  std::string text = "t,q1,tau1\n";  // as a pendulum: tau = 0.649 qdd + 8.9271 sin q + 0.3 sign(qd) + 0.2
  for (int k = 0; k < 4000; ++k) {
    const double t = 0.005 * k, slow = 0.9 * std::sin(2.1 * t), fast = 0.5 * std::sin(3.7 * t);
    const double qd = 0.9 * 2.1 * std::cos(2.1 * t) + 0.5 * 3.7 * std::cos(3.7 * t);
    const double tau = 0.649 * (-2.1 * 2.1 * slow - 3.7 * 3.7 * fast) + 8.9271 * std::sin(slow + fast) +
                       0.3 * (qd > 0 ? 1.0 : -1.0) + 0.2;
    text += std::to_string(t) + "," + std::to_string(slow + fast) + "," + std::to_string(tau) + "\n";
  }
  const TemporaryFile log("log.csv", text);
  const auto found = robot.folder() / "found";
  const Answer answer =
      run_program("identify --json " + robot.quoted() + " " + log.quoted() + " -o '" + found.string() + "'");
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const auto written = nlohmann::json::parse(answer.text).at("written");
  ASSERT_EQ(written.size(), 4u);  // TOML and specification, possible and reduced
  EXPECT_EQ(written[3].at("file"), "arm.reduced.dyn");
  EXPECT_LT(written[3].at("error").get<double>(), 3.0);
  std::ifstream stream(found / "arm.reduced.dyn");
  std::map<std::string, double> values;
  for (std::string line, key; std::getline(stream, line);) {
    std::istringstream words(line);
    if (double value = 0; words >> key >> value) values[key] = value;
  }
  EXPECT_NEAR(values["cdyna"] + values["iadyna"], 0.649, 0.01);
  EXPECT_NEAR(values["xgrav"], 8.9271 / 9.81, 0.01);
  EXPECT_NEAR(values["fsdyna"], 0.3, 0.03);
  EXPECT_NEAR(values["ofdyna"], 0.2, 0.02);
}

}  // namespace

}  // namespace tauforge::tests
