// Generated code of a robot for a control loop that runs now: compiled into a temporary folder, loaded, verified.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "tauforge/native/loaded_model.h"
#include "tauforge/native/temporary_folder.h"
#include "tauforge/robot/robot.h"

namespace tauforge::cli {

struct RunningCode {
  native::TemporaryFolder folder;
  std::unique_ptr<native::LoadedModel> model;
  std::string why_not;  // empty: `model` is ready
};

// inverse_dynamics, gravity, mass_matrix and bias, for control::GeneratedModel.
std::unique_ptr<RunningCode> code_to_run(const robot::Robot& robot,
                                         const std::function<void(const std::string&)>& progress);

}  // namespace tauforge::cli
