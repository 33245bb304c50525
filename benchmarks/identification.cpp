// Identification of real robots from their logs, scored by the protocols of the data's own pages (README.md beside the
// logs): UR10e, protocol P1; TX40, protocol T1. Everything is chosen by identify() from the training data.
//
//   benchmarks/identification DATA_DIR
//
// One line each: name, fitted numbers, relative error in per cent (all joints, then per joint), seconds. Lines that end in
// `file` are those of robot files, written, read back and asked along the log: `model` is what they were made of, and
// `without-memory` is the same file where no state can be held.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include "tauforge/files/csv_recording.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/files/robot_toml.h"
#include "tauforge/identify/identified_robot.h"
#include "tauforge/identify/memoryless.h"
#include "tauforge/identify/robot_parameters.h"
#include "tauforge/robot/assemble.h"

namespace {

using namespace tauforge;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

void print_line(const std::string& name, std::size_t numbers, const identify::RelativeError& error, double seconds) {
  std::string drives;
  for (const double e : error.of_drive) drives += fmt::format(" {:6.2f}", e);
  fmt::print("{:34} {:3} {:6.2f} {} {:7.2f}\n", name, numbers, error.all, drives, seconds);
  std::fflush(stdout);
}

template <class T> T value_or_stop(diagnostic::Result<T> result) {
  if (!result.ok()) {
    for (const auto& finding : result.findings()) fmt::print(stderr, "{}\n", to_text(finding));
    std::exit(1);
  }
  return result.take();
}

bool explain = false;

identify::IdentifiedRobot identified(const robot::Robot& robot, const std::vector<recording::Recording>& logs,
                                     const identify::Settings& settings = {}) {
  auto all = value_or_stop(identify::identified_robot(robot, logs, settings));
  const auto& found = all.found;
  if (explain)
    for (const auto& reason : found.reasons) fmt::print("    {}\n", reason);
  if (explain)
    for (std::size_t c = 0; c < found.model.columns.size(); ++c)
      fmt::print("    {} {:.4g}\n", found.model.columns[c].name.name, found.model.values[c]);
  return all;
}

// What whoever gets the file has.
robot::Robot as_read(const robot::Description& description, const robot::Robot& robot, robot::Meaning meaning) {
  const std::string text = files::write_robot_toml(identify::identified_description(description, robot, meaning));
  return value_or_stop(
      robot::assemble(value_or_stop(files::read_robot_toml(files::source_from_text("file.toml", text)))));
}

void print_files(const std::string& name, const robot::Description& description,
                 const identify::IdentifiedRobot& identified, const recording::Recording& fresh) {
  const auto& found = identified.found;
  const auto& how = found.model.preparation;
  const robot::Robot reduced = as_read(description, identified.reduced, robot::Meaning::base),
                     possible = as_read(description, identified.possible.robot, robot::Meaning::physical);
  const auto line = [&](const char* which, std::size_t numbers, const robot::Robot& robot) {
    print_line(name + which, numbers, identify::validate(robot, how, fresh).error, 0.0);
  };
  line("-reduced-file", found.model.fitted_numbers(), reduced);
  line("-reduced-without-memory-file", found.model.fitted_numbers(), identify::without_memory(reduced));
  print_line(name + "-full-model", found.full.fitted_numbers(),
             identify::validate(identified.prior, found.full, fresh).error, 0.0);
  line("-possible-file", found.full.fitted_numbers(), possible);
  line("-possible-without-memory-file", found.full.fitted_numbers(), identify::without_memory(possible));
  double smallest = HUGE_VAL;
  for (const double e : identified.possible.fit.smallest_eigenvalue) smallest = std::min(smallest, e);
  constexpr std::size_t postures = 10000;
  fmt::print(
      "  smallest eigenvalue of a pseudo-inertia {:.2g}; mass matrix positive definite in {} of {} random postures\n",
      smallest, identify::positive_definite_postures(possible, postures), postures);
}

void ur10e(const std::string& folder) {
  const auto loaded = value_or_stop(files::load_robot(folder + "/ur10e.urdf"));
  const robot::Robot& robot = loaded.robot;
  files::RecordingOptions options;
  options.joints = {};
  const auto published = nlohmann::json::parse(std::ifstream(folder + "/published_parameters.json"));
  options.layout.gains = published.at("drive_gains_Nm_per_A").get<std::vector<double>>();
  const auto read = [&](const std::string& name, std::size_t first, std::size_t last) {
    options.layout.rows = {first, last};
    return value_or_stop(files::read_recording(folder + "/" + name, options));
  };
  const auto training = read("id_30s_12harm.csv", 635, 3510), fresh = read("val_ptp_10_points.csv", 700, 4200);
  const auto run = [&](const std::string& name, const std::vector<recording::Recording>& logs,
                       const identify::Settings& settings) {
    const auto begin = Clock::now();
    const auto all = identified(robot, logs, settings);
    const double seconds = seconds_since(begin);
    const auto& found = all.found;
    print_line(name + "-model", found.model.fitted_numbers(), identify::validate(robot, found.model, fresh).error,
               seconds);
    print_files(name, loaded.description, all, fresh);
    return found.model.preparation.motion.cutoff_hz;
  };
  const double cutoff = run("ur10e-P1", {training}, {});
  for (const double factor : {0.5, 2.0}) {
    identify::Settings settings;
    settings.cutoff_hz = factor * cutoff;
    run(fmt::format("ur10e-P1-cutoff-{:g}Hz", factor * cutoff), {training}, settings);
  }
  const auto longer = read("id_40s_12harm.csv", 500, 4460);
  run("ur10e-P1-three-logs", {training, longer, read("id_20s_8harm.csv", 320, 2310)}, {});
  // how time grows: about ten thousand samples, then ten times as many
  const std::vector<recording::Recording> logs = {training, longer, read("unloaded_50s_14harm.csv", 195, 3357)};
  for (const int copies : {1, 10}) {
    std::vector<recording::Recording> all;
    for (int k = 0; k < copies; ++k) all.insert(all.end(), logs.begin(), logs.end());
    const auto begin = Clock::now();
    const auto found = identified(robot, all).found;
    print_line(fmt::format("ur10e-{}-samples", found.samples), found.model.fitted_numbers(), found.training,
               seconds_since(begin));
  }
}

// The robot with its motors: q_motor = A q, with the wrist's coupling; URDF angles q2 - pi/2, q3 + pi/2.
const double motor[6][6] = {{32, 0, 0, 0, 0, 0},  {0, 32, 0, 0, 0, 0}, {0, 0, 45, 0, 0, 0},
                            {0, 0, 0, -48, 0, 0}, {0, 0, 0, 0, 45, 0}, {0, 0, 0, 0, 32, 32}};

robot::Description tx40_description(const std::string& file) {
  auto loaded = value_or_stop(files::load_robot(file));
  robot::TransmissionDescription transmission;
  for (int j = 1; j <= 6; ++j) transmission.drives.push_back("motor" + std::to_string(j));
  for (int i = 0; i < 6; ++i) transmission.matrix.push_back(std::vector<double>(6, 0.0));
  for (std::size_t i = 0; i < 6; ++i) transmission.matrix[i][i] = 1.0 / motor[i][i];
  transmission.matrix[5][4] = -motor[5][4] / (motor[4][4] * motor[5][5]);  // A^-1
  transmission.offset = {0, -std::numbers::pi / 2, std::numbers::pi / 2, 0, 0, 0};
  loaded.description.transmission = transmission;
  return loaded.description;
}

// tau = A' tau_motor, then the protocol's filter and every hundredth sample.
recording::Channels joint_torques(const recording::Channels& of_motors) {
  recording::Channels joints(6);
  for (std::size_t i = 0; i < 6; ++i) {
    std::vector<double> tau(of_motors[0].size(), 0.0);
    for (std::size_t j = 0; j < 6; ++j)
      for (std::size_t k = 0; k < tau.size(); ++k) tau[k] += motor[j][i] * of_motors[j][k];
    joints[i] = signals::every(100, signals::zero_phase({8, 20.0}, 2e-4, tau));
  }
  return joints;
}

void tx40(const std::string& folder) {
  const robot::Description description = tx40_description(folder + "/tx40_mdh_modified.urdf");
  const robot::Robot robot = value_or_stop(robot::assemble(description));
  files::RecordingOptions options;
  options.layout.position.pattern = "qm{}", options.layout.torque.pattern = "taum{}";
  const auto log = value_or_stop(files::read_recording(folder + "/tx40_motor_5kHz.csv", options));
  const auto begin = Clock::now();
  signals::Preparation protocol;
  protocol.motion = {4, 100.0};
  protocol.trim = 100;
  const signals::Samples samples = signals::prepare(log, protocol);
  const recording::Channels target = joint_torques(samples.effort);
  const std::size_t n = target[0].size(), folds = 6, apart = 5;
  const char* const names[] = {"model", "reduced-file", "reduced-without-memory-file", "possible-file"};
  std::vector<recording::Channels> predicted(std::size(names), recording::Channels(6, std::vector<double>(n)));
  std::size_t numbers = 0;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    const std::size_t first = fold * n / folds, last = (fold + 1) * n / folds;  // of the target's samples
    std::vector<recording::Recording> training;
    const auto raw = [&](std::size_t k) { return std::min(protocol.trim + 100 * k, log.samples()); };
    if (first > apart) training.push_back(recording::slice(log, 0, raw(first - apart)));
    if (last + apart < n) training.push_back(recording::slice(log, raw(last + apart), log.samples()));
    const auto fitted = identified(robot, training);
    const auto& model = fitted.found.model;
    numbers = std::max(numbers, model.fitted_numbers());
    signals::Preparation delayed = protocol;  // the model says by how much the torques it learned are delayed
    delayed.delay = model.preparation.delay;
    const signals::Samples at = signals::prepare(log, delayed);
    const robot::Robot reduced = as_read(description, fitted.reduced, robot::Meaning::base);
    const recording::Channels all[] = {
        identify::predict(robot, model, at), identify::predict(reduced, at),
        identify::predict(identify::without_memory(reduced), at),
        identify::predict(as_read(description, fitted.possible.robot, robot::Meaning::physical), at)};
    for (std::size_t which = 0; which < std::size(names); ++which) {
      const recording::Channels joints = joint_torques(all[which]);
      for (std::size_t j = 0; j < 6; ++j)
        for (std::size_t k = first; k < last; ++k) predicted[which][j][k] = joints[j][k];
    }
  }
  for (std::size_t which = 0; which < std::size(names); ++which)
    print_line(fmt::format("tx40-T1-{}", names[which]), numbers, identify::relative_error(target, predicted[which]),
               which == 0 ? seconds_since(begin) : 0.0);
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) {
    fmt::print(stderr, "usage: identification DATA_DIR [explain]\n");
    return 2;
  }
  explain = count > 2;
  const std::string folder = words[1];
  ur10e(folder + "/ur10e");
  tx40(folder + "/tx40");
  return 0;
}
