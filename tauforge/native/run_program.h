// Another program, started without a shell: its words reach it as they are.
#pragma once

#include <string>
#include <vector>

namespace tauforge::native {

struct ProgramRun {
  bool started = false;  // false: there is no such program
  int exit_code = -1;    // -1: it did not end by itself
  std::string output;    // standard output and standard error, at most 64 kB
  bool ok() const { return started && exit_code == 0; }
};

ProgramRun run_program(const std::vector<std::string>& words);

// Ends the program that run_program waits for, with all that it started. For signal handlers.
void end_running_program();

}  // namespace tauforge::native
