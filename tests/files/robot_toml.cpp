// Reading the TOML robot file: every key, every place.
#include "tauforge/files/robot_toml.h"

#include <gtest/gtest.h>

#include <clocale>
#include <numbers>

#include "tauforge/robot/assemble.h"
#include "tauforge/robot/moments.h"

namespace tauforge::tests {
namespace {

using namespace robot;

diagnostic::Result<Description> read(const std::string& text) {
  return files::read_robot_toml(files::source_from_text("arm.toml", text));
}

Description good(const std::string& text) {
  const auto result = read(text);
  for (const auto& finding : result.findings()) ADD_FAILURE() << diagnostic::to_text(finding);
  return result.ok() ? result.value() : Description{};
}

const std::string head = "schema = 1\nname = \"arm\"\n";

std::string joint(const std::string& keys) {
  return head +
         "[[link]]\nname = \"base\"\n[[link]]\nname = \"arm\"\nmass = 1\n[[joint]]\nname = \"j\"\ntype = "
         "\"revolute\"\nparent = \"base\"\nchild = \"arm\"\n" +
         keys;
}

TEST(RobotToml, ReadsTheHeadOfAFile) {
  const Description d = good(R"(schema = 1
name = "arm"
source = "a table"
parameters = "base"
base = "floating"
gravity = [0, 1.5, -9]
gravity_directions = [[0, 0, -1], [0, 1, 0]]
)");
  EXPECT_EQ(d.name, "arm");
  EXPECT_EQ(d.source, "a table");
  EXPECT_EQ(d.meaning, Meaning::base);
  EXPECT_TRUE(d.floating_base);
  EXPECT_EQ(d.gravity, (Vector{0, 1.5, -9}));
  EXPECT_EQ(d.gravity_directions, (std::vector<Vector>{{0, 0, -1}, {0, 1, 0}}));
}

TEST(RobotToml, ReadsTheTenMomentsAndTheSingleValuesAsTheSameBody) {
  const Description d = good(head + R"(
[[link]]
name = "a"
moments = [2, 0.2, 0, -0.4, 0.5, 0.6, 0.7, 0.01, 0.02, 0.03]
moments_tolerance = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
[[link]]
name = "b"
mass = 2
first_moment = [0.2, 0, -0.4]
inertia = [0.5, 0.6, 0.7, 0.01, 0.02, 0.03]
inertia_about = "frame_origin"
mass_tolerance = 0.1
first_moment_tolerance = [0.2, 0.3, 0.4]
inertia_tolerance = [0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
[[link]]
name = "c"
mass = 2
centre = [0.1, 0, -0.2]
inertia = [0.42, 0.5, 0.68, 0.01, 0.02, -0.01]
)");
  EXPECT_EQ(d.links[0].inertial, d.links[1].inertial);
  const Inertia<double> a = moments(*d.links[0].inertial), c = moments(*d.links[2].inertial);
  EXPECT_NEAR(a.h.z, c.h.z, 1e-15);
  EXPECT_NEAR(a.I.xx, c.I.xx, 1e-15);  // 0.42 + 2 * 0.04
  EXPECT_NEAR(a.I.yy, c.I.yy, 1e-15);  // 0.5 + 2 * 0.05
  EXPECT_NEAR(a.I.xz, c.I.xz, 1e-15);  // -0.01 + 2 * 0.02
}

TEST(RobotToml, ReadsAJointOfEachConvention) {
  const Description d = good(R"(schema = 1
name = "arm"
convention = "modified_dh"
[[joint]]
name = "one"
type = "revolute"
parent = "a"
child = "b"
alpha_deg = -90
a = 0.4
d = 0.1
theta = 0.3
[[joint]]
name = "two"
type = "prismatic"
parent = "b"
child = "c"
convention = "standard_dh"
alpha = 0.2
theta_deg = 180
[[joint]]
name = "three"
type = "continuous"
parent = "c"
child = "d"
convention = "free"
xyz = [1, 2, 3]
rpy_deg = [90, 0, -45]
axis = [0, 1, 0]
)");
  ASSERT_EQ(d.joints.size(), 3u);
  const Placement &one = d.joints[0].placement, &two = d.joints[1].placement, &three = d.joints[2].placement;
  EXPECT_EQ(one.convention, Convention::modified_dh);
  EXPECT_EQ(one.alpha.value, -std::numbers::pi / 2);
  EXPECT_EQ(one.a.value, 0.4);
  EXPECT_EQ(one.d.value, 0.1);
  EXPECT_EQ(one.theta.value, 0.3);
  EXPECT_EQ(two.convention, Convention::standard_dh);
  EXPECT_EQ(two.alpha.value, 0.2);
  EXPECT_EQ(two.theta.value, std::numbers::pi);
  EXPECT_EQ(d.joints[1].kind, JointKind::prismatic);
  EXPECT_EQ(three.xyz.value, (Vector{1, 2, 3}));
  EXPECT_EQ(three.rpy.value, (Vector{std::numbers::pi / 2, 0, -std::numbers::pi / 4}));
  EXPECT_EQ(d.joints[2].axis.value, (Vector{0, 1, 0}));
}

TEST(RobotToml, GivesQuarterTurnsInDegreesWithoutANoteOfRestoration) {
  const auto assembled = assemble(good(joint("convention = \"modified_dh\"\nalpha_deg = 270\ntheta_deg = -90\n")));
  ASSERT_TRUE(assembled.ok());
  EXPECT_TRUE(assembled.findings().empty());
  EXPECT_EQ(assembled.value().parameters.placement[0].R, (spatial::Mat3<double>{1, 0, 0, 0, 0, 1, 0, -1, 0}));
}

TEST(RobotToml, ReadsDriveFrictionLimitsAndMimic) {
  const JointDescription j = good(joint(R"(motor_inertia = 0.2
motor_inertia_tolerance = 0.01
rotor_inertia = 3e-5
gear_ratio = -62.61
drive_gain = 10.5
friction = { kind = "stribeck", coulomb = 1, viscous = 2, offset = -3, static_level = 4, stribeck_velocity = 0.5 }
limits = { lower_deg = -180, upper = 2, velocity_deg = 90, acceleration = 5, torque = 97.6, break_away_torque = 6.3, torque_resolution = 0.05, residual_torque = 3.5 }
mimic = { joint = "other", multiplier = -2, offset = 0.1 }
)"))
                                 .joints[0];
  EXPECT_EQ(j.drive.motor_inertia, 0.2);
  EXPECT_EQ(j.drive.motor_inertia_tolerance, 0.01);
  EXPECT_EQ(j.drive.rotor_inertia, 3e-5);
  EXPECT_EQ(j.drive.gear_ratio, -62.61);
  EXPECT_EQ(j.drive.gain, 10.5);
  EXPECT_EQ(j.drive.friction, (FrictionDescription{FrictionKind::stribeck, 1, 2, -3, 4, 0.5, 1, {}, {}}));
  EXPECT_EQ(j.limits, (LimitsDescription{-std::numbers::pi, 2, std::numbers::pi / 2, 5, 97.6, 6.3, 0.05, 3.5, {}}));
  ASSERT_TRUE(j.mimic);
  EXPECT_EQ(j.mimic->joint.value, "other");
  EXPECT_EQ(j.mimic->multiplier, -2);
  EXPECT_EQ(j.mimic->offset, 0.1);
}

TEST(RobotToml, ReadsPayloadAndTransmission) {
  const Description d = good(joint(R"(
[payload]
link = "arm"
mass = 2.5
centre = [0, 0, 0.1]
rpy_deg = [0, 90, 0]
[transmission]
drives = ["m1"]
matrix = [[0.5]]
offset = [0.1]
[[transmission.drive]]
motor_inertia = 0.3
[transmission.drive.friction]
viscous = 0.2
)"));
  ASSERT_TRUE(d.payload && d.transmission);
  EXPECT_EQ(d.payload->link.value, "arm");
  EXPECT_EQ(d.payload->inertial.mass.value, 2.5);
  EXPECT_EQ(d.transmission->drives, std::vector<std::string>{"m1"});
  EXPECT_EQ(d.transmission->matrix, std::vector<std::vector<double>>{{0.5}});
  EXPECT_EQ(d.transmission->offset, std::vector<double>{0.1});
  EXPECT_EQ(d.transmission->drive.at(0).motor_inertia, 0.3);
  EXPECT_EQ(d.transmission->drive.at(0).friction.viscous, 0.2);
}

TEST(RobotToml, ReadsTheExampleOfItsDocumentation) {
  const auto page = files::read_source(TAUFORGE_SOURCE_DIR "/docs/robot-file.md");
  ASSERT_TRUE(page.ok());
  const std::string& text = page.value()->text;
  const std::size_t begin = text.find("```toml\n") + 8, end = text.find("```", begin);
  const auto robot = assemble(good(text.substr(begin, end - begin)));
  ASSERT_TRUE(robot.ok());
  EXPECT_EQ(robot.value().joints, std::vector<std::string>{"hinge"});
}

TEST(RobotToml, KeepsThePlaceOfEveryValueInBytes) {
  const Description d =
      good(head + "[[link]]\nname = \"b\xC3\xA9\" # \xE2\x82\xAC\n\"mass\" = 1.25\ncentre = [1,\n 2, 3]\n");
  const LinkDescription& link = d.links[0];
  EXPECT_EQ(link.name.at.line, 4);
  EXPECT_EQ(link.name.at.column, 8);
  EXPECT_EQ(link.name.at.length, 5);  // e acute takes two bytes
  EXPECT_EQ(link.inertial->mass.at.line, 5);
  EXPECT_EQ(link.inertial->mass.at.column, 10);
  EXPECT_EQ(link.inertial->mass.at.length, 4);
  EXPECT_EQ(link.inertial->centre.at.line, 6);
  EXPECT_EQ(link.inertial->centre.at.length, 3);  // as far as its line goes
  const Description inline_link = good(head + "link = [{ name = \"\xE2\x82\xAC\", mass = 7 }]\n");
  EXPECT_EQ(inline_link.links[0].inertial->mass.at.column, 32);
}

TEST(RobotToml, ReportsEveryProblemInTheOrderOfTheFile) {
  const auto result =
      read(joint("alpha = 1\nparrent = 3\n[joint.limits]\nlower = \"x\"\n[[joint]]\n[[link]]\nmass = \"1\"\n"));
  EXPECT_FALSE(result.ok());
  std::vector<std::string> seen;
  for (const auto& finding : result.findings()) seen.push_back(std::to_string(finding.at.line) + " " + finding.code);
  EXPECT_EQ(seen, (std::vector<std::string>{"13 key-not-applicable", "14 unknown-key", "16 wrong-type",
                                            "17 missing-key", "17 missing-key", "17 missing-key", "17 missing-key",
                                            "18 missing-key", "19 wrong-type"}));
}

TEST(RobotToml, ReadsTheSameWithAByteOrderMarkAndDosLineEnds) {
  std::string text = joint("axis = [0, 1, 0]\n"), dos = "\xEF\xBB\xBF";
  for (const char c : text) dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_TRUE(same_content(good(dos), good(text)));
}

TEST(RobotToml, ReadsNumbersTheSameUnderEveryLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* locale : {"de_DE.UTF-8", "fr_FR.UTF-8", "C"}) {
    if (!std::setlocale(LC_ALL, locale)) continue;
    EXPECT_EQ(good(head + "[[link]]\nname = \"a\"\nmass = 1.5\n").links[0].inertial->mass.value, 1.5) << locale;
  }
  std::setlocale(LC_ALL, before.c_str());
}

TEST(RobotToml, RefusesNestingWithoutEnd) {
  const auto code = [](const std::string& text) {
    const auto result = read(text);
    return result.ok() ? std::string("read") : result.findings()[0].code;
  };
  const auto repeated = [](const std::string& part, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += part;
    return text;
  };
  EXPECT_EQ(code("x = " + std::string(100000, '[')), "toml-too-deep");
  EXPECT_EQ(code("x = " + repeated("{a=", 100000)), "toml-too-deep");
  EXPECT_EQ(code("[a" + repeated(".a", 1000000) + "]"), "toml-too-deep");
  EXPECT_EQ(code("a" + repeated(" . \"b\"", 100000) + " = 1"), "toml-too-deep");
  EXPECT_EQ(code("x = " + repeated("[{a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a=", 127) + "1" + repeated("}]", 127)), "read");
  EXPECT_EQ(code(head + "source = \"" + repeated("a.", 1000) + "\" # " + repeated("a.", 1000) + "\nmass='''" +
                 repeated(".\n'", 1000) + "'''\n"),
            "read");
  EXPECT_EQ(code(std::string(9u << 20, '#')), "file-too-large");
  EXPECT_EQ(code(head + repeated("[[link]]\n", 10001)), "too-many-parts");
}

TEST(RobotToml, StopsListingFindingsAfterAThousand) {
  std::string text = head;
  for (int i = 0; i < 5000; ++i) text += "unknown_" + std::to_string(i) + " = 1\n";
  EXPECT_EQ(read(text).findings().size(), 1001u);
}

TEST(RobotToml, RefusesLettersBeyondAsciiOutsideOfQuotes) {
  for (const char* text : {"\xC3\xA9 = 1", "mass\xC2\xA0= 1",
                           "mass = \xE2\x88\x92"
                           "1",
                           "[\xC3\xA9]"})
    EXPECT_FALSE(read(text).ok()) << text;
  EXPECT_TRUE(read("\"\xC3\xA9\" = '\xC3\xA9' # \xC3\xA9\n").ok());
}

TEST(RobotToml, RefusesHeadersThatStartWithNoName) {
  for (const char* text : {"[", "[[", "[=x]", "[\nx]", "[[[x]]", "[.a]", "[a.]", "[#]", "[]"}) {
    const auto result = read(text);
    ASSERT_FALSE(result.ok()) << text;
    EXPECT_EQ(result.findings()[0].code, "toml-syntax") << text;
  }
}

TEST(RobotToml, SurvivesEveryCutAndEverySingleByteChange) {
  const std::string text =
      joint("friction = { coulomb = 1 }\nlimits.lower = -1\n[payload]\nlink = 'arm'\nmass = 1e-3\n");
  for (std::size_t i = 0; i < text.size(); ++i) {
    (void)read(text.substr(0, i));
    for (const char c : {'\0', '"', '[', '=', '\n', '\xff', '9'}) {
      std::string changed = text;
      changed[i] = c;
      (void)read(changed);
    }
  }
}

}  // namespace
}  // namespace tauforge::tests
