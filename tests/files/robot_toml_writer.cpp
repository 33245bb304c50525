// What is written reads back equal.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <random>

#include "tauforge/files/degrees.h"
#include "tauforge/files/robot_toml.h"

namespace tauforge::tests {
namespace {

using namespace robot;

std::string text_of(const diagnostic::Findings& findings) {
  std::string text;
  for (const auto& finding : findings) text += diagnostic::to_text(finding);
  return text;
}

// Random descriptions use every field; they need not make sense as robots.
class RandomDescription {
 public:
  explicit RandomDescription(unsigned seed) : generator_(seed) {}

  Description make() {
    Description d;
    d.name = word();
    if (chance()) d.source = word();
    d.floating_base = chance();
    d.meaning = chance() ? Meaning::base : Meaning::physical;
    d.gravity = vector();
    for (int i = below(3); i > 0; --i) d.gravity_directions.push_back(vector());
    for (int i = below(6); i > 0; --i)
      d.links.push_back({{word(), {}}, chance() ? std::optional(inertial()) : std::nullopt, acknowledged()});
    for (int i = below(6); i > 0; --i) d.joints.push_back(joint());
    if (chance()) d.payload = PayloadDescription{{word(), {}}, inertial()};
    if (chance()) d.transmission = transmission();
    d.acknowledged = acknowledged();
    return d;
  }

 private:
  bool chance() { return below(2) == 1; }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(generator_); }
  double number() {
    switch (below(8)) {
      case 0: return 0.0;
      case 1: return below(100);
      case 2: return below(1000) / 1000.0;
      case 3: return -std::ldexp(std::uniform_real_distribution<double>(1, 2)(generator_), below(2000) - 1000);
      case 4: return std::numbers::pi / 2 * (below(9) - 4);
      case 5: return files::radians_from_degrees(below(3600) / 10.0 - 180.0);
      case 6: return -0.0;
      default: return std::uniform_real_distribution<double>(-10, 10)(generator_);
    }
  }
  double positive() { return std::abs(number()) + 1e-3; }
  std::optional<double> maybe() { return chance() ? std::optional(number()) : std::nullopt; }
  Vector vector() { return {number(), number(), positive()}; }
  Tensor tensor() { return {number(), number(), number(), number(), number(), number()}; }
  std::string word() {
    const char* const hostile[] = {"arm",    "*/ int x;",   "../../etc",   "${HOME}",
                                   "a\"b",   "a\\b",        "line\nbreak", "\r\n",
                                   "tab\t",  "\x01\x7f",    "'",           "'''",
                                   "\"\"\"", "#no comment", "[[link]]",    "\xC3\xA9\xE2\x82\xAC\xF0\x9F\xA6\xBE",
                                   " "};
    return hostile[below(static_cast<int>(std::size(hostile)))] + std::to_string(below(1000));
  }
  Acknowledgements acknowledged() {
    Acknowledgements all;
    for (int i = below(3); i > 0; --i)
      all.push_back({{std::string(1, static_cast<char>('d' - i)) + word(), {}}, "because " + word()});
    return all;
  }
  InertialDescription inertial() {
    InertialDescription b;
    b.mass.value = positive();
    b.centre.value = vector();
    b.centre_is_first_moment = chance();
    b.inertia.value = tensor();
    b.about = chance() ? InertiaAbout::frame_origin : InertiaAbout::centre_of_mass;
    if (chance()) b.rpy.value = vector();
    if (chance()) b.mass_tolerance = number();
    if (chance()) b.centre_tolerance = vector();
    if (chance()) b.inertia_tolerance = tensor();
    return b;
  }
  DriveDescription drive() {
    DriveDescription d;
    d.motor_inertia = maybe();
    d.motor_inertia_tolerance = maybe();
    d.rotor_inertia = maybe();
    d.gear_ratio = maybe();
    d.gain = maybe();
    if (chance())
      d.friction = {
          static_cast<FrictionKind>(below(3)), number(), number(), number(), number(), positive(), positive(), {}};
    if (chance()) d.friction.load = number(), d.friction.root = number();
    if (chance())
      d.friction.memory = {positive(), 0.25, number(), number(), number(), number(), number(), number(), positive()};
    return d;
  }
  JointDescription joint() {
    JointDescription j;
    j.name.value = word();
    j.kind = static_cast<JointKind>(below(4));
    j.parent.value = word();
    j.child.value = word();
    j.acknowledged = acknowledged();
    j.placement.convention = static_cast<Convention>(below(3));
    if (j.placement.convention == Convention::free) {
      j.placement.xyz.value = vector();
      if (chance()) j.placement.rpy.value = vector();
      if (chance()) j.axis.value = vector();
    } else {
      j.placement.alpha.value = number();
      j.placement.a.value = number();
      j.placement.d.value = number();
      j.placement.theta.value = number();
    }
    if (chance()) j.limits = {maybe(), maybe(), maybe(), maybe(), maybe(), maybe(), maybe(), {}};
    j.drive = drive();
    if (chance()) j.mimic = Mimic{{word(), {}}, number(), number()};
    if (chance()) j.spring = robot::SpringDescription{number(), number()};
    if (chance())
      j.counterbalance = robot::CounterbalanceDescription{
          positive(), positive(), number(),
          number(),   number(),   chance() ? std::optional<double>(positive()) : std::nullopt};
    return j;
  }
  TransmissionDescription transmission() {
    TransmissionDescription t;
    for (int i = below(4); i > 0; --i) t.drives.push_back(word());
    for (int i = below(4); i > 0; --i) {
      t.matrix.emplace_back();
      for (int k = below(4); k > 0; --k) t.matrix.back().push_back(number());
    }
    for (int i = below(4); i > 0; --i) t.offset.push_back(number());
    for (int i = below(4); i > 0; --i) t.drive.push_back(drive());
    return t;
  }

  std::mt19937 generator_;
};

void expect_reads_back(const Description& d, const std::string& what) {
  const std::string text = files::write_robot_toml(d);
  const auto read = files::read_robot_toml(files::source_from_text("written.toml", text));
  ASSERT_TRUE(read.ok()) << what << "\n" << text_of(read.findings()) << text;
  EXPECT_TRUE(same_content(read.value(), d)) << what << "\n"
                                             << text << "\nreads back as\n"
                                             << files::write_robot_toml(read.value());
}

TEST(RobotTomlWriter, WritesWhatReadsBackEqual) {
  const char* chosen = std::getenv("TAUFORGE_SEED");
  const unsigned seed = chosen ? static_cast<unsigned>(std::atoi(chosen)) : 20240917u;
  std::printf("seed %u (TAUFORGE_SEED)\n", seed);
  for (unsigned i = 0; i < 500 && !testing::Test::HasFailure(); ++i)
    expect_reads_back(RandomDescription(seed + i).make(), "seed " + std::to_string(seed + i));
}

TEST(RobotTomlWriter, WritesEveryRobotOfTheFolderSoThatItReadsBackEqual) {
  int robots = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TAUFORGE_SOURCE_DIR "/robots")) {
    if (entry.path().extension() != ".toml") continue;
    ++robots;
    const auto source = files::read_source(entry.path().string());
    ASSERT_TRUE(source.ok());
    const auto robot = files::read_robot_toml(source.value());
    ASSERT_TRUE(robot.ok()) << text_of(robot.findings());
    expect_reads_back(robot.value(), entry.path().filename().string());
  }
  EXPECT_GE(robots, 11);
}

TEST(RobotTomlWriter, WritesQuarterTurnsInDegrees) {
  Description d;
  d.links = {{{"base", {}}, {}}, {{"arm", {}}, {}}};
  JointDescription joint;
  joint.name.value = "elbow";
  joint.parent.value = "base";
  joint.child.value = "arm";
  joint.placement.convention = Convention::modified_dh;
  joint.placement.alpha.value = -std::numbers::pi / 2;
  joint.placement.theta.value = 0.3;
  d.joints = {joint};
  const std::string text = files::write_robot_toml(d);
  EXPECT_NE(text.find("alpha_deg = -90\n"), std::string::npos) << text;
  EXPECT_NE(text.find("theta = 0.3\n"), std::string::npos) << text;
}

TEST(RobotTomlWriter, ReplacesBytesThatAreNotUtf8) {
  Description d;
  d.name = "a\xff\xC0\x80z";
  const auto read = files::read_robot_toml(files::source_from_text("written.toml", files::write_robot_toml(d)));
  ASSERT_TRUE(read.ok()) << text_of(read.findings());
  EXPECT_EQ(read.value().name, "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz");
}

TEST(Degrees, MakeQuarterTurnsTheDoublesThatAngleRestorationKnows) {
  for (int k = -8; k <= 8; ++k) EXPECT_EQ(files::radians_from_degrees(90.0 * k), k * (std::numbers::pi / 2));
  EXPECT_EQ(files::short_degrees(std::numbers::pi / 4), 45.0);
  EXPECT_FALSE(files::short_degrees(0.3));
}

}  // namespace
}  // namespace tauforge::tests
