// The URDF reader on small texts.
#include "tauforge/files/urdf.h"

#include <gtest/gtest.h>

#include <string>

namespace tauforge::files {

namespace {

using robot::Description;
using robot::JointKind;

std::string robot_of(const std::string& inside) { return "<robot name=\"r\">\n" + inside + "\n</robot>\n"; }

const std::string two_links = "<link name=\"a\"/><link name=\"b\"/>\n";

std::string joint_of(const std::string& type, const std::string& inside) {
  return robot_of(two_links + "<joint name=\"j\" type=\"" + type + "\"><parent link=\"a\"/><child link=\"b\"/>" +
                  inside + "</joint>");
}

Description read(const std::string& text) {
  auto result = read_urdf(source_from_text("test.urdf", text));
  EXPECT_TRUE(result.ok()) << (result.findings().empty() ? "" : to_text(result.findings().front()));
  return result.ok() ? result.take() : Description{};
}

// "line:column code" of the first finding.
std::string first_finding(const std::string& text) {
  const auto result = read_urdf(source_from_text("test.urdf", text));
  if (result.findings().empty()) return "nothing";
  const auto& first = result.findings().front();
  return std::to_string(first.at.line) + ":" + std::to_string(first.at.column) + " " + first.code;
}

TEST(Urdf, TakesTheAxisAsXWhereNoneIsGiven) {
  EXPECT_EQ(read(joint_of("continuous", "")).joints[0].axis.value, (robot::Vector{1, 0, 0}));
}

TEST(Urdf, SaysThatAMovingJointHasNoAxis) {
  const auto codes_of = [](const std::string& text) {
    std::string codes;
    const auto read = read_urdf(source_from_text("test.urdf", text));  // outlives the loop over its findings
    for (const auto& finding : read.findings()) codes += finding.code + " ";
    return codes;
  };
  EXPECT_EQ(codes_of(joint_of("continuous", "")), "axis-missing ");
  EXPECT_EQ(codes_of(joint_of("continuous", "<axis/>")), "axis-missing ");
  EXPECT_EQ(codes_of(joint_of("continuous", "<axis xyz=\"1 0 0\"/>")), "");
  EXPECT_EQ(codes_of(joint_of("fixed", "")), "");
}

TEST(Urdf, XacroThatCarriesNoDynamicsIsANote) {
  for (const char* harmless : {"<link name=\"a\"><visual><material name=\"${colour}\"/></visual></link>",
                               "<link name=\"a\"/><xacro:camera_sensor parent=\"a\"/>",
                               "<link name=\"a\"/><xacro:property name=\"pi\" value=\"3\"/>",
                               "<link name=\"a\"/><xacro:include filename=\"materials.xacro\"/>"}) {
    const auto result = read_urdf(source_from_text("test.urdf", robot_of(harmless)));
    EXPECT_TRUE(result.ok()) << harmless;
    ASSERT_FALSE(result.findings().empty());
    EXPECT_EQ(result.findings()[0].code, "xacro-remnant") << harmless;
    EXPECT_EQ(result.findings()[0].severity, diagnostic::Severity::note);
  }
  EXPECT_EQ(first_finding(robot_of("<link name=\"a\"/><xacro:include filename=\"simulation_arm.xacro\"/>")),
            "2:17 xacro-unexpanded")
      << "there is an imu in a simulation, but no sensor";
  EXPECT_EQ(first_finding(robot_of("<link name=\"a\"><inertial><mass value=\"${m}\"/></inertial></link>")),
            "2:39 xacro-unexpanded");
  EXPECT_EQ(first_finding(robot_of("<xacro:property name=\"pi\" value=\"3\"/>")), "2:1 xacro-unexpanded")
      << "a file of macros is no robot";
}

TEST(Urdf, SaysThatAnotherEncodingIsReadAsUtf8) {
  const std::string robot = "<robot name=\"r\"><link name=\"a\"/></robot>";
  EXPECT_EQ(first_finding("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n" + robot), "1:31 xml-encoding-assumed");
  EXPECT_EQ(first_finding("<?xml version='1.0' encoding='utf-8'?>\n" + robot), "nothing");
  EXPECT_EQ(first_finding("<?xml version=\"1.0\"?>\n" + robot), "nothing");
  EXPECT_EQ(first_finding("<robot name=\"r\">\n<link name=\"gr\xc3\xb6n\"/></robot>"), "nothing");
  EXPECT_EQ(first_finding("<robot name=\"r\">\n<link name=\"gr\xf6n\"/></robot>"), "2:15 xml-encoding-assumed");
}

TEST(Urdf, ReadsEveryKindOfJointWithOneFreedom) {
  EXPECT_EQ(read(joint_of("revolute", "")).joints[0].kind, JointKind::revolute);
  EXPECT_EQ(read(joint_of("continuous", "")).joints[0].kind, JointKind::continuous);
  EXPECT_EQ(read(joint_of("prismatic", "")).joints[0].kind, JointKind::prismatic);
  EXPECT_EQ(read(joint_of("fixed", "")).joints[0].kind, JointKind::fixed);
}

TEST(Urdf, ReadsDampingAndFrictionEffortAndVelocity) {
  const auto joint = read(joint_of("revolute",
                                   "<limit lower=\"-1\" upper=\"2\" effort=\"30\" velocity=\"4\"/>"
                                   "<dynamics damping=\"0.5\" friction=\"0.25\"/>"))
                         .joints[0];
  EXPECT_EQ(joint.limits.lower, -1.0);
  EXPECT_EQ(joint.limits.upper, 2.0);
  EXPECT_EQ(joint.limits.torque, 30.0);
  EXPECT_EQ(joint.limits.velocity, 4.0);
  EXPECT_EQ(joint.drive.friction.viscous, 0.5);
  EXPECT_EQ(joint.drive.friction.coulomb, 0.25);
}

TEST(Urdf, ReadsMimicAndItsDefaults) {
  const auto mimic = read(joint_of("revolute", "<mimic joint=\"k\"/>")).joints[0].mimic;
  ASSERT_TRUE(mimic.has_value());
  EXPECT_EQ(mimic->joint.value, "k");
  EXPECT_EQ(mimic->multiplier, 1.0);
  EXPECT_EQ(mimic->offset, 0.0);
}

TEST(Urdf, KeepsTheAxesOfARotatedInertial) {
  const auto link =
      read(robot_of("<link name=\"a\"><inertial><origin xyz=\"1 2 3\" rpy=\"0.1 0.2 0.3\"/><mass value=\"4\"/>"
                    "<inertia ixx=\"1\" iyy=\"2\" izz=\"3\" ixy=\"4\" iyz=\"5\" ixz=\"6\"/></inertial></link>"))
          .links[0];
  EXPECT_EQ(link.inertial->centre.value, (robot::Vector{1, 2, 3}));
  EXPECT_EQ(link.inertial->rpy.value, (robot::Vector{0.1, 0.2, 0.3}));
  EXPECT_EQ(link.inertial->inertia.value, (robot::Tensor{1, 2, 3, 4, 5, 6}));
}

TEST(Urdf, ReadsCommasOfNoLocaleAndPlusSigns) {
  EXPECT_EQ(read(joint_of("continuous", "<axis xyz=\"+1e0 0.0 -0\"/>")).joints[0].axis.value, (robot::Vector{1, 0, 0}));
  EXPECT_EQ(first_finding(joint_of("continuous", "<axis xyz=\"0,5 0 1\"/>")), "3:81 not-a-number");
}

TEST(Urdf, TakesTheFirstOfTwoOrigins) {
  const auto text = joint_of("fixed", "<origin xyz=\"1 0 0\"/><origin xyz=\"2 0 0\"/>");
  EXPECT_EQ(read(text).joints[0].placement.xyz.value.x, 1.0);
  EXPECT_EQ(first_finding(text), "3:86 element-repeated");
}

TEST(Urdf, LeavesJointsInsideOtherBlocksAlone) {
  const auto d =
      read(robot_of(two_links + "<ros2_control><joint name=\"x\"/></ros2_control><transmission><joint/></transmission>"
                                "<gazebo><joint type=\"ball\"/></gazebo>"));
  EXPECT_TRUE(d.joints.empty());
}

TEST(Urdf, NamesWhatItDoesNotUseOnceEach) {
  const auto result =
      read_urdf(source_from_text("t", robot_of("<link name=\"a\"/><gazebo/><gazebo/><gazebo/><drake:x/>")));
  ASSERT_EQ(result.findings().size(), 2u);
  EXPECT_EQ(result.findings()[0].message, "<gazebo> in <robot> is not used (3 times)");
  EXPECT_EQ(result.findings()[1].message, "<drake:x> in <robot> is not used");
}

TEST(Urdf, FreesTheBaseOfARobotHungOnWorldByAFloatingJoint) {
  const auto d =
      read(robot_of("<link name=\"world\"/><link name=\"b\"/><joint name=\"j\" type=\"floating\">"
                    "<parent link=\"world\"/><child link=\"b\"/></joint>"));
  EXPECT_TRUE(d.floating_base);
  ASSERT_EQ(d.links.size(), 1u);
  EXPECT_EQ(d.links[0].name.value, "b");
  EXPECT_TRUE(d.joints.empty());
}

TEST(Urdf, RefusesAFloatingJointElsewhere) {
  const auto text = robot_of(
      "<link name=\"a\"><inertial><mass value=\"1\"/></inertial></link><link name=\"b\"/>\n"
      "<joint name=\"j\" type=\"floating\"><parent link=\"a\"/><child link=\"b\"/></joint>");
  const auto result = read_urdf(source_from_text("t", text));
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.findings().back().code, "joint-type-unsupported");
}

TEST(Urdf, TellsXacroByItsElementsAndExpressions) {
  EXPECT_EQ(first_finding(robot_of("<xacro:arm/>")), "2:1 xacro-unexpanded");
  EXPECT_EQ(first_finding(robot_of("<link name=\"${prefix}a\"/>")), "2:13 xacro-unexpanded");
}

TEST(Urdf, ForgivesXacroInCommentsAndUnusedNamespaces) {
  const auto d = read(
      "<robot name=\"r\" xmlns:xacro=\"http://ros.org/wiki/xacro\"><!-- ${x} <xacro:y/> --><link name=\"a\"/></robot>");
  EXPECT_EQ(d.links.size(), 1u);
}

TEST(Urdf, KeepsHostileNamesAsTheyAre) {
  const auto d = read(robot_of(
      "<link name=\"*/ int x;\"/><link name=\"../..\"/><link name=\"&#36;{}\"/><link name=\"a&lt;b&quot;\"/>"));
  ASSERT_EQ(d.links.size(), 4u);
  EXPECT_EQ(d.links[0].name.value, "*/ int x;");
  EXPECT_EQ(d.links[1].name.value, "../..");
  EXPECT_EQ(d.links[2].name.value, "${}");
  EXPECT_EQ(d.links[3].name.value, "a<b\"");
}

TEST(Urdf, PointsAtTheNumberThatIsWrong) {
  EXPECT_EQ(first_finding(robot_of("<link name=\"a\"><inertial>\n <mass value=\"1.2kg\"/></inertial></link>")),
            "3:15 not-a-number");
  EXPECT_EQ(first_finding(robot_of("<link name=\"a\"><inertial>\n <mass value=\"nan\"/></inertial></link>")),
            "3:15 not-finite");
  EXPECT_EQ(first_finding(robot_of("<link name=\"a\"><inertial>\n <mass value=\"1e999\"/></inertial></link>")),
            "3:15 number-out-of-range");
  EXPECT_EQ(first_finding(joint_of("fixed", "\n<origin xyz=\"1 2\"/>")), "4:14 number-count");
}

TEST(Urdf, RefusesBrokenAndHostileXml) {
  EXPECT_EQ(first_finding(""), "0:0 file-empty");
  EXPECT_EQ(first_finding(" \r\n\t"), "0:0 file-empty");
  EXPECT_EQ(first_finding("<robot name=\"r\"><link"), "1:21 xml-syntax");
  EXPECT_EQ(first_finding("<sdf/>"), "1:1 urdf-root");
  EXPECT_EQ(first_finding("just text"), "1:10 xml-syntax");
  EXPECT_EQ(first_finding("<!DOCTYPE r [<!ENTITY a \"aa\">]><robot name=\"&a;\"/>"), "1:1 xml-doctype");
  EXPECT_EQ(first_finding("<robot name=\"r\" name=\"s\"/>"), "1:1 xml-attribute-twice");
  EXPECT_EQ(first_finding(std::string("<robot\0/>", 9)), "1:7 xml-encoding");
}

TEST(Urdf, RefusesDeepNestingAndTooManyElements) {
  std::string deep, many;
  for (int i = 0; i < 100000; ++i) deep += "<a>";
  for (int i = 0; i < 100000; ++i) deep += "</a>";
  EXPECT_NE(first_finding(robot_of(deep)).find("xml-too-deep"), std::string::npos);
  for (int i = 0; i < 2100000; ++i) many += "<a/>";
  EXPECT_EQ(first_finding(robot_of(many)), "0:0 xml-too-many-elements");
  std::string links;
  for (int i = 0; i < 3000; ++i) links += "<link name=\"l" + std::to_string(i) + "\"/>";
  EXPECT_EQ(first_finding(robot_of(links)), "0:0 robot-too-large");
}

TEST(Urdf, ReadsWindowsLineEndsAndAByteOrderMark) {
  const auto d =
      read("\xEF\xBB\xBF<?xml version=\"1.0\"?>\r\n<robot name=\"r\">\r\n<link\r\nname=\"a\"/>\r\n</robot>\r\n");
  EXPECT_EQ(d.links[0].name.at.line, 4);
  EXPECT_EQ(d.links[0].name.at.column, 7);
}

}  // namespace

}  // namespace tauforge::files
