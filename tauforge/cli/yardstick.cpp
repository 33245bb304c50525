#include "tauforge/cli/yardstick.h"

#include <algorithm>

#include "tauforge/cli/terminal.h"
#include "tauforge/executive/cyclictest.h"
#include "tauforge/native/run_program.h"

namespace tauforge::cli {

namespace {

std::string first_line(const std::string& text) {
  return printable(text.substr(0, std::min(text.find('\n'), text.size())));
}

}  // namespace

void Yardstick::measure(executive::Nanoseconds period, executive::Nanoseconds duration,
                        const executive::RealtimeSettings& settings) {
  if (is_cyclictest()) {
    const native::ProgramRun run = native::run_program(executive::cyclictest_command(period, duration, settings));
    if (const auto counts = executive::read_cyclictest(run.output)) {
      latency_.add(*counts);
      return;
    }
    if (cancelled_()) return;
    // What it measured before stays out: two yardsticks must not be mixed.
    latency_ = {};
    why_not_ = !run.started         ? "it is not installed (Debian's package rt-tests has it)"
               : run.output.empty() ? "it did not end by itself"
                                    : "it said: " + first_line(run.output);
  }
  latency_.add(executive::measure_bare_loop(period, duration, settings).latency);
}

}  // namespace tauforge::cli
