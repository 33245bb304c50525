// The experiments of `tauforge measure` that are in files of their own, beside those of command.h.
#pragma once

#include "tauforge/cli/command.h"

namespace tauforge::cli {

void add_measure_two_wires(CLI::App& measure, Chosen& chosen);
void add_measure_bodies(CLI::App& measure, Chosen& chosen);  // knife-edge, shell, subtract

}  // namespace tauforge::cli
