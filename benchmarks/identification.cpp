// Identification of real robots from their logs, scored by the protocols of the data's own pages (README.md beside the
// logs): UR10e, protocol P1; TX40, protocol T1. Everything is chosen by identify() from the training data.
//
//   benchmarks/identification DATA_DIR
//
// One line each: name, fitted numbers, relative error in per cent (all joints, then per joint), seconds.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include "tauforge/files/csv_recording.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/identify/identify.h"
#include "tauforge/identify/possible_model.h"
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

identify::Identification identified(const robot::Robot& robot, const std::vector<recording::Recording>& logs,
                                    const identify::Settings& settings = {}) {
  auto found = value_or_stop(identify::identify(robot, logs, settings));
  if (explain)
    for (const auto& reason : found.reasons) fmt::print("    {}\n", reason);
  if (explain)
    for (std::size_t c = 0; c < found.model.columns.size(); ++c)
      fmt::print("    {} {:.4g}\n", found.model.columns[c].name.name, found.model.values[c]);
  return found;
}

// The same with bodies that can exist: its error, and whether they can.
void print_possible(const std::string& name, const robot::Robot& robot, const identify::Identification& found,
                    const recording::Recording& fresh) {
  const auto begin = Clock::now();
  const auto possible = identify::possible_robot(robot, found);
  const double seconds = seconds_since(begin);
  print_line(name + "-full", found.full.fitted_numbers(), identify::validate(robot, found.full, fresh).error, 0.0);
  print_line(name + "-possible", possible.model.fitted_numbers(),
             identify::validate(robot, possible.model, fresh).error, seconds);
  double smallest = HUGE_VAL;
  for (const double e : possible.fit.smallest_eigenvalue) smallest = std::min(smallest, e);
  constexpr std::size_t postures = 10000;
  fmt::print(
      "  smallest eigenvalue of a pseudo-inertia {:.2g}; mass matrix positive definite in {} of {} random postures\n",
      smallest, identify::positive_definite_postures(possible.robot, postures), postures);
}

void ur10e(const std::string& folder) {
  const auto robot = value_or_stop(files::load_robot(folder + "/ur10e.urdf")).robot;
  files::RecordingOptions options;
  options.joints = {};
  const auto published = nlohmann::json::parse(std::ifstream(folder + "/published_parameters.json"));
  options.layout.gains = published.at("drive_gains_Nm_per_A").get<std::vector<double>>();
  const auto read = [&](const std::string& name, std::size_t first, std::size_t last) {
    options.layout.rows = {first, last};
    return value_or_stop(files::read_recording(folder + "/" + name, options));
  };
  const auto training = read("id_30s_12harm.csv", 635, 3510), fresh = read("val_ptp_10_points.csv", 700, 4200);
  const auto run = [&](const std::string& name, const identify::Settings& settings) {
    const auto begin = Clock::now();
    const auto found = identified(robot, {training}, settings);
    const double seconds = seconds_since(begin);
    print_line(name, found.model.fitted_numbers(), identify::validate(robot, found.model, fresh).error, seconds);
    if (!settings.cutoff_hz) print_possible(name, robot, found, fresh);
    return found.model.preparation.motion.cutoff_hz;
  };
  const double cutoff = run("ur10e-P1", {});
  for (const double factor : {0.5, 2.0}) {
    identify::Settings settings;
    settings.cutoff_hz = factor * cutoff;
    run(fmt::format("ur10e-P1-cutoff-{:g}Hz", factor * cutoff), settings);
  }
  // how time grows: about ten thousand samples, then ten times as many
  std::vector<recording::Recording> logs = {training, read("id_40s_12harm.csv", 500, 4460),
                                            read("unloaded_50s_14harm.csv", 195, 3357)};
  for (const int copies : {1, 10}) {
    std::vector<recording::Recording> all;
    for (int k = 0; k < copies; ++k) all.insert(all.end(), logs.begin(), logs.end());
    const auto begin = Clock::now();
    const auto found = identified(robot, all);
    print_line(fmt::format("ur10e-{}-samples", found.samples), found.model.fitted_numbers(), found.training,
               seconds_since(begin));
  }
}

// The robot with its motors: q_motor = A q, with the wrist's coupling; URDF angles q2 - pi/2, q3 + pi/2.
const double motor[6][6] = {{32, 0, 0, 0, 0, 0},  {0, 32, 0, 0, 0, 0}, {0, 0, 45, 0, 0, 0},
                            {0, 0, 0, -48, 0, 0}, {0, 0, 0, 0, 45, 0}, {0, 0, 0, 0, 32, 32}};

robot::Robot tx40_robot(const std::string& file) {
  auto loaded = value_or_stop(files::load_robot(file));
  robot::TransmissionDescription transmission;
  for (int j = 1; j <= 6; ++j) transmission.drives.push_back("motor" + std::to_string(j));
  for (int i = 0; i < 6; ++i) transmission.matrix.push_back(std::vector<double>(6, 0.0));
  for (std::size_t i = 0; i < 6; ++i) transmission.matrix[i][i] = 1.0 / motor[i][i];
  transmission.matrix[5][4] = -motor[5][4] / (motor[4][4] * motor[5][5]);  // A^-1
  transmission.offset = {0, -std::numbers::pi / 2, std::numbers::pi / 2, 0, 0, 0};
  loaded.description.transmission = transmission;
  return value_or_stop(robot::assemble(loaded.description));
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
  const auto robot = tx40_robot(folder + "/tx40_mdh_modified.urdf");
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
  recording::Channels predicted(6, std::vector<double>(n));
  std::size_t numbers = 0;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    const std::size_t first = fold * n / folds, last = (fold + 1) * n / folds;  // of the target's samples
    std::vector<recording::Recording> training;
    const auto raw = [&](std::size_t k) { return std::min(protocol.trim + 100 * k, log.samples()); };
    if (first > apart) training.push_back(recording::slice(log, 0, raw(first - apart)));
    if (last + apart < n) training.push_back(recording::slice(log, raw(last + apart), log.samples()));
    const auto found = identified(robot, training);
    numbers = std::max(numbers, found.model.fitted_numbers());
    signals::Preparation delayed = protocol;  // the model says by how much the torques it learned are delayed
    delayed.delay = found.model.preparation.delay;
    const recording::Channels all =
        joint_torques(identify::predict(robot, found.model, signals::prepare(log, delayed)));
    for (std::size_t j = 0; j < 6; ++j)
      for (std::size_t k = first; k < last; ++k) predicted[j][k] = all[j][k];
  }
  print_line("tx40-T1", numbers, identify::relative_error(target, predicted), seconds_since(begin));
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
