// What `tauforge generate` prints at the end.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/compiler/ablation.h"
#include "tauforge/native/verified_code.h"

namespace tauforge::cli {

struct GenerateReport {
  const robot::Robot* robot = nullptr;
  const native::VerifiedCode* code = nullptr;
  std::string folder;
  std::vector<double> snap_error;  // per torque, of its largest; empty: nothing was rounded
  std::optional<compiler::Ablation> ablation;

  void explain();
  std::string text() const;
  nlohmann::json json() const;
};

}  // namespace tauforge::cli
