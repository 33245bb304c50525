// The explicit model as a text that a person reads.
#pragma once

#include <string>

#include "tauforge/explicit_model/explicit_model.h"

namespace tauforge::explicit_model {

std::string text_report(const ExplicitModel& model);

}  // namespace tauforge::explicit_model
