// What the exit code of every command means.
#pragma once

namespace tauforge::cli {

enum ExitCode {
  exit_fine = 0,
  exit_input = 1,     // a file or its content is wrong
  exit_usage = 2,     // the command line is wrong
  exit_bug = 3,       // this program is wrong
  exit_machine = 4,   // the machine refused: disk full, no permission, no memory
  exit_doubtful = 5,  // fitted, but not to be trusted
  exit_alarm = 6,     // the arm was stopped before its end
};

}  // namespace tauforge::cli
