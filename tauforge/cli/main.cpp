// tauforge: the program. One file per command; this one only finds out which.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "tauforge/cli/command.h"
#include "tauforge/cli/help.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/cli/usage.h"
#include "tauforge/native/removed_on_signal.h"

namespace {

using namespace tauforge::cli;

// In the order of the help, by what they are for.
void add_commands(CLI::App& program, Chosen& chosen) {
  using Add = void (*)(CLI::App&, Chosen&);
  const std::pair<const char*, std::vector<Add>> groups[] = {
      {"Look at a robot", {add_check, add_view, add_convert, add_count, add_evaluate}},
      {"Code", {add_generate}},
      {"Measure and identify", {add_excite, add_logs, add_identify, add_payload, add_drift, add_measure}},
      {"Control", {add_simulate, add_run, add_commission}},
      {"Results", {add_report}},
      {"Papers", {add_derive, add_campaign}},
  };
  for (const auto& [group, commands] : groups)
    for (const Add add : commands) {
      add(program, chosen);
      program.get_subcommands([](const CLI::App*) { return true; }).back()->group(group);
    }
  add_help(program, chosen);
}

// What was printed has to arrive.
int written(int code) {
  std::cout.flush();  // CLI11 prints help there
  if (std::cout && std::fflush(stdout) == 0 && !std::ferror(stdout)) return code;
  std::fputs("tauforge: error: standard output cannot be written [output-unwritable]\n", stderr);
  return exit_machine;
}

int run(int count, char** words) {
  tauforge::native::answer_signals();
  CLI::App program("Tauforge reads robot descriptions and computes, counts and compiles their dynamics.", "tauforge");
  program.formatter(help_formatter());
  program.set_help_flag("-h,--help", "print this help");
  program.set_version_flag("--version", "tauforge " TAUFORGE_VERSION, "print the version");
  program.require_subcommand(1);
  program.footer(
      "Examples:\n"
      "  tauforge check arm.urdf                what is in the file, and what is wrong\n"
      "  tauforge generate arm.urdf -o arm      C code of its dynamics, verified\n"
      "  tauforge identify arm.urdf run.csv     parameters from logs, and how certain\n"
      "  tauforge simulate arm.urdf move.toml   a control loop on a virtual robot\n"
      "  tauforge help check                    all about one command\n\n"
      "Exit codes: 0 fine, 1 input, 2 usage, 3 a bug in this program, 4 the machine refused,\n"
      "5 fitted but not to be trusted, 6 the arm was stopped.");
  Chosen chosen;
  add_commands(program, chosen);
  program.set_help_all_flag("--help-all", "print the help of every command");
  const std::vector<std::string> given(words + 1, words + count);
  if (given.empty()) {
    fmt::print(stderr, "{}", program.help());
    return exit_usage;
  }
  try {
    program.parse(count, words);
  } catch (const CLI::Success& asked) {  // for help, for the version
    return written(program.exit(asked) == 0 ? exit_fine : exit_usage);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "{}", usage_text(program, given, error));
    return exit_usage;
  }
  return written(chosen ? chosen() : exit_usage);
}

}  // namespace

int main(int count, char** words) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is a write error
  try {
    return run(count, words);
  } catch (const std::bad_alloc&) {
    std::fputs("tauforge: error: out of memory [out-of-memory]\n", stderr);
    return tauforge::cli::exit_machine;
  } catch (
      const std::system_error& refused) {  // printing to a full disk, among others; so fmt::print could throw again
    std::fprintf(stderr, "tauforge: error: %s [machine-refused]\n", tauforge::cli::printable(refused.what()).c_str());
    return tauforge::cli::exit_machine;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "tauforge: a bug in this program: %s\n", tauforge::cli::printable(failure.what()).c_str());
    return tauforge::cli::exit_bug;
  }
}
