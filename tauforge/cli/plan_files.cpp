#include "tauforge/cli/plan_files.h"

#include <fmt/format.h>

#include <filesystem>

#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/compiler/plan_text.h"
#include "tauforge/files/source_text.h"
#include "tauforge/native/output_file.h"

namespace tauforge::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_file = 4u << 20;

}  // namespace

const char* const plans_meaning =
    "Plans to begin the searches with, beside their own: a file, or a folder with ROBOT.plans; what the robot cannot "
    "follow is ignored";

std::string plans_of(const std::string& folder, const std::string& robot_file) {
  return (fs::path(folder) / fs::path(robot_file).stem()).string() + ".plans";
}

std::optional<compiler::Plans> read_plans_or_report(const std::string& path, const std::string& robot_file) {
  std::error_code ignored;
  const auto source =
      files::read_source(fs::is_directory(path, ignored) ? plans_of(path, robot_file) : path, largest_file);
  print_findings(source.findings());
  if (!source.ok()) return std::nullopt;
  auto plans = compiler::read_plans(source.value());
  print_findings(plans.findings());
  if (!plans.ok()) return std::nullopt;
  return plans.take();
}

bool write_plans(const std::string& folder, const std::string& robot_file, const compiler::Plans& plans) {
  const std::string heading = fmt::format(
      "# Plans of the cheapest programs for {}, found and written by tauforge count --write-plans; --plans begins with "
      "them.\n",
      printable(fs::path(robot_file).filename().string()));
  const auto findings = native::write_text(plans_of(folder, robot_file), heading + compiler::to_text(plans));
  print_findings(findings);
  return findings.empty();
}

}  // namespace tauforge::cli
