// Code for a control loop that `tauforge generate` wrote before: compiled and loaded as it stands in its folder, and
// compared with the robot that it is to control, before anybody calls it.
#pragma once

#include <string>

#include "tauforge/diagnostic/result.h"
#include "tauforge/native/loaded_model.h"
#include "tauforge/robot/robot.h"

namespace tauforge::native {

// What control::GeneratedModel calls has to be there and to agree with the templates on random states: torques in one
// pass, and the same from both rates with friction. Errors: code-folder, code-functions, code-run-time, code-of-another-robot, those
// of compile_c.h; they stand where the folder is named. `payload`: it will be told what it carries, and has to be able to.
diagnostic::Result<LoadedModel> code_in_folder(const diagnostic::Located<std::string>& folder,
                                               const robot::Robot& robot, bool payload = false);

}  // namespace tauforge::native
