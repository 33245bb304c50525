#include "tauforge/scenario/scenario_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/diagnostic/did_you_mean.h"
#include "tauforge/motion/cartesian_line.h"
#include "tauforge/motion/euler_zyz.h"
#include "tauforge/motion/puma_inverse_kinematics.h"

namespace tauforge::scenario {

namespace {

using files::TomlTable;
using motion::CartesianLine;
using motion::IkOutcome;
using motion::LineFailure;
using motion::LineRequest;

constexpr double longest_line = 1e4, slowest = 1e-6;  // [m], [m/s]
constexpr int most_tries = 24;                        // of ways to hold an arm

std::string text(const motion::Vector& p) { return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", p.x, p.y, p.z); }

class LineReader {
 public:
  LineReader(TomlTable& table, DriveValues& values, const robot::Robot& robot)
      : table_(table), values_(values), robot_(robot) {}

  std::shared_ptr<const motion::Trajectory> read(motion::TimeLaw law, std::optional<double> seconds) {
    LineRequest line;
    line.law = law;
    const bool tool = read_tool(line);
    const auto from = point("from"), to = point("to");
    const auto guess = values_.read("guess", values_.zeros());
    const bool turned = tool && read_orientation(guess, line);
    const auto branch = read_branch(tool, line.tip);
    if (!tool || !turned || !from || !to || asked_wrongly(branch)) return nullptr;
    line.from = *from, line.to = *to;
    const double length = std::sqrt(dot(line.to - line.from, line.to - line.from));
    if (!(length > 0.0) || length > longest_line) {
      table_.error(table_.at("to"), "line-length", fmt::format("the line is {:.4g} m long", length),
                   length > 0.0 ? "at most 10000 m" : "to stay in one place take form = \"hold\"");
      return nullptr;
    }
    if (!read_pace(length, seconds, line)) return nullptr;
    return follow(line, guess, branch);
  }

 private:
  std::optional<motion::Vector> point(const char* key) {
    if (!table_.has(key))
      table_.error(table_.at(), "missing-key", fmt::format("{} has no '{}'", table_.owner(), key),
                   fmt::format("{} = [x, y, z] in the frame of the base [m]", key));
    const auto found = table_.vector(key);
    if (!found) return std::nullopt;
    return found->value;
  }

  bool read_tool(LineRequest& line) {
    line.tip = motion::last_frame(robot_);
    const auto name = table_.text("tool");
    if (name ? !find_tool(*name, line) : table_.has("tool")) return false;
    std::size_t joints = 0;
    for (robot::Index i = line.tip.body; i != robot::Tree::base; i = robot_.tree.parent(i)) ++joints;
    if (joints <= motion::Chain::most_joints && robot_.drives.size() <= motion::Chain::most_joints) return true;
    table_.error(
        table_.at("form"), "chain-too-long",
        fmt::format("{} joints of {} drives lie before link '{}'", joints, robot_.drives.size(), line.tip.name),
        fmt::format("lines are for at most {} of each", motion::Chain::most_joints));
    return false;
  }

  bool find_tool(const diagnostic::Located<std::string>& name, LineRequest& line) {
    std::vector<std::string> names;
    for (const auto& frame : robot_.frames) {
      if (frame.body == robot::Tree::base) continue;
      if (frame.name == name.value) {
        line.tip = frame;
        return true;
      }
      names.push_back(frame.name);
    }
    const std::string near = diagnostic::did_you_mean(name.value, names);
    table_.error(name.at, "unknown-link",
                 fmt::format("'tool' of {} is \"{}\", which is no moving link of robot '{}'", table_.owner(),
                             name.value, robot_.name),
                 near.empty() ? "the name of a link of the robot's file" : near);
    return false;
  }

  bool read_orientation(const std::optional<std::vector<double>>& guess, LineRequest& line) {
    if (const auto zyz = table_.angles("zyz")) {
      line.R = motion::rotation_zyz(zyz->value);
      return true;
    }
    if (table_.has("zyz") || table_.has("zyz_deg")) return false;
    if (guess) {
      line.R = motion::Chain(robot_, line.tip).tip(*guess).R;
      return true;
    }
    table_.error(table_.at(), "missing-key", fmt::format("{} has no 'zyz'", table_.owner()),
                 "zyz_deg = [a, b, c]: the orientation is Rz(a) Ry(b) Rz(c); or a guess that has it");
    return false;
  }

  // Signs of shoulder, elbow and wrist.
  std::optional<motion::PumaBranch> read_branch(bool tool, const robot::Frame& tip) {
    const auto found = table_.text("branch");
    if (!found) return std::nullopt;
    const std::string& signs = found->value;
    if (signs.size() != 3 || signs.find_first_not_of("+-") != std::string::npos) {
      table_.error(found->at, "branch-wrong", fmt::format("'branch' of {} is \"{}\"", table_.owner(), signs),
                   "three signs, of shoulder, elbow and wrist: \"++-\"");
      return std::nullopt;
    }
    if (table_.has("guess") || table_.has("guess_deg"))
      table_.error(found->at, "key-conflict", fmt::format("{} has both 'guess' and 'branch'", table_.owner()),
                   "both choose how the arm is held: remove one of them");
    const auto known = motion::PumaInverseKinematics::recognise(robot_, tip);
    if (tool && !known.arm) {
      table_.error(found->at, "branch-unknown",
                   fmt::format("robot '{}' has no such branches: {}", robot_.name, known.reason),
                   "give a guess instead: drive positions near the beginning of the line");
      return std::nullopt;
    }
    const auto sign = [&](std::size_t i) { return signs[i] == '+' ? 1 : -1; };
    return motion::PumaBranch{sign(0), sign(1), sign(2)};
  }
  bool asked_wrongly(const std::optional<motion::PumaBranch>& branch) { return table_.has("branch") && !branch; }

  bool read_pace(double length, std::optional<double> seconds, LineRequest& line) {
    if (table_.has("speed")) {
      for (const char* key : {"seconds", "law"})
        table_.refuse(key, "stands beside 'speed', which is constant and says how long the line takes", "remove one");
      const auto speed = table_.positive("speed", 1e4, "m/s");
      if (!speed) return false;
      line.law = motion::TimeLaw::ramp;
      line.seconds = length / std::max(speed->value, slowest);
      return true;
    }
    if (!seconds && !table_.has("seconds"))
      table_.error(table_.at(), "missing-key", fmt::format("{} has neither 'speed' nor 'seconds'", table_.owner()),
                   "speed = 0.1 [m/s], or seconds and a law");
    if (seconds) line.seconds = *seconds;
    return seconds.has_value();
  }

  // The first way to hold the arm that comes through; else why the one that came farthest ended.
  std::shared_ptr<const motion::Trajectory> follow(const LineRequest& line,
                                                   const std::optional<std::vector<double>>& guess,
                                                   const std::optional<motion::PumaBranch>& branch) {
    std::vector<std::vector<double>> starts;
    const motion::InverseKinematics ik(robot_, line.tip);
    const auto known = motion::PumaInverseKinematics::recognise(robot_, line.tip);
    const auto add = [&](const motion::PumaBranch& b) {
      const auto solution = known.arm->solve({line.R, line.from}, b, ik.middle());
      if (solution.reached && (branch || ik.beyond_limits(solution.q) < 0))
        starts.emplace_back(solution.q.begin(), solution.q.end());
    };
    if (guess)
      starts.push_back(*guess);
    else if (branch)
      add(*branch);
    if (branch && starts.empty()) {
      const double left = known.arm->solve({line.R, line.from}, *branch, ik.middle()).left;
      explain(line, {IkOutcome::unreachable, 0.0, line.from, left, 0.0, -1, 0.0, 0.0});
      return nullptr;
    }
    if (!guess && !branch && known.arm)
      for (const auto& b : motion::puma_branches()) add(b);
    std::uint32_t random = 1;
    for (int k = 0; starts.empty() || (!guess && !known.arm && k < most_tries); ++k)
      starts.push_back(k == 0 ? ik.middle() : ik.somewhere(ik.middle(), random));
    LineFailure farthest;
    bool first = true;
    for (const auto& start : starts) {
      const auto planned = CartesianLine::plan(robot_, line, start);
      if (planned.line) return planned.line;
      if (first || planned.failure.s > farthest.s) farthest = planned.failure;
      first = false;
      if (planned.failure.s == 0.0 && planned.failure.outcome != IkOutcome::singular) break;  // from anywhere
    }
    explain(line, farthest);
    return nullptr;
  }

  void explain(const LineRequest& line, const LineFailure& f) {
    const double length = std::sqrt(dot(line.to - line.from, line.to - line.from));
    const std::string where =
        f.s > 0.0 ? fmt::format("the line ends after {:.4g} of {:.4g} m, at {}", f.s * length, length, text(f.at))
                  : fmt::format("the line cannot begin at {}", text(f.at));
    const diagnostic::Position at = table_.at(f.s > 0.0 ? "to" : "from");
    switch (f.outcome) {
      case IkOutcome::joint_limit: {
        const auto joint = static_cast<std::size_t>(f.joint);
        const char* unit = robot_.tree.is_revolute(f.joint) ? "rad" : "m";
        table_.error(at, "line-joint-limit",
                     fmt::format("{}: joint '{}' would have to be at {:.6g} {}, its limit is {:.6g} {}", where,
                                 robot_.joints[joint], f.wanted, unit, f.limit, unit),
                     "another guess or branch may stay inside; else move the line");
        return;
      }
      case IkOutcome::singular:
        table_.error(at, "line-singular", fmt::format("{}: the arm is in a singular posture there", where),
                     "it cannot go on without a jump; another guess or branch, or a line beside it, may");
        return;
      default:
        table_.error(at, "line-unreachable",
                     fmt::format("{}: {}", where,
                                 f.left > 1e-6 ? fmt::format("link '{}' stays {:.3g} m away", line.tip.name, f.left)
                                               : fmt::format("link '{}' cannot turn that way, {:.3g} rad are missing",
                                                             line.tip.name, f.turn_left)),
                     fmt::format("all its lengths together are {:.3g} m", motion::Chain(robot_, line.tip).reach()));
    }
  }

  TomlTable& table_;
  DriveValues& values_;
  const robot::Robot& robot_;
};

}  // namespace

std::shared_ptr<const motion::Trajectory> read_line(TomlTable& table, DriveValues& values, const robot::Robot& robot,
                                                    motion::TimeLaw law, std::optional<double> seconds) {
  return LineReader(table, values, robot).read(law, seconds);
}

}  // namespace tauforge::scenario
