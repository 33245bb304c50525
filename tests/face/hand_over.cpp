// What is written is what was scored: real files, read back, and compiled code, on virtual and on measured arms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tauforge/face/identification.h"
#include "tauforge/files/csv_recording.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/identify/hand_over.h"
#include "tauforge/identify/identified_robot.h"
#include "tests/support/compile_c.h"
#include "tests/support/shared_data.h"
#include "tests/support/virtual_log.h"

namespace tauforge {
namespace {

Robot arm(const std::string& name) { return load(std::string(TAUFORGE_SOURCE_DIR) + "/robots/" + name).take(); }

Robot with_numbers_of(const Robot& file, const robot::Robot& numbers) {
  files::LoadedRobot loaded{
      identify::identified_description(file.details().description, numbers, robot::Meaning::physical), numbers, {}};
  return Robot(std::make_shared<const files::LoadedRobot>(std::move(loaded)));
}

Recording log_of(const robot::Robot& plant, const testing::VirtualMotion& motion) {
  recording::Recording log = testing::swinging_log(plant, motion);
  log.gaps = recording::find_gaps(log.t);
  return Recording(std::make_shared<const recording::Recording>(std::move(log)));
}

// Both files, written, read and scored, and code of the one that code is made of: as the model, and with its error.
void expect_handed_over(const Identification& found, const std::vector<Recording>& logs,
                        const std::vector<Recording>& fresh) {
  const tests::ScratchFolder scratch;
  for (const Written which : {Written::possible, Written::reduced}) {
    const std::string path = scratch.file(which == Written::possible ? "possible.toml" : "reduced.toml");
    std::ofstream(path) << (which == Written::possible ? found.possible() : found.reduced()).to_toml();
    const auto read = load(path);
    ASSERT_TRUE(read.ok());
    const auto& d = found.details();
    const identify::TorqueModel& model = which == Written::possible ? d.possible.model : d.reduced_model;
    std::vector<identify::Validation> of_model;
    for (const Recording& log : fresh) of_model.push_back(identify::validate(d.prior, model, log.details()));
    const double inside = identify::error_of(of_model).all;
    const auto code =
        generate(read.value(), {.functions = {"inverse_dynamics", "coefficients", "velocity_torque"}, .effort = 100});
    ASSERT_TRUE(code.ok());
    for (const Score& score : {tauforge::score(found, which, read.value(), logs, fresh),
                               tauforge::score(found, which, code.value(), logs, fresh)}) {
      EXPECT_LE(score.difference, identify::largest_rounding);
      EXPECT_TRUE(score.as_fitted);
      ASSERT_TRUE(score.fresh);
      EXPECT_NEAR(*score.fresh, inside, 1e-6 * inside);
    }
  }
}

// Three drives stand still: much is refused, and carries torque that the fit did not make.
TEST(FaceHandOver, HoldsWithRefusedColumns) {
  const Robot file = arm("ur10e.toml");
  const robot::Robot& plant = file.details().robot;
  const Robot prior = with_numbers_of(file, testing::misjudged(plant, 3, 0.6));
  const std::vector<Recording> logs{log_of(plant, {.seed = 1, .still = {3, 4, 5}, .swing = 0.2})},
      lively{log_of(plant, {.seed = 2, .swing = 0.25})};
  const auto found = identify_robot(prior, logs);
  ASSERT_TRUE(found.ok());
  ASSERT_FALSE(found.value().details().found.refusals.empty());
  expect_handed_over(found.value(), logs, lively);
  // the training error is that of the torques that were measured: over rows, which are nearly all samples
  const double over_samples = score(found.value(), Written::reduced, found.value().reduced(), logs, {}).error;
  if (!found.value().details().reduced_replaced) {
    EXPECT_NEAR(found.value().training_error(), over_samples, 0.1 * over_samples);
  }
  // every value in its interval; what comes from the file has none
  std::size_t from_file = 0;
  for (const auto& e : found.value().details().found.estimates) {
    from_file += e.from_file;
    if (e.from_file) {
      EXPECT_EQ(e.all, e.described) << e.name.name;
      EXPECT_TRUE(std::isinf(e.interval.lower) && std::isinf(e.interval.upper)) << e.name.name;
    } else {
      EXPECT_TRUE(e.interval.contains(e.all)) << e.name.name;
      EXPECT_TRUE(std::isfinite(e.all_deviation)) << e.name.name;
    }
  }
  EXPECT_EQ(from_file, found.value().details().found.refusals.size());
}

// Of columns that make half of a drive's largest torque, few inertias are left: no arm has such a mass matrix.
TEST(FaceHandOver, ReplacesAReducedModelThatNoArmCanHave) {
  const Robot file = arm("ur10e.toml");
  const robot::Robot& plant = file.details().robot;
  const std::vector<Recording> logs{log_of(plant, {.seed = 1, .swing = 0.25})},
      lively{log_of(plant, {.seed = 2, .swing = 0.25})};
  const auto found = identify_robot(file, logs, {.keep = IdentifySettings::Keep::share, .tolerance = 0.5});
  ASSERT_TRUE(found.ok());
  const identify::IdentifiedRobot& d = found.value().details();
  const robot::Robot bare = identify::reduced_robot(d.prior, d.found.model, d.found.friction);
  EXPECT_LT(identify::positive_definite_postures(bare, 1000), 1000u);
  EXPECT_TRUE(d.reduced_replaced);
  EXPECT_EQ(identify::positive_definite_postures(found.value().reduced().details().robot, 1000), 1000u);
  EXPECT_TRUE(std::any_of(d.found.reasons.begin(), d.found.reasons.end(), [](const std::string& reason) {
    return reason.find("not positive definite") != std::string::npos;
  }));
  EXPECT_EQ(found.value().reduced().details().robot.meaning, robot::Meaning::physical);
  expect_handed_over(found.value(), logs, lively);
}

// Protocol P1, files and code: about 20 s.
TEST(FaceHandOverLong, HoldsOnTheMeasuredUr10e) {
  TAUFORGE_NEEDS_SHARED("data/ur10e");
  const std::string folder = (testing::shared_data() / "data/ur10e").string();
  const Robot robot = load(folder + "/ur10e.urdf").take();
  files::RecordingOptions options;
  const auto published = nlohmann::json::parse(std::ifstream(folder + "/published_parameters.json"));
  options.layout.gains = published.at("drive_gains_Nm_per_A").get<std::vector<double>>();
  const auto read = [&](const char* name, std::size_t first, std::size_t last) {
    options.layout.rows = {first, last};
    return Recording(
        std::make_shared<const recording::Recording>(files::read_recording(folder + "/" + name, options).take()));
  };
  const std::vector<Recording> logs{read("id_30s_12harm.csv", 635, 3510)},
      fresh{read("val_ptp_10_points.csv", 700, 4200)};
  const auto found = identify_robot(robot, logs);
  ASSERT_TRUE(found.ok());
  expect_handed_over(found.value(), logs, fresh);
  for (const auto& e : found.value().details().found.estimates)
    EXPECT_TRUE(e.from_file || e.interval.contains(e.all)) << e.name.name;
}

// A coupled wrist behind gears, and a third of its log: about 30 s.
TEST(FaceHandOverLong, HoldsOnTheMeasuredTx40) {
  TAUFORGE_NEEDS_SHARED("data/tx40");
  const std::string folder = (testing::shared_data() / "data/tx40").string();
  const tests::ScratchFolder scratch;
  std::ofstream(scratch.file("motors.toml"))
      << "[transmission]\n"
         "drives = [\"m1\", \"m2\", \"m3\", \"m4\", \"m5\", \"m6\"]\n"
         "joint_to_motor = [[32, 0, 0, 0, 0, 0], [0, 32, 0, 0, 0, 0], [0, 0, 45, 0, 0, 0], [0, 0, 0, -48, 0, 0],\n"
         "                  [0, 0, 0, 0, 45, 0], [0, 0, 0, 0, 32, 32]]\n"
         "offset_deg = [0, -90, 90, 0, 0, 0]\n";
  LoadOptions with;
  with.transmission = scratch.file("motors.toml");
  const auto robot = load(folder + "/tx40_mdh_modified.urdf", with);
  ASSERT_TRUE(robot.ok());
  files::RecordingOptions options;
  options.layout.position.pattern = "qm{}", options.layout.torque.pattern = "taum{}";
  const auto log = files::read_recording(folder + "/tx40_motor_5kHz.csv", options).take();
  const auto part = [&](double from, double to) {
    const auto n = static_cast<double>(log.samples());
    return Recording(std::make_shared<const recording::Recording>(
        recording::slice(log, static_cast<std::size_t>(from * n), static_cast<std::size_t>(to * n))));
  };
  const std::vector<Recording> logs{part(0.0, 0.4)}, fresh{part(0.5, 0.7)};
  const auto found = identify_robot(robot.value(), logs);
  ASSERT_TRUE(found.ok());
  expect_handed_over(found.value(), logs, fresh);
}

}  // namespace
}  // namespace tauforge
