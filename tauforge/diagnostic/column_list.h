// Names of columns in a message: "q1", "q2", "q3", "t" as "q1..q3, t", within about two lines.
#pragma once

#include <string>
#include <vector>

namespace tauforge::diagnostic {

std::string column_list(const std::vector<std::string>& names);

}  // namespace tauforge::diagnostic
