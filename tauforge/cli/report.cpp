// tauforge report: a page for the browser of what folders hold.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/page_options.h"
#include "tauforge/cli/refused.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/report/folder.h"

namespace tauforge::cli {

namespace {

struct Report {
  std::vector<std::string> folders;
  std::string output = "report.html", robot_file, title;
  LoadOptions load;
  bool quiet = false, open = false;

  int run() const {
    if (const int code = refuse_page({output}); code != exit_fine) return code;
    std::optional<Robot> robot;
    if (!robot_file.empty() && !(robot = load_or_report(robot_file, load))) return exit_input;
    report::Page page{title, {}};
    for (const std::string& folder : folders) {
      auto chapter = report::read_folder(folder);
      if (!chapter) return refused("tauforge report", chapter.findings());
      print_findings(chapter.findings());
      page.chapters.push_back(chapter.take());
      if (robot) page.chapters.back().robot = robot;
    }
    if (page.title.empty()) {
      const auto& first = page.chapters.front();
      page.title = first.robot ? first.robot->name() : first.title;
    }
    const int code = write_page(page, output, quiet);
    if (code == exit_fine && open && !open_in_browser(output))
      fmt::print(stderr, "there is no browser to open it in\n");
    return code;
  }
};

}  // namespace

void add_report(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<Report>();
  CLI::App* command = program.add_subcommand("report", "a page for the browser of what folders hold");
  command->add_option("FOLDER", state->folders, "folders with results: robots, tables (.csv), answers (.json)")
      ->required();
  command->add_option("-o,--output", state->output, "the page, one file (report.html)")->type_name("FILE");
  command->add_option("--robot", state->robot_file, "the robot that moves, instead of the one in each folder")
      ->type_name("ROBOT");
  command->add_option("--title", state->title, "of the page (the name of the robot)");
  command->add_flag("--open", state->open, "show it in the browser");
  command->add_flag("--quiet", state->quiet, "say nothing");
  add_robot_options(*command, state->load);
  command->footer(
      "By what a folder holds: the robot in three dimensions moves along its logs; measured and predicted torques with "
      "their "
      "residuals; parameters with intervals; tracking errors; timing and causes of overruns; fault campaigns; "
      "operations "
      "beside published ones. Answers of commands are files that --json wrote. The page works from disk, without a "
      "network; "
      "docs/page.md explains it.\n\n"
      "Examples:\n"
      "  tauforge identify arm.urdf run1.csv run2.csv -o found && tauforge report found\n"
      "  tauforge report found moves -o arm.html --title \"Arm 7\"");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
