// tauforge campaign: the measurement campaign of 1992 on a virtual PUMA 260, its tables beside the published ones.
#include <CLI/CLI.hpp>

#include <fmt/format.h>
#include <signal.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/interruption.h"
#include "tauforge/cli/output_file.h"
#include "tauforge/cli/output_folder.h"
#include "tauforge/cli/progress.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/files/csv_table.h"
#include "tauforge/files/robot_toml.h"
#include "tauforge/identify/campaign.h"
#include "tauforge/identify/campaign_plant.h"
#include "tauforge/identify/published_puma260.h"
#include "tauforge/identify/robot_parameters.h"

namespace tauforge::cli {

namespace {

using identify::PaperEstimate;
using identify::PublishedEstimate;
using identify::Summary;

template <std::size_t N>
const PublishedEstimate* published(const PublishedEstimate (&rows)[N], const std::string& name) {
  for (const auto& row : rows)
    if (name == row.name) return &row;
  return nullptr;
}

std::vector<std::string> row_of(const std::string& name, const Summary& s, double truth,
                                const PublishedEstimate* paper) {
  std::vector<std::string> row{name, fmt::format("{:.6f}", truth)};
  for (const double x : {s.mean, s.deviation, s.largest, s.smallest}) row.push_back(fmt::format("{:.6f}", x));
  for (const double x : {paper ? paper->mean : 0.0, paper ? paper->deviation : 0.0})
    row.push_back(paper ? fmt::format("{:.6f}", x) : "");
  return row;
}

struct CampaignCommand {
  std::string robot_file, folder, plant_file;
  unsigned perturb_seed = 1;
  bool force = false, quiet = false;
  identify::CampaignSettings settings;
  files::LoadOptions load;

  int run() const {
    const auto robot = load_or_report(robot_file, load);
    if (!robot) return exit_input;
    if (!plant_file.empty()) return write_plant(*robot);
    OutputFolder output(folder, "campaign", force);
    if (!folder.empty())
      if (const auto findings = output.make_parents().refusal(); !findings.empty())
        return report_folder_refusal(findings);
    Progress progress(quiet);
    const auto measured = measure(*robot, progress);
    progress.clear();
    if (!measured) return refuse(exit_input, measured.findings());
    const identify::Campaign& campaign = measured.value();
    if (campaign.trajectories.size() < 2) return end_by_interrupt();
    progress.stage("identifying");
    const auto found = identify::paper_identification(*robot, campaign.trajectories);
    progress.clear();
    if (campaign.trajectories.size() < campaign.planned)
      fmt::print("Cut short: trajectories {} to {} are left out\n", campaign.trajectories.size() + 1, campaign.planned);
    const std::vector<std::string> header{"",        "truth",    "mean",         "deviation",
                                          "largest", "smallest", "paper's mean", "deviation"};
    std::vector<std::vector<std::string>> table1{header}, table2{header};
    const std::vector<diagnostic::Column> columns{{}, {}, {}, {}, diagnostic::leaves(2), diagnostic::leaves(1), {}, {}};
    std::size_t kept = 0;
    for (std::size_t k = 0; k < found.estimates.size(); ++k) {
      const PaperEstimate& e = found.estimates[k];
      const std::string& name = e.name.name;
      table1.push_back(row_of((e.significant ? "* " : "  ") + name, e.all, campaign.truth[k],
                              published(identify::published_table_1, name)));
      if (!e.significant) continue;
      ++kept;
      table2.push_back(
          row_of(name, e.significant_alone, campaign.truth[k], published(identify::published_table_2, name)));
    }
    const std::size_t all = found.estimates.size() + found.base.dropped.size();
    fmt::print(
        "{}{}\n",
        paragraph(fmt::format("Table 1: {} parameters, {} of {} independent; * significant: at least 1 % of the torque",
                              all, found.estimates.size(), all)),
        table(table1, "  ", columns));
    fmt::print("Table 2: the {} significant ones alone\n{}\n", kept, table(table2, "  ", columns));
    const auto line = [](const char* what, const identify::Conditioning& before, const identify::Conditioning& after) {
      return std::vector<std::string>{what,
                                      fmt::format("{:.3g} {:.4g}  ->  {:.3g} {:.4g}", before.smallest, before.largest,
                                                  after.smallest, after.largest),
                                      fmt::format("{:.1f} times better", before.number() / after.number())};
    };
    fmt::print("Smallest and largest singular value, {} parameters -> {}\n{}", found.before.columns,
               found.after.columns,
               table({line("worst trajectory", found.before, found.after),
                      line("all trajectories together", found.together_before, found.together_after),
                      line("paper", {52, 0.033, 828.8}, {23, 0.35, 146.0})},
                     "  "));
    print_gravity(found);
    return folder.empty() ? exit_fine : write_logs(campaign, output);
  }

  // Ctrl-C ends the measurement, not the program.
  diagnostic::Result<identify::Campaign> measure(const robot::Robot& robot, Progress& progress) const {
    const Interruption interruption;
    progress.stage("measuring trajectories");
    return identify::measure_campaign(robot, settings, [&](std::size_t complete, double share) {
      progress.show(share, fmt::format("{} complete", complete));
      return !interruption.asked();
    });
  }

  static int refuse(int code, const diagnostic::Findings& findings) {
    fmt::print(stderr, "{}", findings_text(findings, {wants_colour(stderr), false}));
    return code;
  }

  // One trajectory alone has no deviation: nothing to print or write.
  static int end_by_interrupt() {
    signal(SIGINT, SIG_DFL);
    raise(SIGINT);
    return exit_input;
  }

  // The arm of the experiments, that no controller knows; its path in the file is the user's, as it was typed.
  int write_plant(const robot::Robot& puma) const {
    if (same_file(plant_file, robot_file)) {
      fmt::print(stderr, "tauforge campaign: '{}' would be overwritten\n", printable(robot_file));
      return exit_usage;
    }
    const auto perturbed = identify::perturbed_plant(puma, perturb_seed);
    if (!perturbed) return refuse(exit_input, perturbed.findings());
    auto description = identify::identified_description(files::load_robot(robot_file, load).take().description,
                                                        perturbed.value(), robot::Meaning::base);
    description.name += "_plant";
    description.source = "Izaguirre, Hashimoto, Paul, Hayward 1992, Table 2, perturbed";
    const std::string text = fmt::format(
        "# The virtual PUMA 260 of the experiments: every parameter of Table 2 is off by one published deviation, up "
        "or\n"
        "# down, and 29 small ones are there that the table has not. Written by\n"
        "#   tauforge campaign robots/puma260.toml --write-plant FILE --perturb-seed {}\n\n{}",
        perturb_seed, files::write_robot_toml(description));
    const auto findings = write_text(plant_file, text);
    return refuse(findings.empty() ? exit_fine : exit_machine, findings);
  }

  // What was measured, as logs that `tauforge identify` reads.
  int write_logs(const identify::Campaign& campaign, OutputFolder& output) const {
    if (const auto findings = output.open(); !findings.empty()) return report_folder_refusal(findings);
    for (std::size_t k = 0; k < campaign.trajectories.size(); ++k) {
      const auto& log = campaign.trajectories[k];
      const std::string name = fmt::format("trajectory_{}.csv", k + 1);
      auto created = files::CsvWriter::create(output.place_of(name), output.shown(name));
      if (!created.ok()) return refuse(exit_machine, created.findings());
      files::CsvWriter writer = created.take();
      std::vector<std::string> header{"t"};
      for (const char* what : {"q", "tau"})
        for (std::size_t j = 1; j <= log.q.size(); ++j) header.push_back(what + std::to_string(j));
      writer.header(header);
      std::vector<double> row;
      for (std::size_t i = 0; i < log.samples(); ++i) {
        row.assign(1, log.t[i]);
        for (const auto& q : log.q) row.push_back(q[i]);
        for (const auto& tau : log.effort) row.push_back(tau[i]);
        writer.row(row);
      }
      if (const auto findings = writer.finish(); !findings.empty()) return refuse(exit_machine, findings);
    }
    if (const auto findings = output.complete(); !findings.empty()) return report_folder_refusal(findings);
    return exit_fine;
  }

  static void print_gravity(const identify::PaperIdentification& found) {
    const auto value = [&](const char* name) {
      for (const auto& e : found.estimates)
        if (e.name.name == name) return e.significant ? e.significant_alone.mean : e.all.mean;
      return 0.0;
    };
    constexpr double g = 9.81, a2 = 0.2032, d4 = 0.2032;
    const double ours[] = {g * value("m6") * a2, -g * (value("y4") + value("m6") * d4), -g * value("z6")};
    fmt::print("\nGravity constants [N m]          ours      paper     Lloyd\n");
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& row = identify::published_gravity[k];
      fmt::print("  {} = {:18} {:9.5f} {:9.5f} {:9.4f}\n", row.name, row.formula, ours[k], row.paper, row.lloyd);
    }
    fmt::print("  (of {} the paper's own table gives -1.76865)\n", identify::published_gravity[1].name);
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
      ->check(CLI::Range(0.0, 1.0));
  command->add_option("--encoder-step", state->settings.encoder_step, "[rad] (1e-4)")
      ->type_name("STEP")
      ->check(CLI::Range(0.0, 0.1));
  command->add_option("-o,--output", state->folder, "folder for the logs")->type_name("FOLDER");
  command->add_flag("--force", state->force, force_meaning);
  command->add_option("--seed", state->settings.seed, "of the noise (1)");
  command
      ->add_option("--write-plant", state->plant_file,
                   "write a robot whose every parameter is off by one published deviation, and nothing else")
      ->type_name("FILE");
  command->add_option("--perturb-seed", state->perturb_seed, "of the signs of these deviations (1)");
  command->add_flag("--unmodelled", state->settings.unmodelled, "friction outside the fitted family, and a delay");
  add_width_option(*command);
  command->add_flag("--quiet", state->quiet, "no progress");
  add_robot_options(*command, state->load);
  command->footer(
      "Examples:\n  tauforge campaign robots/puma260.toml -o logs\n"
      "  tauforge campaign robots/puma260.toml --write-plant examples/paper000/plant.toml");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
