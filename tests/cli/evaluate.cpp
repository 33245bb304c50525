// tauforge evaluate, run as a user runs it: against the shared reference tables, against closed forms, and with
// tables and outputs that are wrong.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "program.h"
#include "tests/support/reference_table.h"
#include "tests/support/shared_data.h"

namespace tauforge::tests {

namespace {

// A planar arm in the x-z plane, angles from the horizontal upwards: m1 = 3, m2 = 2 at lc1 = 0.3, lc2 = 0.25 of
// l1 = 0.5, moments of inertia about the centres 0.04 and 0.03.
const std::string arm = R"(<robot name="arm"><link name="base"/>
<link name="upper"><inertial><origin xyz="0.3 0 0"/><mass value="3"/>
<inertia ixx="0.04" iyy="0.04" izz="0.04" ixy="0" iyz="0" ixz="0"/></inertial></link>
<link name="fore"><inertial><origin xyz="0.25 0 0"/><mass value="2"/>
<inertia ixx="0.03" iyy="0.03" izz="0.03" ixy="0" iyz="0" ixz="0"/></inertial></link>
<joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 -1 0"/></joint>
<joint name="elbow" type="continuous"><parent link="upper"/><child link="fore"/><origin xyz="0.5 0 0"/>
<axis xyz="0 -1 0"/></joint></robot>
)";
constexpr double l1 = 0.5, q1 = 0.4, q2 = 0.7, qd1 = 1.5, qd2 = -0.8, qdd1 = 2.0, qdd2 = -3.0;
const std::string arm_states = "q1,q2,qd1,qd2,qdd1,qdd2\n0.4,0.7,1.5,-0.8,2,-3\n";

const double M11 = 0.04 + 0.03 + 3 * 0.09 + 2 * (0.25 + 0.0625 + 2 * 0.125 * std::cos(q2));
const double M12 = 0.03 + 2 * (0.0625 + 0.125 * std::cos(q2)), M22 = 0.03 + 2 * 0.0625;
const double h = -2 * 0.125 * std::sin(q2);
const double velocity1 = h * (2 * qd1 * qd2 + qd2 * qd2), velocity2 = -h * qd1 * qd1;
const double gravity2 = 2 * 0.25 * 9.81 * std::cos(q1 + q2);
const double gravity1 = (3 * 0.3 + 2 * 0.5) * 9.81 * std::cos(q1) + gravity2;

// Runs evaluate into a file and reads it; a failure is a failed test.
ReferenceTable results(const std::string& robot, const std::string& states, const std::string& options) {
  const TemporaryFile out("out.csv", "");
  const Answer answer = run_program(fmt::format("evaluate '{}' '{}' {} -o {}", robot, states, options, out.quoted()));
  EXPECT_EQ(answer.exit_code, 0) << answer.text;
  return ReferenceTable(out.path());
}

ReferenceTable arm_results(const std::string& options, const std::string& states = arm_states) {
  const TemporaryFile robot("arm.urdf", arm), table("states.csv", states);
  return results(robot.path(), table.path(), options);
}

using Names = std::vector<std::string>;

// Every column of `kind` in the reference equals the column of the same name, to 1e-9 of the row's largest.
std::size_t expect_equal(const ReferenceTable& expected, const ReferenceTable& found, const std::string& kind) {
  Names names;
  for (const auto& name : expected.names())
    if (name.starts_with(kind + ":") || name.starts_with(kind + "_base_")) names.push_back(name);
  EXPECT_EQ(found.rows(), expected.rows());
  for (std::size_t row = 0; row < expected.rows() && !::testing::Test::HasFailure(); ++row) {
    double scale = 1e-300;
    for (const auto& name : names) scale = std::max(scale, std::abs(expected.at(row, name)));
    for (const auto& name : names) {
      // the upper triangle depends on the order of the joints, which is the file's or the engine's
      std::string ours = name;
      if (!found.has(name)) {
        const auto colon = name.find(':', 2);
        ours = "M:" + name.substr(colon + 1) + ":" + name.substr(2, colon - 2);
      }
      EXPECT_NEAR(found.at(row, ours), expected.at(row, name), 1e-9 * scale) << name << ", row " << row + 1;
    }
  }
  return names.size();
}

TEST(Evaluate, ReproducesEveryReferenceTable) {
  TAUFORGE_NEEDS_SHARED("reference");
  const std::map<std::string, std::string> functions = {
      {"tau", "inverse_dynamics"}, {"gravity", "gravity"}, {"bias", "bias"}, {"M", "mass_matrix"}};
  int tables = 0;
  std::size_t columns = 0;
  for (const auto& entry : std::filesystem::directory_iterator(testing::shared_data() / "reference")) {
    if (entry.path().extension() != ".csv") continue;
    std::string name = entry.path().stem().string();
    SCOPED_TRACE(name);
    const bool floating = name.ends_with("_floating");
    if (floating) name.resize(name.size() - 9);
    const auto robot = name == "ur10e_data" ? testing::shared_data() / "data" / "ur10e" / "ur10e.urdf"
                                            : testing::shared_data() / "robots" / (name + ".urdf");
    const ReferenceTable expected(entry.path().string());
    for (const auto& [kind, function] : functions) {
      bool present = false;
      for (const auto& column : expected.names()) present = present || column.starts_with(kind + ":");
      if (!present) continue;
      const std::string options = fmt::format("--rigid{} -f {}", floating ? " --floating" : "", function);
      columns += expect_equal(expected, results(robot.string(), entry.path().string(), options), kind);
    }
    ++tables;
    if (HasFailure()) break;
  }
  EXPECT_GE(tables, 18);
  EXPECT_GT(columns, 800u);
}

TEST(Evaluate, ForwardDynamicsInvertsInverseDynamicsOfAReferenceTable) {
  TAUFORGE_NEEDS_SHARED("reference");
  for (const std::string name : {"ur5e", "kuka_iiwa14", "solo12_floating"}) {
    SCOPED_TRACE(name);
    const bool floating = name.ends_with("_floating");
    const auto table = testing::shared_data() / "reference" / (name + ".csv");
    const auto robot =
        testing::shared_data() / "robots" / ((floating ? name.substr(0, name.size() - 9) : name) + ".urdf");
    const ReferenceTable expected(table.string());
    const ReferenceTable found = results(robot.string(), table.string(),
                                         std::string("-f forward_dynamics --rigid") + (floating ? " --floating" : ""));
    int compared = 0;
    for (const auto& column : found.names())
      for (std::size_t row = 0; row < expected.rows(); ++row, ++compared)
        EXPECT_NEAR(found.at(row, column), expected.at(row, column), 1e-6) << column;
    EXPECT_EQ(compared, 30 * (floating ? 18 : name == "ur5e" ? 6 : 7));
  }
}

// The mass of the forearm sits on the elbow's axis, and it has no inertia. In the second row of three of the other arm
// the sliding mass comes to the axis of the only joint that turns it.
TEST(Evaluate, RefusesTheRowWhoseMassMatrixIsSingularAndNamesTheJoint) {
  std::string tip = arm;
  for (const auto& [from, to] :
       std::map<std::string, std::string>{{R"(0.25 0 0"/><mass value="2")", R"(0 0 0"/><mass value="2")"},
                                          {R"(ixx="0.03" iyy="0.03" izz="0.03")", R"(ixx="0" iyy="0" izz="0")"}})
    tip.replace(tip.find(from), from.size(), to);
  const std::string slider = R"(<robot name="slider"><link name="base"/><link name="arm"/>
<link name="bead"><inertial><mass value="2"/><inertia ixx="0" iyy="0" izz="0" ixy="0" iyz="0" ixz="0"/></inertial></link>
<joint name="turn" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint>
<joint name="slide" type="prismatic"><parent link="arm"/><child link="bead"/><axis xyz="1 0 0"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>
)";
  const TemporaryFile elbow("elbow.urdf", tip), bead("bead.urdf", slider),
      states("states.csv", "q1,q2,qd1,qd2,tau1,tau2\n0.4,0.7,1.5,-0.8,2,-3\n"),
      slid("slid.csv", "q1,q2,qd1,qd2,tau1,tau2\n0.4,0.7,0,0,2,-3\n0.4,0,0,0,2,-3\n0.4,0.7,0,0,2,-3\n"),
      flown("flown.csv",
            "base_x,base_y,base_z,base_qx,base_qy,base_qz,base_qw,base_vx,base_vy,base_vz,base_wx,base_wy,base_wz,"
            "q1,q2,qd1,qd2,tau_base_fx,tau_base_fy,tau_base_fz,tau_base_nx,tau_base_ny,tau_base_nz,tau1,tau2\n"
            "0,0,0,0,0,0,1,0,0,0,0,0,0,0.4,0.7,1.5,-0.8,0,0,0,0,0,0,2,-3\n");
  for (const char* formulation : {"articulated_body", "mass_matrix"}) {
    const auto evaluated = [&](const TemporaryFile& robot, const TemporaryFile& table, const std::string& more) {
      return run_program(fmt::format("evaluate {} {} -f forward_dynamics --formulation {} {}", robot.quoted(),
                                     table.quoted(), formulation, more));
    };
    const Answer fixed = evaluated(elbow, states, "");
    EXPECT_EQ(fixed.exit_code, 1) << fixed.text;
    EXPECT_NE(fixed.text.find("states.csv:2: error: forward_dynamics of this row does not exist: joint 'elbow'"),
              std::string::npos)
        << fixed.text;
    EXPECT_NE(fixed.text.find("[mass-matrix-singular]"), std::string::npos) << fixed.text;
    const Answer floating = evaluated(elbow, flown, "--floating");
    EXPECT_EQ(floating.exit_code, 1) << floating.text;
    EXPECT_NE(floating.text.find("joint 'elbow'"), std::string::npos) << floating.text;
    const Answer posture = evaluated(bead, slid, "");
    EXPECT_EQ(posture.exit_code, 1) << posture.text;
    EXPECT_NE(posture.text.find("slid.csv:3: error: forward_dynamics of this row does not exist: joint 'turn'"),
              std::string::npos)
        << posture.text;
  }
}

// A base without mass under an arm whose axes all point the same way: about that way nothing holds the base.
TEST(Evaluate, RefusesAFloatingBaseThatNothingResists) {
  const TemporaryFile robot("arm.urdf", arm),
      flown("flown.csv",
            "base_x,base_y,base_z,base_qx,base_qy,base_qz,base_qw,base_vx,base_vy,base_vz,base_wx,base_wy,base_wz,"
            "q1,q2,qd1,qd2,tau_base_fx,tau_base_fy,tau_base_fz,tau_base_nx,tau_base_ny,tau_base_nz,tau1,tau2\n"
            "0,0,0,0,0,0,1,0,0,0,0,0,0,0.4,0.7,1.5,-0.8,0,0,0,0,0,0,2,-3\n");
  for (const char* formulation : {"articulated_body", "mass_matrix"}) {
    const Answer answer = run_program(fmt::format("evaluate --floating {} {} -f forward_dynamics --formulation {}",
                                                  robot.quoted(), flown.quoted(), formulation));
    EXPECT_EQ(answer.exit_code, 1) << answer.text;
    EXPECT_NE(answer.text.find("flown.csv:2: error: forward_dynamics of this row does not exist: the floating base"),
              std::string::npos)
        << answer.text;
  }
}

TEST(Evaluate, KnowsTheTorquesOfAPlanarArm) {
  const ReferenceTable tau = arm_results("");
  EXPECT_EQ(tau.names(), (Names{"tau:shoulder", "tau:elbow"}));
  EXPECT_NEAR(tau.at(0, "tau:shoulder"), M11 * qdd1 + M12 * qdd2 + velocity1 + gravity1, 1e-12);
  EXPECT_NEAR(tau.at(0, "tau:elbow"), M12 * qdd1 + M22 * qdd2 + velocity2 + gravity2, 1e-12);
  EXPECT_NEAR(arm_results("-f gravity").at(0, "gravity:shoulder"), gravity1, 1e-12);
  EXPECT_NEAR(arm_results("-f velocity_torque").at(0, "velocity:shoulder"), velocity1, 1e-12);
  EXPECT_NEAR(arm_results("-f bias").at(0, "bias:elbow"), velocity2 + gravity2, 1e-12);
  const ReferenceTable M = arm_results("-f mass_matrix");
  EXPECT_EQ(M.names(), (Names{"M:shoulder:shoulder", "M:shoulder:elbow", "M:elbow:elbow"}));
  EXPECT_NEAR(M.at(0, "M:shoulder:shoulder"), M11, 1e-13);
  EXPECT_NEAR(M.at(0, "M:shoulder:elbow"), M12, 1e-13);
  EXPECT_NEAR(M.at(0, "M:elbow:elbow"), M22, 1e-13);
}

TEST(Evaluate, KnowsWhereAPlanarArmIsAndHowItMoves) {
  const ReferenceTable X = arm_results("-f forward_kinematics");
  EXPECT_EQ(X.names().size(), 3 * 7u) << "seven columns for each of three links";
  EXPECT_NEAR(X.at(0, "x:fore"), l1 * std::cos(q1), 1e-15);
  EXPECT_NEAR(X.at(0, "y:fore"), 0, 1e-15);
  EXPECT_NEAR(X.at(0, "z:fore"), l1 * std::sin(q1), 1e-15);
  EXPECT_NEAR(X.at(0, "qy:fore") / X.at(0, "qw:fore"), -std::tan((q1 + q2) / 2), 1e-14);
  EXPECT_EQ(X.at(0, "qw:base"), 1);

  const ReferenceTable J = arm_results("-f jacobian");
  EXPECT_EQ(J.names().size(), 6 * 2u);
  const std::map<std::string, double> expected = {{"J:vx:shoulder", -l1 * std::sin(q1)},
                                                  {"J:vy:shoulder", 0},
                                                  {"J:vz:shoulder", l1 * std::cos(q1)},
                                                  {"J:wx:shoulder", 0},
                                                  {"J:wy:shoulder", -1},
                                                  {"J:wz:shoulder", 0},
                                                  {"J:vx:elbow", 0},
                                                  {"J:vz:elbow", 0},
                                                  {"J:wy:elbow", -1}};
  for (const auto& [column, value] : expected) EXPECT_NEAR(J.at(0, column), value, 1e-15) << column;
  EXPECT_EQ(arm_results("-f jacobian --link upper").at(0, "J:wy:elbow"), 0);
}

// Mdot - 2 C is skew and C qd is the velocity torque: together they leave no freedom for a 2x2 matrix.
TEST(Evaluate, KnowsTheCoriolisMatrixOfAPlanarArm) {
  const ReferenceTable C = arm_results("-f coriolis_matrix");
  EXPECT_EQ(C.names(), (Names{"C:shoulder:shoulder", "C:shoulder:elbow", "C:elbow:shoulder", "C:elbow:elbow"}));
  EXPECT_NEAR(C.at(0, "C:shoulder:shoulder"), h * qd2, 1e-13);
  EXPECT_NEAR(C.at(0, "C:shoulder:elbow"), h * (qd1 + qd2), 1e-13);
  EXPECT_NEAR(C.at(0, "C:elbow:shoulder"), -h * qd1, 1e-13);
  EXPECT_NEAR(C.at(0, "C:elbow:elbow"), 0, 1e-13);
}

TEST(Evaluate, RegressorHasTenMomentsForEachLinkAndTheDrives) {
  const ReferenceTable Y = arm_results("-f regressor");
  for (const char* moment : {"m", "x", "y", "z", "xx", "yy", "zz", "xy", "yz", "xz"})
    for (const char* row : {"shoulder", "elbow"})
      for (const char* link : {"upper", "fore"})
        EXPECT_TRUE(Y.has(fmt::format("Y:{}:{}:{}", row, link, moment))) << row << link << moment;
  // moments are those of the link's own frame, inertias about its origin; bodies turn about y
  EXPECT_NEAR(Y.at(0, "Y:shoulder:upper:yy"), qdd1, 1e-13);
  EXPECT_NEAR(Y.at(0, "Y:shoulder:fore:yy"), qdd1 + qdd2, 1e-13);
  EXPECT_NEAR(Y.at(0, "Y:elbow:fore:yy"), qdd1 + qdd2, 1e-13);
  EXPECT_NEAR(3 * Y.at(0, "Y:shoulder:upper:m") + 3 * 0.3 * Y.at(0, "Y:shoulder:upper:x") +
                  (0.04 + 3 * 0.09) * Y.at(0, "Y:shoulder:upper:yy") + 2 * Y.at(0, "Y:shoulder:fore:m") +
                  2 * 0.25 * Y.at(0, "Y:shoulder:fore:x") + M22 * Y.at(0, "Y:shoulder:fore:yy"),
              M11 * qdd1 + M12 * qdd2 + velocity1 + gravity1, 1e-12);
  EXPECT_NEAR(Y.at(0, "Y:shoulder:fore:m"), l1 * l1 * qdd1 + 9.81 * l1 * std::cos(q1), 1e-12);
  EXPECT_EQ(Y.at(0, "Y:elbow:upper:yy"), 0);
  EXPECT_NEAR(Y.at(0, "Y:elbow:elbow:inertia"), qdd2, 1e-15);
  EXPECT_NEAR(Y.at(0, "Y:elbow:elbow:viscous"), qd2, 1e-15);
  EXPECT_NEAR(Y.at(0, "Y:elbow:elbow:coulomb"), -1, 1e-15);
  EXPECT_NEAR(Y.at(0, "Y:elbow:elbow:offset"), 1, 1e-15);
}

TEST(Evaluate, KnowsTheCoefficientsAndDerivativesOfAPlanarArm) {
  const ReferenceTable D = arm_results("-f coefficients");
  EXPECT_EQ(D.names(), (Names{"D:shoulder:shoulder", "D:shoulder:elbow", "D:elbow:elbow", "DI:shoulder", "DI:elbow"}));
  EXPECT_NEAR(D.at(0, "D:shoulder:elbow"), M12, 1e-13);
  EXPECT_NEAR(D.at(0, "DI:shoulder"), gravity1, 1e-12);
  EXPECT_NEAR(D.at(0, "DI:elbow"), gravity2, 1e-12);

  const ReferenceTable d = arm_results("-f inverse_dynamics_derivatives");
  EXPECT_EQ(d.names().size(), 2 + 4 + 4u);
  EXPECT_NEAR(d.at(0, "tau:elbow"), M12 * qdd1 + M22 * qdd2 + velocity2 + gravity2, 1e-12);
  const double dgravity2 = -2 * 0.25 * 9.81 * std::sin(q1 + q2), dh = -2 * 0.125 * std::cos(q2);
  const std::map<std::string, double> expected = {
      {"dtau_dqd:shoulder:shoulder", 2 * h * qd2},
      {"dtau_dqd:shoulder:elbow", 2 * h * (qd1 + qd2)},
      {"dtau_dqd:elbow:shoulder", -2 * h * qd1},
      {"dtau_dqd:elbow:elbow", 0},
      {"dtau_dq:shoulder:shoulder", -(3 * 0.3 + 2 * 0.5) * 9.81 * std::sin(q1) + dgravity2},
      {"dtau_dq:elbow:shoulder", dgravity2},
      {"dtau_dq:elbow:elbow", dgravity2 + h * qdd1 - dh * qd1 * qd1},
      {"dtau_dq:shoulder:elbow", dgravity2 + h * (2 * qdd1 + qdd2) + dh * (2 * qd1 * qd2 + qd2 * qd2)}};
  for (const auto& [column, value] : expected) EXPECT_NEAR(d.at(0, column), value, 1e-12) << column;

  // the derivative of accelerations by torques is the inverse of the mass matrix
  const ReferenceTable a =
      arm_results("-f forward_dynamics_derivatives", "q1,q2,qd1,qd2,tau1,tau2\n0.4,0.7,1.5,-0.8,1,2\n");
  EXPECT_EQ(a.names().size(), 2 + 3 * 4u);
  EXPECT_NEAR(a.at(0, "dqdd_dtau:shoulder:elbow"), -M12 / (M11 * M22 - M12 * M12), 1e-12);
  EXPECT_NEAR(M11 * a.at(0, "dqdd_dqd:shoulder:elbow") + M12 * a.at(0, "dqdd_dqd:elbow:elbow"), -2 * h * (qd1 + qd2),
              1e-12);
}

TEST(Evaluate, TakesIndependentColumnsOfTheRegressor) {
  const ReferenceTable Y = arm_results("-f regressor"), base = arm_results("-f base_regressor");
  EXPECT_LT(base.names().size(), Y.names().size());
  for (const auto& name : base.names()) EXPECT_EQ(base.at(0, name), Y.at(0, name)) << name;
  const ReferenceTable rigid = arm_results("-f regressor --rigid");
  EXPECT_EQ(rigid.names().size(), 2 * 20u) << "bodies alone have no columns of drives";
  for (const auto& name : rigid.names()) EXPECT_EQ(rigid.at(0, name), Y.at(0, name)) << name;
}

// A wrench f, n on the forearm's origin, in its frame, takes J' (f, n) off the torques.
TEST(Evaluate, TakesWrenchesInTheFramesOfLinks) {
  const ReferenceTable without = arm_results("");
  const ReferenceTable with = arm_results("", "q1,q2,qd1,qd2,qdd1,qdd2,fx:fore,ny:fore\n0.4,0.7,1.5,-0.8,2,-3,7,5\n");
  EXPECT_NEAR(with.at(0, "tau:shoulder") - without.at(0, "tau:shoulder"), 5 - 7 * l1 * std::sin(q2), 1e-12);
  EXPECT_NEAR(with.at(0, "tau:elbow") - without.at(0, "tau:elbow"), 5, 1e-12);
}

TEST(Evaluate, PassesTimeOnAndTakesColumnsByNameInAnyOrder) {
  const ReferenceTable out = arm_results("-f gravity", "note,q:elbow,t,q:shoulder\n9,0.7,0.25,0.4\n9,0.1,0.5,0.2\n");
  EXPECT_EQ(out.names(), (Names{"t", "gravity:shoulder", "gravity:elbow"}));
  ASSERT_EQ(out.rows(), 2u);
  EXPECT_EQ(out.at(0, "t"), 0.25);
  EXPECT_EQ(out.at(1, "t"), 0.5);
  EXPECT_NEAR(out.at(0, "gravity:shoulder"), gravity1, 1e-12);
}

TEST(Evaluate, ReadsStandardInputAndWritesStandardOutput) {
  const TemporaryFile robot("arm.urdf", arm), table("states.csv", "q1,q2\n0.4,0.7\n");
  const Answer empty = run_program("evaluate " + robot.quoted() + " - -f gravity");  // nothing arrives
  EXPECT_EQ(empty.exit_code, 1);
  EXPECT_NE(empty.text.find("[csv-empty]"), std::string::npos) << empty.text;
  const Answer file = run_program("evaluate " + robot.quoted() + " " + table.quoted() + " -f gravity");
  EXPECT_EQ(file.exit_code, 0);
  EXPECT_EQ(file.text.substr(0, file.text.find('\n')), "gravity:shoulder,gravity:elbow");
}

struct Refusal {
  const char* states;
  const char* options;
  int exit_code;
  const char* text;
};

TEST(Evaluate, RefusesWithTheRightExitCodeAndLeavesNoFile) {
  const Refusal refusals[] = {
      {"q1\n0.4\n", "-f gravity", 1, "[column-missing]"},
      {"q1,q2\n0.4,half\n", "-f gravity", 1, "states.csv:2:5: error:"},
      {"q1,q2\n0.4,0.7\n0.4,half\n", "-f gravity", 1, "[not-a-number]"},
      {"q1,q2\n0.4,0.7\n0.4\n", "-f gravity", 1, "[csv-cell-count]"},
      {"", "-f gravity", 1, "[csv-empty]"},
      {"q1,q2\n0.4,0.7\n", "-f graviti", 2, "graviti"},
      {"q1,q2\n0.4,0.7\n", "-f gravity --formulation euler_newton", 2, "euler_newton"},
  };
  const TemporaryFile robot("arm.urdf", arm);
  for (const Refusal& refusal : refusals) {
    const TemporaryFile table("states.csv", refusal.states);
    const auto out = table.folder() / "out.csv";
    const Answer answer = run_program(
        fmt::format("evaluate {} {} {} -o '{}'", robot.quoted(), table.quoted(), refusal.options, out.string()));
    EXPECT_EQ(answer.exit_code, refusal.exit_code) << refusal.states << refusal.options << answer.text;
    EXPECT_NE(answer.text.find(refusal.text), std::string::npos) << answer.text;
    EXPECT_FALSE(std::filesystem::exists(out));
    EXPECT_FALSE(std::filesystem::exists(out.string() + ".part"));
  }
}

TEST(Evaluate, KeepsAnOlderResultWhenTheNewOneCannotBeFinished) {
  const TemporaryFile robot("arm.urdf", arm), table("states.csv", "q1,q2\n0.4,0.7\n0.4,half\n"),
      out("out.csv", "old\n1\n");
  EXPECT_EQ(run_program(fmt::format("evaluate {} {} -f gravity -o {}", robot.quoted(), table.quoted(), out.quoted()))
                .exit_code,
            1);
  EXPECT_EQ(ReferenceTable(out.path()).names(), Names{"old"});
}

TEST(Evaluate, SaysWhenItCannotWrite) {
  const TemporaryFile robot("arm.urdf", arm), table("states.csv", arm_states);
  const std::string command = "evaluate " + robot.quoted() + " " + table.quoted();
  EXPECT_EQ(run_program(command + " -o /nowhere/at/all.csv").exit_code, 4);
  if (std::filesystem::exists("/dev/full")) {
    EXPECT_EQ(run_program(command + " >/dev/full").exit_code, 4);
  }
}

TEST(Evaluate, SaysThatARobotOrATableIsMissing) {
  const TemporaryFile robot("arm.urdf", arm), table("states.csv", arm_states);
  EXPECT_EQ(run_program("evaluate /nowhere/arm.urdf " + table.quoted()).exit_code, 1);
  EXPECT_EQ(run_program("evaluate " + robot.quoted() + " /nowhere/states.csv").exit_code, 1);
  EXPECT_EQ(run_program("evaluate " + robot.quoted()).exit_code, 2);
}

}  // namespace

}  // namespace tauforge::tests
