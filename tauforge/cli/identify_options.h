// What `tauforge identify` is told, whichever way it identifies.
#pragma once

#include <string>
#include <vector>

#include "tauforge/cli/page_options.h"
#include "tauforge/cli/recording_options.h"
#include "tauforge/tauforge.h"

namespace tauforge::cli {

struct IdentifyOptions {
  std::string robot_file, folder;
  std::vector<std::string> logs, validate_logs;
  std::string prior;  // a strength, "auto", or empty: none
  bool significance_given = false;
  RecordingArguments arguments;
  LoadOptions load;
  PageOption page;
  bool json = false, generate = false, quiet = false, force = false;
};

void add_identify_settings(CLI::App& command, IdentifySettings& settings, IdentifyOptions& options);
// Puts what was given as text into the settings; what does not go together comes back, empty: all does.
std::string settings_conflict(const IdentifyOptions& options, IdentifySettings& settings);

// --recipe and what belongs to it.
struct RecipeOptions {
  std::string recipe;  // empty: none
  RecipeSettings settings;
  double period_ms = 0;

  // Adds them, and refuses what does not go with them; call before and after parsing.
  void add(CLI::App& command);
  std::string conflict(const CLI::App& command) const;  // empty: there is none
};

// Identification as [IHPH92] did it; the exit code comes back.
int identify_with_recipe(const IdentifyOptions& options, const RecipeOptions& recipe);

}  // namespace tauforge::cli
