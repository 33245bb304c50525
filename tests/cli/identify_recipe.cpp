// tauforge identify --recipe 1992, run as a user runs it.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "program.h"

namespace tauforge::tests {

namespace {

// Two drives side by side, each with a weight, rotor and friction: tau = I qdd + w sin q + 0.2 sign qd + 0.1 qd.
class IdentifyRecipe : public ::testing::Test {
 protected:
  IdentifyRecipe()
      : robot_("arm.toml", "schema = 1\nname = \"arm\"\n[[link]]\nname = \"base\"\n" + drive("1") + drive("2")),
        a_("a.csv", log(2.1, 1.3)),
        b_("b.csv", log(3.1, 1.9)),
        still_("still.csv", log(1.7, 0.0)) {}

  static std::string drive(const std::string& k) {
    return "[[link]]\nname = \"l" + k +
           "\"\nmass = 1.0\ncentre = [0.0, 0.0, -0.5]\ninertia = [0.01, 0.02, 0.01, 0, 0, 0]\n" +
           "[[joint]]\nname = \"j" + k + "\"\ntype = \"revolute\"\nparent = \"base\"\nchild = \"l" + k +
           "\"\naxis = [0, 1, 0]\n";
  }
  static std::string log(double first, double second) {
    std::ostringstream text;
    text.precision(12);
    text << "t,q1,q2,tau1,tau2\n";
    for (int k = 0; k < 600; ++k) {
      const double t = 0.01 * k;
      double q[2], tau[2];
      for (int j = 0; j < 2; ++j) {
        const double w = j == 0 ? first : second, qd = 0.8 * w * std::cos(w * t), qdd = -0.8 * w * w * std::sin(w * t);
        q[j] = 0.8 * std::sin(w * t);
        tau[j] = 0.27 * qdd + 4.905 * std::sin(q[j]) + (w > 0 ? 0.2 * (qd > 0 ? 1 : -1) : 0.0) + 0.1 * qd;
      }
      text << t << ',' << q[0] << ',' << q[1] << ',' << tau[0] << ',' << tau[1] << '\n';
    }
    return text.str();
  }
  std::string found() const { return (robot_.folder() / "found").string(); }
  Answer identify(const std::string& words) const { return run_program("identify " + robot_.quoted() + " " + words); }

  TemporaryFile robot_, a_, b_, still_;
};

TEST_F(IdentifyRecipe, TakesNoSamplesThatWereNotMeasured) {
  const Answer answer = identify(a_.quoted() + " " + b_.quoted() + " --recipe 1992 --period 5");
  EXPECT_EQ(answer.exit_code, 1);
  EXPECT_NE(answer.text.find("[recipe-period]"), std::string::npos) << answer.text;
}

TEST_F(IdentifyRecipe, IsNoStricterAboutWhatItWroteThanAboutWhatItRead) {
  const Answer answer = identify(a_.quoted() + " " + b_.quoted() + " --recipe 1992 --strict -o '" + found() + "'");
  EXPECT_EQ(answer.exit_code, 0) << answer.text;
}

TEST_F(IdentifyRecipe, WritesTheMeansAndMeasuresWhatItWrote) {
  const Answer answer =
      identify(a_.quoted() + " " + b_.quoted() + " --recipe 1992 --validate " + a_.quoted() + " -o '" + found() + "'");
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  for (const char* part :
       {"2 trajectories", "differences over two steps of 10 ms", "found/arm.reduced.toml, all drives"})
    EXPECT_NE(answer.text.find(part), std::string::npos) << part << "\n" << answer.text;
  std::ifstream stream(found() + "/report.json");
  const auto json = nlohmann::json::parse(stream);
  for (const auto& e : json.at("estimates"))
    if (e.at("name") == "z1" || e.at("name") == "z2") {
      EXPECT_NEAR(e.at("table_2").at("mean"), -0.5, 0.01);
    } else if (e.at("name") == "fs1") {
      EXPECT_NEAR(e.at("table_2").at("mean"), 0.2, 0.01);
    }
  EXPECT_LT(json.at("trajectories").at(0).at("error").at("all_percent"), 5.0);
  EXPECT_EQ(json.at("validation").at(0).at("error"), json.at("trajectories").at(0).at("error"));
  EXPECT_EQ(run_program("check '" + found() + "/arm.reduced.toml'").exit_code, 0);
}

TEST_F(IdentifyRecipe, EndsWithFiveWhereALogCannotTellTheParametersApart) {
  const Answer answer =
      identify(a_.quoted() + " " + b_.quoted() + " " + still_.quoted() + " --recipe 1992 -o '" + found() + "'");
  EXPECT_EQ(answer.exit_code, 5) << answer.text;
  EXPECT_NE(answer.text.find("[recipe-singular]"), std::string::npos) << answer.text;
  EXPECT_TRUE(std::filesystem::exists(found() + "/report.json"));
}

TEST_F(IdentifyRecipe, RefusesWhatItDoesNotUse) {
  for (const char* option : {"--cutoff 5", "--delay 1", "--significance share", "--no-offsets", "--solver svd",
                             "--solver ridge --ridge 0.1", "--recipe 1991"}) {
    const Answer answer = identify(a_.quoted() + " " + b_.quoted() + " --recipe 1992 " + option);
    EXPECT_EQ(answer.exit_code, 2) << option << "\n" << answer.text;
  }
  for (const char* option : {"--trim 3", "--period 28", "--judge mean", "--ridge 0.1", "--solver ridge", "--solver lu"})
    EXPECT_EQ(identify(a_.quoted() + " " + option).exit_code, 2) << option;
}

TEST_F(IdentifyRecipe, WantsTwoLogsThatAreLongEnough) {
  const Answer one = identify(a_.quoted() + " --recipe 1992");
  EXPECT_EQ(one.exit_code, 1) << one.text;
  EXPECT_NE(one.text.find("at least two are needed [recipe-one-log]"), std::string::npos) << one.text;
  const Answer parts = identify("'" + a_.path() + "@1-300' '" + a_.path() + "@301-600' --recipe 1992");
  EXPECT_EQ(parts.exit_code, 0) << parts.text;
  const Answer brief = identify("'" + a_.path() + "@1-30' " + b_.quoted() + " --recipe 1992");
  EXPECT_EQ(brief.exit_code, 1) << brief.text;
  EXPECT_NE(brief.text.find("[log-too-short]"), std::string::npos) << brief.text;
  const Answer unseen =
      identify(a_.quoted() + " " + b_.quoted() + " --recipe 1992 --validate '" + a_.path() + "@1-30'");
  EXPECT_EQ(unseen.exit_code, 1) << unseen.text;
}

TEST_F(IdentifyRecipe, SaysWhichSolverWasAsked) {
  const Answer answer = identify(a_.quoted() + " --solver svd");
  EXPECT_EQ(answer.exit_code, 0) << answer.text;
  EXPECT_NE(answer.text.find("SVD, as"), std::string::npos) << answer.text;
}

}  // namespace

}  // namespace tauforge::tests
