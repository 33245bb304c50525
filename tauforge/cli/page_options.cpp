#include "tauforge/cli/page_options.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "tauforge/cli/exit_code.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/refused.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/native/output_file.h"
#include "tauforge/native/run_program.h"

namespace tauforge::cli {

void add_page_option(CLI::App& command, PageOption& option) {
  command.add_option("--report", option.path, "also a page for the browser, one file that needs no network: .html")
      ->type_name("FILE");
}

int refuse_page(const PageOption& option) {
  if (!option.wanted()) return exit_fine;
  if (const auto refused = native::OutputFile(option.path).refusal(); !refused.empty()) {
    print_findings(refused);
    return exit_machine;
  }
  return exit_fine;
}

int write_page(const report::Page& page, const std::string& path, bool quiet) {
  const auto findings = report::write_page(page, path);
  if (diagnostic::has_error(findings)) return refused("tauforge", findings);
  std::error_code ignored;
  if (!quiet)
    fmt::print(stderr, "page: {} ({:.0f} kB)\n", printable(path),
               static_cast<double>(std::filesystem::file_size(path, ignored)) / 1000.0);
  return exit_fine;
}

int write_page(const PageOption& option, PageParts parts, int code, bool quiet) {
  if (!option.wanted()) return code;
  report::Chapter chapter{parts.title, std::move(parts.robot), {}, {}};
  if (!parts.answer.is_null()) chapter.documents.push_back({parts.title, std::move(parts.answer)});
  for (const std::string& path : parts.tables) {
    auto table = report::read_table(path, std::filesystem::path(path).filename().string());
    print_findings(table.findings());
    if (!table) return exit_code_of(table.findings());
    chapter.tables.push_back(table.take());
  }
  const int written = write_page(report::Page{parts.title, {std::move(chapter)}}, option.path, quiet);
  return written == exit_fine ? code : written;
}

bool open_in_browser(const std::string& path) {
  if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY")) return false;
  return native::run_program({"xdg-open", std::filesystem::absolute(path).string()}).ok();
}

}  // namespace tauforge::cli
