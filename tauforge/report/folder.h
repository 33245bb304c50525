// What a folder holds that a page can show: a robot, tables of numbers over time, answers of commands as JSON.
#pragma once

#include <string>

#include "tauforge/report/page.h"

namespace tauforge::report {

// The chapter of a folder. Its robot: the identified one where there is one, else the first robot file by name. Files that are
// neither are passed over; those that should be and cannot be read are errors. A folder with nothing to show is one
// ("folder-empty").
Result<Chapter> read_folder(const std::string& path);

}  // namespace tauforge::report
