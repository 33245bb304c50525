// The commands of the program, and how each is added.
#pragma once

#include <functional>

#include "tauforge/cli/exit_code.h"

namespace CLI {
class App;
}

namespace tauforge::cli {

// Each add_... puts one command into the program. When the user chooses it, it leaves what is to be
// done in `chosen`; main runs that and returns its exit code.
using Chosen = std::function<int()>;

void add_campaign(CLI::App& program, Chosen& chosen);
void add_check(CLI::App& program, Chosen& chosen);
void add_commission(CLI::App& program, Chosen& chosen);
void add_convert(CLI::App& program, Chosen& chosen);
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
void add_measure_spring(CLI::App& measure, Chosen& chosen);
void add_measure_break_away(CLI::App& measure, Chosen& chosen);
void add_report(CLI::App& program, Chosen& chosen);
void add_run(CLI::App& program, Chosen& chosen);
void add_simulate(CLI::App& program, Chosen& chosen);
void add_view(CLI::App& program, Chosen& chosen);

}  // namespace tauforge::cli
