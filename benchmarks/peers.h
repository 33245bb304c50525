// One function per peer, each in the file of its name; peers.cpp knows which of them were built.
#pragma once

#include "benchmarks/contender.h"

namespace tauforge::benchmarks {

std::optional<Contender> pinocchio_contender(const Subject& subject, Function function);
const char* pinocchio_version();

std::optional<Contender> mujoco_contender(const Subject& subject, Function function);
const char* mujoco_version();

std::optional<Contender> kdl_contender(const Subject& subject, Function function);

}  // namespace tauforge::benchmarks
