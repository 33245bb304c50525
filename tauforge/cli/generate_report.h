// What `tauforge generate` prints at the end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tauforge/compiler/ablation.h"
#include "tauforge/compiler/pipeline.h"
#include "tauforge/native/verify.h"

namespace tauforge::cli {

constexpr const char* cut_short_remark = "The search was cut short: a whole one may find fewer operations.";

struct GenerateReport {
  const robot::Robot* robot = nullptr;
  const compiler::CompiledModel* model = nullptr;
  const compiler::Request* request = nullptr;
  std::string folder, compiler;
  std::vector<std::string> files;
  std::vector<native::FunctionCheck> checks;  // empty: not verified
  std::vector<double> snap_error;             // per torque, of its largest; empty: nothing was rounded
  std::optional<compiler::Ablation> ablation;
  bool cut_short = false;  // the search, by the user

  void explain();
  std::string text() const;
  std::string json() const;
};

}  // namespace tauforge::cli
