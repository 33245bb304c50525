// What every command of the program shares: how it is added, and what its exit code means.
#pragma once

#include <CLI/App.hpp>
#include <functional>

namespace tauforge::cli {

enum ExitCode {
  exit_fine = 0,
  exit_input = 1,    // a file or its content is wrong
  exit_usage = 2,    // the command line is wrong
  exit_bug = 3,      // this program is wrong
  exit_machine = 4,  // the machine refused: disk full, no permission, no memory
};

// Each add_... puts one command into the program. When the user chooses it, it leaves what is to be
// done in `chosen`; main runs that and returns its exit code.
using Chosen = std::function<int()>;

void add_campaign(CLI::App& program, Chosen& chosen);
void add_check(CLI::App& program, Chosen& chosen);
void add_count(CLI::App& program, Chosen& chosen);
void add_derive(CLI::App& program, Chosen& chosen);
void add_drift(CLI::App& program, Chosen& chosen);
void add_evaluate(CLI::App& program, Chosen& chosen);
void add_excite(CLI::App& program, Chosen& chosen);
void add_generate(CLI::App& program, Chosen& chosen);
void add_identify(CLI::App& program, Chosen& chosen);
void add_logs(CLI::App& program, Chosen& chosen);
void add_payload(CLI::App& program, Chosen& chosen);
void add_measure(CLI::App& program, Chosen& chosen);
void add_run(CLI::App& program, Chosen& chosen);
void add_simulate(CLI::App& program, Chosen& chosen);

}  // namespace tauforge::cli
