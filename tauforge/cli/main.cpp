// tauforge: the program. One file per command; this one only finds out which.
#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <new>
#include <system_error>

#include "tauforge/cli/command.h"

namespace {

int run(int count, char** words) {
  using namespace tauforge::cli;
  CLI::App program("Tauforge reads robot descriptions and computes, counts and compiles their dynamics.", "tauforge");
  program.set_version_flag("--version", "tauforge " TAUFORGE_VERSION, "print the version");
  program.set_help_all_flag("--help-all", "print the help of every command");
  program.require_subcommand(1);
  program.footer(
      "Examples:\n"
      "  tauforge check arm.urdf                 what is in the file, and what is wrong with it\n"
      "  tauforge count arm.urdf                 operations of every formulation, beside the published counts\n"
      "  tauforge derive arm.urdf                its equations of motion in closed form\n"
      "  tauforge evaluate arm.urdf motion.csv   torques of a motion, row by row\n"
      "  tauforge generate arm.urdf -o arm       C code of its dynamics, verified\n"
      "  tauforge excite arm.urdf -o run.csv     a motion that makes its parameters visible\n"
      "  tauforge logs run.csv                   what is wrong with a measurement\n"
      "  tauforge identify arm.urdf run.csv      parameters from logs, and how certain they are\n"
      "  tauforge simulate arm.urdf move.toml    a control loop on a virtual robot, in virtual time\n"
      "  tauforge run arm.urdf move.toml         the same on the real clock, and how it kept time\n"
      "  tauforge check --help                   all about one command\n\n"
      "Exit codes: 0 fine, 1 input, 2 usage, 3 a bug in this program, 4 the machine refused.");
  Chosen chosen;
  add_campaign(program, chosen);
  add_check(program, chosen);
  add_count(program, chosen);
  add_derive(program, chosen);
  add_drift(program, chosen);
  add_evaluate(program, chosen);
  add_excite(program, chosen);
  add_generate(program, chosen);
  add_identify(program, chosen);
  add_logs(program, chosen);
  add_payload(program, chosen);
  add_measure(program, chosen);
  add_run(program, chosen);
  add_simulate(program, chosen);
  try {
    program.parse(count, words);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? exit_fine : exit_usage;
  }
  const int code = chosen ? chosen() : exit_usage;
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
    std::fputs("tauforge: error: standard output cannot be written [output-unwritable]\n", stderr);
    return exit_machine;
  }
  return code;
}

}  // namespace

int main(int count, char** words) {
  try {
    return run(count, words);
  } catch (const std::bad_alloc&) {
    std::fputs("tauforge: error: out of memory [out-of-memory]\n", stderr);
    return tauforge::cli::exit_machine;
  } catch (
      const std::system_error& refused) {  // printing to a full disk, among others; so fmt::print could throw again
    std::fprintf(stderr, "tauforge: error: %s [machine-refused]\n", refused.what());
    return tauforge::cli::exit_machine;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "tauforge: a bug in this program: %s\n", failure.what());
    return tauforge::cli::exit_bug;
  }
}
