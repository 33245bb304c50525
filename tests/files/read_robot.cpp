// Robots of any format, from file to findings.
#include "tauforge/files/read_robot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tauforge/robot/repair.h"
#include "tauforge/robot/validate.h"
#include "tests/support/shared_data.h"

namespace tauforge::files {

namespace {

using robot::Format;

Format format(const std::string& name, const std::string& text) {
  return format_of(source_from_text(name, text)).value();
}

TEST(ReadRobot, TellsTheFormatByExtensionThenByContent) {
  EXPECT_EQ(format("a.toml", ""), Format::toml);
  EXPECT_EQ(format("a.URDF", ""), Format::urdf);
  EXPECT_EQ(format("a b/c.xml", ""), Format::urdf);
  EXPECT_EQ(format("a.dyn", ""), Format::specification);
  EXPECT_EQ(format("a", "\n\n <?xml version=\"1.0\"?>"), Format::urdf);
  EXPECT_EQ(format("a.txt", "% arm\nnumber_links 3\n"), Format::specification);
  EXPECT_EQ(format("a.txt", "# arm\nname = \"x\"\n"), Format::toml);
  EXPECT_EQ(format("a.txt", "[[link]]\n"), Format::toml);
  EXPECT_EQ(format_of(source_from_text("a.txt", "hello\n")).findings()[0].code, "format-unknown");
  EXPECT_EQ(format_of(source_from_text("a.txt", "")).findings()[0].code, "format-unknown");
}

TEST(ReadRobot, EveryRobotOfTheProjectLoads) {
  int robots = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(TAUFORGE_SOURCE_DIR "/robots")) {
    if (entry.is_directory() || entry.path().extension() == ".plans") continue;
    const auto loaded = load_robot(entry.path().string());
    EXPECT_TRUE(loaded.ok()) << entry.path() << "\n"
                             << (loaded.findings().empty() ? "" : to_text(loaded.findings()[0]));
    ++robots;
  }
  EXPECT_GE(robots, 20);
}

TEST(ReadRobot, FindingsComeInTheOrderOfTheFile) {
  TAUFORGE_NEEDS_SHARED("robots");
  const Inspection xarm = inspect_robot((testing::shared_data() / "robots" / "xarm7.urdf").string());
  ASSERT_GT(xarm.findings.size(), 10u);
  EXPECT_TRUE(std::is_sorted(xarm.findings.begin(), xarm.findings.end(),
                             [](const auto& a, const auto& b) { return a.at.line < b.at.line; }));
}

TEST(ReadRobot, StrictTurnsWarningsIntoErrors) {
  TAUFORGE_NEEDS_SHARED("robots");
  const std::string path = (testing::shared_data() / "robots" / "hyq.urdf").string();
  EXPECT_TRUE(load_robot(path).ok());
  EXPECT_FALSE(load_robot(path, {.strict = true}).ok());
}

TEST(WriteRobot, ARepairedRobotReadsBackWithoutPhysicalFaults) {
  TAUFORGE_NEEDS_SHARED("robots");
  for (const char* name : {"gantry_rex.urdf", "anymal_c.urdf", "hyq.urdf"}) {
    const auto source = read_source((testing::shared_data() / "robots" / name).string());
    const auto description = read_robot(source.value());
    ASSERT_TRUE(description.ok());
    const auto repaired = robot::repair(description.value());
    EXPECT_FALSE(repaired.changes.empty());
    const auto text = write_robot(repaired.description, Format::urdf);
    ASSERT_TRUE(text.ok());
    const auto again = read_robot(source_from_text("again.urdf", text.value()));
    ASSERT_TRUE(again.ok());
    for (const auto& link : again.value().links)
      if (link.inertial) {
        EXPECT_EQ(robot::inertia_fault(*link.inertial), robot::InertiaFault::none) << name << " " << link.name.value;
      }
  }
}

TEST(WriteRobot, EveryFormatHasAWriter) {
  const auto source = read_source(TAUFORGE_SOURCE_DIR "/robots/puma260.dyn");
  const auto description = read_robot(source.value());
  ASSERT_TRUE(description.ok());
  EXPECT_TRUE(write_robot(description.value(), Format::toml).ok());
  EXPECT_TRUE(write_robot(description.value(), Format::specification).ok());
  EXPECT_FALSE(write_robot(description.value(), Format::urdf).ok());  // link 4 has a first moment and no mass
}

TEST(ReadRobot, RefusesNamesThatNothingElseCouldHold) {
  const std::string name(1001, 'n');
  const auto refused =
      read_robot(source_from_text("arm.toml", "schema = 1\nname = \"arm\"\n[[link]]\nname = \"" + name + "\"\n"));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.findings()[0].code, "name-too-long");
  EXPECT_EQ(refused.findings()[0].at.line, 4);
  EXPECT_TRUE(read_robot(source_from_text("arm.toml",
                                          "schema = 1\nname = \"arm\"\n[[link]]\nname = \"" + name.substr(1) + "\"\n"))
                  .ok());
}

}  // namespace

}  // namespace tauforge::files
