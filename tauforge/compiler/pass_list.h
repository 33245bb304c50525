// The passes of the pipeline by name, in their order (pipeline.h tells what they do).
#pragma once

#include <span>

namespace tauforge::compiler {

enum class Pass { plan, record, split, factor, order, drop, roll, lanes, schedule, angles, zeros, stores, emit };

struct PassInfo {
  Pass pass;
  const char* name;
  const char* what;
  bool adds_operations;  // a program may have more of them afterwards; otherwise never
};

std::span<const PassInfo> pass_list();

}  // namespace tauforge::compiler
