// Protocol T1: six parts of one log, each predicted by what was learned from the others; torques of the joints, filtered and
// thinned out as the data's page says.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "benchmarks/identification_subjects.h"
#include "tauforge/face/identified.h"
#include "tauforge/files/csv_recording.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/identify/identified_robot.h"
#include "tauforge/identify/memoryless.h"
#include "tauforge/robot/assemble.h"

namespace tauforge::benchmarks {

namespace {

// The robot with its motors: q_motor = A q, with the wrist's coupling; URDF angles q2 - pi/2, q3 + pi/2.
const double motor[6][6] = {{32, 0, 0, 0, 0, 0},  {0, 32, 0, 0, 0, 0}, {0, 0, 45, 0, 0, 0},
                            {0, 0, 0, -48, 0, 0}, {0, 0, 0, 0, 45, 0}, {0, 0, 0, 0, 32, 32}};

Robot with_motors(const std::string& file) {
  files::LoadedRobot loaded = value_or_stop(files::load_robot(file));
  robot::TransmissionDescription transmission;
  for (int j = 1; j <= 6; ++j) transmission.drives.push_back("motor" + std::to_string(j));
  for (int i = 0; i < 6; ++i) transmission.matrix.push_back(std::vector<double>(6, 0.0));
  for (std::size_t i = 0; i < 6; ++i) transmission.matrix[i][i] = 1.0 / motor[i][i];
  transmission.matrix[5][4] = -motor[5][4] / (motor[4][4] * motor[5][5]);  // A^-1
  transmission.offset = {0, -std::numbers::pi / 2, std::numbers::pi / 2, 0, 0, 0};
  loaded.description.transmission = transmission;
  loaded.robot = value_or_stop(robot::assemble(loaded.description));
  return Robot(std::make_shared<const files::LoadedRobot>(std::move(loaded)));
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

double largest_share(const recording::Channels& a, const recording::Channels& b) {
  double most = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    double off = 0.0, largest = 1e-300;
    for (std::size_t k = 0; k < a[j].size(); ++k) {
      off = std::isfinite(a[j][k]) ? std::max(off, std::abs(a[j][k] - b[j][k])) : HUGE_VAL;
      largest = std::max(largest, std::abs(b[j][k]));
    }
    most = std::max(most, off / largest);
  }
  return most;
}

}  // namespace

void tx40(const std::string& folder, Ledger& ledger) {
  tx40_by({IdentifySettings::Method::least_squares, "tx40-T1"}, folder, ledger);
}

void tx40_by(const OfMethod& how, const std::string& folder, Ledger& ledger) {
  const Robot robot = with_motors(folder + "/tx40_mdh_modified.urdf");
  files::RecordingOptions options;
  options.layout.position.pattern = "qm{}", options.layout.torque.pattern = "taum{}";
  const auto log = value_or_stop(files::read_recording(folder + "/tx40_motor_5kHz.csv", options));
  const bool limited = how.method == IdentifySettings::Method::least_squares;
  const Stopwatch watch;
  signals::Preparation protocol;
  protocol.motion = {4, 100.0};
  protocol.trim = 100;
  const recording::Channels target = joint_torques(signals::prepare(log, protocol).effort);
  const std::size_t n = target[0].size(), folds = 6, apart = 5;
  enum Which { model, full, reduced_file, reduced_code, without_memory, possible_file, kinds };
  const char* const names[kinds] = {
      "model", "full-model", "reduced-file", "reduced-code", "reduced-without-memory-file", "possible-file"};
  std::vector<recording::Channels> predicted(kinds, recording::Channels(6, std::vector<double>(n)));
  std::size_t numbers = 0, numbers_of_full = 0;
  double file_off = 0.0, code_off = 0.0, possible_off = 0.0;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    const std::size_t first = fold * n / folds, last = (fold + 1) * n / folds;  // of the target's samples
    std::vector<Recording> training;
    const auto learn = [&](std::size_t from, std::size_t to) {
      training.emplace_back(std::make_shared<const recording::Recording>(recording::slice(log, from, to)));
    };
    const auto raw = [&](std::size_t k) { return std::min(protocol.trim + 100 * k, log.samples()); };
    if (first > apart) learn(0, raw(first - apart));
    if (last + apart < n) learn(raw(last + apart), log.samples());
    auto identified = identify_robot(robot, training, {.method = how.method});
    if (!identified && !limited) {
      fmt::print("{:35} refused: {}\n", how.name, identified.findings().back().code);
      return;
    }
    const Identification fitted = value_or_stop(std::move(identified));
    const identify::IdentifiedRobot& found = fitted.details();
    numbers = std::max(numbers, found.reduced_model.fitted_numbers());
    numbers_of_full = std::max(numbers_of_full, found.found.full.fitted_numbers());
    signals::Preparation delayed = protocol;  // the model says by how much the torques it learned are delayed
    delayed.delay = found.found.model.preparation.delay;
    const signals::Samples at = signals::prepare(log, delayed);
    const Robot reduced = as_read(fitted.reduced());
    const robot::Robot& of_file = reduced.details().robot;
    recording::Channels all[kinds];
    all[model] = identify::predict(found.prior, found.reduced_model, at);
    all[full] = identify::predict(found.prior, found.found.full, at);
    all[reduced_file] = identify::predict(of_file, at);
    all[reduced_code] = torques_along(code_of(reduced), at);
    all[without_memory] = identify::predict(identify::without_memory(of_file), at);
    all[possible_file] = identify::predict(as_read(fitted.possible()).details().robot, at);
    file_off = std::max(file_off, largest_share(all[reduced_file], all[model]));
    code_off = std::max(code_off, largest_share(all[reduced_code], all[model]));
    possible_off = std::max(
        possible_off, largest_share(all[possible_file], identify::predict(found.prior, found.possible.model, at)));
    for (std::size_t which = 0; which < kinds; ++which) {
      const recording::Channels joints = joint_torques(all[which]);
      for (std::size_t j = 0; j < 6; ++j)
        for (std::size_t k = first; k < last; ++k) predicted[which][j][k] = joints[j][k];
    }
  }
  double without_physics = 0.0;
  for (std::size_t which = 0; which < kinds; ++which) {
    const auto error = identify::relative_error(target, predicted[which]);
    if (which == full) without_physics = error.all;
    std::optional<double> limit;
    if (limited && (which == reduced_file || which == reduced_code)) limit = 7.0;
    if (limited && which == possible_file) limit = most_above_without * without_physics;
    const bool of_full = which == full || which == possible_file;
    ledger.line(fmt::format("{}-{}", how.name, names[which]), of_full ? numbers_of_full : numbers, error.all,
                error.of_drive, limit);
  }
  ledger.figure(fmt::format("{}-reduced-file off by", how.name), file_off, "", rounding);
  ledger.figure(fmt::format("{}-reduced-code off by", how.name), code_off, "", rounding);
  ledger.figure(fmt::format("{}-possible-file off by", how.name), possible_off, "", rounding);
  ledger.figure(fmt::format("{} takes", how.name), watch.seconds(), "s");
}

}  // namespace tauforge::benchmarks
