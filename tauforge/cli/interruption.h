// Ctrl-C as a request: while this lives, the first one asks for an end with what was found so far, the second ends the
// program as if this were not there.
#pragma once

#include <signal.h>

namespace tauforge::cli {

class Interruption {
 public:
  Interruption();
  Interruption(const Interruption&) = delete;
  ~Interruption();

  bool asked() const;

 private:
  bool installed_ = false;
};

}  // namespace tauforge::cli
