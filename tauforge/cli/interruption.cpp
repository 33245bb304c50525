#include "tauforge/cli/interruption.h"

namespace tauforge::cli {

namespace {

volatile sig_atomic_t was_asked = 0;
struct sigaction before;

extern "C" void remember_interrupt(int) {
  was_asked = 1;
  sigaction(SIGINT, &before, nullptr);
}

}  // namespace

Interruption::Interruption() {
  was_asked = 0;
  sigaction(SIGINT, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;  // a background job is not meant
  struct sigaction ask {};
  ask.sa_handler = remember_interrupt;
  ask.sa_flags = SA_RESTART;
  sigemptyset(&ask.sa_mask);
  sigaction(SIGINT, &ask, nullptr);
  installed_ = true;
}

Interruption::~Interruption() {
  if (installed_) sigaction(SIGINT, &before, nullptr);
}

bool Interruption::asked() const { return was_asked != 0; }

}  // namespace tauforge::cli
