// The text of tauforge/model.h, for folders of generated code that stand on their own.
#pragma once

#include <string_view>

namespace tauforge::emit {

std::string_view model_header();

}  // namespace tauforge::emit
