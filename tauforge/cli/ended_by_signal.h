// Signals that end a run in good order: while this lives, the first of Ctrl-C (SIGINT), SIGTERM and SIGHUP asks for an end.
// Those that follow change nothing until the machine is stopped: a second Ctrl-C must not leave an arm alone that is just
// being braked. A signal that is ignored (nohup) stays ignored; a pipe that nobody reads any more is a write error.
#pragma once

#include <signal.h>

#include <array>

namespace tauforge::cli {

class EndedBySignal {
 public:
  EndedBySignal();
  EndedBySignal(const EndedBySignal&) = delete;
  ~EndedBySignal();  // from now on they do what they did before

  // The first that came since this, or an earlier one, began to live; 0: none.
  static int asked();

 private:
  static constexpr std::array signals{SIGINT, SIGTERM, SIGHUP, SIGPIPE};
  std::array<struct sigaction, signals.size()> before_{};
};

const char* name_of_signal(int signal);  // "SIGTERM"

}  // namespace tauforge::cli
