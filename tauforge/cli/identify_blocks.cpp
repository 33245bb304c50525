#include "tauforge/cli/identify_blocks.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tauforge/cli/exit_code.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/identify_verdict.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/long_logs.h"
#include "tauforge/cli/refused.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/face/blocks.h"
#include "tauforge/face/identification.h"
#include "tauforge/files/source_text.h"
#include "tauforge/native/output_file.h"

namespace tauforge::cli {

namespace {

using nlohmann::json;

constexpr const char* group = "Logs that stay where they are (docs/blocks.md)";
constexpr const char* who = "tauforge identify";

int write(const IdentifyOptions& options, const std::string& bytes, const char* what) {
  for (const std::string& input : options.logs)
    if (native::same_file(options.folder, input))
      return refused(who, native::unwritable(options.folder, "it is one of the inputs"));
  if (const auto findings = native::write_text(options.folder, bytes); !findings.empty()) return refused(who, findings);
  if (!options.quiet && !options.json)
    fmt::print(stderr, "written: {} ({}, {} bytes)\n", printable(options.folder), what, bytes.size());
  return exit_fine;
}

Result<std::string> round_of(const BlockOptions& blocks) {
  if (blocks.round.empty()) return std::string();
  const auto text = files::read_source(blocks.round);
  if (!text) return text.findings();
  return text.value()->text;
}

json json_of(const RoundResult& found) {
  json parameters = json::array();
  for (const RoundParameter& p : found.parameters) {
    json one = {{"name", p.name}, {"unit", p.unit}, {"value", p.value}, {"fitted", p.fitted}};
    if (p.fitted) one["deviation"] = p.deviation, one["interval"] = {p.low, p.high}, one["independent"] = p.independent;
    parameters.push_back(one);
  }
  return {{"round", found.round},         {"logs", found.logs},      {"blocks", found.blocks},
          {"rows", found.rows},           {"moved", found.moved},    {"settled", found.settled},
          {"residuals", found.residuals}, {"parameters", parameters}};
}

std::string text_of(const RoundResult& found) {
  std::vector<std::vector<std::string>> rows{{"parameter", "value", "deviation", "interval", "unit"}};
  for (const RoundParameter& p : found.parameters)
    rows.push_back(
        {printable(p.name), fmt::format("{:.5g}", p.value), p.fitted ? fmt::format("{:.2g}", p.deviation) : "-",
         p.fitted ? fmt::format("{:.5g} ... {:.5g}", p.low, p.high) : "the robot's file decides", printable(p.unit)});
  return fmt::format("round {}: {} logs, {} resampling blocks, {} rows\n", found.round, found.logs, found.blocks,
                     found.rows) +
         table(rows, "  ") +
         (found.settled
              ? "settled: another round would change nothing\n"
              : fmt::format("not settled: torques moved by {:.2g} of themselves; reduce the logs for the next "
                            "round (-o NEXT.round)\n",
                            found.moved));
}

int begin_rounds(const IdentifyOptions& options, const Robot& robot, const IdentifySettings& settings,
                 const std::vector<std::string>& accepted, bool whole) {
  const auto logs = read_logs_to_identify(robot, options.logs, options.arguments, settings, accepted, whole);
  if (!logs) return exit_input;
  const auto found = identify_robot(robot, *logs, {}, settings, accepted, {});
  print_findings(found.findings());
  if (!found) return exit_input;
  const auto round = first_round(robot, found.value());
  if (!round) return refused(who, round.findings());
  if (const int exit = write(options, round.value(), "the first round"); exit != exit_fine) return exit;
  const Verdict verdict = verdict_on(found.value(), *logs, {}, accepted);
  if (!verdict.trusted) print_findings(verdict.doubts);
  if (options.json) fmt::print("{}", json_text(json{{"verdict", verdict_json(verdict)}}));
  return verdict.trusted ? exit_fine : exit_doubtful;
}

int reduce(const IdentifyOptions& options, const BlockOptions& blocks, const Robot& robot, IdentifySettings settings,
           const std::vector<std::string>& accepted, bool whole) {
  auto round = blocks.round.empty() ? first_round(robot, FirstRoundSettings{.cutoff = settings.cutoff.value_or(0.0),
                                                                            .delay = settings.delay.value_or(0.0),
                                                                            .offsets = settings.offsets})
                                    : round_of(blocks);
  if (!round) return print_findings(round.findings()), exit_input;
  const auto cutoff = cutoff_of_round(blocks.round, round.value());
  if (!cutoff) return print_findings(cutoff.findings()), exit_input;
  settings.cutoff = cutoff.value();  // what long logs are condensed for
  const auto logs = read_logs_to_identify(robot, options.logs, options.arguments, settings, accepted, whole);
  if (!logs) return exit_input;
  std::vector<NamedBlock> reduced;
  for (std::size_t k = 0; k < logs->size(); ++k) {
    auto block = reduce_log(robot, (*logs)[k], round.value(), accepted);
    print_findings(block.findings());
    if (!block) return exit_input;
    reduced.push_back({options.logs[k], block.take()});
  }
  const auto all = merge_blocks(reduced);
  if (!all) return print_findings(all.findings()), exit_input;
  return write(options, all.value(), reduced.size() == 1 ? "block of a log" : "blocks of logs");
}

int fit(const IdentifyOptions& options, const BlockOptions& blocks, const Robot& robot) {
  constexpr std::size_t largest = std::size_t{1} << 30;
  diagnostic::Findings findings;
  std::vector<NamedBlock> all;
  for (const std::string& path : options.logs) {
    const auto source = files::read_source(path, largest);
    append(findings, source.findings());
    if (source) all.push_back({path, source.value()->text});
  }
  auto round = round_of(blocks);
  append(findings, round.findings());
  if (diagnostic::has_error(findings)) return print_findings(findings), exit_input;
  if (options.folder.ends_with(".block")) {
    const auto merged = merge_blocks(all);
    print_findings(merged.findings());
    return merged ? write(options, merged.value(), "blocks of logs") : exit_input;
  }
  const auto found = fit_blocks(robot, all, round.value());
  print_findings(found.findings());
  if (!found) return exit_input;
  fmt::print("{}", options.json ? json_text(json_of(found.value())) : text_of(found.value()));
  return options.folder.empty() ? exit_fine : write(options, found.value().next, "the next round");
}

}  // namespace

void BlockOptions::add(CLI::App& command) {
  command.add_flag("--begin", begin, "writes what identification of LOG chose as the first round (-o FIRST.round)")
      ->group(group);
  command.add_flag("--reduce", reduce, "reduces LOG to a block of some kilobytes for a round (-o LOG.block)")
      ->group(group);
  command
      .add_flag("--from", from,
                "LOG are blocks: fits them together, whatever their order; -o NEXT.round writes the next round, "
                "-o ALL.block all of them in one file")
      ->group(group);
  command.add_option("--round", round, "that a log is reduced for, or that the blocks have to be of")
      ->type_name("FILE")
      ->group(group);
}

std::string BlockOptions::conflict(const CLI::App& command) const {
  const auto given = [&](const char* option) { return command.get_option(option)->count() > 0; };
  if (!wanted()) return round.empty() ? "" : "--round belongs to --reduce or --from";
  if (begin + reduce + from > 1) return "--begin, --reduce and --from are steps of their own: one at a time";
  for (const char* option : {"--validate", "--generate", "--report", "--recipe", "--force", "--method", "--reference"})
    if (given(option)) return fmt::format("{} has no meaning for blocks", option);
  if (!from && !given("--output")) return "a file for the result is needed: -o";
  if (begin && !round.empty()) return "--begin makes the first round: no --round";
  if (reduce && round.empty() && !given("--cutoff"))
    return "all logs are prepared alike: --round FILE, or --cutoff HERTZ for a first round by settings";
  if (!begin)
    for (const char* option : {"--tolerance", "--significance", "--solver", "--ridge", "--prior"})
      if (given(option)) return fmt::format("{} is decided before the first round: --begin", option);
  if (from || !round.empty())
    for (const char* option : {"--cutoff", "--delay", "--no-offsets"})
      if (!begin && given(option)) return fmt::format("{} is what the round says", option);
  return "";
}

int identify_by_blocks(const IdentifyOptions& options, const BlockOptions& blocks, const Robot& robot,
                       const IdentifySettings& settings, const std::vector<std::string>& accepted, bool whole) {
  if (blocks.from) return fit(options, blocks, robot);
  return blocks.begin ? begin_rounds(options, robot, settings, accepted, whole)
                      : reduce(options, blocks, robot, settings, accepted, whole);
}

}  // namespace tauforge::cli
