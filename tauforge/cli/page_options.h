// Pages: --report of the commands that compute something, and how every page is written and opened.
#pragma once

#include <CLI/App.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tauforge/report/page.h"

namespace tauforge::cli {

struct PageOption {
  std::string path;  // empty: no page is wanted
  bool wanted() const { return !path.empty(); }
};

void add_page_option(CLI::App& command, PageOption& option);

// What is wrong with the place, before anything is computed: printed, and the exit code comes back; exit_fine: nothing.
int refuse_page(const PageOption& option);

// Writes the page and says so on standard error; the exit code comes back.
int write_page(const report::Page& page, const std::string& path, bool quiet);

// The page of one command: its robot, its answer, and the tables that it wrote. `code` comes back where the page is written.
struct PageParts {
  std::string title;
  std::optional<Robot> robot;
  nlohmann::json answer;
  std::vector<std::string> tables = {};  // paths
};
int write_page(const PageOption& option, PageParts parts, int code, bool quiet);

// Shows a file in the user's browser; false: there is none.
bool open_in_browser(const std::string& path);

}  // namespace tauforge::cli
