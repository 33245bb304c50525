// tauforge commission: how a machine is put into service.
#include <unistd.h>

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "tauforge/cli/cards_options.h"
#include "tauforge/cli/command.h"
#include "tauforge/cli/commission_record.h"
#include "tauforge/cli/ended_by_signal.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/refused.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/commission/procedure.h"
#include "tauforge/native/output_file.h"

namespace tauforge::cli {

namespace {

// On the terminal.
class TerminalOperator : public commission::Operator {
 public:
  explicit TerminalOperator(bool agrees_always) : always_(agrees_always) {}

  bool agrees(const std::string& question) override {
    if (always_) return EndedBySignal::asked() == 0;
    for (std::string answer;;) {
      fmt::print(stderr, "{} [y/n] ", printable(question));
      if (!std::getline(std::cin, answer) || EndedBySignal::asked() != 0) return false;
      if (answer == "y" || answer == "yes") return true;
      if (answer == "n" || answer == "no") return false;
    }
  }
  void hears(const std::string& what) override {
    const std::string indent(std::min(what.find_first_not_of(' '), what.size()), ' ');
    fmt::print(stderr, "{}", paragraph(printable(what.substr(indent.size())), indent, indent));
  }

 private:
  bool always_;
};

struct CommissionCommand {
  std::string robot_file, output, by, from, code;
  LoadOptions load;
  CardsOptions cards;
  bool is_virtual = false, yes = false;

  int run() {
    const auto usage = [](const std::string& what) {
      fmt::print(stderr, "tauforge commission: {}\n", what);
      return int{exit_usage};
    };
    if (is_virtual == cards.wanted().has_value())
      return usage("either --hardware with --machine, or --virtual [machine-missing]");
    if (!yes && isatty(STDIN_FILENO) == 0)
      return usage("somebody has to agree to every step: on a terminal, or --yes for all of them [nobody-agrees]");
    for (const std::string& input : {robot_file, cards.cards.driver, cards.cards.machine})
      if (!input.empty() && native::same_file(output, input))
        return usage(fmt::format("'{}' would be overwritten", printable(input)));
    if (const auto findings = native::OutputFile(output).refusal(); !findings.empty())
      return print_findings(findings), int{exit_machine};
    const auto robot = load_or_report(robot_file, load);
    if (!robot) return exit_input;
    ServiceOptions options{cards.wanted(), by, from, {}, code == "templates" ? "" : code};
    if (!from.empty() && std::filesystem::exists(output)) {
      auto earlier = read_record(output);
      if (!earlier) return refused("tauforge commission", earlier.findings());
      options.earlier = earlier.take();
    }
    return carry_out(*robot, options);
  }

  int carry_out(const Robot& robot, const ServiceOptions& options) {
    TerminalOperator person(yes);
    const EndedBySignal ended_by_signal;
    const auto result = put_into_service(robot, options, &person, [](const Step&) {
      return EndedBySignal::asked() != 0 ? Answer::enough : Answer::go_on;
    });
    if (!result) return refused("tauforge commission", result.findings());
    print_findings(result.findings());
    const commission::Record& record = *result.value();
    if (const auto findings = native::write_text(output, json_text(record_json(record))); !findings.empty())
      return print_findings(findings), int{exit_machine};
    return verdict(record);
  }

  int verdict(const commission::Record& record) const {
    if (record.passed()) {
      fmt::print("{}", paragraph(fmt::format("Robot '{}' on {} has passed every step: tauforge run --hardware ... "
                                             "--commissioned {} gives it full torque.",
                                             printable(record.robot), printable(record.driver), printable(output))));
      return exit_fine;
    }
    if (const commission::StepRecord* step = record.failed()) {
      fmt::print(stderr, "tauforge commission: step {} {}: {}{}{} [commissioning-{}]\n", to_text(step->step),
                 to_text(step->verdict), printable(step->joint), step->joint.empty() ? "" : ": ", printable(step->why),
                 to_text(step->verdict));
      if (!step->mend.empty()) fmt::print(stderr, "{}", paragraph("look at: " + printable(step->mend), "  ", "  "));
      if (step->verdict == commission::Verdict::failed)
        fmt::print(stderr, "  the machine is stopped: brakes on, no power\n");
    }
    return exit_alarm;
  }
};

}  // namespace

void add_commission(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<CommissionCommand>();
  CLI::App* command = program.add_subcommand("commission", "put a machine into service, step by step");
  command->add_option("ROBOT", state->robot_file, "robot: .toml, .urdf, .dyn")->required();
  CLI::Option* hardware = add_cards_options(*command, state->cards);
  command->add_flag("--virtual", state->is_virtual, "the virtual robot, in virtual time: the procedure to be looked at")
      ->excludes(hardware);
  command->add_option("-o,--output", state->output, "the record of what was found, as JSON")
      ->type_name("FILE")
      ->required();
  command->add_flag("--yes", state->yes, "agree to every step without being asked");
  command->add_option("--by", state->by, "who does it, for the record")->type_name("NAME");
  std::vector<std::string> steps;
  for (const commission::Step step : commission::all_steps) steps.push_back(to_text(step));
  command
      ->add_option("--from", state->from,
                   "begin with this step; those before it are taken from the record that is there")
      ->type_name("STEP")
      ->check(CLI::IsMember(steps));
  command
      ->add_option("--code", state->code,
                   "that runs from step 5 on, and that the record is about: templates, generated, or the folder of "
                   "generated code (templates)")
      ->type_name("CODE");
  add_width_option(*command);
  add_robot_options(*command, state->load);
  command->footer(
      "Steps: dry run, signs and scales of encoders, signs and constants of torques, brakes, emergency stop, gravity "
      "alone, a "
      "slow\nmotion, full speed. Each is explained, agreed to on the terminal, judged by numbers and kept; the first "
      "that fails "
      "stops\nthe machine and ends the procedure with exit code 6. docs/commissioning.md has them all.\n\n"
      "Examples:\n"
      "  tauforge commission robots/panda.toml --virtual --yes -o panda.json\n"
      "  tauforge commission arm.toml --hardware ./libmycards.so --machine machine.toml -o arm.json --by 'A. Lopez'\n"
      "  tauforge commission arm.toml --hardware ./libmycards.so --machine machine.toml -o arm.json --from brakes\n"
      "  tauforge run arm.toml move.toml --hardware ./libmycards.so --machine machine.toml --commissioned arm.json");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
