// Two folders of one file system change names.
#pragma once

#include <string>
#include <system_error>

namespace tauforge::native {

// At once: whoever looks sees either folder whole, whenever the program ends. File systems that cannot do so get
// exchange_in_steps.
std::error_code exchange_folders(const std::string& one, const std::string& other);

// By three renames; between the first two `other` does not exist. A rename that fails is taken back.
std::error_code exchange_in_steps(const std::string& one, const std::string& other);

}  // namespace tauforge::native
