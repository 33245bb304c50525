// The arguments of `tauforge generate`.
#pragma once

#include <CLI/App.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "tauforge/cli/page_options.h"
#include "tauforge/tauforge.h"

namespace tauforge::cli {

struct GenerateOptions {
  std::string file, folder;
  LoadOptions load;
  PageOption page;
  GenerateRequest request = {.functions = {}};
  std::vector<std::string> languages = {"c"};
  bool no_verify = false, no_cache = false, json = false, quiet = false, explain = false, force = false;
  bool folder_comes = false;   // the folder around `folder` is not there yet
  std::FILE* report = stdout;  // where the table goes

  GenerateRequest wanted() const;
};

void add_generate_options(CLI::App& command, GenerateOptions& options);

}  // namespace tauforge::cli
