// `tauforge simulate --faults`: many runs of a scenario, each with one fault.                 docs/fault-campaign.md
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "tauforge/cli/prepared_scenario.h"

namespace tauforge::cli {

struct FaultCampaignOptions {
  std::string campaign;  // "campaign": that of the program; else a file
  std::string only;      // one run
  std::string write_campaign, write_scenario;
  std::uint64_t seed = 1;
  std::size_t runs = 1000, fault_free = 100;
  unsigned jobs = 0;  // 0: as many as there are processors

  bool asked() const { return !campaign.empty() || !write_campaign.empty(); }
  // The others mean nothing without --faults.
  const char* stray() const;
};

void add_fault_options(CLI::App& command, FaultCampaignOptions& options);
int run_fault_campaign(const ScenarioRequest& request, const FaultCampaignOptions& options);

}  // namespace tauforge::cli
