// How `tauforge identify` grows with the length of a log and with the number of logs: CPU seconds and the largest resident
// memory of the program itself, as the system counts them, over virtual logs of a robot.
//
//   benchmarks/long_logs PROGRAM ROBOT FOLDER [LOGSxSECONDS | COPIEScopiesxSECONDS ...]
//
// The motion is a sum of sines that never repeats, at 1 kHz; torques are inverse dynamics of the robot's file with
// Coulomb and viscous friction, and white noise is on torques and positions. Without cases: one log of 36 s, ten times and a
// hundred times as long; then an hour in 10 and 300 logs. `10copiesx36`: one log of 36 s, given ten times under ten names. One line each: logs,
// seconds in all, rows, CPU seconds, megabytes, exit code, and the codes of the doubts in the verdict. The logs are made one case
// after another and removed again: an hour of seven joints takes 500 MB on the disk.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "tauforge/files/csv_table.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/functions/torque_series.h"

namespace {

using namespace tauforge;

constexpr double rate = 1000.0;          // [Hz]
constexpr double position_noise = 2e-6;  // [rad]
constexpr double torque_noise = 0.02;    // [N m]

// A sum of sines within the limits of each joint.
class Wander {
 public:
  Wander(const robot::Robot& robot, unsigned seed) : random_(seed) {
    for (std::size_t j = 0; j < robot.drives.size(); ++j) {
      const auto& limits = robot.limits[j];
      const double low = limits.lower.value_or(-2.0), high = limits.upper.value_or(2.0);
      const double speed = 0.5 * limits.velocity.value_or(2.0);
      Joint joint{0.5 * (low + high), {}};
      double reach = 0.0, fastest = 0.0;
      for (int k = 0; k < sines; ++k) {
        const double w = 2.0 * M_PI * (0.05 + 0.75 * uniform()), a = (0.3 + uniform()) / (0.3 + w);
        joint.sine.push_back({a, w, 2.0 * M_PI * uniform()});
        reach += a, fastest += a * w;
      }
      const double scale = std::min(0.45 * (high - low) / reach, speed / fastest);
      for (Sine& s : joint.sine) s.a *= scale;
      joints_.push_back(std::move(joint));
    }
  }
  void at(double t, dynamics::State<double>& x) const {
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      x.q[j] = joints_[j].centre, x.qd[j] = x.qdd[j] = 0.0;
      for (const Sine& s : joints_[j].sine) {
        const double angle = s.w * t + s.phase, sine = s.a * std::sin(angle);
        x.q[j] += sine, x.qd[j] += s.a * s.w * std::cos(angle), x.qdd[j] -= s.w * s.w * sine;
      }
    }
  }

 private:
  static constexpr int sines = 6;
  struct Sine {
    double a, w, phase;
  };
  struct Joint {
    double centre;
    std::vector<Sine> sine;
  };
  double uniform() { return std::uniform_real_distribution<double>()(random_); }
  std::mt19937 random_;
  std::vector<Joint> joints_;
};

// Coulomb's friction and viscous friction in the place of the file's: widths of smooth friction that lie between those that the
// program tries would be its doubts at every length, and not what is measured here.
robot::Robot with_plain_friction(robot::Robot robot) {
  constexpr double viscous_per_level = 0.5;  // [s/rad]
  for (std::size_t j = 0; j < robot.tree.friction.size(); ++j) {
    robot.tree.friction[j] = robot::FrictionKind::coulomb;
    auto& drive = robot.parameters.drive[j];
    drive.viscous = viscous_per_level * drive.coulomb;
  }
  return robot;
}

void write_log(const robot::Robot& robot, const Wander& motion, const std::string& path, double begin, double seconds) {
  const std::size_t n = robot.drives.size();
  files::OpenFile file(std::fopen(path.c_str(), "w"));
  if (!file) {
    fmt::print(stderr, "'{}' cannot be written\n", path);
    std::exit(1);
  }
  std::string text = "t";
  for (const char* kind : {"q", "tau"})
    for (std::size_t j = 1; j <= n; ++j) text += fmt::format(",{}{}", kind, j);
  text += '\n';
  functions::TorqueSeries series(robot);
  dynamics::State<double> x;
  x.q.resize(n), x.qd.resize(n), x.qdd.resize(n);
  std::vector<double> tau(n);
  std::mt19937 random(static_cast<unsigned>(begin * 10.0) + 1);
  std::normal_distribution<double> noise;
  const auto rows = static_cast<std::size_t>(seconds * rate);
  for (std::size_t k = 0; k < rows; ++k) {
    const double t = static_cast<double>(k) / rate;
    motion.at(begin + t, x);
    series.torques(x, t, tau);
    text += fmt::format("{:.3f}", t);
    for (const double q : x.q) text += fmt::format(",{:.7f}", q + position_noise * noise(random));
    for (const double value : tau) text += fmt::format(",{:.4f}", value + torque_noise * noise(random));
    text += '\n';
    if (text.size() > (1u << 20) || k + 1 == rows) {
      std::fwrite(text.data(), 1, text.size(), file.get());
      text.clear();
    }
  }
}

struct Cost {
  double cpu = 0, megabytes = 0;
  int exit = 0;
};

// What the program prints goes into a file: a report in JSON.
Cost run(const std::vector<std::string>& words, const std::string& printed) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::fflush(stdout);  // or the child prints it once more
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen(printed.c_str(), "w", stdout) == nullptr) _exit(127);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return {seconds(used.ru_utime) + seconds(used.ru_stime), static_cast<double>(used.ru_maxrss) / 1024.0,
          WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)};
}

std::string doubts_in(const std::string& report) {
  std::ifstream file(report);
  const auto json = nlohmann::json::parse(file, nullptr, false);
  if (json.is_discarded()) return "no report";
  std::string codes;
  for (const auto& doubt : json.at("verdict").at("doubts")) codes += " " + doubt.at("code").get<std::string>();
  return codes;
}

}  // namespace

int main(int count, char** words) {
  if (count < 4) {
    fmt::print(stderr, "long_logs PROGRAM ROBOT FOLDER [LOGSxSECONDS ...]\n");
    return 2;
  }
  const std::string program = words[1], robot_file = words[2], folder = words[3];
  const auto loaded = files::load_robot(robot_file);
  if (!loaded) return 1;
  const robot::Robot robot = with_plain_friction(loaded.value().robot);
  const Wander motion(robot, 7);
  const bool keep = std::getenv("KEEP_LOGS") != nullptr;  // for whoever wants to look at one
  struct Case {
    std::size_t logs;
    double seconds;       // in all
    bool copies = false;  // of one log
  };
  std::vector<Case> cases = {{1, 36}, {1, 360}, {1, 3600}, {10, 3600}, {300, 3600}};
  if (count > 4) cases.clear();
  for (int k = 4; k < count; ++k) {
    Case one{};
    if (std::sscanf(words[k], "%zucopiesx%lf", &one.logs, &one.seconds) == 2)
      one.copies = true, one.seconds *= static_cast<double>(one.logs);
    else if (std::sscanf(words[k], "%zux%lf", &one.logs, &one.seconds) != 2)
      return 2;
    cases.push_back(one);
  }
  fmt::print("{:>6} {:>9} {:>10} {:>8} {:>8} {:>5}  doubts\n", "logs", "seconds", "rows", "CPU s", "MB", "exit");
  for (const Case& one : cases) {
    std::vector<std::string> command = {program, "identify", robot_file, "--quiet", "--json"};
    std::vector<std::string> paths;
    const double each = one.seconds / static_cast<double>(one.logs);
    for (std::size_t k = 0; k < one.logs; ++k) {
      paths.push_back(fmt::format("{}/log{}.csv", folder, k));
      if (one.copies && k > 0)
        std::filesystem::copy_file(paths.front(), paths.back());
      else
        write_log(robot, motion, paths.back(), each * static_cast<double>(k), each);
    }
    command.insert(command.end(), paths.begin(), paths.end());
    const std::string report =
        fmt::format("{}/{}{}x{:g}.json", folder, one.logs, one.copies ? "copies" : "", one.seconds);
    const Cost cost = run(command, report);
    fmt::print("{:6}{} {:8.0f} {:10.0f} {:8.1f} {:8.0f} {:5} {}\n", one.logs, one.copies ? "c" : " ", one.seconds,
               one.seconds * rate, cost.cpu, cost.megabytes, cost.exit, doubts_in(report));
    std::fflush(stdout);
    if (!keep)
      for (const std::string& path : paths) std::filesystem::remove(path);
  }
}
