#include "tauforge/cli/ended_by_signal.h"

#include "tauforge/native/run_program.h"

namespace tauforge::cli {

namespace {

volatile sig_atomic_t first = 0;

// May be called in the middle of anything: writes a number, and ends a program that is waited for.
extern "C" void remember_signal(int signal) {
  if (first == 0) first = signal;
  native::end_running_program();
}

}  // namespace

EndedBySignal::EndedBySignal() {
  for (std::size_t k = 0; k < signals.size(); ++k) {
    sigaction(signals[k], nullptr, &before_[k]);
    if (before_[k].sa_handler == SIG_IGN) continue;
    struct sigaction ask {};
    ask.sa_handler = signals[k] == SIGPIPE ? SIG_IGN : remember_signal;
    ask.sa_flags = SA_RESTART;
    sigemptyset(&ask.sa_mask);
    sigaction(signals[k], &ask, nullptr);
  }
}

EndedBySignal::~EndedBySignal() {
  for (std::size_t k = 0; k < signals.size(); ++k) sigaction(signals[k], &before_[k], nullptr);
}

int EndedBySignal::asked() { return first; }

const char* name_of_signal(int signal) {
  switch (signal) {
    case SIGINT: return "SIGINT";
    case SIGTERM: return "SIGTERM";
    case SIGHUP: return "SIGHUP";
    default: return "a signal";
  }
}

}  // namespace tauforge::cli
