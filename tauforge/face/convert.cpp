#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

#include "tauforge/files/lost.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/functions/instances.h"
#include "tauforge/native/output_file.h"
#include "tauforge/tauforge.h"

namespace tauforge {

namespace {

using diagnostic::error;

constexpr std::size_t states_compared = 1000;
constexpr double to_rounding = 1e-10;  // moments and frames are moved once to and once fro

diagnostic::Position place(const std::string& path) {
  return {std::make_shared<const diagnostic::Source>(diagnostic::Source{path, ""}), 0, 0, 1};
}

class RandomState {
 public:
  explicit RandomState(const Robot& robot)
      : q(robot.nq()), qd(robot.nv()), qdd(robot.nv()), pose_(robot.floating() ? 7 : 0) {}

  void next() {
    fill(q, 3.0), fill(qd, 2.0), fill(qdd, 5.0);
    double square = 0.0;
    for (std::size_t e = 3; e < pose_; ++e) square += q[e] * q[e];
    for (std::size_t e = 3; e < pose_; ++e) q[e] /= std::sqrt(square);
  }
  std::vector<double> q, qd, qdd;  // [rad or m, s]

 private:
  void fill(std::vector<double>& values, double bound) {
    for (double& value : values) value = std::uniform_real_distribution<double>(-bound, bound)(random_);
  }
  std::size_t pose_;
  std::mt19937_64 random_;
};

// The largest difference of a torque, as a share of the drive's largest; drives that hardly feel anything are measured by a
// millionth of the largest of all.
double largest_difference(const Robot& a, const Robot& b) {
  const auto computation = [](const Robot& robot) {  // Dynamics would take the memory of every function
    return functions::Computation<double>(robot.details().robot.tree, robot.details().robot.parameters);
  };
  functions::Computation<double> of_a = computation(a), of_b = computation(b);
  RandomState x(a);
  std::vector<double> tau_a(a.nv()), tau_b(a.nv()), largest(a.nv(), 0.0), difference(a.nv(), 0.0);
  for (std::size_t k = 0; k < states_compared; ++k) {
    x.next();
    of_a(functions::Function::inverse_dynamics, {x.q, x.qd, x.qdd, {}, {}}, tau_a);
    of_b(functions::Function::inverse_dynamics, {x.q, x.qd, x.qdd, {}, {}}, tau_b);
    for (std::size_t i = 0; i < tau_a.size(); ++i) {
      const double off = std::abs(tau_a[i] - tau_b[i]);
      largest[i] = std::max(largest[i], std::abs(tau_a[i]));
      difference[i] = std::isfinite(off) ? std::max(difference[i], off) : std::numeric_limits<double>::infinity();
    }
  }
  const double least = 1e-6 * *std::max_element(largest.begin(), largest.end());
  double share = 0.0;
  for (std::size_t i = 0; i < largest.size(); ++i)
    if (difference[i] > 0.0) share = std::max(share, difference[i] / std::max(largest[i], least));
  return share;
}

Result<Robot> assembled(const robot::Description& description, const files::LoadOptions& options) {
  auto robot = robot::assemble(description, options.assemble);
  if (!robot) return robot.findings();
  return Robot(std::make_shared<const files::LoadedRobot>(files::LoadedRobot{description, robot.take(), options}));
}

// What stands in the temporary neighbour of `path`, read as if it were `path`.
Result<Robot> read_back(const std::string& written, const std::string& path, const files::LoadOptions& options) {
  const auto text = files::read_source(written);
  if (!text) return text.findings();
  files::LoadOptions lenient = options;
  lenient.strict = false;  // the robot's warnings were there before
  files::Inspection again = files::inspect_robot(files::source_from_text(path, text.value()->text), lenient);
  if (diagnostic::has_error(again.findings)) return std::move(again.findings);
  return Robot(std::make_shared<const files::LoadedRobot>(
      files::LoadedRobot{std::move(*again.description), std::move(*again.robot), options}));
}

diagnostic::Diagnostic unreadable(const std::string& path, const robot::Description& robot, const Findings& why) {
  std::string first;
  for (const auto& finding : why)
    if (first.empty() && finding.severity == diagnostic::Severity::error) first = finding.message;
  if (robot.meaning == robot::Meaning::base)
    return error(place(path), "base-parameters-no-bodies", "its base parameters are no bodies: " + first,
                 "write .toml or .dyn, which hold base parameters");
  return error(place(path), "conversion-failed", "what was written cannot be read: " + first);
}

}  // namespace

Result<Converted> convert(const Robot& robot, const std::string& path, const ConvertOptions& options) {
  const files::LoadedRobot& loaded = robot.details();
  const auto format = files::format_of_ending(path);
  if (!format || std::filesystem::path(path).extension() == ".xacro")
    return error(place(path), "output-format", "the format to write is not known",
                 "let it end in .toml, .urdf or .dyn");
  std::error_code ignored;
  if (!options.force && std::filesystem::exists(path, ignored))
    return error(place(path), "output-exists", "it exists", "--force replaces it");

  robot::Description description = loaded.description;
  description.floating_base = loaded.robot.tree.floating;
  Findings findings = files::lost_in_reading(description);
  const auto text = files::write_robot(description, *format, loaded.options.assemble);
  append(findings, text.findings());
  if (options.strict)
    for (auto& finding : findings) finding.severity = diagnostic::Severity::error;
  if (!text || diagnostic::has_error(findings)) return findings;

  native::OutputFile file(path);
  if (auto refused = file.refusal(); !refused.empty()) return refused;
  if (file.is_stream()) return error(place(path), "output-unwritable", "cannot be written: it is no ordinary file");
  std::ofstream stream(file.write_to(), std::ios::binary);
  if (!(stream << text.value() << std::flush)) return native::unwritable(path, "the machine refused");

  Findings named_already;
  const auto held = assembled(files::held_by(*format, description, named_already), loaded.options);
  const auto again = read_back(file.write_to(), path, loaded.options);
  if (!held) return held.findings();
  if (!again) return unreadable(path, description, again.findings());
  if (again.value().nv() != held.value().nv())
    return error(place(path), "conversion-failed", "what was read back has other coordinates");
  Converted converted{
      path, files::to_text(*format), states_compared, largest_difference(held.value(), again.value()), {}};
  if (!(converted.difference <= to_rounding))
    return error(place(path), "conversion-failed",
                 fmt::format("torques of what was read back differ by {:.1e} of the largest", converted.difference));
  if (robot.nv() == again.value().nv()) converted.lost = largest_difference(robot, again.value());
  if (auto refused = file.complete(); !refused.empty()) return refused;
  return {std::move(converted), std::move(findings)};
}

}  // namespace tauforge
