// tauforge campaign: the measurement campaign of 1992 on a virtual PUMA 260, its tables beside the published ones.
#include <CLI/CLI.hpp>

#include <fmt/format.h>
#include <signal.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "tauforge/cli/campaign_report.h"
#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/folder_refusal.h"
#include "tauforge/cli/interruption.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/number_range.h"
#include "tauforge/cli/page_options.h"
#include "tauforge/cli/progress.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/files/csv_recording.h"
#include "tauforge/files/robot_toml.h"
#include "tauforge/literature/campaign.h"
#include "tauforge/literature/campaign_plant.h"
#include "tauforge/native/output_file.h"

namespace tauforge::cli {

namespace {

std::string log_name(std::size_t k) { return fmt::format("trajectory_{}.csv", k); }

struct CampaignCommand {
  std::string robot_file, folder, arm_file;
  unsigned seeds = 20;
  bool force = false, quiet = false, json = false;
  literature::CampaignSettings settings;
  LoadOptions load;
  PageOption page;

  int run() const {
    if (const int code = refuse_page(page); code != exit_fine) return code;
    const auto loaded = load_or_report(robot_file, load);
    if (!loaded) return exit_input;
    if (!arm_file.empty()) return write_arm(*loaded);
    const robot::Robot& robot = loaded->details().robot;
    native::OutputFolder output(folder, "campaign", force);
    if (!folder.empty())
      if (const auto findings = output.make_parents().refusal(); !findings.empty())
        return report_folder_refusal(findings);
    Progress progress(quiet);
    const auto driven = drive(robot, progress);
    progress.clear();
    if (!driven) return refuse(exit_input, driven.findings());
    const literature::Campaign& campaign = driven.value();
    if (campaign.trajectories.size() < 2) return end_by_interrupt();
    CampaignReport report = campaign_report(campaign, settings.seed);
    if (const auto findings = identify(robot, campaign, progress, report.recipe.draws); !findings.empty())
      return refuse(exit_input, findings);
    const nlohmann::json answer = campaign_json(report);
    fmt::print("{}", json ? json_text(answer) : campaign_text(report));
    const int code = folder.empty() ? exit_fine : write_logs(literature::measured(campaign, settings), output);
    if (code != exit_fine) return code;
    std::vector<std::string> logs;
    for (std::size_t k = 1; !folder.empty() && k <= campaign.trajectories.size(); ++k)
      logs.push_back(fmt::format("{}/{}", folder, log_name(k)));
    return write_page(page, {"The campaign of 1992", *loaded, answer, logs}, exit_fine, quiet || json);
  }

  // With the noise of one seed after another.
  diagnostic::Findings identify(const robot::Robot& robot, const literature::Campaign& campaign, Progress& progress,
                                std::vector<literature::PaperIdentification>& draws) const {
    progress.stage("identifying");
    for (unsigned k = 0; k < seeds; ++k) {
      literature::CampaignSettings drawn = settings;
      drawn.seed += k;
      auto found = literature::paper_identification(robot, literature::measured(campaign, drawn).trajectories,
                                                    literature::campaign_recipe);
      if (!found) return found.findings();
      draws.push_back(found.take());
      progress.show((k + 1.0) / seeds, fmt::format("{} of {} seeds", k + 1, seeds));
    }
    progress.clear();
    return {};
  }

  // Ctrl-C ends the measurement, not the program.
  diagnostic::Result<literature::Campaign> drive(const robot::Robot& robot, Progress& progress) const {
    const Interruption interruption;
    progress.stage("measuring trajectories");
    return literature::drive_campaign(robot, settings, [&](std::size_t complete, double share) {
      progress.show(share, fmt::format("{} complete", complete));
      return !interruption.asked();
    });
  }

  static int refuse(int code, const diagnostic::Findings& findings) {
    print_findings(findings);
    return code;
  }

  // One trajectory alone has no deviation: nothing to print or write.
  static int end_by_interrupt() {
    signal(SIGINT, SIG_DFL);
    raise(SIGINT);
    return exit_input;
  }

  // The arm as it is, which no controller knows.
  int write_arm(const Robot& puma) const {
    if (settings.unmodelled || settings.coupled_wrist || !arm_file.ends_with(".toml")) {
      fmt::print(stderr,
                 "tauforge campaign: --write-arm writes a .toml, without --unmodelled and --coupled-wrist "
                 "[options-conflict]\n");
      return exit_usage;
    }
    if (native::same_file(arm_file, robot_file)) {
      fmt::print(stderr, "tauforge campaign: '{}' would be overwritten\n", printable(robot_file));
      return exit_usage;
    }
    if (std::error_code none; !force && std::filesystem::is_regular_file(arm_file, none)) {
      fmt::print(stderr, "tauforge campaign: there is a file '{}'; --force overwrites it [file-exists]\n",
                 printable(arm_file));
      return exit_usage;
    }
    const auto arm = literature::campaign_arm(puma.details().description, puma.details().robot);
    if (!arm) return refuse(exit_input, arm.findings());
    const std::string text = fmt::format(
        "# The virtual PUMA 260 that `tauforge campaign` measures: Table 2, and 29 small parameters that the table "
        "has\n"
        "# not. Written by\n"
        "#   tauforge campaign robots/puma260.toml --write-arm FILE\n\n{}",
        files::write_robot_toml(arm.value()));
    const auto findings = native::write_text(arm_file, text);
    return findings.empty() ? exit_fine : refuse(exit_machine, findings);
  }

  // What was measured, as logs that `tauforge identify` reads.
  int write_logs(const literature::Campaign& campaign, native::OutputFolder& output) const {
    if (const auto findings = output.open(); !findings.empty()) return report_folder_refusal(findings);
    for (std::size_t k = 0; k < campaign.trajectories.size(); ++k) {
      const std::string name = log_name(k + 1);
      const auto findings = files::write_recording(campaign.trajectories[k], output.place_of(name), output.shown(name));
      if (!findings.empty()) return refuse(exit_machine, findings);
    }
    if (const auto findings = output.complete(); !findings.empty()) return report_folder_refusal(findings);
    return exit_fine;
  }
};

}  // namespace

void add_campaign(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<CampaignCommand>();
  CLI::App* command =
      program.add_subcommand("campaign", "repeat the measurement campaign of 1992 on a virtual PUMA 260");
  command->add_option("ROBOT", state->robot_file, "robots/puma260.toml")->required();
  command
      ->add_option("--noise", state->settings.torque_noise, "of the torques, relative to the largest of a joint (0.02)")
      ->type_name("SHARE")
      ->check(NumberRange(0.0, 1.0));
  command->add_option("--encoder-step", state->settings.encoder_step, "[rad] (1e-4)")
      ->type_name("STEP")
      ->check(NumberRange(0.0, 0.1));
  command->add_option("-o,--output", state->folder, "folder for the logs")->type_name("FOLDER");
  add_page_option(*command, state->page);
  command->add_flag("--force", state->force, std::string(force_meaning) + "; with --write-arm: replace the file");
  command->add_option("--seed", state->settings.seed, "the first seed of the noise, whose logs -o writes (1)")
      ->type_name("SEED")
      ->check(seed_number());
  command
      ->add_option("--seeds", state->seeds, "how many seeds: every figure is the median over them, with its range (20)")
      ->type_name("COUNT")
      ->check(CLI::Range(1, 10000));
  command
      ->add_option("--write-arm", state->arm_file,
                   "write the arm that is measured as a robot file, for experiments with it, and nothing else")
      ->type_name("FILE");
  command->add_flag("--coupled-wrist", state->settings.coupled_wrist,
                    "drives 4 and 5 turn the joint after theirs, too: logs of the drives (examples/paper000)");
  command->add_flag("--unmodelled", state->settings.unmodelled, "friction outside the fitted family, and a delay");
  command->add_flag("--json", state->json, "machine-readable output");
  add_width_option(*command);
  command->add_flag("--quiet", state->quiet, "no progress");
  add_robot_options(*command, state->load);
  command->footer(
      "Examples:\n  tauforge campaign robots/puma260.toml -o logs\n"
      "  tauforge campaign robots/puma260.toml --seed 1 --seeds 200 --json\n"
      "  tauforge campaign robots/puma260.toml --write-arm arm.toml");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
