// The arguments of `tauforge generate`.
#pragma once

#include <CLI/App.hpp>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/compiler/request.h"
#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/native/compile_c.h"

namespace tauforge::cli {

struct GenerateOptions {
  std::string file, folder, prefix, plans;
  files::LoadOptions load;
  std::vector<std::string> functions, languages = {"c"}, run_time;
  compiler::Request request;
  native::BuildOptions build;
  double snap_degrees = 0;
  bool no_verify = false, json = false, quiet = false, explain = false, force = false;
  std::FILE* report = stdout;  // where the table goes

  // Puts the names of functions and of run-time inputs into the request; what is wrong with them comes back.
  std::optional<diagnostic::Diagnostic> read_names();
};

void add_generate_options(CLI::App& command, GenerateOptions& options);

}  // namespace tauforge::cli
