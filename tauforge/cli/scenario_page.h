// The page of a scenario that was simulated or run. Where the user keeps no log, one is kept for the page alone.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tauforge/cli/prepared_scenario.h"
#include "tauforge/native/temporary_folder.h"

namespace tauforge::cli {

class ScenarioPage {
 public:
  explicit ScenarioPage(const ScenarioRequest& request);

  const std::string& log() const { return log_; }  // where to write it; empty: nobody wants one
  // Writes the page where one is wanted; `code` comes back, or why it could not be written.
  int write(const std::string& title, const nlohmann::json& answer, int code) const;

 private:
  const ScenarioRequest& request_;
  std::unique_ptr<native::TemporaryFolder> folder_;
  std::string log_;
};

}  // namespace tauforge::cli
