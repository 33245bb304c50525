// The code that a loop runs on, and the hash by which a record of tauforge commission knows it again.
#pragma once

#include <memory>
#include <string>

#include "tauforge/face/cancellable.h"
#include "tauforge/native/loaded_model.h"
#include "tauforge/scenario/scenario.h"

namespace tauforge {

// Nothing: the templates. As scenario.control says; errors are those of native/code_in_folder.h and native/code_for_control.h.
Result<std::shared_ptr<const native::LoadedModel>> code_for(const scenario::Scenario& scenario,
                                                            const Progress& progress);

// Of the C files of a folder, byte by byte; of generated code, what it is made from and by which sources, for the same
// code comes of that; of the templates, their sources.
std::string hash_of_code(const scenario::Scenario& scenario);

}  // namespace tauforge
