// The specification file of paper 000, Appendix A: in and out.
#include "tauforge/files/specification.h"

#include <gtest/gtest.h>

#include <numbers>
#include <string>

#include "tauforge/files/read_robot.h"
#include "tauforge/files/specification_writer.h"
#include "tauforge/robot/assemble.h"

namespace tauforge::files {

namespace {

using robot::Description;

const std::string two_links =
    "number_links 2 % an arm\n"
    "mass 1 m2\n"
    "sigma 0 1\n"
    "alpha 90 -45\n"
    "dpar 0.5 0\n"
    "apar 0 0.25\n"
    "xgrav 0 0.1\n"
    "adyna 1 2\n"
    "variable m2 2.5\n"
    "stop\n";

diagnostic::Result<Description> result_of(const std::string& text, bool lenient = false) {
  return read_specification(source_from_text("folder/arm.dyn", text), {lenient});
}

// "line:column code" of every error, in order.
std::string errors_of(const std::string& text, bool lenient = false) {
  std::string all;
  const auto result = result_of(text, lenient);
  for (const auto& finding : result.findings())
    if (finding.severity == diagnostic::Severity::error)
      all += (all.empty() ? "" : ", ") + std::to_string(finding.at.line) + ":" + std::to_string(finding.at.column) +
             " " + finding.code;
  EXPECT_EQ(all.empty(), result.ok());
  return all;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, from.size(), to);
}

TEST(Specification, IsASerialArmInStandardParametersWithMomentsAboutTheFarFrame) {
  const auto result = result_of(two_links);
  ASSERT_TRUE(result.ok()) << to_text(result.findings()[0]);
  const Description& d = result.value();
  EXPECT_EQ(d.name, "arm");
  EXPECT_EQ(d.meaning, robot::Meaning::base);
  ASSERT_EQ(d.joints.size(), 2u);
  EXPECT_EQ(d.joints[0].kind, robot::JointKind::revolute);
  EXPECT_EQ(d.joints[1].kind, robot::JointKind::prismatic);
  EXPECT_EQ(d.joints[0].placement.convention, robot::Convention::standard_dh);
  EXPECT_EQ(d.joints[0].placement.alpha.value, std::numbers::pi / 2);
  EXPECT_EQ(d.joints[1].placement.alpha.value, -std::numbers::pi / 4);
  EXPECT_EQ(d.joints[1].placement.a.value, 0.25);
  ASSERT_EQ(d.links.size(), 3u);
  EXPECT_EQ(d.links[2].inertial->mass.value, 2.5);
  EXPECT_TRUE(d.links[2].inertial->centre_is_first_moment);
  EXPECT_EQ(d.links[2].inertial->centre.value.x, 0.1);
  EXPECT_EQ(d.links[2].inertial->about, robot::InertiaAbout::frame_origin);
  EXPECT_EQ(d.links[2].inertial->mass.at.line, 2);
  EXPECT_EQ(d.links[2].inertial->mass.at.column, 8);
}

TEST(Specification, ReportsAWrongNumberOfValuesWithItsLine) {
  EXPECT_EQ(errors_of(replaced(two_links, "sigma 0 1", "sigma 0")), "3:1 list-length");
  EXPECT_EQ(errors_of(replaced(two_links, "adyna 1 2", "adyna 1 2 3")), "8:1 list-length");
}

TEST(Specification, FillsUpListsOfZerosOnlyWhenAskedTo) {
  const std::string text = replaced(replaced(two_links, "sigma 0 1", "sigma 0"), "adyna 1 2", "adyna 1");
  EXPECT_EQ(errors_of(text), "3:1 list-length, 8:1 list-length");
  EXPECT_EQ(errors_of(text, true), "8:1 list-length");
}

TEST(Specification, ReportsSymbolsWithoutValueAndValuesThatAreNone) {
  EXPECT_EQ(errors_of(replaced(two_links, "m2\n", "m3\n")), "2:8 symbol-undefined");
  EXPECT_EQ(errors_of(replaced(two_links, "m2\n", "1,5\n")), "2:8 not-a-number");
  EXPECT_EQ(errors_of(replaced(two_links, "m2\n", "inf\n")), "2:8 not-finite");
  EXPECT_EQ(errors_of(replaced(two_links, "m2 2.5", "m2 2.5x")), "9:13 not-a-number, 2:8 symbol-undefined");
  EXPECT_EQ(errors_of(replaced(two_links, "m2 2.5", "m2")), "9:1 symbol-syntax, 2:8 symbol-undefined");
  EXPECT_EQ(errors_of(replaced(two_links, "stop", "constant m2 3\nstop")), "10:10 symbol-twice");
}

TEST(Specification, ReportsKeysThatAreUnknownRepeatedOrMissing) {
  EXPECT_EQ(errors_of(replaced(two_links, "mass", "masse")), "2:1 key-unknown");
  EXPECT_EQ(errors_of(replaced(two_links, "stop", "mass 1 2\nstop")), "10:1 key-twice");
  EXPECT_EQ(errors_of(replaced(two_links, "apar 0 0.25\n", "")), "0:0 key-missing");
  EXPECT_EQ(errors_of("mass 1\nstop\n"), "0:0 key-missing");
  EXPECT_EQ(errors_of("number_links two\n"), "1:14 number-of-links");
  EXPECT_EQ(errors_of("number_links 1e9\n"), "1:14 number-of-links");
  EXPECT_EQ(errors_of(replaced(two_links, "sigma 0 1", "sigma 0 2")), "3:9 sigma");
  EXPECT_EQ(errors_of(""), "0:0 file-empty");
  EXPECT_EQ(errors_of("% only a comment\r\n"), "0:0 file-empty");
}

TEST(Specification, UnderstandsThePrintedLineOfMotorInertias) {
  const auto result = result_of(replaced(two_links, "stop", "i1 i2\nvariable i1 0.5\nvariable i2 0.25\nstop"));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.findings()[0].code, "motor-inertia-key");
  EXPECT_EQ(result.value().joints[0].drive.motor_inertia, 0.5);
  EXPECT_EQ(result.value().joints[1].drive.motor_inertia, 0.25);
}

TEST(Specification, ThePrintedListingReadsLeniently) {
  // Appendix A as printed: five entries for six links, no key before the motor inertias
  const std::string printed =
      "number_links 6\nmass 0 0 0 0 0 m6\nsigma 0 0 0 0 0\nalpha 90 0 -90 90 -90 0\ndpar 0 0 d3 d4 0 0\napar 0 a2 0 0 "
      "0 0\n"
      "adyna 0 0 0 ad4 0 0\nbdyna 0 0 0 0 0\ncdyna 0 0 0 cd4 0 0\nddyna 0 0 0 0 0\nedyna 0 0 0 0 0\nfdyna 0 0 0 0 0\n"
      "xgrav 0 0 0 0 0\nygrav 0 0 0 y4 0 0\nzgrav 0 0 0 0 0 z6\nia1 ia2 ia3 ia4 ia5 ia6\noption moment\noption.update "
      "moment\n"
      "variable m6 2.768114\nvariable z6 0.01401\nvariable y4 -0.382190\nvariable ad4 0.079781\nvariable cd4 0.077761\n"
      "variable ia1 0.091631\nvariable ia2 0.136312\nvariable ia3 0.030843\nvariable ia4 0.001781\nvariable ia5 "
      "0.006759\n"
      "variable ia6 0.001262\nconstant a2 0.20320\nconstant d3 0.12624\nconstant d4 0.20320\nstop\n";
  EXPECT_EQ(errors_of(printed),
            "3:1 list-length, 8:1 list-length, 10:1 list-length, 11:1 list-length, 12:1 list-length, 13:1 list-length");
  const auto result = result_of(printed, true);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value().links[6].inertial->mass.value, 2.768114);
  EXPECT_EQ(result.value().joints[5].drive.motor_inertia, 0.001262);
}

TEST(Specification, ThePuma260OfThePaperIsInRobots) {
  auto source = read_source(TAUFORGE_SOURCE_DIR "/robots/puma260.dyn");
  ASSERT_TRUE(source.ok());
  const auto result = read_specification(source.value());
  ASSERT_TRUE(result.ok()) << to_text(result.findings()[0]);
  const Description& d = result.value();
  EXPECT_EQ(d.links[6].inertial->centre.value.z, 0.014041);  // Table 2
  EXPECT_EQ(d.links[4].inertial->inertia.value.zz, 0.077761);
  EXPECT_EQ(d.joints[1].drive.friction.coulomb, 1.389280);
  EXPECT_EQ(d.joints[2].placement.d.value, 0.12624);
  const auto assembled = robot::assemble(d);
  ASSERT_TRUE(assembled.ok());
  EXPECT_EQ(assembled.value().tree.size(), 6);
}

TEST(SpecificationWriter, WhatIsWrittenReadsBackEqual) {
  const auto first = result_of(
      replaced(two_links, "stop", "iadyna 0.5 0.25\nfsdyna 1 2\ndsdyna 3 4\nthetapar 10 0\ngravity 1 2 3\nstop"));
  ASSERT_TRUE(first.ok());
  const auto text = write_specification(first.value());
  ASSERT_TRUE(text.ok());
  EXPECT_TRUE(text.findings().empty());
  const auto again = result_of(text.value());
  ASSERT_TRUE(again.ok()) << to_text(again.findings()[0]) << text.value();
  EXPECT_TRUE(same_content(first.value(), again.value())) << text.value();
}

TEST(SpecificationWriter, ShiftsAModifiedTableIntoAStandardOne) {
  auto result = result_of(replaced(replaced(two_links, "dpar 0.5 0", "dpar 0.5 0.1"), "alpha 90 -45", "alpha 0 -45"));
  ASSERT_TRUE(result.ok());
  Description modified = result.take();
  for (auto& joint : modified.joints) joint.placement.convention = robot::Convention::modified_dh;
  const auto text = write_specification(modified);
  ASSERT_TRUE(text.ok());
  const auto standard = result_of(text.value());
  ASSERT_TRUE(standard.ok());
  EXPECT_EQ(standard.value().joints[0].placement.alpha.value, -std::numbers::pi / 4);
  EXPECT_EQ(standard.value().joints[0].placement.a.value, 0.25);
  const auto a = robot::assemble(modified), b = robot::assemble(standard.value());
  ASSERT_TRUE(a.ok() && b.ok());
  for (std::size_t i = 0; i < 2; ++i) {
    const auto &p = a.value().parameters, &q = b.value().parameters;
    EXPECT_NEAR(p.placement[i].p.y, q.placement[i].p.y, 1e-15);
    EXPECT_NEAR(p.placement[i].R.zy, q.placement[i].R.zy, 1e-15);
    EXPECT_NEAR(p.body[i].h.x, q.body[i].h.x, 1e-15);
    EXPECT_NEAR(p.body[i].h.z, q.body[i].h.z, 1e-15);
    EXPECT_NEAR(p.body[i].I.yy, q.body[i].I.yy, 1e-15);
    EXPECT_NEAR(p.body[i].I.xx, q.body[i].I.xx, 1e-15);
  }
}

TEST(SpecificationWriter, RefusesWhatItCannotSay) {
  Description d = result_of(two_links).take();
  const auto code_of_first = [](const Description& robot) {
    const auto text = write_specification(robot);
    return text.ok() ? std::string("ok") : text.findings()[0].code;
  };
  Description changed = d;
  changed.floating_base = true;
  EXPECT_EQ(code_of_first(changed), "specification-floating");
  changed = d;
  changed.joints[1].parent.value = "base";
  EXPECT_EQ(code_of_first(changed), "specification-serial");
  changed = d;
  changed.transmission = robot::TransmissionDescription{{}, {"a", "b"}, {{1.0, 0.5}, {0.0, 1.0}}, {}, {}};
  EXPECT_EQ(code_of_first(changed), "specification-transmission");
  changed = d;  // 1e-5 rad: so far away is the common normal that digits are lost
  changed.joints[0].placement.convention = changed.joints[1].placement.convention = robot::Convention::free;
  changed.joints[1].placement.rpy.value = {1e-5, 0.0, 0.0};
  EXPECT_EQ(code_of_first(changed), "specification-nearly-parallel");
}

// Franka's own table (modified): d1 0.333, d3 0.316, d5 0.384, a4 0.0825, a5 -0.0825, a7 0.088, twists -90 90 90 -90 90 90
// behind joints 1 to 6. Through URDF, which knows no such table.
TEST(SpecificationWriter, FindsThePublishedTableOfAnArmInFrames) {
  const auto source = read_source(TAUFORGE_SOURCE_DIR "/robots/panda.toml");
  const auto urdf = write_robot(read_robot(source.value()).value(), robot::Format::urdf);
  ASSERT_TRUE(urdf.ok());
  const auto text = write_specification(read_robot(source_from_text("panda.urdf", urdf.value())).value());
  ASSERT_TRUE(text.ok());
  const Description d = result_of(text.value()).take();
  const double alpha[] = {-90, 90, 90, -90, 90, 90, 0}, a[] = {0, 0, 0.0825, -0.0825, 0, 0.088, 0};
  const double distance[] = {0.333, 0, 0.316, 0, 0.384, 0, 0};
  ASSERT_EQ(d.joints.size(), 7u);
  for (std::size_t i = 0; i < 7; ++i) {
    const auto& row = d.joints[i].placement;
    EXPECT_NEAR(row.alpha.value, alpha[i] * std::numbers::pi / 180.0, 1e-14) << i;
    EXPECT_NEAR(row.a.value, a[i], 1e-14) << i;
    EXPECT_NEAR(row.d.value, distance[i], 1e-14) << i;
    EXPECT_NEAR(row.theta.value, 0.0, 1e-14) << i;
  }
}

}  // namespace

}  // namespace tauforge::files
