#include "tauforge/cli/scenario_page.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tauforge/cli/exit_code.h"
#include "tauforge/cli/robot_options.h"

namespace tauforge::cli {

ScenarioPage::ScenarioPage(const ScenarioRequest& request) : request_(request), log_(request.output) {
  if (!request.page.wanted() || (!log_.empty() && log_ != "-")) return;
  folder_ = std::make_unique<native::TemporaryFolder>();
  if (log_.empty() && folder_->ok())
    log_ = folder_->path() + "/" + std::filesystem::path(request.scenario_file).stem().string() + ".csv";
}

int ScenarioPage::write(const std::string& title, const nlohmann::json& answer, int code) const {
  if (!request_.page.wanted()) return code;
  const auto robot = load_or_report(request_.robot_file, request_.load);
  if (!robot) return exit_input;
  std::vector<std::string> tables;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(log_, ignored)) tables.push_back(log_);
  return write_page(request_.page, {title.empty() ? robot->name() : title, *robot, answer, tables}, code,
                    request_.quiet || request_.json);
}

}  // namespace tauforge::cli
